//! Exponentials divided by their sums along an axis, safe from overflow.

use num_traits::Float;

use super::fold::Collect;
use super::pass::{self, Lent, Operates};
use super::raw::{Raw, RawMut};
use super::reduce::{ExpSum, ReductionOf};
use super::rows::Replace;
use crate::engine::ops;

/// Replaces elements in row-major order by their softmax along an axis, which is counted from the end, from 1, or by its logarithm. `hold` makes
/// operands of reductions along that axis.
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
    macro_rules! reduce {
        ($Op:ty) => {{
            let raw = Raw {
                elements: &*elements,
                sizes,
                strides,
            };
            hold(<$Op>::reduce(raw, &[axis], to))
        }};
    }
    macro_rules! change {
        ($operand:expr, $change:expr) => {{
            let target = RawMut {
                elements: &mut *elements,
                sizes,
                strides,
            };
            let operands = ((), Lent(&$operand));
            if let Err(error) = pass::update::<(), _, _>(target, &operands, &mut Replace($change)) {
                unreachable!("{error}")
            }
        }};
    }
    let largest = reduce!(ops::Max);
    if logarithm {
        change!(largest, |x: T, largest| x - largest);
        let sums = reduce!(ExpSum);
        change!(sums, |x: T, sum: T| x - sum.ln());
    } else {
        change!(largest, |x: T, largest| (x - largest).exp());
        let sums = reduce!(ops::Sum);
        change!(sums, |x: T, sum| x / sum);
    }
}
