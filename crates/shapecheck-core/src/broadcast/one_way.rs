//! One-way broadcasting, where the shape of the target never changes.
//!
//! `broadcast_to` and `a += b` follow this rule. The source has at most as many axes as the target, and each of its
//! sizes is 1 or the target's.
//!
//! ```
//! use shapecheck::{BroadcastTo, shape};
//!
//! fn expands<Source: BroadcastTo<Target>, Target>() {}
//! expands::<shape![3, 1, 1], shape![5, 3, 4, 1]>();
//! ```
//!
//! `[3, 1, 7]` and `[1, 3, 1]` broadcast, but only to `[3, 3, 7]`:
//!
//! ```compile_fail,E0277
//! use shapecheck::{BroadcastTo, shape};
//!
//! fn expands<Source: BroadcastTo<Target>, Target>() {}
//! expands::<shape![3, 1, 7], shape![1, 3, 1]>();
//! ```

use super::AxisExpands;
use crate::verdict::{
    Accept, AxisVerdict, BroadcastToRule, Count, CountAxes, Excess, Fits, Operands, ShapeVerdict,
};
use crate::{Axes, DynShape, Scalar};

/// A shape that can be broadcast to `Target`, or added in place to a tensor of shape `Target`.
///
/// ```text
/// [3, 1, 1] to [5, 3, 4, 1]     holds
/// [1, 1, 7] to [3, 1]           does not: more axes than the target
/// [7] to [1]                    does not: the target would have to grow
/// ```
///
/// A dynamic size is checked at run time; see [`Shape::check_broadcast_to`](crate::Shape::check_broadcast_to).
///
/// The rule is that of NumPy's `broadcast_to` and of PyTorch's in-place operations.
///
/// In the guide: [shapes](crate::guide::shapes).
// Only reported if this bound itself is asked for; below an operator rustc reports `Expands`.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the shape `{Self}` broadcasts to the target `{Target}`",
    label = "nothing here says that `{Self}` broadcasts to `{Target}`",
    note = "add the bound `where {Self}: BroadcastTo<{Target}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait BroadcastTo<Target> {}

impl<Source, Target, Verdict> BroadcastTo<Target> for Source
where
    Source: Expands<Target, Verdict = Verdict>,
    Operands: Accept<BroadcastToRule, Verdict>,
{
}

/// The verdict on broadcasting a shape to `Target`.
// Part of `BroadcastTo`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the shape `{Self}` broadcasts to the target `{Target}`",
    label = "nothing here says that `{Self}` broadcasts to `{Target}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where the two are always equal, use one parameter for both, or add as a bound what the line `required for ... to implement ...` says: `{Self}: BroadcastTo<{Target}>`, or the same with the axes that follow (the bound that rustc may suggest below is not enough)"
)]
pub trait Expands<Target> {
    /// [`Fits`] with the target, [`Clash`](crate::verdict::Clash) or [`Excess`].
    type Verdict: ShapeVerdict;
}

/// `[] to [..T] = [..T]`
impl<Target> Expands<Target> for Scalar {
    type Verdict = Fits<Target>;
}

/// `[..S, N] to []` has too many axes
impl<Lead: CountAxes, Last> Expands<Scalar> for Axes<Lead, Last> {
    type Verdict = Excess<<Self as CountAxes>::Count, Count<0>>;
}

/// `[..S, N] to [..T, M] = [..(S to T), N to M]`
impl<Lead, Last, TargetLead, TargetLast> Expands<Axes<TargetLead, TargetLast>> for Axes<Lead, Last>
where
    Lead: Expands<TargetLead>,
    Last: AxisExpands<TargetLast>,
{
    type Verdict = <Last::Verdict as AxisVerdict>::Join<Lead::Verdict>;
}

/// `[..S, N] to dynamic rank = dynamic rank`
impl<Lead, Last> Expands<DynShape> for Axes<Lead, Last> {
    type Verdict = Fits<DynShape>;
}

/// `dynamic rank to [..T] = [..T]`
impl<Target> Expands<Target> for DynShape {
    type Verdict = Fits<Target>;
}
