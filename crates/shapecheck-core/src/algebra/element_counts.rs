//! Compares the numbers of elements of two shapes without counting what both begin or end with: `[32, 128, 768]` and
//! `[32, 128, 12, 64]` have the same number, because 768 is 12 times 64.
//!
//! Multiplication is the most expensive thing that a reshape asks of the compiler, and most reshapes keep most axes.
//!
//! Each step is an associated type of its operands, so that there is an answer for any two shapes, with parameters too:
//! `[B, T, 64]` and `[B, T, 4, 16]` have the same number of elements for all B and T, because each of them [is
//! itself](crate::Dim). A trait with two operands would have to be a bound on parameters, even where its answer does
//! not matter because a size is known only at run time.

use core::marker::PhantomData;

use typenum::{B0, B1, U0, U1};

use super::RunTimeFirst;
use crate::dim::extent::Infers;
use crate::dim::named::{Identity, Merged, Name, SumOf};
use crate::dim::{Division, Extent, NoSize, Product, Remainder};
use crate::shape::named_axis::Place;
use crate::verdict::{Clash, Count, Fits, NextCount};
use crate::{Axes, DynShape, Scalar};

pub use crate::dim::extent::{
    Answer, AnyAnswer, BitCount, CancelAxes, Counted, FirstAxes, KeptNames,
};

/// No axis.
#[doc(hidden)]
pub struct NoAxis;

/// An axis and those after it: a shape from its first axis on.
#[doc(hidden)]
pub struct First<Size, Rest>(PhantomData<(Size, Rest)>);

/// A shape as a list from its first axis on, for shapes whose axes are all in the type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell what the first axes of `{Self}` are",
    label = "nothing here says how the shape `{Self}` begins",
    note = "axes after those of a type parameter are known, as in `shape![..S, A, B]`; the first ones are known where each axis stands in the type"
)]
pub trait FromFirst {
    /// The axes of this shape, then those of `After`.
    type Before<After>;
}

/// `[] before after = after`
impl FromFirst for Scalar {
    type Before<After> = After;
}

/// `[..S, N] before after = [..S] before (N, after)`
impl<Lead: FromFirst, Last> FromFirst for Axes<Lead, Last> {
    type Before<After> = Lead::Before<First<Last, After>>;
}

impl AnyAnswer for B0 {}

impl AnyAnswer for B1 {}

/// Yes
impl Answer for B1 {
    type Not = B0;
    type Size<Yes: Extent, No: Extent> = Yes;
    type Quotient<Yes: Division, No: Division> = Yes;
    type FitsOr<Lhs, Rhs, Axis: NextCount> = Fits<Scalar>;
    type PlaceAfter<Lead: Place> = Lead::AndItself;
    type NamePlus<L: Name, R: Name> = Merged<L, R>;
    type NameAnd<A: Name, B: Name, R: Name> = SumOf<A, Merged<B, R>>;
    type Or<Other: AnyAnswer> = B1;
    type And<Other: AnyAnswer> = Other;

    /// The axes after them decide.
    type IfFirst<N: Extent, Rest: FirstAxes, M: Extent, TargetRest: FirstAxes> =
        Rest::AsMany<TargetRest>;
    /// The axes in front decide.
    type IfLast<L: CancelAxes, N: Extent, R: CancelAxes, M: Extent> = L::AsMany<R>;

    /// The axes at both ends decide, or those at the end, whatever the first ones are.
    type IfUnknown<Source: CancelAxes, Target: CancelAxes> = <Target::HasUnknowns as Answer>::Or<
        <Target::Infers<Source> as Answer>::Or<
            <Source::MayInfer<Target> as Answer>::Or<
                <FirstToLast<Source> as FirstAxes>::MayInfer<FirstToLast<Target>>,
            >,
        >,
    >;
    type FirstInfers<N: Extent, Rest: FirstAxes, M: Extent, TargetRest: FirstAxes> =
        Rest::MayInfer<TargetRest>;
    type LastInfers<L: CancelAxes, N: Extent, R: CancelAxes, M: Extent> =
        <L::MayInfer<R> as Answer>::Or<R::Infers<L>>;
    type OrMultiple<Lead: CancelAxes, P: Extent, K: Extent> = B1;
    type Kept<T: Identity, N: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
        KeptName<T, Behind, Lead::Kept<Other, Scalar>>;
    type KeptIn<Lhs: CancelAxes, Rhs: CancelAxes> = Lhs::Kept<Rhs, Scalar>;
}

