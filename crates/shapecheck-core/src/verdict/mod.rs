//! Verdicts: the result of comparing two sizes or two shapes, as a type. This module also has every compile-time
//! message of the crate, and the decimals they print.
//!
//! A comparison always has a verdict, even if the answer is no: a missing impl would end the computation with nothing
//! to print but the operands' bits. Whether the verdict is accepted is asked once, at the end. For a clash, the sizes
//! are converted to decimal digits, and a trait is asked for that is never implemented and whose message prints the
//! digits. rustc reports the deepest bound that is not met, so the message is on that trait.
//!
//! Digits are computed for a clash only, so that code without mistakes does not pay for them. This module knows no
//! rule: each rule names its verdicts and its text.
//!
//! ```
//! use shapecheck::{Broadcasted, shape};
//!
//! let _: Broadcasted<shape![2, 224], shape![224]> = <shape![2, 224]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Broadcasted, shape};
//!
//! // cannot broadcast: size 224 does not match size 128 at axis -1
//! fn wrong(_: Broadcasted<shape![2, 224], shape![128]>) {}
//! ```
//!
//! In the guide: [reading an error](crate::guide::errors).

// What only carries messages has no page: rustdoc leaves it out. For rustc it has to be documented and visible, as
// rustc prints the short names of such items only.
#[cfg_attr(doc, doc(hidden))]
pub mod count;
#[cfg_attr(doc, doc(hidden))]
pub mod decimal;
pub(crate) mod equal;
pub(crate) mod labels;
pub(crate) mod numbers_of_axes;
pub(crate) mod patterns;
#[cfg_attr(doc, doc(hidden))]
pub mod text;

use core::marker::PhantomData;

use typenum::U1;

use crate::{Axes, Dyn, DynShape, Scalar, Shape};

#[cfg_attr(doc, doc(hidden))]
pub use count::{AtLeast, Count, CountAxes, NextCount, Uncounted};
#[cfg_attr(doc, doc(hidden))]
pub use decimal::{
    Decimal, Digits, End, Grouped, InGroups, Long, Multiple, NameOf, SumWith, Words,
};
pub use equal::{BitsAnswer, CompareBits, Different, Equal};
#[cfg_attr(doc, doc(hidden))]
pub use labels::*;
#[cfg_attr(doc, doc(hidden))]
pub use numbers_of_axes::*;
#[cfg_attr(doc, doc(hidden))]
pub use patterns::*;
#[cfg_attr(doc, doc(hidden))]
pub use text::*;

/// The operands fit, and this is the result.
#[doc(hidden)]
pub struct Fits<Output>(PhantomData<Output>);

/// Two sizes differ at `Axis`, counted from the end.
#[doc(hidden)]
pub struct Clash<Lhs, Rhs, Axis>(PhantomData<(Lhs, Rhs, Axis)>);

/// The source has more axes than its target. The counts are the two ranks.
#[doc(hidden)]
pub struct Excess<Source, Target>(PhantomData<(Source, Target)>);

/// A number of elements needs more than 64 bits.
#[doc(hidden)]
pub struct TooMany;

/// The axis -1.
#[doc(hidden)]
pub type Last = Count<1>;

/// The verdict on one axis.
///
/// Verdicts are joined by their own associated types, and each step says that the result is a verdict again. A trait
/// over pairs of verdicts would be one more bound at each axis, which rustc would prove each time.
#[doc(hidden)]
pub trait AxisVerdict {
    /// The verdict on a shape whose last axis has this verdict and whose other axes have the verdict `Lead`.
    type Join<Lead: ShapeVerdict>: ShapeVerdict;
    /// The same verdict about an axis counted from the end. A verdict that fits stays as it is.
    type At<Axis>;
    /// The same verdict, without the size of this axis in the result.
    type And<Lead: ShapeVerdict>: ShapeVerdict;
    /// The size of this axis, or a dynamic one after a clash: a relation that rests on this one adds no error to it.
    type Size;
    /// The size of this axis, or another one after a clash.
    type SizeOr<Other>;
    /// The same verdict about two other sizes, of which the first is the result.
    type Of<Lhs, Rhs>: AxisVerdict;
}

/// The verdict on a shape.
///
/// Of several clashes, the one nearest to the last axis is reported. Too many axes are reported before any clash.
#[doc(hidden)]
pub trait ShapeVerdict {
    /// The verdict on this shape with one more axis, which fits and has size `N`.
    type Then<N>: ShapeVerdict;
    /// The same if that axis clashes.
    type Or<Lhs, Rhs, Axis: NextCount>: ShapeVerdict;
    /// The same verdict about an axis, if it is about a size.
    type At<Axis>;
    /// The shape that fits, or [`Scalar`]: a shape that is only a part of a result, whose verdict is accepted as well.
    type Shape;
    /// The same verdict without a result, for a check alone.
    type Checked;
}

/// `[..L] joined with N = [..L, N]`, if the axes in front fit
impl<N> AxisVerdict for Fits<N> {
    type Join<Lead: ShapeVerdict> = Lead::Then<N>;
    type At<Axis> = Fits<Scalar>;
    type And<Lead: ShapeVerdict> = Lead::Then<U1>;
    type Size = N;
    type SizeOr<Other> = N;
    type Of<Lhs, Rhs> = Fits<Lhs>;
}

/// A clash at the last axis is reported, unless there are too many axes.
impl<Lhs, Rhs, Axis: NextCount> AxisVerdict for Clash<Lhs, Rhs, Axis> {
    type Join<Lead: ShapeVerdict> = Lead::Or<Lhs, Rhs, Axis>;
    type At<Other> = Clash<Lhs, Rhs, Other>;
    type And<Lead: ShapeVerdict> = Lead::Or<Lhs, Rhs, Axis>;
    type Size = Dyn;
    type SizeOr<Other> = Other;
    type Of<L, R> = Clash<L, R, Axis>;
}

