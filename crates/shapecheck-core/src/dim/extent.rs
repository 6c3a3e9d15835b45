//! What each size and each shape has, as traits: sizes are computed from sizes, and compared by what shapes have, and what
//! a shape has is computed from sizes. `dim/arithmetic.rs` has it for sizes, and `algebra/element_counts.rs` for shapes.

use typenum::{B0, B1, U1};

use super::Dim;
use super::digits::{Digits, then};
use super::named::{Identity, Name, SizeName};
use crate::sealed::Sealed;
use crate::shape::named_axis::Place;
use crate::verdict::{AxisVerdict, Count, NextCount};

/// A size as a type: arithmetic, and arrays with that many elements.
///
/// It has as few bounds as possible, because rustc proves them wherever a tensor type is named. Bound type parameters
/// by [`Dim`] instead.
///
/// In the guide: [generic code](crate::guide::generic_code).
// Part of `Dim`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of an axis",
    label = "expected a size",
    note = "a type parameter `N` is a size where it is bounded: `N: Dim`",
    note = "a size is a number in `shape![2, 3]`, a const expression in braces as in `shape![{{HIDDEN}}]`, `_`, or a typenum unsigned integer",
    note = "a whole shape goes first, after two dots: `shape![..S, 3]`"
)]
pub trait Extent: Sealed {
    /// The number, if it is known without a value and fits in `usize`. (typenum's own constants wrap around silently.)
    #[doc(hidden)]
    const VALUE: Option<usize>;
    /// The name of the size, if it has one.
    #[doc(hidden)]
    const NAME: Option<&'static SizeName> = None;
    /// An array with that many elements, and nothing else.
    #[doc(hidden)]
    type Array<T>;
    /// The size itself, as a type that is known to be one: `digits.rs` says how. For [`NoSize`](crate::dim::NoSize), any.
    #[doc(hidden)]
    type Size: Dim;
    /// The size without its name.
    #[doc(hidden)]
    type Unnamed: Extent;
    /// The digits of a number, and 0 of all others.
    #[doc(hidden)]
    type Digits: Digits;
    then!(declared);

    /// `Self + Rhs`
    type Plus<Rhs: Extent>: Extent;
    /// `Self - Rhs`, or [`NoSize`](crate::dim::NoSize) if that is below zero.
    type Minus<Rhs: Extent>: Extent;
    /// `Self * Rhs`
    type Times<Rhs: Extent>: Extent;
    /// `Lhs / Self`, with the remainder.
    #[doc(hidden)]
    type Divide<Lhs: Extent>: Division;
    /// `Whole - Self`, if that is a name, a sum with this, or `Otherwise`.
    #[doc(hidden)]
    type TakenFromName<Whole: Name, Otherwise: Extent>: Extent;
    /// `Self / Rhs`, if this is the name of a product with `Rhs`, or `Otherwise`.
    #[doc(hidden)]
    type NameOver<Rhs: Name, Otherwise: Division>: Division;
    /// `Size`, or `Otherwise` if this is [`NoSize`](crate::dim::NoSize).
    #[doc(hidden)]
    type IfSize<Size: Extent, Otherwise: Extent>: Extent;
    /// The verdict that this is a size, or a clash of two sizes if it is [`NoSize`](crate::dim::NoSize).
    #[doc(hidden)]
    type Or<Lhs, Rhs, Axis: NextCount>: AxisVerdict;
    /// Whether this is a size other than 0.
    #[doc(hidden)]
    type IsPositive: AnyAnswer;

    /// This size, or 0 if it is known only at run time.
    #[doc(hidden)]
    type OrZero: Extent;
    /// This size, or 1 if it is known only at run time.
    #[doc(hidden)]
    type OrOne: Extent;

    /// `Self + 1`
    #[doc(hidden)]
    type Next: Extent;
    /// `Self - 1`, or [`NoSize`](crate::dim::NoSize) of 0.
    #[doc(hidden)]
    type Previous: Extent;
    /// `2 Self`
    #[doc(hidden)]
    type Twice: Extent;
    /// `2 Self + 1`
    #[doc(hidden)]
    type TwiceAndOne: Extent;

