//! Elements in memory with their sizes and strides, as kernels get them.

use super::layout;

/// Elements to read. The element at an index is at the sum of the index times the strides.
pub struct Raw<'a, T> {
    /// The memory from the first element on; it may reach beyond the last one.
    pub elements: &'a [T],
    pub sizes: &'a [usize],
    pub strides: &'a [usize],
    /// Whether they are known to be in row-major order without gaps. If false, nobody may have checked.
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

    /// The number of elements, if they are in row-major order without gaps and, as part of a larger shape, repeat only
    /// along its first axes: the last sizes of that shape are their sizes, without leading ones.
    #[inline(always)]
    pub fn repeated_in(&self, sizes: &[usize]) -> Option<usize> {
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

    /// The offset of the element at an index, or `None` if the index has another rank or is out of bounds.
    #[inline]
    pub fn offset(&self, index: &[usize]) -> Option<usize> {
        offset(self.sizes, self.strides, index)
    }
}

/// Like [`Raw::repeated_in`], for elements in that order.
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
        // It overflows only if another size is 0, and then there is nothing to read.
        count = count.wrapping_mul(size);
    }
    Some(count)
}

/// The offset of the element at an index, or `None` if there is none.
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

/// Elements to change. No two indices have the same element.
pub struct RawMut<'a, T> {
    /// The memory from the first element on; it may reach beyond the last one.
    pub elements: &'a mut [T],
    pub sizes: &'a [usize],
    pub strides: &'a [usize],
    /// Whether they are known to be in row-major order without gaps. If false, nobody may have checked.
    pub row_major: bool,
}

/// A holder of elements in memory.
pub trait Holds<T> {
    /// The elements.
    fn raw(&self) -> Raw<'_, T>;

    /// Its memory for a result of these sizes, if it is not needed any more. The elements must not be read afterwards;
    /// sizes and strides stay.
    #[cfg(feature = "alloc")]
    #[inline]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<alloc::vec::Vec<U>> {
        let _ = sizes;
        None
    }
}
