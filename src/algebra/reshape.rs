//! Whether two shapes have the same number of elements.
//!
//! ```
//! use shapecheck::{Reshape, shape};
//!
//! fn reshapes<Source: Reshape<Target>, Target>() {}
//! reshapes::<shape![2, 3, 4], shape![6, 4]>();
//! reshapes::<shape![_, 4], shape![6, 4]>(); // checked when the program runs
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Reshape, shape};
//!
//! fn reshapes<Source: Reshape<Target>, Target>() {}
//! reshapes::<shape![2, 3, 4], shape![5, 5]>(); // 24 elements do not fit in a shape of 25 elements
//! ```

use core::marker::PhantomData;
use core::ops::Mul;

use typenum::{Prod, U1, UInt, UTerm};

use super::AndBack;
use crate::broadcast::{AxisExpands, Fits};
use crate::diagnostic::{Accept, Explain, Explanation, Operands, Reshaping};
use crate::{Axes, Dyn, DynShape, Scalar};

/// A shape with as many elements as `Target`. Where a size of either is dynamic, this is checked when the program
/// runs.
///
/// In generic code two shapes need this bound on the whole of them.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Self}` has as many elements as `{Target}`",
    note = "add the bound `where {Self}: Reshape<{Target}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Reshape<Target> {}

impl<Source, Target> Reshape<Target> for Source
where
    Source: CountElements,
    Target: CountElements,
    Source::Count: SameCount<Target::Count>,
    <Source::Count as SameCount<Target::Count>>::Verdict: Explain<Scalar, Scalar>,
    Operands: Accept<
            Reshaping,
            Explanation<<Source::Count as SameCount<Target::Count>>::Verdict, Scalar, Scalar>,
        >,
{
}

/// A number of elements that the compiler knows.
#[doc(hidden)]
pub struct Known<N>(PhantomData<N>);

/// A number of elements that depends on dynamic sizes.
#[doc(hidden)]
pub struct Unknown;

/// The number of elements of a shape.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell how many elements this shape has",
    label = "the number of elements of `{Self}` depends on parameters",
    note = "add a bound on the two whole shapes: `where shape![..]: Reshape<shape![..]>` (the bound that rustc may suggest below is not enough)"
)]
pub trait CountElements {
    /// [`Known`] or [`Unknown`].
    type Count;
}

/// `[]` has 1
impl CountElements for Scalar {
    type Count = Known<U1>;
}

/// `dynamic rank` has any number
impl CountElements for DynShape {
    type Count = Unknown;
}

/// `[..S, N]` has N times those of `[..S]`
impl<Lead: CountElements<Count: Times<Last>>, Last> CountElements for Axes<Lead, Last> {
    type Count = <Lead::Count as Times<Last>>::Output;
}

/// A number of elements times a size.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell how many elements a shape with this size has",
    label = "the size `{Size}` is a parameter",
    note = "add a bound on the two whole shapes: `where shape![..]: Reshape<shape![..]>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Times<Size> {
    /// [`Known`] or [`Unknown`].
    type Output;
}

/// `unknown * N = unknown`
impl<Size> Times<Size> for Unknown {
    type Output = Self;
}

/// `A * dynamic = unknown`
impl<A> Times<Dyn> for Known<A> {
    type Output = Unknown;
}

/// `A * 0 = 0`
impl<A> Times<UTerm> for Known<A> {
    type Output = Known<UTerm>;
}

/// `0 * N = 0`, without the leading zeros that typenum would leave
impl<U, B> Times<UInt<U, B>> for Known<UTerm> {
    type Output = Self;
}

/// `A * N`
impl<V, C, U, B> Times<UInt<U, B>> for Known<UInt<V, C>>
where
    UInt<V, C>: Mul<UInt<U, B>>,
{
    type Output = Known<Prod<UInt<V, C>, UInt<U, B>>>;
}

/// The verdict on two numbers of elements.
#[doc(hidden)]
pub trait SameCount<Rhs> {
    /// [`Fits`] where they are equal or one is unknown, else [`Clash`](crate::broadcast::Clash).
    type Verdict;
}

/// `unknown` may be any number
impl<Rhs> SameCount<Rhs> for Unknown {
    type Verdict = Fits<Scalar>;
}

/// `unknown` may be any number
impl<A> SameCount<Unknown> for Known<A> {
    type Verdict = Fits<Scalar>;
}

/// `A` is `B` where each expands to the other
impl<A: AxisExpands<B, Verdict: AndBack<A, B>>, B> SameCount<Known<B>> for Known<A> {
    type Verdict = <A::Verdict as AndBack<A, B>>::Verdict;
}
