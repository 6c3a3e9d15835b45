//! Elements in memory with their sizes and strides, as kernels get them.

use super::layout::{self, Layout};
use crate::shape::list::{ArrayShape, NEAR, StaticLayout};

/// The sizes and strides of an operand along the last axes of a larger shape, from the last one on.
#[derive(Clone, Copy)]
pub struct Near {
    pub rank: usize,
    pub sizes: [usize; NEAR],
    pub strides: [usize; NEAR],
}

impl Near {
    /// For elements in row-major order, if the type gives all sizes, at most [`NEAR`].
    pub const fn of<S: ArrayShape>() -> Option<Self> {
        match S::STATIC {
            Some(known) => Self::of_sizes(known),
            None => None,
        }
    }

    /// The layout with these sizes and strides, if there are at most [`NEAR`] axes.
    pub const fn of_sizes(known: &StaticLayout) -> Option<Self> {
        let rank = known.sizes().len();
        if rank > NEAR {
            return None;
        }
        let mut near = Self {
            rank,
            sizes: [1; NEAR],
            strides: [0; NEAR],
        };
        let mut axis = 0;
        while axis < near.rank {
            near.sizes[axis] = known.sizes()[near.rank - 1 - axis];
            if near.sizes[axis] != 1 {
                near.strides[axis] = known.strides()[near.rank - 1 - axis];
            }
            axis += 1;
        }
        Some(near)
    }
}

/// Elements to read. The element at an index is at the sum of the index times the strides.
pub struct Raw<'a, T> {
    /// The memory from the first element on; it may reach beyond the last one.
    pub elements: &'a [T],
    pub sizes: &'a [usize],
    pub strides: &'a [usize],
    /// Whether they are known to be in row-major order without gaps. If false, nobody may have checked.
    pub row_major: bool,
}

/// `Clone` and `Copy` for what points to elements of any type; `derive` would ask that elements are `Copy`.
macro_rules! copy {
    ($Type:ident<$($parameter:tt),*>) => {
        impl<$($parameter),*> Clone for $Type<$($parameter),*> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($parameter),*> Copy for $Type<$($parameter),*> {}
    };
}
pub(super) use copy;

copy!(Raw<'a, T>);

impl<'a, T> Raw<'a, T> {
    /// With any strides.
    #[inline]
    pub fn strided(elements: &'a [T], sizes: &'a [usize], strides: &'a [usize]) -> Self {
        Self {
            elements,
            sizes,
            strides,
            row_major: false,
        }
    }

    /// The elements of a layout. The offset of an empty part may be past the last element.
    #[inline]
    pub fn of(elements: &'a [T], layout: &'a Layout) -> Self {
        Self {
            elements: elements.get(layout.offset..).unwrap_or(&[]),
            sizes: layout.sizes(),
            strides: layout.strides(),
            row_major: layout.knows_row_major(),
        }
    }

    #[inline]
    pub fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The size of an axis counted from the end, from 1 for the last; 1 beyond the first axis.
    #[inline]
    pub fn size_from_end(&self, axis: usize) -> usize {
        match self.sizes.len().checked_sub(axis) {
            Some(index) => self.sizes[index],
            None => 1,
        }
    }

    /// The stride of an axis counted from the end, as part of a larger shape; 0 where elements repeat.
    #[inline]
    pub fn stride_from_end(&self, axis: usize) -> usize {
        match self.sizes.len().checked_sub(axis) {
            Some(index) if self.sizes[index] != 1 => self.strides[index],
            _ => 0,
        }
    }

    /// Whether the elements lie in row-major order without gaps.
    #[inline]
    pub fn is_row_major(&self) -> bool {
        self.row_major || layout::is_row_major(self.sizes, self.strides)
    }

    /// How elements repeat, if they are in row-major order without gaps and, as part of a larger shape, repeat only along
    /// its first axes, or only along its last ones.
    #[inline(always)]
    pub fn repeated_in(&self, sizes: &[usize]) -> Option<Repeated> {
        match self.is_row_major() {
            true => repeated_in(self.sizes, sizes),
            false => None,
        }
    }

    /// The elements in row-major order, if memory has them in that order.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`.
    #[track_caller]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let count = layout::count(self.sizes);
        self.is_row_major().then(|| &self.elements[..count])
    }

    /// The elements in row-major order, copied if memory has them in another order.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub fn side_by_side(&self) -> alloc::borrow::Cow<'a, [T]>
    where
        T: Copy,
    {
        match self.as_slice() {
            Some(elements) => elements.into(),
            None => self.to_vec().into(),
        }
    }

    /// The offset of the element at an index, or `None` if the index has another rank or is out of bounds.
    #[inline]
    pub fn offset(&self, index: &[usize]) -> Option<usize> {
        offset(self.sizes, self.strides, index)
    }
}

