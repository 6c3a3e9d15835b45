//! The rule for changing the type of a shape: whether two types can be the same shape.
//!
//! ```
//! use shapecheck::algebra::MayEqual;
//! use shapecheck::shape;
//!
//! fn may_equal<Source: MayEqual<Target>, Target>() {}
//! may_equal::<shape![_, 3], shape![5, 3]>(); // checked at run time
//! may_equal::<shape![5, 3], shape![5, _]>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::MayEqual;
//! use shapecheck::shape;
//!
//! fn may_equal<Source: MayEqual<Target>, Target>() {}
//! may_equal::<shape![2, 3], shape![4, 3]>(); // size 2 at axis -2 where the type has 4
//! ```

use super::Equals;
use super::argument::{Proves, WithShape};
use crate::dim::NamedDim;
use crate::shape::list::ArrayShape;
use crate::verdict::{Accept, Operands, SameShapeRule, ShapeVerdict};
use crate::{Axes, Dyn, DynShape, Scalar, StaticDim};

/// A shape that may be equal to `Other`, as far as the compiler knows: the same rank and the same sizes, where dynamic
/// sizes and ranks can be anything.
///
/// ```text
/// [2, 3] may be [2, _]
/// [_, 3] may be [2, _]     where the dynamic sizes are 2 and 3
/// [2, 3] is not [4, 3]
/// [1, 3] is not [3]
/// ```
///
/// Dynamic sizes and ranks are checked at run time; see [`Shape::try_from_sizes`](crate::Shape::try_from_sizes).
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these are one shape",
    label = "nothing here says that `{Self}` may be `{Other}`",
    note = "add the bound `where {Self}: MayEqual<{Other}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait MayEqual<Other> {}

impl<Source, Other, Verdict> MayEqual<Other> for Source
where
    Source: Equals<Other, Verdict = Verdict>,
    Verdict: ShapeVerdict,
    Operands: Accept<SameShapeRule, Verdict::Checked>,
{
}

/// A shape that is always of type `Wider`, if the two [may be equal](MayEqual): sizes that are static in `Wider` are
/// static in both.
///
/// ```text
/// [2, 3] widens to [_, 3]
/// [_, 3] does not widen to [2, 3]: the size has to be checked
/// ```
///
/// In the guide: [mixed sizes](crate::guide::mixed_sizes).
#[diagnostic::on_unimplemented(
    message = "a shape of run-time rank has to be checked to be one of a rank that the compiler knows",
    label = "the number of axes is known only when the program runs",
    note = "`try_into_shape()` checks it and gives an error where it is another"
)]
pub trait WidensTo<Wider> {}

/// `[..S] to dynamic rank`, whatever is known of S
impl<S> WidensTo<DynShape> for S {}

/// `[] to []`
impl WidensTo<Scalar> for Scalar {}

/// `[] to more axes`, which [`MayEqual`] refuses
impl<Lead, Last> WidensTo<Axes<Lead, Last>> for Scalar {}

/// `[..S, N] to []`, which [`MayEqual`] refuses
impl<Lead, Last> WidensTo<Scalar> for Axes<Lead, Last> {}

/// `[..S, N] to [..T, M]` if S widens to T and N to M
impl<Lead: WidensTo<WiderLead>, Last: SizeWidensTo<WiderLast>, WiderLead, WiderLast>
    WidensTo<Axes<WiderLead, WiderLast>> for Axes<Lead, Last>
{
}

/// The size of an axis that is always of type `Wider`, if the two may be equal.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a size that only a value brings has to be checked to be one that the compiler knows",
    label = "the size `{Self}` is not known to widen to `{Wider}`",
    note = "`try_into_shape()` checks it and gives an error where it is another",
    note = "in generic code, where a size is a parameter, `widen_axis::<-2>()` widens one axis and asks nothing of the others"
)]
pub trait SizeWidensTo<Wider> {}

/// `N to _`
impl<N> SizeWidensTo<Dyn> for N {}

/// `name to name`, which [`MayEqual`] refuses if they differ
#[diagnostic::do_not_recommend]
impl<L, N, R> SizeWidensTo<NamedDim<R>> for NamedDim<L, N> {}

/// `name to name`, where only the second has a size
#[diagnostic::do_not_recommend]
impl<L, R, M: StaticDim> SizeWidensTo<NamedDim<R, M>> for NamedDim<L> {}

/// `N to M`, which [`MayEqual`] refuses if they differ
#[diagnostic::do_not_recommend]
impl<N: StaticDim, M: StaticDim> SizeWidensTo<M> for N {}

/// A shape that is `Other`, as far as the compiler knows either: the same rank and the same sizes, none of them known in
/// one of the two only.
///
/// ```text
/// [2, 3] is [2, 3]
/// [B, 3] is [B, 3]        for a parameter B
/// [2, 3] is not [4, 3]
/// [_, 3] is not [2, 3]    and not the other way round
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this is the shape that is stated",
    label = "nothing here says that `{Self}` is `{Other}`"
)]
pub trait OfShape<Other: ArrayShape + 'static>: ArrayShape + Sized + 'static {
    /// The same value with the stated shape in its type.
    #[doc(hidden)]
    fn convert<F: WithShape>(value: F::Of<Self>) -> F::Of<Other>;
}

impl<Found: ArrayShape + 'static, Other: ArrayShape + 'static, Verdict> OfShape<Other> for Found
where
    Found: Equals<Other, Verdict = Verdict>,
    Verdict: Proves<SameShapeRule, Found, Other>,
{
    fn convert<F: WithShape>(value: F::Of<Self>) -> F::Of<Other> {
        Verdict::convert::<F>(value)
    }
}
