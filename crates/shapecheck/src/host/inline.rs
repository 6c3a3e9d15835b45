//! Arrays of static shape that hold their elements themselves.

pub(super) mod fold;
pub(super) mod matrix;
pub(crate) mod moves;
#[cfg(any(feature = "std", feature = "libm"))]
pub(super) mod network;
#[cfg(any(feature = "std", feature = "libm"))]
pub(super) mod softmax;

use core::fmt;

use super::layout::Layout;
use super::memory::{self, InlineArray};
use super::raw::{Holds, Near, Raw, RawMut};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Scalar};

/// Whether loops are compiled once for all shapes. Without an operating system a program has little room, and a number
/// takes longer than the loop around it.
pub(super) const IS_SHARED: bool = cfg!(target_os = "none");

/// The elements of an inline tensor and its sizes, without its shape.
#[derive(Debug)]
pub struct WithSizes<'a, T> {
    pub elements: &'a [T],
    pub sizes: &'a [usize],
}

impl<T> Clone for WithSizes<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for WithSizes<'_, T> {}

impl<T, S: ArrayShape<Arrays<T>: Copy>> Clone for InlineArray<T, S> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: ArrayShape<Arrays<T>: Copy>> Copy for InlineArray<T, S> {}

impl<T: fmt::Debug, S: ArrayShape> fmt::Debug for InlineArray<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T, S: ArrayShape> InlineArray<T, S> {
    #[inline]
    pub fn sizes(&self) -> &'static [usize] {
        const { memory::sizes_and_strides::<S>() }.0
    }

    pub(super) fn layout(&self) -> Layout {
        Layout::row_major(0, &DynShape::of_known(memory::known::<S>()))
    }

    #[inline]
    pub fn as_slice(&self) -> &[T] {
        memory::as_slice::<T, S>(&self.0)
    }

    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        memory::as_mut_slice::<T, S>(&mut self.0)
    }

    #[inline]
    pub fn raw_mut(&mut self) -> RawMut<'_, T> {
        let (sizes, strides) = const { memory::sizes_and_strides::<S>() };
        RawMut {
            elements: self.as_mut_slice(),
            sizes,
            strides,
            row_major: true,
        }
    }
}

impl<T> InlineArray<T, Scalar> {
    pub fn into_scalar(self) -> T {
        self.0
    }
}

impl<T, S: ArrayShape> Holds for InlineArray<T, S> {
    type Element = T;
    const NEAR: Option<Near> = Near::of::<S>();

    #[inline]
    fn raw(&self) -> Raw<'_, T> {
        let (sizes, strides) = const { memory::sizes_and_strides::<S>() };
        Raw {
            elements: self.as_slice(),
            sizes,
            strides,
            row_major: true,
        }
    }
}
