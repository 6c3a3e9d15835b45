//! The axis of a name: where in a shape a size such as `Seq` stands.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{Tensor, dims, shape};
//!
//! dims! { Batch, Seq }
//!
//! fn mean(x: &Tensor<f32, shape![Batch, Seq, 64]>) -> Tensor<f32, shape![Batch, 1, 64]> {
//!     x.along_named::<Seq>().mean()
//! }
//! let x = Tensor::ones_with(<shape![Batch, Seq, 64]>::of([2, 5]));
//! assert_eq!(mean(&x).dims(), [2, 1, 64]);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::shape::NamedAxis;
//! use shapecheck::{dims, shape};
//!
//! dims! { Batch, Seq }
//!
//! fn has<S: NamedAxis<Seq>>() {}
//! has::<shape![Batch, 64]>(); // no axis has the size `Seq`
//! ```

use super::{Axis, HasAxis, Shape};
use crate::dim::named::Name;
use crate::dim::{Dim, NamedDim};
use crate::for_each::for_each;

/// A shape in which one axis has the size `N`, a name such as `Seq` or a sum or product of names.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[diagnostic::on_unimplemented(
    message = "`{N}` is not a size with a name",
    label = "expected a name",
    note = "axes are named by what `dims! {{ Batch, Seq }}` declares: `x.along_named::<Seq>()`; others have numbers, `x.along::<-1>()`"
)]
pub trait NamedAxis<N>: Shape {
    /// The axis, such as [`Axis<-2>`](Axis).
    type Axis;
}

impl<S: Shape, T: Name, N: Dim> NamedAxis<NamedDim<T, N>> for S
where
    S::Place<NamedDim<T, N>>: IsOne<T, S, NamedDim<T, N>>,
{
    type Axis = <S::Place<NamedDim<T, N>> as IsOne<T, S, NamedDim<T, N>>>::Axis;
}

/// How often a size stands in a shape, and where.
#[doc(hidden)]
pub trait Place {
    /// The same with one more axis after it, of another size.
    type AndAnother: Place;
    /// The same with one more axis after it, of that size.
    type AndItself: Place;
}

/// No axis has the size.
#[doc(hidden)]
pub struct InNoAxis;

/// This axis has it.
#[doc(hidden)]
pub struct InAxis<const AXIS: isize>;

/// Several axes have it.
#[doc(hidden)]
pub struct InSeveral;

impl Place for InNoAxis {
    type AndAnother = Self;
    type AndItself = InAxis<-1>;
}

for_each! {
    ($axis:literal $before:ty) => {
        impl Place for InAxis<$axis> {
            type AndAnother = $before;
            type AndItself = InSeveral;
        }
    }

    -1 InAxis<-2>;
    -2 InAxis<-3>;
    -3 InAxis<-4>;
    -4 InAxis<-5>;
    -5 InAxis<-6>;
    -6 InAxis<-7>;
    -7 InAxis<-8>;
    -8 InNoAxis;
}

impl Place for InSeveral {
    type AndAnother = Self;
    type AndItself = Self;
}

/// One axis of `S` has the size `N`, of that name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell which axis has the size `{Wanted}`",
    label = "the axes are not all known here",
    note = "in generic code, the axes that a parameter stands for may have the name, too: axes have numbers, counted from the end, `x.along::<-1>()`"
)]
pub trait IsOne<Wanted, S, N> {
    /// The axis.
    type Axis;
}

impl<const AXIS: isize, T, S: HasAxis<AXIS, Size = N>, N> IsOne<T, S, N> for InAxis<AXIS> {
    type Axis = Axis<AXIS>;
}

impl<T, S, N> IsOne<T, S, N> for InNoAxis
where
    Self: TellNoAxis<T, S>,
{
    type Axis = Axis<-1>;
}

impl<T, S, N> IsOne<T, S, N> for InSeveral
where
    Self: TellSeveral<T>,
{
    type Axis = Axis<-1>;
}

/// Never implemented: the message about a name that no axis has.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no axis has the size `{Wanted}`",
    label = "none of the axes is `{Wanted}`",
    note = "the axes are those of `{Lhs}`",
    note = "an axis without a name has a number, counted from the end: `x.along::<-1>()`"
)]
pub trait TellNoAxis<Wanted, Lhs> {}

/// Never implemented: the message about a name that several axes have.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "several axes have the size `{Wanted}`",
    label = "which of the axes `{Wanted}` is meant?",
    note = "axes have numbers, too, counted from the end: `x.along::<-1>()`"
)]
pub trait TellSeveral<Wanted> {}
