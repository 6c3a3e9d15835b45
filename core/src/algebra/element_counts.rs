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
use crate::dim::arithmetic::Division;
use crate::dim::named::{Identity, Merged, Name, SumOf};
use crate::dim::{Extent, NoSize, Product, Remainder};
use crate::sealed::Sealed;
use crate::shape::named_axis::Place;
use crate::verdict::Count;
use crate::{Axes, DynShape, Scalar};

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
    note = "axes behind those of a type parameter are known, as in `shape![..S, A, B]`; the first ones are known where each axis stands in the type"
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

/// Yes, [`B1`], or no, [`B0`].
#[doc(hidden)]
pub trait Answer {
    /// The opposite answer.
    type Not: AnyAnswer;
    /// Whether one of two answers is yes.
    type Or<Other: AnyAnswer>: AnyAnswer;
    /// Whether both are.
    type And<Other: AnyAnswer>: AnyAnswer;

    /// Whether `N, rest` and `M, rest` have the same number of elements. `Self` says whether N is M.
    type IfFirst<N: Extent, Rest: FirstAxes, M: Extent, TargetRest: FirstAxes>: AnyAnswer;
    /// Whether `[..L, N]` and `[..R, M]` have the same number of elements. `Self` says whether N is M.
    type IfLast<L: CancelAxes, N: Extent, R: CancelAxes, M: Extent>: AnyAnswer;

    /// Whether `Target` may have as many elements as `Source` because of sizes that are not known. `Self` says whether
    /// it has any.
    type IfUnknown<Source: CancelAxes, Target: CancelAxes>: AnyAnswer;
    /// Whether the size to infer in `M, rest` can be inferred from `N, rest`. `Self` says whether N is M.
    type FirstInfers<N: Extent, Rest: FirstAxes, M: Extent, TargetRest: FirstAxes>: AnyAnswer;
    /// Whether that in `[..R, M]` can be inferred from `[..L, N]`. `Self` says whether N is M.
    type LastInfers<L: CancelAxes, N: Extent, R: CancelAxes, M: Extent>: AnyAnswer;
    /// Whether the number of elements of `Lead`, times P, is a multiple of K. `Self` says whether P is.
    type OrMultiple<Lead: CancelAxes, P: Extent, K: Extent>: AnyAnswer;
    /// The names of `Shape` that `Other` has too. `Self` says whether that has names.
    type KeptIn<Shape: CancelAxes, Other: CancelAxes>: KeptNames;
    /// The names of `[..Lead, N]` that `Other` has too, where N has the name T. `Self` says whether that is one of them.
    type Kept<T: Identity, N: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes>: KeptNames;
    /// One of two sizes.
    type Size<Yes: Extent, No: Extent>: Extent;
    /// One of two quotients.
    type Quotient<Yes: Division, No: Division>: Division;
    /// Where a size stands in a shape with one more axis. `Self` says whether that axis has the size.
    type PlaceAfter<Lead: Place>: Place;
    /// `L + R` of two names. `Self` says whether they are multiples of one.
    type NamePlus<L: Name, R: Name>: Name;
    /// `(A + B) + R` of three. `Self` says whether the last two are multiples of one.
    type NameAnd<A: Name, B: Name, R: Name>: Name;
}

/// An answer that may come from a parameter. If one side decides alone, the other is not needed.
#[doc(hidden)]
pub trait AnyAnswer: Answer<Or<B1> = B1, And<B0> = B0> {}

impl AnyAnswer for B0 {}

impl AnyAnswer for B1 {}

/// Yes
impl Answer for B1 {
    type Not = B0;
    type Size<Yes: Extent, No: Extent> = Yes;
    type Quotient<Yes: Division, No: Division> = Yes;
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
    type KeptIn<Shape: CancelAxes, Other: CancelAxes> = Shape::Kept<Other, Scalar>;
}

/// No
impl Answer for B0 {
    type Not = B1;
    type Size<Yes: Extent, No: Extent> = No;
    type Quotient<Yes: Division, No: Division> = No;
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
    type KeptIn<Shape: CancelAxes, Other: CancelAxes> = NoKeptName;
}

/// Whether the only size of `Target` that is not known can be inferred from the number of elements of `Source`: the
/// known ones, which are not 0, divide it.
///
/// If they make 1, or the last axes are enough, it does not matter what the axes in front of them are.
pub(crate) type Infers<Source, Target> =
    <<<Target as CancelAxes>::HasUnknowns as Answer>::Not as Answer>::And<
        <<Known<Target> as Extent>::Is<U1> as Answer>::Or<
            <<<Known<Target> as Extent>::IsZero as Answer>::Not as Answer>::And<
                <Source as CancelAxes>::IsMultiple<U1, Known<Target>>,
            >,
        >,
    >;

type Known<Target> = <Target as CancelAxes>::KnownTimes<U1>;

/// The remainder of P divided by K; 0 if a product was too large to be computed, which the run decides.
type RemainderOrZero<P, K> = <Remainder<P, K> as Extent>::IfSize<Remainder<P, K>, U0>;

/// Whether two shapes have the same number of elements, as far as the types say. No, if a size is known only at run
/// time and is not among those that both begin or end with.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type AsMany<Source, Target> = <FirstToLast<Source> as FirstAxes>::AsMany<FirstToLast<Target>>;

type FirstToLast<Shape> = <Shape as CancelAxes>::Before<NoAxis>;

/// A shape whose number of elements is compared with that of another.
#[doc(hidden)]
pub trait CancelAxes: Sealed {
    /// The axes of this shape, then those of `After`.
    type Before<After: FirstAxes>: FirstAxes;

