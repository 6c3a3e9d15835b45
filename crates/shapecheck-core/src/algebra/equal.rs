//! The verdict on whether two shapes are equal: they have the same rank and, as far as the compiler knows, the same
//! sizes.
//!
//! ```text
//! [..L, N] = [..R, M] where [..L] = [..R] and N = M
//! ```
//!
//! The result has everything known of either side: `[_, 3] = [2, _]` is `[2, 3]`.

use typenum::{U0, U1, UInt};

use crate::broadcast::{AxisExpands, AxisMeets};
use crate::dim::digits::bits;
use crate::verdict::equal::{equal_from_two, relations};
use crate::verdict::{
    Accept, AxisVerdict, BitsAnswer, Clash, CompareBits, CountAxes, Excess, Fits, Last,
    OperandsWith, ShapeVerdict,
};
use crate::{Axes, Dim, Dyn, DynShape, Scalar};

/// The verdict on whether two shapes are equal.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the shapes `{Self}` and `{Rhs}` are equal",
    label = "nothing here says that `{Self}` is `{Rhs}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where the two are always equal, use one parameter for both, or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait Equals<Rhs> {
    /// [`Fits`], [`Clash`] or [`Excess`].
    type Verdict: ShapeVerdict;
}

/// `[] = []`
impl Equals<Scalar> for Scalar {
    type Verdict = Fits<Scalar>;
}

/// `[] = [..R, M]` has too few axes
impl<Lead, Last> Equals<Axes<Lead, Last>> for Scalar
where
    Axes<Lead, Last>: CountAxes,
{
    type Verdict = Excess<<Scalar as CountAxes>::Count, <Axes<Lead, Last> as CountAxes>::Count>;
}

/// `[..L, N] = []` has too many axes
impl<Lead, Last> Equals<Scalar> for Axes<Lead, Last>
where
    Self: CountAxes,
{
    type Verdict = Excess<<Self as CountAxes>::Count, <Scalar as CountAxes>::Count>;
}

/// `[..L, N] = [..R, M]` if `[..L] = [..R]` and `N = M`
impl<LhsLead, LhsLast, RhsLead, RhsLast> Equals<Axes<RhsLead, RhsLast>> for Axes<LhsLead, LhsLast>
where
    LhsLead: Equals<RhsLead>,
    LhsLast: AxisEquals<RhsLast>,
{
    type Verdict = <LhsLast::Verdict as AxisVerdict>::Join<LhsLead::Verdict>;
}

/// `dynamic rank = [..R]`
impl<Rhs> Equals<Rhs> for DynShape {
    type Verdict = Fits<Rhs>;
}

/// `[] = dynamic rank`
impl Equals<DynShape> for Scalar {
    type Verdict = Fits<Scalar>;
}

/// `[..L, N] = dynamic rank`
impl<Lead, Last> Equals<DynShape> for Axes<Lead, Last> {
    type Verdict = Fits<Self>;
}

/// The verdict on whether two sizes are equal.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes `{Self}` and `{Rhs}` are equal",
    label = "nothing here says that `{Self}` is `{Rhs}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Self}: SameAs<{Rhs}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait AxisEquals<Rhs> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

/// The verdict on whether a shape `Lhs` is equal to this one: [`Equals`], asked of the right side.
///
/// While rustc looks for a method it does not know the arguments. It stops at a trait of one of them, where it would
/// compare the left side with every form that the right one can have, axis by axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the shapes `{Lhs}` and `{Self}` are equal",
    label = "nothing here says that `{Lhs}` is `{Self}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where the two are always equal, use one parameter for both, or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait EqualTo<Lhs> {
    /// [`Fits`], [`Clash`] or [`Excess`].
    type Verdict: ShapeVerdict;
}

impl<Lhs: Equals<Rhs>, Rhs> EqualTo<Lhs> for Rhs {
    type Verdict = Lhs::Verdict;
}

/// The verdict on whether a size `Lhs` is equal to this one: [`AxisEquals`], asked of the right side, as [`EqualTo`].
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes `{Lhs}` and `{Self}` are equal, as they have to be",
    label = "nothing here says that the size `{Lhs}` is the size `{Self}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Lhs}: SameAs<{Self}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait AxisEqualTo<Lhs> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

#[diagnostic::do_not_recommend]
impl<Lhs: AxisEquals<Rhs>, Rhs> AxisEqualTo<Lhs> for Rhs {
    type Verdict = Lhs::Verdict;
}

