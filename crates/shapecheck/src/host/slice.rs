//! Arrays in borrowed memory, immutable or mutable.

#[cfg(feature = "alloc")]
use super::array::Array;
use super::layout::{Layout, count, is_known, or_panic};
use super::raw::{Holds, Raw, RawMut};
use crate::algebra::slices::{SliceEntry, sliced_rank};
use crate::error::ShapeErrorKind;
use crate::shape::dynamic::IN_PLACE;
use crate::shape::list::StaticLayout;
use crate::{DynShape, ShapeError};

/// Borrowed elements with their sizes and strides.
#[derive(Debug)]
pub struct Slice<'a, T> {
    /// Every offset of an index within the layout's sizes is below its length.
    elements: &'a [T],
    layout: Layout,
}

impl<T> Clone for Slice<'_, T> {
    fn clone(&self) -> Self {
        self.derived(self.layout.clone())
    }
}

impl<'a, T> Slice<'a, T> {
    /// Elements in row-major order.
    ///
    /// # Panics
    ///
    /// Panics if their number is not that of the sizes.
    #[track_caller]
    pub(crate) fn row_major(elements: &'a [T], sizes: DynShape) -> Self {
        assert!(
            count(sizes.dims()) == elements.len(),
            "as many elements as the shape has"
        );
        Self {
            elements,
            layout: Layout::row_major(0, &sizes),
        }
    }

    /// Elements with strides, which may repeat elements.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not one stride for each axis, or if an index has no element.
    pub(crate) fn strided(
        elements: &'a [T],
        sizes: &[usize],
        strides: &[usize],
    ) -> Result<Self, ShapeError> {
        let layout = Layout::strided(elements.len(), sizes, strides)?;
        Ok(Self { elements, layout })
    }

    /// The elements of an array from the first on, so that the layout's offset is 0.
    pub(crate) fn of(raw: Raw<'a, T>) -> Self {
        Self {
            elements: raw.elements,
            layout: Layout::of(0, raw.sizes.len(), |axis| {
                (raw.sizes[axis], raw.strides[axis])
            }),
        }
    }

    /// The same, if possible with the sizes that a type gives, which are then not copied.
    #[inline]
    pub(crate) fn of_known(raw: Raw<'a, T>, known: Option<&'static StaticLayout>) -> Self {
        match known {
            Some(known) if raw.row_major && is_known(raw.sizes, known) => Self {
                elements: raw.elements,
                layout: Layout::known(0, known),
            },
            _ => Self::of(raw),
        }
    }