/// No
impl Answer for B0 {
    type Not = B1;
    type Size<Yes: Extent, No: Extent> = No;
    type Quotient<Yes: Division, No: Division> = No;
    type FitsOr<Lhs, Rhs, Axis: NextCount> = Clash<Lhs, Rhs, Axis>;
    type PlaceAfter<Lead: Place> = Lead::AndAnother;
    type NamePlus<L: Name, R: Name> = R::After<L>;
    type NameAnd<A: Name, B: Name, R: Name> = SumOf<SumOf<A, B>, R>;
    type Or<Other: AnyAnswer> = Other;
    type And<Other: AnyAnswer> = B0;

    /// Not at the front, so the axes are compared from the end.
    type IfFirst<N: Extent, Rest: FirstAxes, M: Extent, TargetRest: FirstAxes> =
        <Rest::After<Axes<Scalar, N>> as CancelAxes>::AsMany<TargetRest::After<Axes<Scalar, M>>>;
    /// The numbers of elements decide, and the names.
    type IfLast<L: CancelAxes, N: Extent, R: CancelAxes, M: Extent> =
        <<R::Times<M> as Extent>::IsCountOf<N, L> as Answer>::And<
            KeepsNames<Axes<L, N>, Axes<R, M>>,
        >;

    type IfUnknown<Source: CancelAxes, Target: CancelAxes> = B0;
    type FirstInfers<N: Extent, Rest: FirstAxes, M: Extent, TargetRest: FirstAxes> =
        <Rest::After<Axes<Scalar, N>> as CancelAxes>::MayInfer<TargetRest::After<Axes<Scalar, M>>>;
    /// The numbers of elements decide.
    type LastInfers<L: CancelAxes, N: Extent, R: CancelAxes, M: Extent> =
        <<Axes<R, M> as CancelAxes>::HasUnknown as Answer>::And<Infers<Axes<L, N>, Axes<R, M>>>;
    type OrMultiple<Lead: CancelAxes, P: Extent, K: Extent> = Lead::IsMultiple<P, K>;
    type Kept<T: Identity, N: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
        Lead::Kept<Other, Axes<Behind, N>>;
    type KeptIn<Lhs: CancelAxes, Rhs: CancelAxes> = NoKeptName;
}

/// The remainder of P divided by K; 0 if a product was too large to be computed, which the run decides.
type RemainderOrZero<P, K> = <Remainder<P, K> as Extent>::IfSize<Remainder<P, K>, U0>;

/// Whether two shapes have the same number of elements, as far as the types say. No, if a size is known only at run
/// time and is not among those that both begin or end with.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type AsMany<Source, Target> = <FirstToLast<Source> as FirstAxes>::AsMany<FirstToLast<Target>>;

type FirstToLast<S> = <S as CancelAxes>::Before<NoAxis>;

/// `[]`
impl CancelAxes for Scalar {
    /// `[] before after = after`
    type Before<After: FirstAxes> = After;

    type AsMany<Target: CancelAxes> = <Target::Times<U1> as Extent>::Is<U1>;
    type AsManyAs<L: CancelAxes, N: Extent> = <L::Times<N> as Extent>::Is<U1>;
    type Times<N: Extent> = N;

    type HasName = B0;
    type HasFactor<T: Identity> = B0;
    type Kept<Other: CancelAxes, Behind: CancelAxes> = NoKeptName;

    type MayInfer<Target: CancelAxes> = <Target::HasUnknown as Answer>::And<Infers<Scalar, Target>>;
    type MayInferAs<L: CancelAxes, N: Extent> = B0;
    type Infers<Source: CancelAxes> = B0;
    type KnownTimes<N: Extent> = N;
    type IsMultiple<P: Extent, K: Extent> = <RemainderOrZero<P, K> as Extent>::IsZero;

    type HasUnknown = B0;
    type HasUnknowns = B0;
}

