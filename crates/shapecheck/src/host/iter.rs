//! The elements of an array in row-major order, wherever they are.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::slice;

use super::layout;
#[cfg(feature = "alloc")]
use super::memory;
use super::raw::Raw;
use crate::DynShape;

/// The elements of a tensor in row-major order.
///
/// ```
/// use shapecheck::InlineTensor;
///
/// let t = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
/// assert!(t.transpose().iter().eq(&[1, 4, 2, 5, 3, 6]));
/// ```
///
/// ```compile_fail,E0596
/// use shapecheck::InlineTensor;
///
/// let t = InlineTensor::from([1, 2, 3]);
/// t.iter_mut().for_each(|element| *element += 1);
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Iter<'a, T>(Walk<'a, T>);

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Walk::Contiguous(elements) => Walk::Contiguous(elements.clone()),
            Walk::Strided(strides) => Walk::Strided(Strides {
                elements: strides.elements,
                rows: strides.rows.clone(),
                next: strides.next,
                left: strides.left,
            }),
        })
    }
}

// The larger variant could be smaller only with an allocator.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
enum Walk<'a, T> {
    Contiguous(slice::Iter<'a, T>),
    Strided(Strides<'a, T>),
}

#[derive(Debug)]
struct Strides<'a, T> {
    elements: &'a [T],
    /// Those after the one at hand.
    rows: Rows,
    /// The offset of the next element of the row at hand.
    next: usize,
    /// How many elements are left of that row.
    left: usize,
}

/// Elements in rows of one stride each, in row-major order.
#[derive(Clone, Debug)]
struct Rows {
    starts: Offsets,
    length: usize,
    stride: usize,
}

impl<'a, T> Iter<'a, T> {
    /// Elements that memory has in row-major order, and no others.
    #[inline]
    pub(crate) fn side_by_side(elements: &'a [T]) -> Self {
        Self(Walk::Contiguous(elements.iter()))
    }
}

impl<'a, T> Raw<'a, T> {
    /// The elements in row-major order, whatever the order of memory.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`.
    #[track_caller]
    pub fn iter(&self) -> Iter<'a, T> {
        Iter(match self.as_slice() {
            Some(elements) => Walk::Contiguous(elements.iter()),
            None => Walk::Strided(Strides {
                elements: self.elements,
                rows: Rows::new(self.sizes, self.strides),
                next: 0,
                left: 0,
            }),
        })
    }

    /// A copy of the elements in row-major order.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`, or if there is not as much memory.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn to_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        let mut copy = memory::room(layout::count(self.sizes));
        if let Some(elements) = self.as_slice() {
            copy.extend_from_slice(elements);
            return copy;
        }
        let Rows {
            starts,
            length,
            stride,
        } = Rows::new(self.sizes, self.strides);
        for start in starts {
            match stride {
                1 => copy.extend_from_slice(&self.elements[start..][..length]),
                _ => copy
                    .extend((0..length).map(|place| self.elements[start + place * stride].clone())),
            }
        }
        copy
    }
}

impl Rows {
    /// The rows of elements with these sizes and strides. The last axes are one row, as far as one stride goes through them.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`.
    #[track_caller]
    fn new(sizes: &[usize], strides: &[usize]) -> Self {
        let (mut length, mut stride, mut outer) = (1, 1, sizes.len());
        if layout::count(sizes) == 0 {
            let starts = Offsets::new(&[0], &[0]);
            return Self {
                starts,
                length,
                stride,
            };
        }
        while let Some(axis) = outer.checked_sub(1) {
            match (sizes[axis], strides[axis]) {
                (1, _) => {}
                along if length == 1 => (length, stride) = along,
                (size, along) if along == stride.wrapping_mul(length) => length *= size,
                _ => break,
            }
            outer = axis;
        }
        Self {
            starts: Offsets::new(&sizes[..outer], &strides[..outer]),
            length,
            stride,
        }
    }
}

/// The offsets of an array's elements, in row-major order.
#[derive(Clone, Debug)]
pub struct Offsets {
    left: usize,
    offset: usize,
    index: DynShape,
    sizes: DynShape,
    strides: DynShape,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        match &mut self.0 {
            Walk::Contiguous(elements) => elements.next(),
            Walk::Strided(strides) => strides.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Walk::Contiguous(elements) => elements.len(),
            Walk::Strided(strides) => strides.rows.starts.left * strides.rows.length + strides.left,
        };
        (left, Some(left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a T) -> B>(self, init: B, function: F) -> B {
        match self.0 {
            Walk::Contiguous(elements) => elements.fold(init, function),
            Walk::Strided(strides) => strides.fold(init, function),
        }
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

impl<'a, T> Strides<'a, T> {
    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            self.next = self.rows.starts.next()?;
            self.left = self.rows.length;
        }
        let element = self.elements.get(self.next);
        self.left -= 1;
        self.next = self.next.wrapping_add(self.rows.stride);
        element
    }

    /// Folds whole rows, whose loop the compiler knows.
    fn fold<B, F: FnMut(B, &'a T) -> B>(self, init: B, mut function: F) -> B {
        let Rows {
            starts,
            length,
            stride,
        } = self.rows;
        let rest = starts.map(|start| (start, length));
        let rows = core::iter::once((self.next, self.left)).chain(rest);
        rows.filter(|(_, count)| *count > 0)
            .fold(init, |folded, (start, count)| match stride {
                1 => self.elements[start..][..count]
                    .iter()
                    .fold(folded, &mut function),
                _ => (0..count)
                    .map(|place| &self.elements[start + place * stride])
                    .fold(folded, &mut function),
            })
    }
}

impl Offsets {
    /// For elements with these sizes and strides.
    ///
    /// # Panics
    ///
    /// Panics if their number overflows `usize`.
    #[track_caller]
    pub fn new(sizes: &[usize], strides: &[usize]) -> Self {
        Self {
            left: layout::count(sizes),
            offset: 0,
            index: layout::numbers(sizes.len(), |_| 0),
            sizes: sizes.into(),
            strides: strides.into(),
        }
    }

    /// Starts at the element with this number.
    #[must_use]
    pub fn from(mut self, number: usize) -> Self {
        if self.left == 0 {
            return self;
        }
        let mut rest = number;
        let axes = self.sizes.dims().iter().zip(self.strides.dims());
        for (place, (&size, &stride)) in self.index.dims_mut().iter_mut().zip(axes).rev() {
            *place = rest % size;
            self.offset += *place * stride;
            rest /= size;
        }
        self.left -= number;
        self
    }
}

impl Iterator for Offsets {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let offset = self.offset;
        let (index, sizes, strides) = (
            self.index.dims_mut(),
            self.sizes.dims(),
            self.strides.dims(),
        );
        for ((place, &size), &stride) in index.iter_mut().zip(sizes).zip(strides).rev() {
            *place += 1;
            self.offset += stride;
            if *place < size {
                break;
            }
            self.offset -= stride * size;
            *place = 0;
        }
        Some(offset)
    }
}
