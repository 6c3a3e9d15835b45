//! Softmax along an axis, without overflow.

use core::marker::PhantomData;

use num_traits::Float;

use super::float;
use super::fold::Collect;
use super::inline::softmax::LessLn;
use super::pass::{self, Lent, Operates};
use super::pool;
use super::raw::{Raw, RawMut};
use super::reduce::{ExpSum, ReductionOf};
use super::rows::ReplaceBy;
use crate::engine::ops;

/// Replaces elements in row-major order by their softmax along an axis, counted from the end, from 1, or by its
/// logarithm. `hold` makes operands from reductions along that axis.
pub fn softmax<T, C, D>(
    elements: &mut [T],
    (sizes, strides): (&[usize], &[usize]),
    axis: usize,
    logarithm: bool,
    (to, hold): (C, impl Fn(C::Output) -> D),
) where
    T: Float + 'static,
    C: Collect<T>,
    for<'a> Lent<'a, D>: Operates<Element = T>,
{
    if elements.is_empty() {
        return;
    }
    if let (1, &[.., length]) = (axis, sizes) {
        return of_rows(elements, length, logarithm);
    }
    macro_rules! reduce {
        ($Op:ty) => {{
            let raw = Raw::strided(elements, sizes, strides);
            hold(<$Op>::reduce(raw, &[axis], to))
        }};
    }
    macro_rules! change {
        ($Op:ty, $operand:expr) => {{
            let target = RawMut::strided(elements, sizes, strides);
            let operands = ((), Lent(&$operand));
            let change = &mut ReplaceBy::<$Op>(PhantomData);
            if let Err(error) = pass::update::<(), _, _>(target, &operands, change) {
                unreachable!("{error}")
            }
        }};
    }
    let largest = reduce!(ops::Max);
    change!(ops::Sub, largest);
    if logarithm {
        let sums = reduce!(ExpSum);
        change!(LessLn, sums);
    } else {
        pool::chunks::<T, T>(elements, 1, EXP, |_, _, elements| float::exp(elements));
        let sums = reduce!(ops::Sum);
        change!(ops::Div, sums);
    }
}

/// The steps of an exponential.
const EXP: usize = 12;

/// Along contiguous rows, each of which stays in the cache from the first step to the last.
#[inline(never)]
pub fn of_rows<T: Float + 'static>(elements: &mut [T], length: usize, logarithm: bool) {
    // A function of a float, and a sum, are some ten steps.
    pool::chunks::<T, T>(elements, length, length * 16, |_, _, rows| {
        for row in rows.chunks_exact_mut(length) {
            // A NaN is not the largest element here, and makes the sum NaN.
            let largest = in_lanes(
                row,
                T::neg_infinity(),
                |lhs, rhs| if rhs > lhs { rhs } else { lhs },
            );
            for x in &mut *row {
                *x = *x - largest;
            }
            if logarithm {
                let mut exps = [T::zero(); 256];
                let sums = row.chunks(exps.len()).map(|part| {
                    let exps = &mut exps[..part.len()];
                    exps.copy_from_slice(part);
                    float::exp(exps);
                    in_lanes(exps, T::zero(), T::add)
                });
                let logarithm = sums.fold(T::zero(), T::add).ln();
                for x in row {
                    *x = *x - logarithm;
                }
            } else {
                // What a causal mask hides, whose exponentials would take several times as long as those of usual numbers.
                let hidden = T::neg_infinity();
                let shown = row.iter().rposition(|&x| x != hidden);
                let (shown, hidden) = row.split_at_mut(shown.map_or(0, |last| last + 1));
                hidden.fill(T::zero());
                float::exp(shown);
                let sums = shown
                    .chunks(4096)
                    .map(|part| in_lanes(part, T::zero(), T::add));
                let sum = sums.fold(T::zero(), T::add);
                for x in row {
                    *x = *x / sum;
                }
            }
        }
    });
}

/// Combines elements in any order, several side by side.
#[inline(always)]
fn in_lanes<T: Copy>(elements: &[T], start: T, combine: impl Fn(T, T) -> T) -> T {
    const LANES: usize = 16;
    let (blocks, rest) = elements.split_at(elements.len() / LANES * LANES);
    let mut lanes = [start; LANES];
    for block in blocks.chunks_exact(LANES) {
        for (lane, &element) in lanes.iter_mut().zip(block) {
            *lane = combine(*lane, element);
        }
    }
    for (lane, &element) in lanes.iter_mut().zip(rest) {
        *lane = combine(*lane, element);
    }
    let mut count = LANES;
    while count > 1 {
        count /= 2;
        for lane in 0..count {
            lanes[lane] = combine(lanes[lane], lanes[lane + count]);
        }
    }
    lanes[0]
}