/// `[..S, N]`
impl<Lead: CancelAxes, Last: Extent> CancelAxes for Axes<Lead, Last> {
    /// `[..S, N] before after = [..S] before (N, after)`
    type Before<After: FirstAxes> = Lead::Before<First<Last, After>>;

    type AsMany<Target: CancelAxes> = Target::AsManyAs<Lead, Last>;
    /// `[..L, N] to [..S, M]`: `[..L] to [..S]` if N = M
    type AsManyAs<L: CancelAxes, N: Extent> = <N::Is<Last> as Answer>::IfLast<L, N, Lead, Last>;
    type Times<N: Extent> = Lead::Times<N::TimesCounted<Last>>;

    type HasName = <Last::HasName as Answer>::Or<Lead::HasName>;
    type HasFactor<T: Identity> = <Last::HasFactor<T> as Answer>::Or<Lead::HasFactor<T>>;
    type Kept<Other: CancelAxes, Behind: CancelAxes> = Last::Kept<Lead, Other, Behind>;

    type MayInfer<Target: CancelAxes> = Target::MayInferAs<Lead, Last>;
    /// `[..L, N] to [..S, M]`: `[..L] to [..S]` if N = M. If M is to be inferred, N need not be compared.
    type MayInferAs<L: CancelAxes, N: Extent> =
        <<N::Is<Last> as Answer>::LastInfers<L, N, Lead, Last> as Answer>::Or<
            Last::Inferred<Axes<L, N>, Axes<Lead, Last>>,
        >;
    type Infers<Source: CancelAxes> = Last::Inferred<Source, Self>;
    type KnownTimes<N: Extent> = Lead::KnownTimes<N::TimesCounted<Last::OrOne>>;
    /// `[..S, N] times P`: `[..S]` times the remainder of N P
    type IsMultiple<P: Extent, K: Extent> =
        <<RemainderOrZero<P::TimesCounted<Last>, K> as Extent>::IsZero as Answer>::OrMultiple<
            Lead,
            RemainderOrZero<P::TimesCounted<Last>, K>,
            K,
        >;

    type HasUnknown = <Last::IsUnknown as Answer>::Or<Lead::HasUnknown>;
    type HasUnknowns =
        <<Last::IsUnknown as Answer>::And<Lead::HasUnknown> as Answer>::Or<Lead::HasUnknowns>;
}

/// `dynamic rank`
impl CancelAxes for DynShape {
    type Before<After: FirstAxes> = RunTimeFirst;

    type AsMany<Target: CancelAxes> = B0;
    type AsManyAs<L: CancelAxes, N: Extent> = B0;
    type Times<N: Extent> = NoSize;

    type HasName = B0;
    type HasFactor<T: Identity> = B0;
    type Kept<Other: CancelAxes, Behind: CancelAxes> = NoKeptName;

    type MayInfer<Target: CancelAxes> = B0;
    type MayInferAs<L: CancelAxes, N: Extent> = B0;
    type Infers<Source: CancelAxes> = B0;
    type KnownTimes<N: Extent> = NoSize;
    type IsMultiple<P: Extent, K: Extent> = B1;

    type HasUnknown = B1;
    type HasUnknowns = B1;
}

/// Whether each name that two shapes have is in its place in both. For shapes without a size that is known only at run
/// time; [`check_names_stay`](crate::shape::names) is the same for values.
pub(crate) type KeepsNames<Source, Target> =
    <KeptIn<Source, Target> as KeptNames>::Stay<KeptIn<Target, Source>>;

/// The size with the name that is not in its place in `Target`, if there is one.
pub(crate) type MovedName<Source, Target> =
    <KeptIn<Source, Target> as KeptNames>::Moved<KeptIn<Target, Source>>;

type KeptIn<Lhs, Rhs> = <<Rhs as CancelAxes>::HasName as Answer>::KeptIn<Lhs, Rhs>;

/// Whether two shapes are as many elements, or too many to be compared.
type AreAsMany<P, Q> = AreEqual<<P as CancelAxes>::Times<U1>, <Q as CancelAxes>::Times<U1>>;

