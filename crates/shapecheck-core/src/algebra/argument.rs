//! The rule for an argument of a function with `#[checked]`: its shape is the one that the signature
//! has.
//!
//! The compiler compares the types of arguments with a signature by itself, but then says that it expected one type and
//! found another, and prints bits. This rule says the same in decimal numbers. What fits here and what fits there is
//! the same: a known size is not `_`, and nothing is checked when the program runs.
//!
//! ```
//! use shapecheck::algebra::{ArgumentFor, InferredSize};
//! use shapecheck::{Axes, Dim, Dyn, Scalar, dim, shape};
//!
//! // What `#[checked]` makes of `shape![B, _, 64]` for a parameter `B` of the function.
//! type Signature<B> = Axes<Axes<Axes<Scalar, InferredSize<B>>, Dyn>, dim!(64)>;
//!
//! fn takes<Found: ArgumentFor<Signature<B>>, B: Dim>(_: Found) {}
//! takes(<shape![2, _, 64]>::of([10])); // B is 2
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::ArgumentFor;
//! use shapecheck::{Axes, Scalar, dim, shape};
//!
//! fn takes<Found: ArgumentFor<Axes<Scalar, dim!(64)>>>(_: Found) {}
//! takes(<shape![32]>::default()); // this argument has size 32 at axis -1, the function takes 64
//! ```
//!
//! In the guide: [layers](crate::guide::layers).

use core::marker::PhantomData;

use typenum::{B0, B1};

use super::{Answer, Equals};
use crate::dim::Extent;
use crate::shape::list::ArrayShape;
use crate::verdict::{
    Accept, ArgumentRule, AtLeast, AxisVerdict, Clash, CountAxes, Excess, Fits, Last, Operands,
    ShapeVerdict,
};
use crate::{Axes, Dim, DynShape, Scalar};

/// A size in a signature that is a parameter of the function, inferred from this argument.
///
/// In the guide: [layers](crate::guide::layers).
pub struct InferredSize<N>(PhantomData<N>);

/// Axes in a signature that are a parameter of the function, inferred from this argument.
///
/// In the guide: [layers](crate::guide::layers).
pub struct InferredShape<S>(PhantomData<S>);

/// Axes that stand as a whole in a signature: a parameter of an `impl`, or an alias.
///
/// In the guide: [layers](crate::guide::layers).
pub struct Whole<S>(PhantomData<S>);

/// A shape that an argument of a function has to have, as `#[checked]` reads it from the signature.
///
/// In the guide: [layers](crate::guide::layers).
// Rustc's next solver stops here, where the older one says which parameter it is.
#[diagnostic::on_unimplemented(
    message = "a size of this argument is not the size of an axis",
    label = "expected sizes",
    note = "a type parameter `N` is a size where it is bounded: `N: Dim`"
)]
pub trait Signature {
    /// The shape as it stands in the signature.
    type Shape: ArrayShape + 'static;
}

impl Signature for Scalar {
    type Shape = Self;
}

impl<S: ArrayShape + 'static> Signature for InferredShape<S> {
    type Shape = S;
}

impl<S: ArrayShape + 'static> Signature for Whole<S> {
    type Shape = S;
}

/// `[..P, N]`
impl<Lead: Signature, Last: SignatureSize> Signature for Axes<Lead, Last>
where
    Axes<Lead::Shape, Last::Size>: ArrayShape + 'static,
{
    type Shape = Axes<Lead::Shape, Last::Size>;
}

/// A size of a [`Signature`].
#[doc(hidden)]
pub trait SignatureSize {
    /// The size as it stands in the signature.
    type Size;
}

impl<N: Dim> SignatureSize for N {
    type Size = N;
}

impl<N> SignatureSize for InferredSize<N> {
    type Size = N;
}

/// The shape of an argument that is the one in the signature of a function with `#[checked]`.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the argument has the shape that the function takes",
    label = "nothing here says that this shape is the one of the signature"
)]
pub trait ArgumentFor<Wanted: Signature>: ArrayShape + Sized + 'static {
    /// The same value with the shape of the signature in its type.
    #[doc(hidden)]
    fn convert<F: WithShape>(value: F::Of<Self>) -> F::Of<Wanted::Shape>;
}

impl<Found: ArrayShape + 'static, Wanted, Whole, Verdict> ArgumentFor<Wanted> for Found
where
    Wanted: Signature<Shape = Whole>,
    Whole: ArrayShape + 'static,
    Found: Compares<Wanted, Verdict = Verdict>,
    Verdict: Proves<ArgumentRule, Found, Whole>,
{
    fn convert<F: WithShape>(value: F::Of<Self>) -> F::Of<Wanted::Shape> {
        Verdict::convert::<F>(value)
    }
}

/// A type with a shape in it: `Of<S>` is `&Tensor<f32, S>`.
#[doc(hidden)]
pub trait WithShape {
    /// The type for one shape.
    type Of<S: ArrayShape + 'static>;
}

