//! Elements in their own memory: copies, elements in another order, and joined tensors.

use super::memory::InlineArray;
#[cfg(feature = "alloc")]
use super::{
    Borrowed, Host,
    array::Array,
    engines::{heap, sharing_memory},
    raw::Holds,
};
use super::{Inline, arrange, inline, join};
use crate::engine::Copies;
#[cfg(feature = "alloc")]
use crate::engine::{Creates, Products, composed};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape};

// Not for all engines at once, so that rustc says what is missing for elements or for a `ViewMut`.
#[cfg(feature = "alloc")]
sharing_memory! {
    [T: Copy + 'static] Copies<T> {
        #[inline]
        #[track_caller]
        fn copy<S: Shape>(data: &Self::Data<T, S>) -> Array<T> {
            heap::copy(data)
        }

        #[track_caller]
        fn power<S: Shape>(data: &Self::Data<T, S>, size: usize, exponent: u32) -> Array<T>
        where
            T: num_traits::Zero + num_traits::One,
            Self::Out: Products<T, OutputEngine = Self::Out> + Creates<T>,
        {
            composed::power_of::<T, DynShape, Self>(data, size, exponent)
        }

        #[track_caller]
        fn arrange<S: ArrayShape, O: ArrayShape>(
            data: &Self::Data<T, S>,
            axis: usize,
            sizes: DynShape,
            index: &dyn Fn(usize) -> Option<usize>,
            value: Option<T>,
        ) -> Array<T> {
            arrange::arranged(data.raw(), axis, sizes, index, value)
        }

        #[track_caller]
        fn join<'d, S: Shape, O: ArrayShape>(
            parts: impl Iterator<Item = &'d Self::Data<T, S>> + Clone, axis: usize, sizes: DynShape
        ) -> Array<T>
        where
            Self: 'd,
        {
            let mut parts = parts;
            // By hand, because this is compiled for each shape.
            #[allow(clippy::manual_map)]
            let mut next = || match parts.next() {
                Some(part) => Some(part.raw()),
                None => None,
            };
            join::joined(&mut next, axis, sizes)
        }

        #[track_caller]
        fn join_places<'d, S: Shape, O: ArrayShape>(
            count: usize, part: &dyn Fn(usize) -> &'d Self::Data<T, S>, axis: usize, sizes: DynShape
        ) -> Array<T>
        where
            Self: 'd,
        {
            join::places(count, part, axis, sizes)
        }
    }
}

impl<T: Copy + 'static> Copies<T> for Inline {
    #[inline]
    fn copy<S: Shape>(data: &InlineArray<T, S>) -> InlineArray<T, S> {
        inline::moves::relabeled(data)
    }

    #[inline]
    #[track_caller]
    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        axis: usize,
        _sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> InlineArray<T, O> {
        arrange::arranged_cells(data, axis, index, value)
    }

    #[inline]
    #[track_caller]
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d InlineArray<T, S>> + Clone,
        axis: usize,
        _sizes: DynShape,
    ) -> InlineArray<T, O>
    where
        Self: 'd,
    {
        join::joined_cells(parts.map(InlineArray::as_slice), axis)
    }

    #[inline(always)]
    #[track_caller]
    fn join_places<'d, S: Shape, O: ArrayShape>(
        count: usize,
        part: &dyn Fn(usize) -> &'d InlineArray<T, S>,
        axis: usize,
        _sizes: DynShape,
    ) -> InlineArray<T, O>
    where
        Self: 'd,
    {
        join::joined_cells((0..count).map(|place| part(place).as_slice()), axis)
    }

    #[track_caller]
    fn join_made<S: Shape, O: Shape>(
        count: usize,
        axis: usize,
        sizes: DynShape,
        part: impl FnMut(usize) -> InlineArray<T, S>,
    ) -> InlineArray<T, O> {
        join::made_cells(count, axis, sizes, part)
    }
}
