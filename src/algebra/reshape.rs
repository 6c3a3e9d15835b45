//! Whether two shapes have the same number of elements.
//!
//! ```
//! use shapecheck::{Reshape, shape};
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![6, 4]>();
//! same_count::<shape![], shape![1, 1]>();
//! same_count::<shape![2, 3, 4], shape![_, 5]>(); // checked when the program runs
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Reshape, shape};
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![6, 5]>(); // 24 elements are not 30
//! ```

use typenum::{U0, UInt};

use super::{CountElements, Mirrored};
use crate::verdict::{Accept, Clash, CompareBits, Fits, Last, Operands, Reshaping, TooMany};
use crate::{Dyn, Scalar};

/// A shape of as many elements as `Target` has, so that the elements of one can be read as those of the other.
///
/// ```text
/// [2, 3, 4] to [6, 4]    holds: 24 elements
/// [] to [1, 1]           holds: 1 element
/// [2, 3, 4] to [6, 5]    does not: 24 elements are not 30
/// [2, 3, 4] to [_, 5]    holds as far as the compiler knows
/// ```
///
/// Where either side has a dynamic axis or a run-time rank, the numbers are compared when the program runs; see
/// [`Shape::check_reshape`](crate::Shape::check_reshape). In generic code a target such as `shape![_]`
/// or [`DynShape`](crate::DynShape) needs no bound; parameters in the target need `A: Reshape<B>`.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Self}` has as many elements as `{Target}`",
    note = "add a bound on the whole shapes: `where {Self}: Reshape<{Target}>` (the bound that rustc may suggest below is not enough)",
    note = "to check it when the program runs instead, make the target a `DynShape`, or one with a dynamic axis and no parameter, such as `shape![_, 3]`"
)]
pub trait Reshape<Target> {}

impl<Source, Target> Reshape<Target> for Source
where
    Source: SameElements<Target>,
    Operands: Accept<Reshaping, Source::Verdict>,
{
}

/// The verdict on the numbers of elements of two shapes.
#[doc(hidden)]
pub trait SameElements<Target> {
    /// [`Fits`] or [`Clash`].
    type Verdict;
}

#[diagnostic::do_not_recommend]
impl<Source, Target> SameElements<Target> for Source
where
    Target: CountElements,
    Target::Count: MatchesCount<Source>,
{
    type Verdict = <Target::Count as MatchesCount<Source>>::Verdict;
}

/// The verdict on the target's number, `Self`, and that of a source.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Source}` has as many elements as the target",
    note = "add a bound on the whole shapes of source and target, such as `where {Source}: Reshape<shape![2, 3]>` (the bound that rustc may suggest below is not enough)"
)]
pub trait MatchesCount<Source> {
    /// [`Fits`] or [`Clash`].
    type Verdict;
}

/// Any source may have as many elements as a target whose number is not known.
impl<Source> MatchesCount<Source> for Dyn {
    type Verdict = Fits<Scalar>;
}

macro_rules! matches_count {
    ($([$($parameter:ident)*] $number:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Source, $($parameter),*> MatchesCount<Source> for $number
        where
            Source: CountElements<Count: SameCount<Self>>,
        {
            type Verdict = <Source::Count as SameCount<Self>>::Verdict;
        }
    )*};
}

matches_count! {
    [] U0;
    [U B] UInt<U, B>;
    [] TooMany;
}

/// The verdict on a source's number, `Self`, and one that is not [`Dyn`].
#[doc(hidden)]
pub trait SameCount<Target> {
    /// [`Fits`], [`Clash`] or [`TooMany`].
    type Verdict;
}

/// `_` may be any number
impl<Target> SameCount<Target> for Dyn {
    type Verdict = Fits<Scalar>;
}

/// `0 = 0`
impl SameCount<U0> for U0 {
    type Verdict = Fits<Scalar>;
}

/// `0` is not `M`
impl<V, D> SameCount<UInt<V, D>> for U0 {
    type Verdict = Clash<U0, UInt<V, D>, Last>;
}

/// `N` is not `0`
impl<U, B> SameCount<U0> for UInt<U, B> {
    type Verdict = Clash<Self, U0, Last>;
}

/// `N = N`, any other `M` clashes
impl<U, B, V, D> SameCount<UInt<V, D>> for UInt<U, B>
where
    UInt<V, D>: CompareBits<Self>,
    <UInt<V, D> as CompareBits<Self>>::Verdict<UInt<V, D>, Self>: Mirrored,
{
    type Verdict =
        <<UInt<V, D> as CompareBits<Self>>::Verdict<UInt<V, D>, Self> as Mirrored>::Verdict;
}

/// Too many to be compared.
impl<Target> SameCount<Target> for TooMany {
    type Verdict = TooMany;
}

/// Too many to be compared.
impl SameCount<TooMany> for U0 {
    type Verdict = TooMany;
}

/// Too many to be compared.
impl<U, B> SameCount<TooMany> for UInt<U, B> {
    type Verdict = TooMany;
}
