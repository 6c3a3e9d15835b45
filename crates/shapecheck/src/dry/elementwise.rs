//! Functions of one element and of two: a result has the memory of an operand that is not needed any more, as on the
//! host.

use core::any::TypeId;

use super::Sizes;
use super::held::Held;
use super::note::{bias, made, name_of};
use crate::engine::{
    Binary, BinaryFunction, BinaryInPlace, Operand, Selects, Unary, UnaryFunction, ops,
};
use crate::host::pass;
use crate::{DynShape, Shape};

/// Results up to this many bytes are in a tensor itself, and give no memory.
const FEW: u64 = 64;

/// The result of a pass over operands with elements `T`.
#[track_caller]
fn passed<T: 'static, U: 'static, O: Shape>(
    operands: &[&Operand<'_, Held>],
    sizes: &DynShape,
) -> Held {
    let few = operands
        .first()
        .is_none_or(|first| first.data().bytes() <= FEW);
    let layouts = operands.iter().map(|operand| operand.data().layout());
    if let Some(layout) = pass::order_of_layouts(layouts, sizes.dims()) {
        return Held::new::<U, O>(sizes).derived::<O>(layout);
    }
    let fits = (size_of::<T>(), align_of::<T>()) == (size_of::<U>(), align_of::<U>());
    let given = operands.iter().find_map(|operand| match operand {
        Operand::ByValue(data) if fits && !few => Some(data)
            .filter(|data| data.sizes() == sizes.dims() && data.can_give::<T>())
            .filter(|data| !data.memory().is_parameter()),
        _ => None,
    });
    match given {
        Some(given) => given.derived::<O>(given.layout().clone()),
        None => Held::new::<U, O>(sizes),
    }
}

/// A parameter that is added is a bias: it counts for each place that it is used in.
fn count_bias<Op: 'static>(operands: &[&Held], result: &Held) {
    if TypeId::of::<Op>() == TypeId::of::<ops::Add>() {
        bias(operands, result.elements());
    }
}

impl<Op: BinaryFunction<T, Output: 'static> + 'static, T: 'static> Binary<Op, T> for Sizes {
    type Element = Op::Output;
    type OutputEngine = Self;

    #[track_caller]
    fn binary<S: Shape, R: Shape, O: Shape>(
        lhs: Operand<'_, Held>,
        rhs: Operand<'_, Held>,
        sizes: DynShape,
    ) -> Held {
        let result = passed::<T, Op::Output, O>(&[&lhs, &rhs], &sizes);
        let operands = [lhs.data(), rhs.data()];
        let like = operands
            .into_iter()
            .find(|held| held.sizes() == sizes.dims());
        let result = match like {
            Some(like) => result.named_like::<O>(like),
            None => result,
        };
        count_bias::<Op>(&operands, &result);
        made(name_of::<Op>, &operands, 0, result)
    }
}

impl<Op: BinaryFunction<T, Output = T> + 'static, T: 'static> BinaryInPlace<Op, T> for Sizes {
    #[track_caller]
    fn update<S: Shape, R: Shape>(target: &mut Held, rhs: &Held) {
        if target.is_shared() || target.layout().repeats() {
            *target = Held::new::<T, S>(&target.layout().shape()).named_like::<S>(target);
        }
        let changed = target.clone();
        count_bias::<Op>(&[rhs], &changed);
        made(name_of::<Op>, &[&changed, rhs], 0, changed.clone());
    }
}

impl<Op: UnaryFunction<T, Output: 'static>, T: 'static> Unary<Op, T> for Sizes {
    type Element = Op::Output;
    #[track_caller]
    fn unary<S: Shape>(_: Op, data: Operand<'_, Held>) -> Held {
        let sizes = data.data().layout().shape();
        let result = passed::<T, Op::Output, S>(&[&data], &sizes).named_like::<S>(data.data());
        made(name_of::<Op>, &[data.data()], 0, result)
    }
}

impl<T: 'static> Selects<T> for Sizes {
    type OutputEngine = Self;

    #[track_caller]
    fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
        mask: &Held,
        yes: &Held,
        no: &Held,
        sizes: DynShape,
    ) -> Held {
        made(
            || "select".into(),
            &[mask, yes, no],
            0,
            Held::new::<T, O>(&sizes),
        )
    }
}