    /// Whether this shape has as many elements as `Target`, where equal axes at the end are left out.
    type AsMany<Target: CancelAxes>: AnyAnswer;
    /// Whether `[..L, N]` has as many elements as this shape.
    type AsManyAs<L: CancelAxes, N: Extent>: AnyAnswer;
    /// The number of elements times N, or [`NoSize`] if it is not known or too large.
    type Times<N: Extent>: Extent;

    /// Whether an axis has a name.
    type HasName: AnyAnswer;
    /// Whether the name is a factor of an axis.
    type HasFactor<T: Identity>: AnyAnswer;
    /// The names that `Other` has too. `Behind` are the axes behind this shape, up to such a name.
    type Kept<Other: CancelAxes, Behind: CancelAxes>: KeptNames;

    /// Whether the size to infer in `Target` can be inferred from this shape, where equal axes at the end are left out.
    type MayInfer<Target: CancelAxes>: AnyAnswer;
    /// Whether that in this shape can be inferred from `[..L, N]`.
    type MayInferAs<L: CancelAxes, N: Extent>: AnyAnswer;
    /// Whether it is the last size of this shape, and can be inferred from the elements of `Source`.
    type Infers<Source: CancelAxes>: AnyAnswer;
    /// The number of elements times N, as in `Times`, of the sizes that are known.
    type KnownTimes<N: Extent>: Extent;
    /// Whether the number of elements times P is a multiple of K.
    type IsMultiple<P: Extent, K: Extent>: AnyAnswer;

    /// Whether a size or the rank is known only at run time.
    type HasUnknown: AnyAnswer;
    /// Whether more than one size, or the rank, is known only at run time.
    type HasUnknowns: AnyAnswer;
}

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

type KeptIn<Shape, Other> = <<Other as CancelAxes>::HasName as Answer>::KeptIn<Shape, Other>;

/// Whether two shapes are as many elements, or too many to be compared.
type AreAsMany<P, Q> = AreEqual<<P as CancelAxes>::Times<U1>, <Q as CancelAxes>::Times<U1>>;

type AreEqual<P, Q> = <<P as Extent>::Is<Q> as Answer>::Or<
    <<P as Extent>::IfSize<<Q as Extent>::IfSize<U1, U0>, U0> as Extent>::IsZero,
>;

/// The names of one shape that another has too, from the last one on, each with the axes between it and the next one.
#[doc(hidden)]
pub trait KeptNames {
    /// Whether they are those of the target.
    type Stay<Target: KeptNames>: AnyAnswer;
    /// Whether `T`, with these axes behind it, and `Rest` are these.
    type StayFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames>: AnyAnswer;
    /// The size with the first name that is not that of the target.
    type Moved<Target: KeptNames>: Extent;
    /// That in these, which is not in `T`, with these axes behind it, and `Rest`.
    type MovedFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames>: Extent;
}

/// No name is left.
#[doc(hidden)]
pub struct NoKeptName;

impl KeptNames for NoKeptName {
    type Stay<Target: KeptNames> = B1;
    type StayFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames> = B1;
    type Moved<Target: KeptNames> = NoSize;
    type MovedFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames> = NoSize;
}

/// A name with the axes behind it, and the names in front of it.
#[doc(hidden)]
pub struct KeptName<Name, Behind, Rest>(PhantomData<(Name, Behind, Rest)>);

/// `T, rest stay U, others` if T is U, as many elements are behind it, and the rest stays
impl<U: Identity, Q: CancelAxes, Others: KeptNames> KeptNames for KeptName<U, Q, Others> {
    type Stay<Target: KeptNames> = Target::StayFrom<U, Q, Others>;
    type StayFrom<T: Identity, P: CancelAxes, Rest: KeptNames> =
        <<T::Is<U> as Answer>::And<AreAsMany<P, Q>> as Answer>::And<Rest::Stay<Others>>;
    type Moved<Target: KeptNames> = Target::MovedFrom<U, Q, Others>;
    type MovedFrom<T: Identity, P: CancelAxes, Rest: KeptNames> =
        <<T::Is<U> as Answer>::And<AreAsMany<P, Q>> as Answer>::Size<Rest::Moved<Others>, U::Size>;
}

/// Axes from the first one on.
#[doc(hidden)]
pub trait FirstAxes {
    /// Whether these axes have as many elements as `Target`, where equal axes at the front are left out, then those at
    /// the end.
    type AsMany<Target: FirstAxes>: AnyAnswer;
    /// Whether `N, rest` has as many elements as these axes.
    type AsManyAs<N: Extent, Rest: FirstAxes>: AnyAnswer;
    /// Whether the size to infer in `Target` can be inferred from these axes, where equal axes are left out.
    type MayInfer<Target: FirstAxes>: AnyAnswer;
    /// Whether that in these axes can be inferred from `N, rest`.
    type MayInferAs<N: Extent, Rest: FirstAxes>: AnyAnswer;
    /// The axes of `Lead`, then these.
    type After<Lead: CancelAxes>: CancelAxes;
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

/// The product of two sizes with at most 40 bits together. rustc's recursion limit allows about twice as many steps;
/// larger products are left to the rule that counts whole shapes.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Counted<N, M> =
    <<M as Extent>::Length<<N as Extent>::Length<Count<0>>> as BitCount>::Times<N, M>;

/// The number of bits of one number, or of two together.
#[doc(hidden)]
pub trait BitCount {
    /// One bit more.
    type Next: BitCount;
    /// The product of two numbers with this many bits.
    type Times<N: Extent, M: Extent>: Extent;
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