type AreEqual<P, Q> = <<P as Extent>::Is<Q> as Answer>::Or<
    <<P as Extent>::IfSize<<Q as Extent>::IfSize<U1, U0>, U0> as Extent>::IsZero,
>;

/// No name is left.
#[doc(hidden)]
pub struct NoKeptName;

impl KeptNames for NoKeptName {
    type Stay<Target: KeptNames> = B1;
    type StayFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames> = B1;
    type Moved<Target: KeptNames> = NoSize;
    type MovedFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames> = NoSize;
}

/// A name with the axes after it, and the names before it.
#[doc(hidden)]
pub struct KeptName<Kept, Behind, Rest>(PhantomData<(Kept, Behind, Rest)>);

/// `T, rest stay U, others` if T is U, as many elements follow it, and the rest stays
impl<U: Identity, Q: CancelAxes, Others: KeptNames> KeptNames for KeptName<U, Q, Others> {
    type Stay<Target: KeptNames> = Target::StayFrom<U, Q, Others>;
    type StayFrom<T: Identity, P: CancelAxes, Rest: KeptNames> =
        <<T::Is<U> as Answer>::And<AreAsMany<P, Q>> as Answer>::And<Rest::Stay<Others>>;
    type Moved<Target: KeptNames> = Target::MovedFrom<U, Q, Others>;
    type MovedFrom<T: Identity, P: CancelAxes, Rest: KeptNames> =
        <<T::Is<U> as Answer>::And<AreAsMany<P, Q>> as Answer>::Size<Rest::Moved<Others>, U::Size>;
}

/// none
impl FirstAxes for NoAxis {
    type AsMany<Target: FirstAxes> = <Scalar as CancelAxes>::AsMany<Target::After<Scalar>>;
    type AsManyAs<N: Extent, Rest: FirstAxes> =
        <Rest::After<Axes<Scalar, N>> as CancelAxes>::AsMany<Scalar>;
    type MayInfer<Target: FirstAxes> = <Scalar as CancelAxes>::MayInfer<Target::After<Scalar>>;
    type MayInferAs<N: Extent, Rest: FirstAxes> = B0;
    /// `nothing after [..L] = [..L]`
    type After<Lead: CancelAxes> = Lead;
}

/// `N, rest`
impl<Size: Extent, Rest: FirstAxes> FirstAxes for First<Size, Rest> {
    type AsMany<Target: FirstAxes> = Target::AsManyAs<Size, Rest>;
    /// `N, rest to M, rest`: the rests if N = M
    type AsManyAs<N: Extent, SourceRest: FirstAxes> =
        <N::Is<Size> as Answer>::IfFirst<N, SourceRest, Size, Rest>;
    type MayInfer<Target: FirstAxes> = Target::MayInferAs<Size, Rest>;
    type MayInferAs<N: Extent, SourceRest: FirstAxes> =
        <<N::Is<Size> as Answer>::FirstInfers<N, SourceRest, Size, Rest> as Answer>::Or<
            Size::InferredFirst<N, SourceRest, Rest>,
        >;
    /// `N, rest after [..L] = rest after [..L, N]`
    type After<Lead: CancelAxes> = Rest::After<Axes<Lead, Size>>;
}

/// `dynamic rank`
impl FirstAxes for RunTimeFirst {
    type AsMany<Target: FirstAxes> = B0;
    type AsManyAs<N: Extent, Rest: FirstAxes> = B0;
    type MayInfer<Target: FirstAxes> = B0;
    type MayInferAs<N: Extent, Rest: FirstAxes> = B0;
    type After<Lead: CancelAxes> = DynShape;
}

/// Too many.
impl BitCount for NoSize {
    type Next = NoSize;
    type Times<N: Extent, M: Extent> = NoSize;
}

macro_rules! bit_counts {
    ($last:literal end) => { bit_counts!(@ $last NoSize); };
    ($count:literal $next:literal $($rest:tt)*) => {
        bit_counts!(@ $count Count<$next>);
        bit_counts!($next $($rest)*);
    };
    (@ $count:literal $next:ty) => {
        impl BitCount for Count<$count> {
            type Next = $next;
            type Times<N: Extent, M: Extent> = Product<M, N>;
        }
    };
}

bit_counts!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 end);
