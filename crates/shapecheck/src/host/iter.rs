//! The elements of an array in row-major order, wherever they are.

use core::slice;

use super::layout;
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
                offsets: strides.offsets.clone(),
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
    offsets: Offsets,
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
                offsets: Offsets::new(self.sizes, self.strides),
            }),
        })
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
            Walk::Strided(strides) => strides.offsets.left,
        };
        (left, Some(left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a T) -> B>(self, init: B, function: F) -> B {
        match self.0 {
            Walk::Contiguous(elements) => elements.fold(init, function),
            Walk::Strided(mut strides) => {
                core::iter::from_fn(move || strides.next()).fold(init, function)
            }
        }
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

impl<'a, T> Strides<'a, T> {
    fn next(&mut self) -> Option<&'a T> {
        self.elements.get(self.offsets.next()?)
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

    /// From the element with a number on.
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