/// The verdict on whether two sizes are equal, at an axis.
pub(super) type EqualAt<Lhs, Rhs, Axis> =
    <<Rhs as AxisEqualTo<Lhs>>::Verdict as AxisVerdict>::At<Axis>;

/// A size equal to `Rhs`, or one of the two is dynamic and is checked at run time. `Relation` selects the message if
/// they differ.
///
/// In generic code a size is equal to itself; two unrelated parameters need a bound.
///
/// ```
/// use shapecheck::verdict::LinearRule;
/// use shapecheck::algebra::SameSize;
/// use shapecheck::{Dim, dim};
///
/// fn takes<Found: SameSize<LinearRule, Taken>, Taken>() {}
/// fn of_one_parameter<N: Dim>() {
///     takes::<N, N>();
/// }
/// takes::<shapecheck::Dyn, dim!(784)>(); // checked at run time
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::verdict::LinearRule;
/// use shapecheck::algebra::SameSize;
/// use shapecheck::dim;
///
/// fn takes<Found: SameSize<LinearRule, Taken>, Taken>() {}
/// takes::<dim!(1), dim!(784)>(); // this layer takes 784 numbers, the input has 1 at axis -1
/// ```
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes `{Self}` and `{Rhs}` are equal, as they have to be",
    label = "nothing here says that the size `{Self}` is the size `{Rhs}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Self}: SameAs<{Rhs}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait SameSize<Relation, Rhs> {}

impl<Relation, Lhs, Rhs, Verdict> SameSize<Relation, Rhs> for Lhs
where
    Rhs: AxisEqualTo<Lhs, Verdict = Verdict>,
    Verdict: AxisVerdict,
    OperandsWith<Rhs>: Accept<Relation, Verdict::At<Last>>,
{
}

relations! {
    AxisEquals::Verdict {
        "`0 = 0`": [] U0, U0 => Fits<U0>;
        "`0` is not 1 or more": [V, D] U0, UInt<V, D> => Clash<U0, UInt<V, D>, Last>;
        "`0 = _`": [] U0, Dyn => Fits<U0>;
        "`1 = 1`": [] U1, U1 => Fits<U1>;
        "`1` is not 0": [] U1, U0 => Clash<U1, U0, Last>;
        "`1` is not 2 or more": [V, D, E] U1, bits!(V; D E) => Clash<U1, bits!(V; D E), Last>;
        "`1 = _`": [] U1, Dyn => Fits<U1>;
        "`N` is not 0": [U, B, C] bits!(U; B C), U0 => Clash<Self, U0, Last>;
        "`N` is not 1": [U, B, C] bits!(U; B C), U1 => Clash<Self, U1, Last>;
        "`N = _`": [U, B, C] bits!(U; B C), Dyn => Fits<Self>;
        "`_ = M`": [Rhs] Dyn, Rhs => Fits<Rhs>;
    }
}

equal_from_two!(AxisEquals);

/// A size that is equal to `Rhs`: the bound by which generic code requires that two parameters are equal.
///
/// One parameter for both is simpler. If there have to be two, this bound is enough for everything a size does with
/// itself: sizes `A` and `B` broadcast, `A` expands to `B`, and matrices of `A` columns and `B` rows can be multiplied.
/// It holds in one direction: an operation with `B` on its left needs `B: SameAs<A>`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use shapecheck::{Dim, SameAs, Tensor, shape};
///
/// fn sum<A: Dim + SameAs<B>, B: Dim>(
///     a: &Tensor<f32, shape![A]>,
///     b: &Tensor<f32, shape![B]>,
/// ) -> Tensor<f32, shape![A]> {
///     a + b
/// }
/// # let four = Tensor::<f32, shape![4]>::zeros();
/// assert_eq!(sum(&four, &four), four);
/// # }
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{SameAs, dim};
///
/// fn same<A: SameAs<B>, B>() {}
/// same::<dim!(4), dim!(5)>();
/// ```
///
/// In the guide: [generic code](crate::guide::generic_code).
#[diagnostic::on_unimplemented(
    message = "the sizes `{Self}` and `{Rhs}` are not the same",
    label = "the size `{Self}` here has to be the size `{Rhs}`",
    note = "where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Self}: SameAs<{Rhs}>`"
)]
pub trait SameAs<Rhs>:
    AxisEquals<Rhs, Verdict = Fits<Self>>
    + AxisMeets<Rhs, Verdict = Fits<Self>>
    + AxisExpands<Rhs, Verdict = Fits<Rhs>>
    + Sized
{
}

impl<N: Dim> SameAs<N> for N {}