/// Elements one after the other, as part of a larger shape.
#[derive(Clone, Copy)]
pub struct Repeated {
    /// The number of elements.
    pub count: usize,
    /// The number of times each is repeated along the last axes of the shape; 1 if all are repeated along the first ones.
    pub each: usize,
}

impl Repeated {
    /// One number.
    pub const ONE: Self = Self { count: 1, each: 1 };
}

/// Like [`Raw::repeated_in`], for elements in that order.
#[inline]
fn repeated_in(own: &[usize], sizes: &[usize]) -> Option<Repeated> {
    let added = sizes.len().checked_sub(own.len())?;
    let mut count = 1_usize;
    for axis in (0..own.len()).rev() {
        let size = own[axis];
        if size != sizes[added + axis] {
            let in_front = &own[..=axis];
            return match in_front.iter().all(|&size| size == 1) {
                true => Some(Repeated { count, each: 1 }),
                false => columns_in(own, &sizes[added..]),
            };
        }
        // It overflows only if another size is 0, and then there is nothing to read.
        count = count.wrapping_mul(size);
    }
    Some(Repeated { count, each: 1 })
}

/// Like [`repeated_in`], along the last axes of as many sizes.
#[inline(never)]
fn columns_in(own: &[usize], sizes: &[usize]) -> Option<Repeated> {
    let last = own.iter().rposition(|&size| size != 1)?;
    let ((front, rest), (sizes, repeated)) = (own.split_at(last + 1), sizes.split_at(last + 1));
    let count = |sizes: &[usize]| sizes.iter().copied().fold(1, usize::wrapping_mul);
    let is_whole = !rest.is_empty() && front == sizes;
    is_whole.then(|| Repeated {
        count: count(front),
        each: count(repeated),
    })
}

/// The offset of the element at an index, or `None` if there is no such element.
#[inline]
pub fn offset(sizes: &[usize], strides: &[usize], index: &[usize]) -> Option<usize> {
    match index.len() == sizes.len() {
        true => find(sizes, strides, index).ok(),
        false => None,
    }
}

/// The offset of the element at an index of as many numbers as there are sizes, or the axis that it is beyond, counted
/// from the first, from 0.
#[inline]
pub fn find(sizes: &[usize], strides: &[usize], index: &[usize]) -> Result<usize, usize> {
    let mut offset = 0;
    let axes = index.iter().zip(sizes).zip(strides).enumerate();
    for (axis, ((&place, &size), &stride)) in axes {
        if place >= size {
            return Err(axis);
        }
        offset += place * stride;
    }
    Ok(offset)
}

/// Elements to change. No two indices have the same element.
pub struct RawMut<'a, T> {
    /// The memory from the first element on; it may reach beyond the last one.
    pub elements: &'a mut [T],
    pub sizes: &'a [usize],
    pub strides: &'a [usize],
    /// Whether they are known to be in row-major order without gaps. If false, nobody may have checked.
    pub row_major: bool,
}

impl<'a, T> RawMut<'a, T> {
    /// Like [`Raw::strided`].
    #[inline]
    pub fn strided(elements: &'a mut [T], sizes: &'a [usize], strides: &'a [usize]) -> Self {
        Self {
            elements,
            sizes,
            strides,
            row_major: false,
        }
    }

    /// Like [`Raw::of`].
    #[inline]
    pub fn of(elements: &'a mut [T], layout: &'a Layout) -> Self {
        Self {
            elements: elements.get_mut(layout.offset..).unwrap_or(&mut []),
            sizes: layout.sizes(),
            strides: layout.strides(),
            row_major: layout.knows_row_major(),
        }
    }
}

/// A holder of elements in memory.
pub trait Holds {
    type Element;

    /// Its sizes and strides, if its type gives them.
    const NEAR: Option<Near> = None;

    /// Whether it may give its memory.
    const GIVES: bool = false;

    /// The elements.
    fn raw(&self) -> Raw<'_, Self::Element>;

    /// Its memory for a result of these sizes, if it is not needed any more. The elements must not be read afterwards;
    /// sizes and strides stay.
    #[cfg(feature = "alloc")]
    #[inline]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<alloc::vec::Vec<U>> {
        let _ = sizes;
        None
    }
}