    /// `Self + Rhs + 1`
    #[doc(hidden)]
    type PlusAndOne<Rhs: Extent>: Extent;
    /// `2 U + Self`
    #[doc(hidden)]
    type OntoEven<U: Extent>: Extent;
    /// `2 U + 1 + Self`
    #[doc(hidden)]
    type OntoOdd<U: Extent>: Extent;
    /// `2 U + 2 + Self`
    #[doc(hidden)]
    type OntoNextEven<U: Extent>: Extent;

    /// `Self - Rhs - 1`
    #[doc(hidden)]
    type MinusAndOne<Rhs: Extent>: Extent;
    /// `0 - Self`
    #[doc(hidden)]
    type FromZero: Extent;
    /// `2 U - Self`
    #[doc(hidden)]
    type FromEven<U: Extent>: Extent;
    /// `2 U + 1 - Self`
    #[doc(hidden)]
    type FromOdd<U: Extent>: Extent;
    /// `2 U - 1 - Self`
    #[doc(hidden)]
    type FromOddBelow<U: Extent>: Extent;

    /// `0 * Self`
    #[doc(hidden)]
    type ZeroTimes: Extent;

    /// Whether `Self = Rhs`. The sizes may be known only at run time.
    #[doc(hidden)]
    type Is<Rhs: Extent>: AnyAnswer;
    /// Whether `Self = 0`
    #[doc(hidden)]
    type IsZero: AnyAnswer;
    /// Whether `Self = 2 U`, where `U` is not zero.
    #[doc(hidden)]
    type IsTwice<U: Extent>: AnyAnswer;
    /// Whether `Self = 2 U + 1`
    #[doc(hidden)]
    type IsTwiceAndOne<U: Extent>: AnyAnswer;
    /// Whether the size is known only at run time.
    #[doc(hidden)]
    type IsUnknown: AnyAnswer;
    /// Whether it has no name either: [`Dyn`].
    #[doc(hidden)]
    type IsAnonymous: AnyAnswer;
    /// Whether this is the size N with the name L.
    #[doc(hidden)]
    type IsNamed<L: Identity, N: Extent>: AnyAnswer;
    /// Whether the size has a name.
    #[doc(hidden)]
    type HasName: AnyAnswer;
    /// Whether the name is a factor of this size.
    #[doc(hidden)]
    type HasFactor<T: Identity>: AnyAnswer;
    /// The names of `[..Lead, Self]` that `Other` has too. `Behind` is the axes after it, up to such a name.
    #[doc(hidden)]
    type Kept<Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes>: KeptNames;
    /// Whether `[..L, N]` has that many elements. If this number is not known, the answer is "no" and the elements are
    /// not counted.
    #[doc(hidden)]
    type IsCountOf<N: Extent, L: CancelAxes>: AnyAnswer;
    /// If this is not known and the last size of `Target`: whether it can be inferred from the elements of `Source`.
    #[doc(hidden)]
    type Inferred<Source: CancelAxes, Target: CancelAxes>: AnyAnswer;
    /// If this is not known and the first size before `Rest`, the same from the elements of `N, SourceRest`.
    #[doc(hidden)]
    type InferredFirst<N: Extent, SourceRest: FirstAxes, Rest: FirstAxes>: AnyAnswer;
    /// `Self * Rhs`, or [`NoSize`](crate::dim::NoSize) if one of them is not known or the product is too large to compare.
    #[doc(hidden)]
    type TimesCounted<Rhs: Extent>: Extent;
    /// The number of bits, added to another count.
    #[doc(hidden)]
    type Length<From: BitCount>: BitCount;

