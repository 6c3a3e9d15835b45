//! Softmax of inline tensors: passes with constant plans.

use core::marker::PhantomData;

use num_traits::Float;

use super::InlineArray;
use crate::Shape;
use crate::engine::ops;
use crate::host::engines::ToCells;
use crate::host::float;
use crate::host::memory;
use crate::host::pass::{self, Lent};
use crate::host::raw::Holds;
use crate::host::reduce::{ExpSum, ReductionOf};
use crate::host::rows::{Replace, WriteTwo};

/// The softmax along an axis, counted from the end, from 1, or its logarithm. `K` is the shape with size 1 there.
#[inline]
#[track_caller]
pub fn softmax<T: Float + 'static, S: Shape, K: Shape>(
    data: &InlineArray<T, S>,
    axis: usize,
    logarithm: bool,
) -> InlineArray<T, S> {
    if const { memory::count::<S>() == 0 } {
        return memory::generate_cells(|| unreachable!("there is no element"));
    }
    let to: ToCells<S, K> = ToCells(PhantomData);
    let largest = ops::Max::reduce(data.raw(), &[axis], to);
    let operands = (((), Lent(data)), Lent(&largest));
    let mut result: InlineArray<T, S> =
        pass::collect_cells::<(), _, _, _>(operands, &mut WriteTwo(T::sub));
    let sums;
    let divided = if logarithm {
        sums = ExpSum::reduce(result.raw(), &[axis], to);
        pass::update_cells::<(), _, _, _>(&mut result, &((), Lent(&sums)), &mut Replace(less_ln))
    } else {
        float::exp(result.as_mut_slice());
        sums = ops::Sum::reduce(result.raw(), &[axis], to);
        pass::update_cells::<(), _, _, _>(&mut result, &((), Lent(&sums)), &mut Replace(T::div))
    };
    match divided {
        Ok(()) => result,
        Err(error) => unreachable!("{error}"),
    }
}

// A function instead of a closure, which would be a different one for each shape.
fn less_ln<T: Float>(x: T, sum: T) -> T {
    x - sum.ln()
}
