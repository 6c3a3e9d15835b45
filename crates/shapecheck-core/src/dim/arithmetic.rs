//! Arithmetic on sizes as types, which generic code can use without a bound.
//!
//! In [`shape!`](crate::shape!) it is written with operators between types and numbers:
//!
//! ```
//! use shapecheck::dim::{DividedBy, Minus, Plus, Smaller, Times};
//! use shapecheck::{Dim, dim, shape};
//!
//! fn rows<A: Dim, B: Dim>(x: shape![A + B, 2 * A, 3]) -> shape![Plus<A, B>, Times<dim!(2), A>, 3] {
//!     x
//! }
//! let _: Plus<dim!(40), dim!(2)> = <dim!(42)>::new();
//! let _: Minus<dim!(40), dim!(2)> = <dim!(38)>::new();
//! let _: Times<dim!(40), dim!(2)> = <dim!(80)>::new();
//! let _: DividedBy<dim!(40), dim!(3)> = <dim!(13)>::new(); // rounded down
//! let _: Smaller<dim!(40), dim!(2)> = <dim!(2)>::new();
//! ```
//!
//! Two numbers give a number. If one side is [`Dyn`], the result is `Dyn`. A result below zero, or of a division by
//! zero, is [`NoSize`], which no axis has:
//!
//! ```compile_fail,E0277
//! use shapecheck::shape;
//! use shapecheck::StaticShape;
//!
//! let sizes = <shape![{3} - {4}]>::SIZES;
//! ```
//!
//! A sum, a product and the smaller of two sizes are sizes, whatever the two are, and generic code needs no bound. A
//! difference or a quotient may be none. A signature can name it, and what goes on to use it as an axis needs one
//! bound:
//!
//! ```
//! use shapecheck::dim::{Minus, Plus};
//! use shapecheck::{Dim, dim};
//!
//! fn total<A: Dim, B: Dim>(a: A, b: B) -> Plus<A, B> {
//!     a.plus(b)
//! }
//! fn rest<A: Dim, B: Dim>(a: A, b: B) -> Minus<A, B>
//! where
//!     dim!(A - B): Dim,
//! {
//!     a.minus(b)
//! }
//! assert_eq!(total(<dim!(2)>::new(), <dim!(3)>::new()), <dim!(5)>::new());
//! assert_eq!(total(<dim!(2)>::new(), shapecheck::Dyn(4)), shapecheck::Dyn(6));
//! assert_eq!(rest(<dim!(5)>::new(), <dim!(3)>::new()), <dim!(2)>::new());
//! ```
//!
//! How it works: a number is twice the number of its leading bits, plus its last bit. So each function of two numbers
//! reduces to the same function of their leading bits. The left side passes its leading bits to a function of the right
//! side; the name of that function tells the last bit of the left side. This takes two steps for each bit. That the
//! result is a size is proved apart, in `dim/digits.rs`.
//!
//! In the guide: [generic code](crate::guide::generic_code).

use core::marker::PhantomData;

use typenum::{B0, B1, U1, UInt, UTerm};

use super::digits::{Appends, Digits, bits, then};
use super::extent::{BitCount, CancelAxes, Counted, FirstAxes, Infers};
use super::named::{Identity, Name, NamedDim};
use super::{Dim, Doubled, Dyn, NoArray};
use crate::algebra::Answer;
use crate::for_each::for_each;
use crate::sealed::Sealed;
use crate::verdict::{Clash, Fits, NextCount};
use crate::{Axes, Scalar};

pub use super::extent::{Division, Extent};

/// The result of a subtraction below zero or a division by zero. No axis has this size.
///
/// In the guide: [generic code](crate::guide::generic_code).
#[derive(Clone, Copy, Debug)]
pub struct NoSize;

/// `A + B`, which is a size: it needs no bound.
///
/// In the guide: [generic code](crate::guide::generic_code).
pub type Plus<A, B> = <A as Arithmetic>::Plus<B>;

/// `A - B`, or [`NoSize`] if that is below zero.
///
/// In the guide: [generic code](crate::guide::generic_code).
pub type Minus<A, B> = <A as Extent>::Minus<B>;