/// `[..S]` and `N` fit: `[..S, N]`
impl<S> ShapeVerdict for Fits<S> {
    type Then<N> = Fits<Axes<S, N>>;
    type At<Axis> = Fits<Scalar>;
    type Shape = S;
    type Checked = Fits<Scalar>;
    type Or<Lhs, Rhs, Axis: NextCount> = Clash<Lhs, Rhs, Axis>;
}

/// A clash before the last axis is one axis further from the end of the longer shape.
impl<L, R, A: NextCount> ShapeVerdict for Clash<L, R, A> {
    type Then<N> = Clash<L, R, A::Next>;
    type At<Axis> = Clash<L, R, Axis>;
    type Shape = Scalar;
    type Checked = Self;
    type Or<Lhs, Rhs, Axis: NextCount> = Clash<Lhs, Rhs, Axis>;
}

/// Both sides have one axis more.
impl<Source: NextCount, Target: NextCount> ShapeVerdict for Excess<Source, Target> {
    type Then<N> = Excess<Source::Next, Target::Next>;
    type At<Axis> = Self;
    type Shape = Scalar;
    type Checked = Self;
    type Or<Lhs, Rhs, Axis: NextCount> = Excess<Source::Next, Target::Next>;
}

/// Holds for a verdict that fits. For any other verdict it does not, and carries the reason.
///
/// `Self` does not matter. If the verdict were `Self`, rustc would list impls for other verdicts beside the message.
///
/// In the guide: [reading an error](crate::guide::errors).
// Reported if a type parameter leaves the verdict open; a clash has its own text.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes fit: a type parameter leaves it open",
    label = "nothing here says that these sizes fit",
    note = "add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait Accept<Relation, Verdict>: Outcome<Verdict> {
    /// The shape that fits.
    type Output: Shape;
}

/// The shape of a verdict, whether it is accepted or not.
///
/// A rule whose result is named by this asks for [`Accept`] in its own bound alone, and rustc reports that with the
/// whole shapes. If the result were that of `Accept`, rustc would ask for the message once more while it computes the
/// result, and report what it has asked for without the shapes.
#[doc(hidden)]
pub trait Outcome<Verdict> {
    /// The shape that fits.
    type Shape: Shape;
}

impl<T, S: Shape> Outcome<Fits<S>> for T {
    type Shape = S;
}

impl<T, L: IsKnown, R, Axis> Outcome<Clash<L, R, Axis>> for T
where
    L::Shapes: Unknown<Axis>,
{
    type Shape = <L::Shapes as Unknown<Axis>>::Output;
}

impl<T> Outcome<Undecided> for T {
    type Shape = Scalar;
}

impl<T, Lhs, Rhs> Outcome<Excess<Lhs, Rhs>> for T {
    type Shape = DynShape;
}

impl<T> Outcome<TooMany> for T {
    type Shape = DynShape;
}

/// What no type is. Each trait that carries a message has this one as its supertrait: rustc does not report what a
/// reported bound implies.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "these shapes do not fit, as another error says of the same two",
    label = "the same two shapes do not fit here"
)]
pub trait Unknown<Axis> {
    /// Never known, so that a result that cannot be computed does not add another error.
    type Output: Shape;
}

/// [`Operands`], where rustc knows what `T` is.
///
/// While it looks for a method it does not know the arguments, nor the verdict. It would try to accept each kind of
/// verdict at each bound of the rule; at this type it stops.
#[doc(hidden)]
pub type OperandsWith<T> = <T as IsKnown>::Operands;

/// Any type, as soon as rustc knows which.
#[doc(hidden)]
pub trait IsKnown {
    /// [`Operands`].
    type Operands;
    /// [`Shapes`].
    type Shapes;
    /// The same type.
    type Then<S>;
}

impl<T> IsKnown for T {
    type Operands = Operands;
    type Shapes = Shapes;
    type Then<S> = S;
}

/// `S`, as soon as rustc knows what `T` is.
///
/// While rustc looks for a method it does not know the method's own parameters. If the result of the method named a rule
/// of `S` directly, it would not find the method where the rule holds for no parameter, and say so in its own words.
#[doc(hidden)]
pub type Once<S, T> = <T as IsKnown>::Then<S>;

impl<T, S: Shape, Relation> Accept<Relation, Fits<S>> for T {
    type Output = S;
}

// With the size: where a parameter leaves the verdict open, rustc's next trait solver would report a clash of sizes
// that it does not know.
impl<T, L: Decimal, R: Decimal, Axis, Relation> Accept<Relation, Clash<L, R, Axis>> for T
where
    OperandsWith<L>: Tell<Relation, L::Number, R::Number, Axis>,
    <L as IsKnown>::Shapes: Unknown<Axis>,
{
    type Output = <OperandsWith<L> as Tell<Relation, L::Number, R::Number, Axis>>::Output;
}

/// The verdict on nothing.
#[doc(hidden)]
pub struct Undecided;

/// Keeps rustc from deciding while the type of an operand is not inferred yet: if only one impl could hold, it would
/// take the verdict to be [`Fits`] and then report a clash.
impl<T, Relation> Accept<Relation, Undecided> for T {
    type Output = Scalar;
}

/// Leads to the message of a relation about two sizes, in decimal digits, at an axis. Never holds.
///
/// In the guide: [reading an error](crate::guide::errors).
#[diagnostic::on_unimplemented(
    message = "a shape of more than 128 axes does not fit, and its axes are not counted further"
)]
pub trait Tell<Relation, Lhs, Rhs, Axis> {
    /// Never known, so that a result that cannot be computed does not add another error.
    type Output: Shape;
}