    /// `Self / 2 Rhs`
    #[doc(hidden)]
    type DivideByTwice<Rhs: Extent>: Division;
    /// `Lhs / Rhs`, where `Rhs` is odd and `Self` is its leading bits.
    #[doc(hidden)]
    type DivideByOdd<Lhs: Extent, Rhs: Extent>: Division;
    /// `Self / Rhs`, where `Rhs` is not zero.
    #[doc(hidden)]
    type DivideByBits<Rhs: Extent>: Division;
    /// The next bit of a quotient `Q`: 1 if the divisor fits in the remainder `R`, which then becomes `Self`.
    #[doc(hidden)]
    type NextBit<Q: Extent, R: Extent>: Division;
}

/// A quotient and a remainder.
#[doc(hidden)]
pub trait Division {
    /// The quotient, rounded down.
    type Quotient: Extent;
    /// The remainder, which is below the divisor.
    type Remainder: Extent;
    /// The same division with twice the dividend and twice the divisor.
    type OfEven: Division;
    /// The same division with twice the dividend plus one, and twice the divisor.
    type OfOdd: Division;
    /// The same division with twice the dividend.
    type ThenZero<Rhs: Extent>: Division;
    /// The same division with twice the dividend plus one.
    type ThenOne<Rhs: Extent>: Division;
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
    /// The names of `Lhs` that `Rhs` has too. `Self` says whether that has names.
    type KeptIn<Lhs: CancelAxes, Rhs: CancelAxes>: KeptNames;
    /// The names of `[..Lead, N]` that `Other` has too, where N has the name T. `Self` says whether that is one of them.
    type Kept<T: Identity, N: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes>: KeptNames;
    /// One of two sizes.
    type Size<Yes: Extent, No: Extent>: Extent;
    /// One of two quotients.
    type Quotient<Yes: Division, No: Division>: Division;
    /// The verdict that it is yes, or a clash of two sizes.
    type FitsOr<Lhs, Rhs, Axis: NextCount>: AxisVerdict;
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

/// A shape whose number of elements is compared with that of another.
#[doc(hidden)]
pub trait CancelAxes: Sealed {
    /// The axes of this shape, then those of `After`.
    type Before<After: FirstAxes>: FirstAxes;

    /// Whether this shape has as many elements as `Target`, where equal axes at the end are left out.
    type AsMany<Target: CancelAxes>: AnyAnswer;
    /// Whether `[..L, N]` has as many elements as this shape.
    type AsManyAs<L: CancelAxes, N: Extent>: AnyAnswer;
    /// The number of elements times N, or [`NoSize`](crate::dim::NoSize) if it is not known or too large.
    type Times<N: Extent>: Extent;

    /// Whether an axis has a name.
    type HasName: AnyAnswer;
    /// Whether the name is a factor of an axis.
    type HasFactor<T: Identity>: AnyAnswer;
    /// The names that `Other` has too. `Behind` is the axes after this shape, up to such a name.
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

/// The names of one shape that another has too, from the last one on, each with the axes between it and the next one.
#[doc(hidden)]
pub trait KeptNames {
    /// Whether they are those of the target.
    type Stay<Target: KeptNames>: AnyAnswer;
    /// Whether `T`, with these axes after it, and `Rest` are these.
    type StayFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames>: AnyAnswer;
    /// The size with the first name that is not that of the target.
    type Moved<Target: KeptNames>: Extent;
    /// The one in these that is not in `T`, with these axes after it, and `Rest`.
    type MovedFrom<T: Identity, Behind: CancelAxes, Rest: KeptNames>: Extent;
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

/// Whether the only size of `Target` that is not known can be inferred from the number of elements of `Source`: the
/// known ones, which are not 0, divide it.
///
/// If they make 1, or the last axes are enough, it does not matter what the axes before them are.
pub(crate) type Infers<Source, Target> =
    <<<Target as CancelAxes>::HasUnknowns as Answer>::Not as Answer>::And<
        <<Known<Target> as Extent>::Is<U1> as Answer>::Or<
            <<<Known<Target> as Extent>::IsZero as Answer>::Not as Answer>::And<
                <Source as CancelAxes>::IsMultiple<U1, Known<Target>>,
            >,
        >,
    >;

type Known<Target> = <Target as CancelAxes>::KnownTimes<U1>;

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