/// A verdict that proves that two shapes are one, or says why they are not, in the words of `Relation`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this shape has a size of another type than the one that is asked for: a number, a name, or a size that is known only when the program runs",
    label = "a shape of another type than the one that is asked for",
    note = "where `_` is asked for, `widen()` makes it of a known size"
)]
pub trait Proves<Relation, Found: ArrayShape + 'static, Wanted: ArrayShape + 'static> {
    /// The same value with the other shape in its type.
    fn convert<F: WithShape>(value: F::Of<Found>) -> F::Of<Wanted>;
}

/// What fits is one shape.
impl<Relation, S: ArrayShape + 'static, Any> Proves<Relation, S, S> for Fits<Any> {
    fn convert<F: WithShape>(value: F::Of<S>) -> F::Of<S> {
        value
    }
}

/// A shape that does not fit is reported.
impl<Relation, Found: ArrayShape + 'static, Wanted: ArrayShape + 'static, L, R, Axis>
    Proves<Relation, Found, Wanted> for Clash<L, R, Axis>
where
    Operands: Accept<Relation, Self>,
{
    fn convert<F: WithShape>(_value: F::Of<Found>) -> F::Of<Wanted> {
        unreachable!("a clash is never accepted")
    }
}

/// A different number of axes is reported.
impl<Relation, Found: ArrayShape + 'static, Wanted: ArrayShape + 'static, FoundRank, WantedRank>
    Proves<Relation, Found, Wanted> for Excess<FoundRank, WantedRank>
where
    Operands: Accept<Relation, Self>,
{
    fn convert<F: WithShape>(_value: F::Of<Found>) -> F::Of<Wanted> {
        unreachable!("another number of axes is never accepted")
    }
}

/// The verdict on whether the shape of an argument is the one in a signature.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the argument has the shape that the function takes",
    label = "nothing here says that this shape is the one of the signature",
    note = "two parameters are two shapes: use one parameter for both"
)]
pub trait Compares<Wanted> {
    /// [`Fits`], [`Clash`] or [`Excess`].
    type Verdict: ShapeVerdict;
}

/// `[..S] is []` if the two are equal
impl<S: Equals<Scalar>> Compares<Scalar> for S {
    type Verdict = S::Verdict;
}

/// `[] is not [..P, N]`
impl<Lead, Last> Compares<Axes<Lead, Last>> for Scalar
where
    Self: Equals<Axes<Lead, Last>>,
{
    type Verdict = <Self as Equals<Axes<Lead, Last>>>::Verdict;
}

/// `[..S, K] is [..P, N]` if `[..S] is [..P]` and `K is N`
impl<Lead, Last, WantedLead, WantedLast> Compares<Axes<WantedLead, WantedLast>> for Axes<Lead, Last>
where
    Lead: Compares<WantedLead>,
    Last: ComparesSize<WantedLast>,
{
    type Verdict =
        <<Last as ComparesSize<WantedLast>>::Verdict as AxisVerdict>::Join<Lead::Verdict>;
}

/// `dynamic rank` is of another type than `[..P, N]`
impl<Lead, Last> Compares<Axes<Lead, Last>> for DynShape {
    type Verdict = Fits<Scalar>;
}

/// `[..S] is [..P]` for a parameter P, which becomes S
impl<S> Compares<InferredShape<S>> for S {
    type Verdict = Fits<S>;
}

/// `[..S] is [..P]` if the two are equal
impl<S: Equals<P>, P> Compares<Whole<P>> for S {
    type Verdict = S::Verdict;
}

/// Axes of a parameter are at least none.
impl<S> CountAxes for InferredShape<S> {
    type Count = AtLeast<0>;
}

/// `[..P]` has as many axes as P
impl<S: CountAxes> CountAxes for Whole<S> {
    type Count = S::Count;
}

/// The verdict on whether the size of an argument is the one in a signature.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the size of this argument is not the one that the function takes",
    label = "another size than the parameter of the function"
)]
pub trait ComparesSize<Wanted> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

/// `K is N` for a parameter N, which becomes K
impl<N> ComparesSize<InferredSize<N>> for N {
    type Verdict = Fits<N>;
}

/// `K is N` if they are the same
impl<Found: Dim, Wanted: Dim> ComparesSize<Wanted> for Found
where
    <Found as Extent>::Is<Wanted>: SizesAre<Found, Wanted>,
{
    type Verdict = <<Found as Extent>::Is<Wanted> as SizesAre<Found, Wanted>>::Verdict;
}

/// The verdict of an answer to whether two sizes are the same.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this argument has the size that the function takes: a parameter may be any number",
    label = "nothing here says that the size `{Found}` is the size `{Wanted}` that the function takes",
    note = "where the axes are in another order, `transpose()` or `swap_axes` changes it",
    note = "where one of the two is a number, write it instead of the parameter, or the parameter in its place: `Block<N>` for `Block<64>`, `Linear<16, N>` for `Linear<N, 16>`",
    note = "two parameters are two sizes, whatever their numbers may be, and what is computed from them is a third: where two are always equal, write one of them in both places, as `shape![H * D]` for `shape![E]`"
)]
pub trait SizesAre<Found, Wanted>: Answer {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

/// They are the same.
impl<Found, Wanted> SizesAre<Found, Wanted> for B1 {
    type Verdict = Fits<Wanted>;
}

/// They differ.
impl<Found, Wanted> SizesAre<Found, Wanted> for B0 {
    type Verdict = Clash<Found, Wanted, Last>;
}
