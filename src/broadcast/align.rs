//! Two shapes aligned at the last axis, the shorter one as if padded with 1 in front.
//!
//! A shape grows on the right, so the last axis is at the head of the recursion and nothing has to be
//! reversed:
//!
//! ```text
//! [] with [..R]               = [..R]
//! [..L] with []               = [..L]
//! [..L, N] with [..R, M]      = [..(L with R), N with M]
//! ```
//!
//! A shape of run-time rank is as many dynamic axes as the other side needs, and the same again in front.
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

/// The verdict on two shapes that are to be broadcast to one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes broadcast",
    label = "nothing here says that `{Self}` and `{Rhs}` broadcast",
    note = "add a bound on the whole shapes of the two operands: `{Self}: Broadcast<{Rhs}>`, or with the axes after them, such as `where shape![..{Self}, 3]: Broadcast<shape![..{Rhs}, 3]>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Meets<Rhs> {
    /// [`Fits`] or [`Clash`](crate::verdict::Clash).
    type Verdict: ShapeVerdict;
}

/// `[] with [..R] = [..R]`
impl<Rhs> Meets<Rhs> for Scalar {
    type Verdict = Fits<Rhs>;
}

/// `[..L, N] with [] = [..L, N]`
impl<Lead, Last> Meets<Scalar> for Axes<Lead, Last> {
    type Verdict = Fits<Self>;
}

/// `[..L, N] with [..R, M] = [..(L with R), N with M]`
impl<LhsLead, LhsLast, RhsLead, RhsLast> Meets<Axes<RhsLead, RhsLast>> for Axes<LhsLead, LhsLast>
where
    LhsLead: Meets<RhsLead>,
    LhsLast: AxisMeets<RhsLast>,
{
    type Verdict = <LhsLast::Verdict as AxisVerdict>::Join<LhsLead::Verdict>;
}

/// `dynamic rank with [..R]` is the same as `[..R] with dynamic rank`.
///
/// One impl for every right side: with one for each form of it, an operand whose type is not inferred yet
/// would be sought among ever longer lists.
impl<Rhs: MeetsDynamicRank> Meets<Rhs> for DynShape {
    type Verdict = Rhs::Verdict;
}

/// `[..L, N] with dynamic rank`
impl<Lead, Last> Meets<DynShape> for Axes<Lead, Last>
where
    Self: MeetsDynamicRank,
{
    type Verdict = <Self as MeetsDynamicRank>::Verdict;
}

/// The verdict on a shape and one of run-time rank: always [`Fits`].
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
