//! Softmax of inline tensors: passes with constant plans.

use core::marker::PhantomData;

use num_traits::Float;

use super::InlineArray;
use crate::Shape;
use crate::engine::ops::{self, BinaryFunction};
use crate::float::BLOCK;
use crate::host::engines::ToCells;
use crate::host::float;
use crate::host::memory;
use crate::host::pass::{self, Lent};
use crate::host::raw::Holds;
use crate::host::reduce::{ExpSum, ReductionOf};
use crate::host::rows::{ApplyTwo, ReplaceBy};

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
        pass::collect_cells::<(), _, _, _, _>(operands, &mut ApplyTwo::<ops::Sub>(PhantomData));
    let sums;
    let divided = if logarithm {
        sums = ExpSum::reduce(result.raw(), &[axis], to);
        pass::update_cells::<(), _, _, _, _>(
            &mut result,
            &((), Lent(&sums)),
            &mut ReplaceBy::<LessLn>(PhantomData),
        )
    } else {
        exp::<T, S>(&mut result);
        sums = ops::Sum::reduce(result.raw(), &[axis], to);
        pass::update_cells::<(), _, _, _, _>(
            &mut result,
            &((), Lent(&sums)),
            &mut ReplaceBy::<ops::Div>(PhantomData),
        )
    };
    match divided {
        Ok(()) => result,
        Err(error) => unreachable!("{error}"),
    }
}

/// Replaces elements by their exponentials: those of less than a block as a whole block, which is read as it was written,
/// where a copy of a part waits for it.
#[inline(always)]
fn exp<T: Float + 'static, S: Shape>(elements: &mut InlineArray<T, S>) {
    let elements = elements.as_mut_slice();
    let count = const { memory::count::<S>() };
    if count >= BLOCK {
        return float::exp(elements);
    }
    let mut block = [elements[0]; BLOCK];
    block[..count].copy_from_slice(elements);
    float::exp(&mut block);
    elements.copy_from_slice(&block[..count]);
}

/// `lhs - ln(rhs)`
pub struct LessLn;

impl<T: Float> BinaryFunction<T> for LessLn {
    type Output = T;

    #[inline(always)]
    fn apply(lhs: T, rhs: T) -> T {
        lhs - rhs.ln()
    }
}
