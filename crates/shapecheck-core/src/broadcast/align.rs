//! Aligns two shapes at the last axis and pads the shorter one with 1 in front.
//!
//! A shape grows on the right, so that the recursion begins at the last axis and nothing has to be reversed:
//!
//! ```text
//! [] with [..R]               = [..R]
//! [..L] with []               = [..L]
//! [..L, N] with [..R, M]      = [..(L with R), N with M]
//! ```
//!
//! A shape of run-time rank stands for as many dynamic axes as the other side needs, with more in front.
//!
//! ```
//! use shapecheck::{Broadcasted, shape};
//!
//! let _: Broadcasted<shape![8, 1, 6, 1], shape![7, 1, 5]> = <shape![8, 7, 6, 5]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Broadcasted, shape};
//!
//! type Wrong = Broadcasted<shape![2, 3], shape![2, 4]>;
//! fn use_it(_: Wrong) {}
//! ```

use super::AxisMeets;
use crate::verdict::{AxisVerdict, Fits, ShapeVerdict};
use crate::{Axes, Dyn, DynShape, Scalar};

/// The verdict on broadcasting two shapes to one. `Self` is the right one.
///
/// While rustc resolves an operator, it knows the left operand only. With the right shape as `Self` it stops there;
/// otherwise it would try each form that the right shape can have, axis by axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the shapes `{Lhs}` and `{Self}` broadcast",
    label = "nothing here says that `{Lhs}` and `{Self}` broadcast",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where the two are always equal, use one parameter for both, or add as a bound what the line `required for ... to implement ...` says: `{Lhs}: Broadcast<{Self}>`, or the same with the axes that follow (the bound that rustc may suggest below is not enough)"
)]
pub trait Meets<Lhs> {
    /// [`Fits`] or [`Clash`](crate::verdict::Clash).
    type Verdict: ShapeVerdict;
}

/// `[..L] with [] = [..L]`
impl<Lhs> Meets<Lhs> for Scalar {
    type Verdict = Fits<Lhs>;
}

/// `[] with [..R, M] = [..R, M]`
impl<Lead, Last> Meets<Scalar> for Axes<Lead, Last> {
    type Verdict = Fits<Self>;
}

/// `[..L, N] with [..R, M] = [..(L with R), N with M]`
impl<LhsLead, LhsLast, RhsLead, RhsLast> Meets<Axes<LhsLead, LhsLast>> for Axes<RhsLead, RhsLast>
where
    RhsLead: Meets<LhsLead>,
    LhsLast: AxisMeets<RhsLast>,
{
    type Verdict = <LhsLast::Verdict as AxisVerdict>::Join<RhsLead::Verdict>;
}

/// `[..L] with dynamic rank` is `dynamic rank with [..L]`.
impl<Lhs: MeetsDynamicRank> Meets<Lhs> for DynShape {
    type Verdict = Lhs::Verdict;
}

/// `dynamic rank with [..R, M]`
impl<Lead, Last> Meets<DynShape> for Axes<Lead, Last>
where
    Self: MeetsDynamicRank,
{
    type Verdict = <Self as MeetsDynamicRank>::Verdict;
}

/// The verdict on a shape with one of run-time rank: always [`Fits`].
// Part of `Broadcast`.
#[doc(hidden)]
pub trait MeetsDynamicRank {
    /// [`Fits`].
    type Verdict: ShapeVerdict;
}

/// `[] with dynamic rank = dynamic rank`
impl MeetsDynamicRank for Scalar {
    type Verdict = Fits<DynShape>;
}

/// `dynamic rank with dynamic rank = dynamic rank`
impl MeetsDynamicRank for DynShape {
    type Verdict = Fits<Self>;
}

/// `[..L, N] with dynamic rank = [..(L with dynamic rank), N with _]`
impl<Lead, Last> MeetsDynamicRank for Axes<Lead, Last>
where
    Lead: MeetsDynamicRank,
    Last: AxisMeets<Dyn>,
{
    type Verdict = <Last::Verdict as AxisVerdict>::Join<Lead::Verdict>;
}
