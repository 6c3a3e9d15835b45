//! Elements in memory with their sizes and strides: what kernels are given, whatever holds the memory.

use super::iter::Iter;
use super::layout;

/// Elements that may be read. Every index within the sizes has an element at the sum of its numbers times the strides.
pub struct Raw<'a, T> {
    /// From the first element on, up to and beyond the last.
    pub elements: &'a [T],
    pub sizes: &'a [usize],
    pub strides: &'a [usize],
    /// Whether they were seen to lie in row-major order without gaps. Where not, nobody may have looked.
    pub row_major: bool,
}

impl<T> Clone for Raw<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Raw<'_, T> {}

impl<'a, T> Raw<'a, T> {
    #[inline]
    pub fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The size of an axis counted from the end, from 1 for the last; 1 past the first axis.
    #[inline]
    pub fn size_from_end(&self, axis: usize) -> usize {
        match self.sizes.len().checked_sub(axis) {
            Some(index) => self.sizes[index],
            None => 1,
        }
    }

    /// The stride of an axis counted from the end, as part of a larger shape: 0 where the elements are repeated.
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

    /// How many elements there are, where they lie in row-major order without gaps, and, as part of a larger shape, are repeated along its first
    /// axes and no others: its last sizes are theirs, but for theirs of 1 in front.
    #[inline(always)]
    pub fn repeated_in(&self, sizes: &[usize]) -> Option<usize> {
        match self.is_row_major() {
            true => repeated_in(self.sizes, sizes),
            false => None,
        }
    }

    /// The elements in row-major order, where they lie so.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`.
    #[track_caller]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let count = layout::count(self.sizes);
        self.is_row_major().then(|| &self.elements[..count])
    }

    /// The elements in row-major order, wherever they lie.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`.
    #[track_caller]
    pub fn iter(&self) -> Iter<'a, T> {
        Iter::new(*self)
    }

    /// Where the element of an index is, `None` where there is none: an index of another rank, or beyond a size.
    #[inline]
    pub fn offset(&self, index: &[usize]) -> Option<usize> {
        offset(self.sizes, self.strides, index)
    }
}

/// As [`Raw::repeated_in`], of elements in that order.
#[inline]
fn repeated_in(own: &[usize], sizes: &[usize]) -> Option<usize> {
    let added = sizes.len().checked_sub(own.len())?;
    let mut count = 1_usize;
    for axis in (0..own.len()).rev() {
        let size = own[axis];
        if size != sizes[added + axis] {
            let in_front = &own[..=axis];
            return in_front.iter().all(|&size| size == 1).then_some(count);
        }
        // Overflows only where another size is 0 and there is nothing to read.
        count = count.wrapping_mul(size);
    }
    Some(count)
}

/// Where the element of an index is, `None` where there is none.
#[inline]
pub fn offset(sizes: &[usize], strides: &[usize], index: &[usize]) -> Option<usize> {
    if index.len() != sizes.len() {
        return None;
    }
    let mut offset = 0;
    for ((&place, &size), &stride) in index.iter().zip(sizes).zip(strides) {
        if place >= size {
            return None;
        }
        offset += place * stride;
    }
    Some(offset)
}

/// Elements that may be changed. No two indices have one element.
pub struct RawMut<'a, T> {
    /// From the first element on, up to and beyond the last.
    pub elements: &'a mut [T],
    pub sizes: &'a [usize],
    pub strides: &'a [usize],
    /// Whether they were seen to lie in row-major order without gaps. Where not, nobody may have looked.
    pub row_major: bool,
}

/// What holds elements in memory.
pub trait Holds<T> {
    /// The elements.
    fn raw(&self) -> Raw<'_, T>;

    /// Memory for a result of these sizes, where it is not needed any more. The elements are then gone, and not to be read; sizes and
    /// strides are still there.
    #[cfg(feature = "alloc")]
    #[inline]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<alloc::vec::Vec<U>> {
        let _ = sizes;
        None
    }
}