    #[inline]
    pub fn sizes(&self) -> &[usize] {
        self.layout.sizes()
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The part at one index of an axis, without that axis. `known` are its sizes, if a type gives them.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the size of the axis.
    // A call writes its result where it is needed. Part of the caller, it would be moved, by wider loads than stores,
    // which takes longer than the call.
    #[inline(never)]
    #[track_caller]
    pub(super) fn indexed(
        &self,
        axis: usize,
        index: usize,
        known: Option<&'static StaticLayout>,
    ) -> Self {
        let row = known.and_then(|known| Some((known, self.row(axis, index, known)?)));
        match row {
            Some((known, elements)) => Self {
                elements,
                layout: Layout::known(0, known),
            },
            None => self.part(axis, index),
        }
    }

    /// The elements of the same along the first axis, in row-major order.
    #[inline(always)]
    fn row(&self, axis: usize, index: usize, known: &StaticLayout) -> Option<&'a [T]> {
        let (offset, count) = self.layout.row(axis, index, known)?;
        self.elements.get(offset..)?.get(..count)
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn part(&self, axis: usize, index: usize) -> Self {
        self.derived(self.layout.indexed(axis, index))
    }

    super::layout::derives!();

    /// The same as [`sliced`](Self::sliced), or a panic. The numbers are written where they are needed: moved, they would
    /// take as long again.
    #[inline(never)]
    #[track_caller]
    pub(super) fn sliced_or_panic(&self, entries: &[SliceEntry]) -> Self {
        let rank = or_panic(sliced_rank(self.sizes(), entries));
        if cfg!(not(feature = "alloc")) && rank > IN_PLACE {
            panic!("{}", ShapeError::rank_needs_alloc(rank))
        }
        let mut part = Self {
            elements: self.elements,
            layout: self.layout.with_zeros(rank),
        };
        or_panic(self.layout.write_sliced(entries, &mut part.layout));
        part
    }

    /// The same memory with a layout derived from that of this slice.
    #[inline(never)]
    pub(super) fn derived(&self, layout: Layout) -> Self {
        Self {
            elements: self.elements,
            layout,
        }
    }

    /// A copy of the elements in row-major order with other sizes.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    #[track_caller]
    pub(super) fn reshaped(&self, sizes: DynShape) -> Array<T>
    where
        T: Clone,
    {
        Array::new(sizes, super::memory::collected(self.raw().iter().cloned()))
    }

    /// As [`reshaped`](Self::reshaped).
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub(super) fn regrouped(&self, sizes: DynShape) -> Array<T>
    where
        T: Clone,
    {
        self.reshaped(sizes)
    }

    /// As [`Array::merged`].
    #[cfg(feature = "alloc")]
    #[inline(never)]
    #[track_caller]
    pub(super) fn merged(&self, split: &[usize], order: &[usize], sizes: DynShape) -> Array<T>
    where
        T: Clone,
    {
        self.split(split, order).reshaped(sizes)
    }

    /// The elements in row-major order, if memory has them in that order, for the lifetime of the borrow.
    #[track_caller]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let count = self.raw().as_slice()?.len();
        // The offset of an empty part may be past the last element.
        let elements = self.elements.get(self.layout.offset..).unwrap_or(&[]);
        elements.get(..count)
    }
}

impl<T> Holds for Slice<'_, T> {
    type Element = T;

    #[inline]
    fn raw(&self) -> Raw<'_, T> {
        Raw::of(self.elements, &self.layout)
    }
}

/// Mutably borrowed elements with their sizes and strides. No two indices have the same element.
#[derive(Debug)]
pub struct SliceMut<'a, T> {
    elements: &'a mut [T],
    layout: Layout,
}

impl<'a, T> SliceMut<'a, T> {
    /// Elements in row-major order.
    ///
    /// # Panics
    ///
    /// Panics if their number is not that of the sizes.
    #[track_caller]
    pub(crate) fn row_major(elements: &'a mut [T], sizes: DynShape) -> Self {
        assert!(
            count(sizes.dims()) == elements.len(),
            "as many elements as the shape has"
        );
        Self {
            elements,
            layout: Layout::row_major(0, &sizes),
        }
    }

    /// Elements with strides.
    ///
    /// # Errors
    ///
    /// As of [`Slice::strided`], and if two indices may have the same element.
    pub(crate) fn strided(
        elements: &'a mut [T],
        sizes: &[usize],
        strides: &[usize],
    ) -> Result<Self, ShapeError> {
        let layout = Layout::strided(elements.len(), sizes, strides)?;
        if layout.repeats() {
            return Err(ShapeErrorKind::StridesRepeat.between(sizes, strides));
        }
        Ok(Self { elements, layout })
    }

    /// Memory with a layout that was derived from that of all of it, without repeated elements.
    #[inline]
    pub(crate) fn new(elements: &'a mut [T], layout: Layout) -> Self {
        Self { elements, layout }
    }

    #[inline]
    pub fn sizes(&self) -> &[usize] {
        self.layout.sizes()
    }

    /// The memory, and where the elements are in it.
    #[inline]
    pub(super) fn parts_mut(&mut self) -> (&mut [T], &Layout) {
        (self.elements, &self.layout)
    }

    #[inline]
    pub fn raw_mut(&mut self) -> RawMut<'_, T> {
        RawMut::of(self.elements, &self.layout)
    }
}

impl<T> Holds for SliceMut<'_, T> {
    type Element = T;

    #[inline]
    fn raw(&self) -> Raw<'_, T> {
        Raw::of(self.elements, &self.layout)
    }
}