/// `A * B`, which is a size: it needs no bound.
///
/// In the guide: [generic code](crate::guide::generic_code).
pub type Times<A, B> = <A as Arithmetic>::Times<B>;

/// `A + B`, where one of them may be [`NoSize`].
#[doc(hidden)]
pub type Sum<A, B> = <A as Extent>::Plus<B>;

/// The same with the names of sizes: `Rows / Tp + 2`.
#[doc(hidden)]
pub type SumOrNone<A, B> = <A as Extent>::IfSize<
    <B as Extent>::IfSize<Plus<<A as Extent>::Size, <B as Extent>::Size>, NoSize>,
    NoSize,
>;

/// `A * B`, where one of them may be [`NoSize`].
#[doc(hidden)]
pub type Product<A, B> = <A as Extent>::Times<B>;

/// The same with the names of sizes: `Heads / Tp * Head`.
#[doc(hidden)]
pub type ProductOrNone<A, B> = <A as Extent>::IfSize<
    <B as Extent>::IfSize<Times<<A as Extent>::Size, <B as Extent>::Size>, NoSize>,
    NoSize,
>;

/// `A / B`, rounded down, or [`NoSize`] if `B` is zero.
///
/// In the guide: [generic code](crate::guide::generic_code).
pub type DividedBy<A, B> = <<B as Extent>::Divide<A> as Division>::Quotient;

/// The remainder of `A` divided by `B`.
///
/// In the guide: [generic code](crate::guide::generic_code).
pub type Remainder<A, B> = <<B as Extent>::Divide<A> as Division>::Remainder;

/// `A / B`, rounded up, or [`NoSize`] if `B` is zero.
///
/// In the guide: [generic code](crate::guide::generic_code).
// A remainder of zero minus one is `NoSize`: then nothing is added to the quotient.
pub type DividedUp<A, B> = <<Remainder<A, B> as Extent>::Minus<U1> as Extent>::IfSize<
    <DividedBy<A, B> as Extent>::Next,
    DividedBy<A, B>,
>;

/// The verdict that `A` is a multiple of `B`, or the clash of `Lhs` with `Rhs` at an axis.
// The remainder is subtracted from zero, which has a result only if it is zero.
pub(crate) type MultipleVerdict<A, B, Lhs, Rhs, Axis> =
    <<Remainder<A, B> as Extent>::FromZero as Extent>::Or<Lhs, Rhs, Axis>;

/// The verdict that `N` is a size other than 0, or the clash of `Lhs` with `Rhs` at an axis.
pub(crate) type FromOneOr<N, Lhs, Rhs, Axis> =
    <<N as Extent>::IsPositive as Answer>::FitsOr<Lhs, Rhs, Axis>;

/// The verdict that `A` is at most `B`.
pub(crate) type AtMost<A, B, Axis> = <Minus<B, A> as Extent>::Or<A, B, Axis>;

/// The smaller of `A` and `B`, which is a size: it needs no bound.
///
/// In the guide: [generic code](crate::guide::generic_code).
pub type Smaller<A, B> = <A as Arithmetic>::Smaller<B>;

/// `N`, or 0 if it is [`NoSize`]: a size.
pub(crate) type SizeOrZero<N> = <<N as Extent>::IfSize<N, UTerm> as Extent>::Size;

/// `N`, or [`Dyn`] if it is [`NoSize`]: the size of a result that a rule refuses, so that what is done with it adds no
/// error.
pub(crate) type SizeOrAny<N> = <N as Extent>::IfSize<N, Dyn>;

/// The same before it is known to be a size.
type SmallerOf<A, B> = <<B as Extent>::Minus<A> as Extent>::IfSize<A, B>;

/// Results computed from sizes that are sizes again, whatever the sizes are.
///
/// In the guide: [generic code](crate::guide::generic_code).
// Part of `Dim`.
pub trait Arithmetic: Sealed {
    /// `Self + Rhs`
    type Plus<Rhs: Dim>: Dim;
    /// `Self * Rhs`
    type Times<Rhs: Dim>: Dim;
    /// The smaller of the two.
    type Smaller<Rhs: Dim>: Dim;
    /// `Lhs + Self`, where the left side is a number. In a message about a parameter this says what is added.
    #[doc(hidden)]
    type PlusNumber<Lhs: Digits>: Dim;
    /// `Lhs * Self`, where the left side is a number.
    #[doc(hidden)]
    type TimesNumber<Lhs: Digits>: Dim;
    /// `L + Self`, where the left side is a name of size N.
    #[doc(hidden)]
    type PlusNamed<L: Name, N: Dim>: Dim;
    /// `L * Self`, where the left side is a name of size N.
    #[doc(hidden)]
    type TimesNamed<L: Name, N: Dim>: Dim;
}

// Arithmetic of numbers: by way of [`Extent`], or what is known without it.
for_each! {
    ($(#[$doc:meta])* [$($parameter:ident),*] $size:ty, $Rhs:ident => $plus:ty, $times:ty, $L:ident $N:ident => $plus_named:ty, $times_named:ty) => {
        $(#[$doc])*
        impl<$($parameter),*> Arithmetic for $size
        where
            Self: Digits,
        {
            type Plus<$Rhs: Dim> = $plus;
            type Times<$Rhs: Dim> = $times;
            type Smaller<Rhs: Dim> = <SmallerOf<Self, Rhs> as Extent>::Size;
            type PlusNumber<Lhs: Digits> = <Sum<Lhs, Self> as Extent>::Size;
            type TimesNumber<Lhs: Digits> = <Product<Lhs, Self> as Extent>::Size;
            type PlusNamed<$L: Name, $N: Dim> = $plus_named;
            type TimesNamed<$L: Name, $N: Dim> = $times_named;
        }
    }

    /// `0 + N = N`
    [] UTerm, Rhs => Rhs, Rhs::TimesNumber<Self>, L N => NamedDim<L, N>, Self;
    /// `1 * N = N`
    [] U1, Rhs => Rhs::PlusNumber<Self>, Rhs, L N => NamedSum<L, N, Self>, NamedDim<L, N>;
    /// 2 and up
    [U, B, C] UInt<UInt<U, B>, C>, Rhs => Rhs::PlusNumber<Self>, Rhs::TimesNumber<Self>, L N => NamedSum<L, N, Self>, NamedProduct<L, N, Self>;
}

/// `name + number`
type NamedSum<L, N, Number> = NamedDim<<L as Identity>::AndNumber<Number>, Plus<N, Number>>;

/// `number * name`
type NamedProduct<L, N, Number> = NamedDim<<L as Identity>::Multiple<Number>, Times<Number, N>>;

/// `_ + N = _`, `_ * N = _`
impl Arithmetic for Dyn {
    type Plus<Rhs: Dim> = Dyn;
    type Times<Rhs: Dim> = Dyn;
    type Smaller<Rhs: Dim> = Dyn;
    type PlusNumber<Lhs: Digits> = Dyn;
    type TimesNumber<Lhs: Digits> = Dyn;
    type PlusNamed<L: Name, N: Dim> = Dyn;
    type TimesNamed<L: Name, N: Dim> = Dyn;
}

/// The quotient `Q` and the remainder `R`.
#[doc(hidden)]
pub struct Divided<Q, R>(PhantomData<(Q, R)>);

/// `2 N / 2 D` has the quotient of `N / D` and the remainder `2 R`. For `2 N / D`, D is divided into `2 R` once more.
impl<Q: Extent, R: Extent> Division for Divided<Q, R> {
    type Quotient = Q;
    type Remainder = R;
    type OfEven = Divided<Q, R::Twice>;
    type OfOdd = Divided<Q, R::TwiceAndOne>;
    type ThenZero<Rhs: Extent> = <<R::Twice as Extent>::Minus<Rhs> as Extent>::NextBit<Q, R::Twice>;
    type ThenOne<Rhs: Extent> =
        <<R::TwiceAndOne as Extent>::Minus<Rhs> as Extent>::NextBit<Q, R::TwiceAndOne>;
}

/// `2 value + bit`
const fn doubled(value: Option<usize>, bit: usize) -> Option<usize> {
    match value {
        Some(value) if value <= usize::MAX >> 1 => Some(value << 1 | bit),
        _ => None,
    }
}

/// `0`
impl Extent for UTerm {
    const VALUE: Option<usize> = Some(0);
    type Array<T> = [T; 0];
    type Size = Self;
    type Unnamed = Self;
    then!(zero);

    type Plus<Rhs: Extent> = Rhs;
    type Minus<Rhs: Extent> = Rhs::FromZero;
    type Times<Rhs: Extent> = Rhs::ZeroTimes;
    type Divide<Lhs: Extent> = Divided<NoSize, NoSize>;
    type TakenFromName<Whole: Name, Otherwise: Extent> = Whole::Size;
    type NameOver<Rhs: Name, Otherwise: Division> = Otherwise;
    type IfSize<Size: Extent, Otherwise: Extent> = Size;
    type Or<Lhs, Rhs, Axis: NextCount> = Fits<Scalar>;
    type IsPositive = B0;
    type OrZero = Self;
    type OrOne = Self;

    type Next = U1;
    type Previous = NoSize;
    type Twice = UTerm;
    type TwiceAndOne = U1;

    type PlusAndOne<Rhs: Extent> = Rhs::OntoOdd<UTerm>;
    type OntoEven<U: Extent> = U::Twice;
    type OntoOdd<U: Extent> = U::TwiceAndOne;
    type OntoNextEven<U: Extent> = <U::PlusAndOne<UTerm> as Extent>::Twice;

    type MinusAndOne<Rhs: Extent> = NoSize;
    type FromZero = UTerm;
    type FromEven<U: Extent> = U::Twice;
    type FromOdd<U: Extent> = U::TwiceAndOne;
    type FromOddBelow<U: Extent> = <U::MinusAndOne<UTerm> as Extent>::TwiceAndOne;

    type ZeroTimes = UTerm;

    type Is<Rhs: Extent> = Rhs::IsZero;
    type IsZero = B1;
    type IsTwice<U: Extent> = B0;
    type IsTwiceAndOne<U: Extent> = B0;
    type IsUnknown = B0;
    type IsAnonymous = B0;
    type IsNamed<L: Identity, N: Extent> = N::IsZero;
    type HasName = B0;
    type HasFactor<T: Identity> = B0;
    type Kept<Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
        Lead::Kept<Other, Axes<Behind, Self>>;
    type IsCountOf<N: Extent, L: CancelAxes> = <L::Times<N> as Extent>::Is<Self>;
    type Inferred<Source: CancelAxes, Target: CancelAxes> = B0;
    type InferredFirst<N: Extent, SourceRest: FirstAxes, Rest: FirstAxes> = B0;
    type TimesCounted<Rhs: Extent> = Counted<Self, Rhs>;
    type Length<From: BitCount> = From;

    type DivideByTwice<Rhs: Extent> = Divided<UTerm, UTerm>;
    type DivideByOdd<Lhs: Extent, Rhs: Extent> = Divided<Lhs, UTerm>;
    type DivideByBits<Rhs: Extent> = Divided<UTerm, UTerm>;
    type NextBit<Q: Extent, R: Extent> = Divided<Q::TwiceAndOne, UTerm>;
}

/// What numbers that end in 0 and numbers that end in 1 have in common.
macro_rules! from_one_up {
    () => {
        type Unnamed = Self;
        type TakenFromName<Whole: Name, Otherwise: Extent> = Whole::LessNumber<Self, Otherwise>;
        type NameOver<Rhs: Name, Otherwise: Division> = Otherwise;
        type IfSize<Size: Extent, Otherwise: Extent> = Size;
        type Or<Lhs, Rhs, Axis: NextCount> = Fits<Scalar>;
        type IsPositive = B1;
        type OrZero = Self;
        type OrOne = Self;
        type Twice = UInt<Self, B0>;
        type TwiceAndOne = UInt<Self, B1>;
        type FromZero = NoSize;
        type ZeroTimes = UTerm;
        type IsZero = B0;
        type IsUnknown = B0;
        type IsAnonymous = B0;
        type HasName = B0;
        type HasFactor<T: Identity> = B0;
        type Kept<Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
            Lead::Kept<Other, Axes<Behind, Self>>;
        type IsCountOf<N: Extent, L: CancelAxes> = <L::Times<N> as Extent>::Is<Self>;
        type Inferred<Source: CancelAxes, Target: CancelAxes> = B0;
        type InferredFirst<N: Extent, SourceRest: FirstAxes, Rest: FirstAxes> = B0;
        type TimesCounted<Rhs: Extent> = Counted<Self, Rhs>;
        type Length<From: BitCount> = V::Length<From::Next>;
        type DivideByOdd<Lhs: Extent, Rhs: Extent> = Lhs::DivideByBits<Rhs>;
        type NextBit<Q: Extent, R: Extent> = Divided<Q::TwiceAndOne, Self>;
    };
}

/// `2 V`
impl<V: Extent> Extent for UInt<V, B0> {
    const VALUE: Option<usize> = doubled(V::VALUE, 0);
    type Array<T> = Doubled<V::Array<T>, [T; 0]>;
    then!(V, B0);

    type Plus<Rhs: Extent> = Rhs::OntoEven<V>;
    type Minus<Rhs: Extent> = Rhs::FromEven<V>;
    type Times<Rhs: Extent> = <V::Times<Rhs> as Extent>::Twice;
    type Divide<Lhs: Extent> = Lhs::DivideByTwice<V>;

    type Next = UInt<V, B1>;
    type Previous = UInt<V::Previous, B1>;
    type PlusAndOne<Rhs: Extent> = Rhs::OntoOdd<V>;
    type OntoEven<U: Extent> = UInt<U::Plus<V>, B0>;
    type OntoOdd<U: Extent> = UInt<U::Plus<V>, B1>;
    type OntoNextEven<U: Extent> = UInt<U::PlusAndOne<V>, B0>;

    type MinusAndOne<Rhs: Extent> = Rhs::FromOddBelow<V>;
    type FromEven<U: Extent> = <U::Minus<V> as Extent>::Twice;
    type FromOdd<U: Extent> = <U::Minus<V> as Extent>::TwiceAndOne;
    type FromOddBelow<U: Extent> = <U::MinusAndOne<V> as Extent>::TwiceAndOne;

    type Is<Rhs: Extent> = Rhs::IsTwice<V>;
    type IsTwice<U: Extent> = U::Is<V>;
    type IsTwiceAndOne<U: Extent> = B0;
    type IsNamed<L: Identity, N: Extent> = N::IsTwice<V>;

    type DivideByTwice<Rhs: Extent> = <Rhs::Divide<V> as Division>::OfEven;
    type DivideByBits<Rhs: Extent> = <V::DivideByBits<Rhs> as Division>::ThenZero<Rhs>;

    from_one_up!();
}

/// `2 V + 1`
impl<V: Extent> Extent for UInt<V, B1> {
    const VALUE: Option<usize> = doubled(V::VALUE, 1);
    type Array<T> = Doubled<V::Array<T>, [T; 1]>;
    then!(V, B1);

    type Plus<Rhs: Extent> = Rhs::OntoOdd<V>;
    type Minus<Rhs: Extent> = Rhs::FromOdd<V>;
    type Times<Rhs: Extent> = Rhs::OntoEven<V::Times<Rhs>>;
    type Divide<Lhs: Extent> = V::DivideByOdd<Lhs, Self>;

    type Next = UInt<V::Next, B0>;
    type Previous = V::Twice;
    type PlusAndOne<Rhs: Extent> = Rhs::OntoNextEven<V>;
    type OntoEven<U: Extent> = UInt<U::Plus<V>, B1>;
    type OntoOdd<U: Extent> = UInt<U::PlusAndOne<V>, B0>;
    type OntoNextEven<U: Extent> = UInt<U::PlusAndOne<V>, B1>;

    type MinusAndOne<Rhs: Extent> = Rhs::FromEven<V>;
    type FromEven<U: Extent> = <U::MinusAndOne<V> as Extent>::TwiceAndOne;
    type FromOdd<U: Extent> = <U::Minus<V> as Extent>::Twice;
    type FromOddBelow<U: Extent> = <U::MinusAndOne<V> as Extent>::Twice;

    type Is<Rhs: Extent> = Rhs::IsTwiceAndOne<V>;
    type IsTwice<U: Extent> = B0;
    type IsTwiceAndOne<U: Extent> = U::Is<V>;
    type IsNamed<L: Identity, N: Extent> = N::IsTwiceAndOne<V>;

    type DivideByTwice<Rhs: Extent> = <Rhs::Divide<V> as Division>::OfOdd;
    type DivideByBits<Rhs: Extent> = <V::DivideByBits<Rhs> as Division>::ThenOne<Rhs>;

    from_one_up!();
}

/// Types for which the result of any arithmetic is the type itself.
macro_rules! absorbs {
    ($Self:ident: $Otherwise:ident => $if_size:ty, $Lhs:ident $Rhs:ident $Axis:ident => $or:ty, $Q:ident $R:ident => $next:ty, $Other:ident => $is:ty, $unknown:ty, $zero:ty, $one:ty, $Source:ident $Target:ident => $inferred:ty, $First:ident $SourceRest:ident $Rest:ident => $inferred_first:ty) => {
        impl Extent for $Self {
            const VALUE: Option<usize> = None;
            type Array<T> = NoArray;
            type Size = Dyn;
            type Unnamed = Self;
            then!(zero);

            type Plus<Rhs: Extent> = Self;
            type Minus<Rhs: Extent> = Self;
            type Times<Rhs: Extent> = Self;
            type Divide<Lhs: Extent> = Divided<Self, Self>;
            type TakenFromName<Whole: Name, Rest: Extent> = Rest;
            type NameOver<Rhs: Name, Quotient: Division> = Quotient;
            type IfSize<Size: Extent, $Otherwise: Extent> = $if_size;
            type Or<$Lhs, $Rhs, $Axis: NextCount> = $or;
            type IsPositive = $unknown;
            type OrZero = $zero;
            type OrOne = $one;

            type Next = Self;
            type Previous = Self;
            type Twice = Self;
            type TwiceAndOne = Self;

            type PlusAndOne<Rhs: Extent> = Self;
            type OntoEven<U: Extent> = Self;
            type OntoOdd<U: Extent> = Self;
            type OntoNextEven<U: Extent> = Self;

            type MinusAndOne<Rhs: Extent> = Self;
            type FromZero = Self;
            type FromEven<U: Extent> = Self;
            type FromOdd<U: Extent> = Self;
            type FromOddBelow<U: Extent> = Self;

            type ZeroTimes = Self;

            type Is<$Other: Extent> = $is;
            type IsZero = B0;
            type IsTwice<U: Extent> = B0;
            type IsTwiceAndOne<U: Extent> = B0;
            type IsUnknown = $unknown;
            type IsAnonymous = $unknown;
            // A name fits where a size without one is expected.
            type IsNamed<L: Identity, N: Extent> = $unknown;
            type HasName = B0;
            type HasFactor<T: Identity> = B0;
            type Kept<Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
                Lead::Kept<Other, Axes<Behind, Self>>;
            type IsCountOf<N: Extent, L: CancelAxes> = B0;
            type Inferred<$Source: CancelAxes, $Target: CancelAxes> = $inferred;
            type InferredFirst<$First: Extent, $SourceRest: FirstAxes, $Rest: FirstAxes> =
                $inferred_first;
            type TimesCounted<Rhs: Extent> = NoSize;
            type Length<From: BitCount> = NoSize;

            type DivideByTwice<Rhs: Extent> = Divided<Self, Self>;
            type DivideByOdd<Lhs: Extent, Rhs: Extent> = Divided<Self, Self>;
            type DivideByBits<Rhs: Extent> = Divided<Self, Self>;
            type NextBit<$Q: Extent, $R: Extent> = $next;
        }
    };
}

absorbs!(Dyn: Otherwise => Dyn, Lhs Rhs Axis => Fits<Scalar>, Q R => Divided<Self, Self>, Other => Other::IsAnonymous, B1, UTerm, U1, Source Target => Infers<Source, Target>, First SourceRest Rest => <SourceRest::After<Axes<Scalar, First>> as CancelAxes>::MayInfer<Rest::After<Axes<Scalar, Self>>>);
// The divisor does not fit: the bit is 0, and the remainder stays.
absorbs!(NoSize: Otherwise => Otherwise, Lhs Rhs Axis => Clash<Lhs, Rhs, Axis>, Q R => Divided<Q::Twice, R>, Other => B0, B0, Self, Self, Source Target => B0, First SourceRest Rest => B0);
