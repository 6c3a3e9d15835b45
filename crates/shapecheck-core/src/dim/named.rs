//! Sizes with names: two sizes known only at run time that the compiler tells apart.
//!
//! [`dims!`](crate::dims!) declares names. Each is a size like [`Dyn`], with a name in its type. Names check, and never move anything:
//! nothing is aligned, reordered or repeated because of one.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{Tensor, dims, shape};
//!
//! dims! {
//!     /// Sentences in a batch.
//!     pub Batch,
//!     pub Seq,
//! }
//!
//! fn centred(x: &Tensor<f32, shape![Batch, Seq, 64]>) -> Tensor<f32, shape![Batch, Seq, 64]> {
//!     x - x.mean_axis::<-2>()
//! }
//! let x = Tensor::<f32, _>::zeros_with(<shape![Batch, Seq, 64]>::of([2, 5]));
//! assert_eq!(centred(&x).sizes(), [2, 5, 64]);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Broadcasted, dims, shape};
//!
//! dims! { Batch, Seq }
//!
//! // cannot broadcast: size `Batch` does not match size `Seq` at axis -1
//! fn wrong(_: Broadcasted<shape![Batch], shape![Seq]>) {}
//! ```
//!
//! # The rule
//!
//! | left | right | |
//! | --- | --- | --- |
//! | a name | itself | that name; the sizes are compared when the program runs |
//! | a name | 1, written | the name |
//! | a name | `_` | the name, which never stretches: a size of 1 against 5 is an error when the program runs |
//! | a name | another name | compile error |
//! | a name | a number from 2 up, or 0 | compile error, unless the name has that size |
//!
//! `Past + Seq` and `2 * Seq` are sizes with names, too: sums and products in which names keep their order. A name that
//! has a size, `Rgb = 3`, is not another name of the same size.
//!
//! In the guide: [sizes with names](crate::guide::named_sizes).

use core::fmt::{self, Debug, Formatter};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use typenum::{B0, B1, U0, U1, UInt, UTerm};

use super::digits::{Digits, bits, then};
use super::role::{PartOf, Role};
use super::{
    Arithmetic, Dim, Divided, DividedBy, Division, Dyn, EndsInOne, Extent, Minus, NoSize, Plus,
    Product, Remainder, StaticDim, Sum, Times, known,
};
use crate::algebra::{Answer, AnyAnswer, AxisEquals, BitCount, CancelAxes, FirstAxes, KeptNames};
use crate::algebra::{MakesUp, NothingInferred};
use crate::broadcast::{AxisExpands, AxisMeets};
use crate::sealed::Sealed;
use crate::verdict::equal::relations;
use crate::verdict::{
    AxisVerdict, BitsAnswer, Clash, CompareBits, Different, Equal, Fits, Last, NextCount,
};
use crate::{Axes, DynShape};

/// A size with a name. [`dims!`](crate::dims!) declares aliases of it.
///
/// `Size` is [`Dyn`], or a number if the name has that size. Another number is an error where a program with it is built:
///
/// ```compile_fail,E0080
/// use shapecheck::dim::NamedDim;
/// use shapecheck::{Dim, dim, dims};
///
/// dims! { World = 2, Body = 3 }
///
/// trait Named {
///     type Name;
/// }
/// impl<T, N> Named for NamedDim<T, N> {
///     type Name = T;
/// }
/// type Forged = NamedDim<<dim!(World + Body) as Named>::Name, dim!(100)>; // and not 5
/// assert_eq!(Forged::default().size(), 100);
/// assert_eq!(Forged::STATIC_SIZE, Some(100));
/// ```
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
pub struct NamedDim<Named, Size = Dyn> {
    size: Size,
    name: PhantomData<Named>,
}

impl<T, N> NamedDim<T, N> {
    const fn with(size: N) -> Self {
        Self {
            size,
            name: PhantomData,
        }
    }
}

impl<T: Identity> NamedDim<T> {
    /// The size with this value.
    ///
    /// # Panics
    ///
    /// Panics if it is larger than the bound of the name, `Seq <= 2048`.
    #[inline]
    #[track_caller]
    pub const fn of(size: usize) -> Self {
        assert!(
            size <= T::NAME.most(),
            "the size is larger than the bound of its name"
        );
        Self::with(Dyn(size))
    }
}

// Derived, these would ask the same of the name, which has no values.
impl<T, N: Copy> Copy for NamedDim<T, N> {}

impl<T, N: Copy> Clone for NamedDim<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, N: Default> Default for NamedDim<T, N> {
    fn default() -> Self {
        Self::with(N::default())
    }
}

impl<T, N: PartialEq> PartialEq for NamedDim<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<T, N: Eq> Eq for NamedDim<T, N> {}

impl<T, N: Hash> Hash for NamedDim<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

/// `Batch = 3`
impl<T: Identity, N: Dim> Debug for NamedDim<T, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", T::NAME, self.size.size())
    }
}

/// The digits of keys.
macro_rules! hex_digits {
    (declared) => {
        hex_digits!(declared Hex0 Hex1 Hex2 Hex3 Hex4 Hex5 Hex6 Hex7 Hex8 Hex9 HexA HexB HexC HexD HexE HexF);
    };
    (declared $($digit:ident)*) => {$(
        /// Whether this is that digit before the key `Rest`.
        type $digit<Rest: Key>: AnyAnswer;
    )*};
    (none) => {
        hex_digits!(none Hex0 Hex1 Hex2 Hex3 Hex4 Hex5 Hex6 Hex7 Hex8 Hex9 HexA HexB HexC HexD HexE HexF);
    };
    (none $($digit:ident)*) => {$(
        type $digit<Rest: Key> = B0;
    )*};
    ([$($before:ident)*] $digit:ident $($behind:ident)*) => {
        /// A digit of a key, and those after it.
        #[doc(hidden)]
        pub struct $digit<Rest>(PhantomData<Rest>);

        /// `digit, L is digit, R` if L is R
        impl<L: Key> Key for $digit<L> {
            type Is<Rhs: Key> = Rhs::$digit<L>;
            type NoDigit = B0;
            type IsTwo<R: Key, S: Key> = B0;
            type $digit<R: Key> = R::Is<L>;
            hex_digits!(none $($before)* $($behind)*);
        }

        hex_digits!([$($before)* $digit] $($behind)*);
    };
    ([$($before:ident)*]) => {};
}

/// What [`dims!`](crate::dims!) says of a name.
#[doc(hidden)]
pub trait Declared: Copy + Send + Sync + 'static {
    /// A number from the letters of the name, which tells most names apart, so that a clash of two is reported with its
    /// axis. Names with the same number differ as types.
    type Letters: Digits;
    /// What no other name has.
    type Key: Key<Is<Self::Key> = B1>;
    /// [`Dyn`], or the number that the name has as its size.
    type Size: Dim;
    /// What the name stands for.
    type Role: Role;
    /// The name when the program runs.
    const NAME: &'static SizeName;
}

/// A number of 64 bits in hexadecimal digits, the last digit first: `Hex2<Hex1<NoDigit>>` is 0x12.
///
/// [`dims!`](crate::dims!) makes it from where a name is declared, so that no two names have the same. Most rules look at
/// names that may be parameters, for which there is no comparison of types: these are compared by their keys alone, one
/// digit a step, up to the first that differs.
#[doc(hidden)]
pub trait Key {
    /// Whether this is the key `Rhs`.
    type Is<Rhs: Key>: AnyAnswer;
    /// Whether no digit is left.
    type NoDigit: AnyAnswer;
    /// Whether these are the keys of [`Two`] names.
    type IsTwo<L: Key, R: Key>: AnyAnswer;
    hex_digits!(declared);
}

/// No digit is left.
#[doc(hidden)]
pub struct NoDigit;

/// `NoDigit` equals `NoDigit`
impl Key for NoDigit {
    type Is<Rhs: Key> = Rhs::NoDigit;
    type NoDigit = B1;
    type IsTwo<L: Key, R: Key> = B0;
    hex_digits!(none);
}

/// The keys of two names.
#[doc(hidden)]
pub struct Two<L, R>(PhantomData<(L, R)>);

/// `A, B is C, D` if A is C and B is D
impl<A: Key, B: Key> Key for Two<A, B> {
    type Is<Rhs: Key> = Rhs::IsTwo<A, B>;
    type NoDigit = B0;
    type IsTwo<C: Key, D: Key> = Both<C::Is<A>, D::Is<B>>;
    hex_digits!(none);
}

hex_digits!([] Hex0 Hex1 Hex2 Hex3 Hex4 Hex5 Hex6 Hex7 Hex8 Hex9 HexA HexB HexC HexD HexE HexF);

/// What tells one name from another, and what is computed of names. A name is one that is declared, a sum or a product.
///
/// Sums and multiples of one name have one form, whatever made them: a number is the last of a sum and the first of a
/// product, `Seq + 1` and `2 * Seq`, and `Seq + Seq` is `2 * Seq`. Names keep their order.
///
/// Each step is an associated type of its operands, so that there is an answer for any two.
#[doc(hidden)]
pub trait Identity: Copy + Send + Sync + 'static {
    /// Whether this is the name `Rhs`.
    type Is<Rhs: Identity>: AnyAnswer;
    /// Whether this is the name with that key.
    type IsDeclared<K: Key>: AnyAnswer;
    /// Whether this is `A + B`.
    type IsSum<A: Identity, B: Identity>: AnyAnswer;
    /// Whether this is `A + N` with a number N.
    type IsSumWith<A: Identity, N: Extent>: AnyAnswer;
    /// Whether this is `A * B`.
    type IsProduct<A: Identity, B: Identity>: AnyAnswer;
    /// Whether this is `N * A` with a number N.
    type IsMultiple<N: Extent, A: Identity>: AnyAnswer;

    /// Whether the name T is a factor of this one.
    type HasFactor<T: Identity>: AnyAnswer;
    /// As [`Extent::Kept`], for a size N with this name.
    type Kept<N: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes>: KeptNames;

    /// The size with this name.
    type Size: Dim;
    /// C, if this is `C * Base`, or 1.
    type Coefficient: Digits;
    /// What this is a multiple of.
    type Base: Name;

    /// `Lhs + Self`, where they are not multiples of one name.
    type After<Lhs: Name>: Name;
    /// `Self + Rhs`, where they are not multiples of one name, and the right side is not a sum with a number.
    type And<Rhs: Name>: Name;
    /// `Self + N`
    type AndNumber<N: Digits>: Name;
    /// `Self * Rhs`
    type Times<Rhs: Name>: Name;
    /// `Lhs * Self`, where the left side is not a multiple.
    type TimesBehind<Lhs: Name>: Name;
    /// `N * Self`, where N is 2 or more.
    type Multiple<N: Digits>: Name;

    /// `Whole - Self`, if that is known, or `Otherwise`.
    type TakenFrom<Whole: Name, Otherwise: Extent>: Extent;
    /// `Self - Rhs`, if this is a sum with `Rhs` or a larger multiple, or `Otherwise`. The right side is not a sum with a
    /// number.
    type Less<Rhs: Name, Otherwise: Extent>: Extent;
    /// `Self - N`, if this is a sum with a number of that size, or `Otherwise`.
    type LessNumber<N: Extent, Otherwise: Extent>: Extent;
    /// `Whole / Self`, if that is known, or `Otherwise`.
    type Divides<Whole: Name, Otherwise: Division>: Division;
    /// What has no name, divided by this: `Otherwise`, unless this is an axis of a mesh.
    type DividesOther<Otherwise: Division>: Division;
    /// The shard of this over an axis of a mesh, `Self / M`.
    type CutBy<M: Declared>: Division;
    /// `Self / Rhs`, if this is a product with `Rhs`, or `Otherwise`.
    type Over<Rhs: Extent, Otherwise: Division>: Division;

    /// The name when the program runs.
    const NAME: &'static SizeName;
}

/// A name, which is itself.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the name of a size",
    label = "expected a name",
    note = "`dims! {{ Batch, Seq }}` declares names"
)]
pub trait Name: Identity<Is<Self> = B1> + CompareNames<Self, Answer = Equal> {}

// That a name is itself is proved here once for all, and not for each name.
impl<T: Declared> Name for T {}
impl<A: Name, B: Name> Name for SumOf<A, B> {}
impl<A: Name, N: Digits> Name for SumOf<A, NumberOf<N>> {}
impl<A: Name, B: Name> Name for ProductOf<A, B> {}
impl<N: Digits, A: Name> Name for ProductOf<NumberOf<N>, A> {}

/// Whether two names have the same letters, as the bits of two numbers are [compared](CompareBits): with a trait of the two, whose
/// answer rustc finds in fewer steps than that of [`Identity`], which holds for parameters too.
#[doc(hidden)]
pub trait CompareNames<Rhs> {
    /// [`Equal`] or [`Different`].
    type Answer: BitsAnswer;
}

/// Two names have the same letters or not
impl<T: Declared, R: Declared> CompareNames<R> for T
where
    T::Letters: CompareBits<R::Letters>,
{
    type Answer = <T::Letters as CompareBits<R::Letters>>::Answer;
}

/// Two numbers are equal or not
impl<N: CompareBits<M>, M> CompareNames<NumberOf<M>> for NumberOf<N> {
    type Answer = N::Answer;
}

/// `A + B` is `C + D` if A is C and B is D
impl<A: CompareNames<C>, B: CompareNames<D>, C, D> CompareNames<SumOf<C, D>> for SumOf<A, B> {
    type Answer = <A::Answer as BitsAnswer>::And<B::Answer>;
}

/// `A * B` is `C * D` if A is C and B is D
impl<A: CompareNames<C>, B: CompareNames<D>, C, D> CompareNames<ProductOf<C, D>>
    for ProductOf<A, B>
{
    type Answer = <A::Answer as BitsAnswer>::And<B::Answer>;
}

relations! {
    CompareNames::Answer {
        [T: Declared, N] T, NumberOf<N> => Different;
        [T: Declared, N] NumberOf<N>, T => Different;
        [T: Declared, C, D] T, SumOf<C, D> => Different;
        [T: Declared, A, B] SumOf<A, B>, T => Different;
        [T: Declared, C, D] T, ProductOf<C, D> => Different;
        [T: Declared, A, B] ProductOf<A, B>, T => Different;
        [N, C, D] NumberOf<N>, SumOf<C, D> => Different;
        [N, A, B] SumOf<A, B>, NumberOf<N> => Different;
        [N, C, D] NumberOf<N>, ProductOf<C, D> => Different;
        [N, A, B] ProductOf<A, B>, NumberOf<N> => Different;
        [A, B, C, D] SumOf<A, B>, ProductOf<C, D> => Different;
        [A, B, C, D] ProductOf<A, B>, SumOf<C, D> => Different;
    }
}

/// The verdict on two sizes with names, whose letters are the same or not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "size `{Lhs}` does not match size `{Rhs}`, a name of another `dims!`",
    label = "`{Lhs}` on the left, `{Rhs}` on the right",
    note = "two `dims!` declare two lists of names, also where the names have the same letters: import the one that is meant"
)]
pub trait Decides<Lhs, Rhs> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

/// One name
impl<D> Decides<D, D> for Equal {
    type Verdict = Fits<D>;
}

/// Two names
impl<Lhs, Rhs> Decides<Lhs, Rhs> for Different {
    type Verdict = Clash<Lhs, Rhs, Last>;
}

/// Whether the size of a name is the number M.
#[doc(hidden)]
pub trait HasSize<M> {
    /// [`Equal`] or [`Different`].
    type Answer: BitsAnswer;
}

relations! {
    HasSize::Answer {
        [M] Dyn, M => Different;
        [] U0, U0 => Equal;
        [V, D] U0, UInt<V, D> => Different;
        [] U1, U1 => Equal;
        [] U1, U0 => Different;
        [V, D, E] U1, bits!(V; D E) => Different;
        [U, B, C] bits!(U; B C), U0 => Different;
        [U, B, C] bits!(U; B C), U1 => Different;
    }
}

impl<U, B, C, V, D, E> HasSize<bits!(V; D E)> for bits!(U; B C)
where
    Self: CompareBits<bits!(V; D E)>,
{
    type Answer = <Self as CompareBits<bits!(V; D E)>>::Answer;
}

/// `A + B`, at least one of which has a name.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[derive(Clone, Copy)]
pub struct SumOf<A, B>(PhantomData<(A, B)>);

/// `A * B`, at least one of which has a name.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[derive(Clone, Copy)]
pub struct ProductOf<A, B>(PhantomData<(A, B)>);

/// `A / M`, the part of A that each rank along the axis M of a mesh has.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
pub struct Shard<Whole, Mesh>(PhantomData<(Whole, Mesh)>);

impl<W, M> Copy for Shard<W, M> {}

impl<W, M> Clone for Shard<W, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Declared, M: Declared> Declared for Shard<W, M> {
    type Letters = <Product<W::Letters, M::Letters> as Extent>::Digits;
    type Key = Two<W::Key, M::Key>;
    type Size = <DividedBy<W::Size, M::Size> as Extent>::Size;
    type Role = PartOf<W, M>;
    const NAME: &'static SizeName = &SizeName::Shard(W::NAME, M::NAME);
}

/// A number in a sum or a product.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[derive(Clone, Copy)]
pub struct NumberOf<N>(PhantomData<N>);

type Both<A, B> = <A as Answer>::And<B>;

/// `A + B` of two names
pub(crate) type NamePlus<A, B> =
    <<<A as Identity>::Base as Identity>::Is<<B as Identity>::Base> as Answer>::NamePlus<A, B>;

/// `A + B` of two multiples of one name
pub(crate) type Merged<A, B> = ProductOf<
    NumberOf<<Sum<<A as Identity>::Coefficient, <B as Identity>::Coefficient> as Extent>::Digits>,
    <A as Identity>::Base,
>;

/// `Yes` if the name A is B, or `No`.
type IfIs<A, B, Yes, No> = <<A as Identity>::Is<B> as Answer>::Size<Yes, No>;

/// `Size + Rest`, or `Otherwise` if the rest is [`NoSize`].
type PlusOr<Size, Rest, Otherwise> =
    <Rest as Extent>::IfSize<Plus<Size, <Rest as Extent>::Size>, Otherwise>;

/// `C * Size` with a remainder of 0, or `Otherwise` if the size is [`NoSize`].
type TimesOr<C, Size, Otherwise> = Divided<
    <Size as Extent>::IfSize<Times<C, <Size as Extent>::Size>, <Otherwise as Division>::Quotient>,
    <Size as Extent>::IfSize<U0, <Otherwise as Division>::Remainder>,
>;

/// `Size * Rest` with a remainder of 0, or `Otherwise` if the size is [`NoSize`].
type TimesAfter<Size, Rest, Otherwise> = Divided<
    <Size as Extent>::IfSize<
        Times<<Size as Extent>::Size, Rest>,
        <Otherwise as Division>::Quotient,
    >,
    <Size as Extent>::IfSize<U0, <Otherwise as Division>::Remainder>,
>;

/// No quotient.
type NoQuotient = Divided<NoSize, NoSize>;

/// The types of a name that is not of these forms, or does not have this.
macro_rules! has_no {
    ($($form:ident)*) => { $(has_no!(@ $form);)* };
    (@ IsDeclared) => { type IsDeclared<K: Key> = B0; };
    (@ IsSum) => { type IsSum<C: Identity, D: Identity> = B0; };
    (@ IsSumWith) => { type IsSumWith<C: Identity, M: Extent> = B0; };
    (@ IsProduct) => { type IsProduct<C: Identity, D: Identity> = B0; };
    (@ IsMultiple) => { type IsMultiple<M: Extent, C: Identity> = B0; };
    // A name that is not a sum of two.
    (@ Summands) => {
        type And<Rhs: Name> = SumOf<Self, Rhs>;
    };
    // A name that is not a sum with a number.
    (@ Number) => {
        /// `L + S`
        type After<Lhs: Name> = Lhs::And<Self>;
        type AndNumber<M: Digits> = SumOf<Self, NumberOf<M>>;
        type TakenFrom<Whole: Name, Otherwise: Extent> = Whole::Less<Self, Otherwise>;
        type LessNumber<M: Extent, Otherwise: Extent> = Otherwise;
    };
    // A name that is not a product of two.
    (@ Factors) => {
        type HasFactor<F: Identity> = F::Is<Self>;
        type Kept<M: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
            <Other::HasFactor<Self> as Answer>::Kept<Self, M, Lead, Other, Behind>;
        type Over<Rhs: Extent, Otherwise: Division> = Otherwise;
    };
    // A name that is not a multiple.
    (@ Coefficient) => {
        type Coefficient = U1;
        type Base = Self;
        type Times<Rhs: Name> = Rhs::TimesBehind<Self>;
        type TimesBehind<Lhs: Name> = ProductOf<Lhs, Self>;
        type Multiple<M: Digits> = ProductOf<NumberOf<M>, Self>;
    };
    // A name that is computed from others: only a declared one can be an axis of a mesh.
    (@ Declaration) => {
        type DividesOther<Otherwise: Division> = Otherwise;
    };
    // A name that divides others as one.
    (@ Divisors) => {
        type Divides<Whole: Name, Otherwise: Division> = Whole::Over<Self::Size, Otherwise>;
    };
    (@ Shards) => {
        type CutBy<M: Declared> = NoQuotient;
    };
}

impl<T: Declared> Identity for T {
    type Is<Rhs: Identity> = Rhs::IsDeclared<T::Key>;
    type IsDeclared<K: Key> = K::Is<T::Key>;
    has_no!(IsSum IsSumWith IsProduct IsMultiple);
    type Size = NamedDim<T, T::Size>;
    type Less<Rhs: Name, Otherwise: Extent> = Otherwise;
    type Divides<Whole: Name, Otherwise: Division> =
        <T::Role as Role>::Quotient<Whole::CutBy<T>, Whole::Over<Self::Size, Otherwise>>;
    type DividesOther<Otherwise: Division> = <T::Role as Role>::Quotient<NoQuotient, Otherwise>;
    type CutBy<M: Declared> = Divided<<Shard<T, M> as Identity>::Size, U0>;
    has_no!(Summands Number Factors Coefficient);
    const NAME: &'static SizeName = T::NAME;
}

impl<A: Name, B: Name> Identity for SumOf<A, B> {
    type Is<Rhs: Identity> = Rhs::IsSum<A, B>;
    type IsSum<C: Identity, D: Identity> = Both<C::Is<A>, D::Is<B>>;
    has_no!(IsDeclared IsSumWith IsProduct IsMultiple);
    type Size = Plus<A::Size, B::Size>;
    /// `(A + B) + R = A + (B + R)` if these are multiples of one name
    type And<Rhs: Name> = <<B::Base as Identity>::Is<Rhs::Base> as Answer>::NameAnd<A, B, Rhs>;
    /// `(A + B) - A = B`, `(A + B) - B = A`, `(A + B) - R = A + (B - R)`
    type Less<Rhs: Name, Otherwise: Extent> = IfIs<
        A,
        Rhs,
        B::Size,
        IfIs<B, Rhs, A::Size, PlusOr<A::Size, B::Less<Rhs, NoSize>, Otherwise>>,
    >;
    has_no!(Number Factors Coefficient Declaration Divisors Shards);
    const NAME: &'static SizeName = &SizeName::Sum(A::NAME, B::NAME);
}

impl<A: Name, N: Digits> Identity for SumOf<A, NumberOf<N>> {
    type Is<Rhs: Identity> = Rhs::IsSumWith<A, N>;
    type IsSumWith<C: Identity, M: Extent> = Both<C::Is<A>, M::Is<N>>;
    has_no!(IsDeclared IsSum IsProduct IsMultiple);
    type Size = Plus<A::Size, N>;
    /// `L + (A + N) = (L + A) + N`
    type After<Lhs: Name> = <NamePlus<Lhs, A> as Identity>::AndNumber<N>;
    /// `(A + N) + R = (A + R) + N`
    type And<Rhs: Name> = <NamePlus<A, Rhs> as Identity>::AndNumber<N>;
    /// `(A + N) + M = A + (N + M)`
    type AndNumber<M: Digits> = SumOf<A, NumberOf<<Sum<N, M> as Extent>::Digits>>;
    /// `W - (A + N) = (W - A) - N`
    type TakenFrom<Whole: Name, Otherwise: Extent> =
        <Whole::Less<A, NoSize> as Extent>::IfSize<Minus<Whole::Less<A, NoSize>, N>, Otherwise>;
    /// `(A + N) - A = N`, `(A + N) - R = (A - R) + N`
    type Less<Rhs: Name, Otherwise: Extent> =
        IfIs<A, Rhs, N, PlusOr<N, A::Less<Rhs, NoSize>, Otherwise>>;
    /// `(A + N) - M = A + (N - M)`
    type LessNumber<M: Extent, Otherwise: Extent> = PlusOr<A::Size, Minus<N, M>, Otherwise>;
    has_no!(Factors Coefficient Declaration Divisors Shards);
    const NAME: &'static SizeName = &SizeName::Sum(A::NAME, NumberOf::<N>::NAME);
}

impl<A: Name, B: Name> Identity for ProductOf<A, B> {
    type Is<Rhs: Identity> = Rhs::IsProduct<A, B>;
    type IsProduct<C: Identity, D: Identity> = Both<C::Is<A>, D::Is<B>>;
    has_no!(IsDeclared IsSum IsSumWith IsMultiple);
    type HasFactor<T: Identity> = <A::HasFactor<T> as Answer>::Or<B::HasFactor<T>>;
    /// `[..L, A * B]` as `[..L, A, B]`
    type Kept<N: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
        <Axes<Axes<Lead, A::Size>, B::Size> as CancelAxes>::Kept<Other, Behind>;
    type Size = Times<A::Size, B::Size>;
    type Less<Rhs: Name, Otherwise: Extent> = Otherwise;
    /// `A * B / A = B` and `A * B / B = A`
    type Over<Rhs: Extent, Otherwise: Division> =
        <<A::Size as Extent>::Is<Rhs> as Answer>::Quotient<
            Divided<B::Size, U0>,
            <<B::Size as Extent>::Is<Rhs> as Answer>::Quotient<Divided<A::Size, U0>, Otherwise>,
        >;
    /// `A * B / M = (A / M) * B`: the parts of an axis that was merged are side by side, so that its first factor is cut
    type CutBy<M: Declared> = TimesAfter<<A::CutBy<M> as Division>::Quotient, B::Size, NoQuotient>;
    has_no!(Summands Number Coefficient Declaration Divisors);
    const NAME: &'static SizeName = &SizeName::Product(A::NAME, B::NAME);
}

impl<N: Digits, A: Name> Identity for ProductOf<NumberOf<N>, A> {
    type Is<Rhs: Identity> = Rhs::IsMultiple<N, A>;
    type IsMultiple<M: Extent, C: Identity> = Both<C::Is<A>, M::Is<N>>;
    has_no!(IsDeclared IsSum IsSumWith IsProduct);
    type HasFactor<T: Identity> = A::HasFactor<T>;
    /// `[..L, N * A]` as `[..L, N, A]` or `[..L, A, N]`: the number has no place, so that it is not known how many elements are between
    /// this and the names beside it.
    type Kept<M: Extent, Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
        <Axes<Axes<Lead, Dyn>, A::Size> as CancelAxes>::Kept<Other, DynShape>;
    type Size = Times<N, A::Size>;
    type Coefficient = N;
    type Base = A;
    /// `(N * A) * R = N * (A * R)`
    type Times<Rhs: Name> = <A::Times<Rhs> as Identity>::Multiple<N>;
    /// `L * (N * A) = N * (L * A)`
    type TimesBehind<Lhs: Name> = <A::TimesBehind<Lhs> as Identity>::Multiple<N>;
    /// `M * (N * A) = (N M) * A`
    type Multiple<M: Digits> = ProductOf<NumberOf<<Product<N, M> as Extent>::Digits>, A>;
    /// `N * A - M * A = (N - M) * A` if N is larger
    type Less<Rhs: Name, Otherwise: Extent> = IfIs<
        A,
        Rhs::Base,
        <<Minus<N, Rhs::Coefficient> as Extent>::Previous as Extent>::IfSize<
            Times<<Minus<N, Rhs::Coefficient> as Extent>::Size, A::Size>,
            Otherwise,
        >,
        Otherwise,
    >;
    /// `W / (N * A) = (W / A) / N`
    type Divides<Whole: Name, Otherwise: Division> = TimesOr<
        U1,
        DividedBy<<Whole::Over<A::Size, NoQuotient> as Division>::Quotient, N>,
        Otherwise,
    >;
    /// `N * A / A = N`, `N * A / M = (N / M) * A` without a remainder, `N * A / R = N * (A / R)`
    type Over<Rhs: Extent, Otherwise: Division> =
        <<A::Size as Extent>::Is<Rhs> as Answer>::Quotient<
            Divided<N, U0>,
            <<Remainder<N, Rhs> as Extent>::IsZero as Answer>::Quotient<
                TimesOr<A::Size, DividedBy<N, Rhs>, Otherwise>,
                TimesOr<N, <A::Over<Rhs, NoQuotient> as Division>::Quotient, Otherwise>,
            >,
        >;
    has_no!(Summands Number Declaration Shards);
    const NAME: &'static SizeName = &SizeName::Product(NumberOf::<N>::NAME, A::NAME);
}

impl<N: Extent + 'static> NumberOf<N> {
    const NAME: &'static SizeName = &SizeName::Number(known::<N>());
}

/// A name when the program runs.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizeName {
    /// A name, what no other name has, the largest size, and the size if the name has one.
    Declared(&'static str, u64, usize, Option<usize>),
    /// A name for a difference or a quotient, what no other name has, and how it is computed.
    Computed(&'static str, u64, &'static Self),
    /// A number.
    Number(usize),
    /// `A + B`
    Sum(&'static Self, &'static Self),
    /// `A - B`
    Difference(&'static Self, &'static Self),
    /// `A * B`
    Product(&'static Self, &'static Self),
    /// `A / B`, rounded down.
    Quotient(&'static Self, &'static Self),
    /// `A / M`, the part of A that each rank along an axis of a mesh has.
    Shard(&'static Self, &'static Self),
}

impl SizeName {
    /// The largest size.
    pub(crate) const fn most(&self) -> usize {
        match self {
            Self::Declared(_, _, most, _) => *most,
            _ => usize::MAX,
        }
    }

    /// The size, if all names in this have one.
    const fn known(&self) -> Option<usize> {
        let (lhs, rhs) = match self {
            Self::Declared(_, _, _, size) => return *size,
            Self::Computed(_, _, of) => return of.known(),
            Self::Number(number) => return Some(*number),
            Self::Sum(lhs, rhs)
            | Self::Difference(lhs, rhs)
            | Self::Product(lhs, rhs)
            | Self::Quotient(lhs, rhs)
            | Self::Shard(lhs, rhs) => (lhs, rhs),
        };
        match (lhs.known(), rhs.known()) {
            (Some(lhs), Some(rhs)) => self.of(lhs, rhs),
            _ => None,
        }
    }

    /// What this sign makes of two numbers.
    const fn of(&self, lhs: usize, rhs: usize) -> Option<usize> {
        match self {
            Self::Sum(..) => lhs.checked_add(rhs),
            Self::Difference(..) => lhs.checked_sub(rhs),
            Self::Product(..) => lhs.checked_mul(rhs),
            Self::Quotient(..) => lhs.checked_div(rhs),
            Self::Shard(..) if rhs > 0 && lhs.is_multiple_of(rhs) => Some(lhs / rhs),
            Self::Shard(..) | Self::Declared(..) | Self::Computed(..) | Self::Number(_) => None,
        }
    }

    /// How many factors this has: of a product, those of its parts.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Self::Product(lhs, rhs) => lhs.parts() + rhs.parts(),
            _ => 1,
        }
    }

    /// A factor, counted from the last one.
    pub(crate) fn part(&'static self, part: usize) -> &'static Self {
        match self {
            Self::Product(lhs, rhs) => match part.checked_sub(rhs.parts()) {
                Some(part) => lhs.part(part),
                None => rhs.part(part),
            },
            _ => self,
        }
    }

    /// The size, if this computes it from others: `size` knows those of names, and may know none.
    pub(crate) fn computed(&self, size: &impl Fn(&Self) -> Option<usize>) -> Option<Option<usize>> {
        let part = |part: &Self| match part {
            Self::Number(number) => Some(Some(*number)),
            part => size(part).map(Some).or_else(|| part.computed(size)),
        };
        let (lhs, rhs) = match self {
            Self::Computed(_, _, of) => return of.computed(size),
            Self::Declared(..) | Self::Number(_) | Self::Shard(..) => return None,
            Self::Sum(lhs, rhs)
            | Self::Difference(lhs, rhs)
            | Self::Product(lhs, rhs)
            | Self::Quotient(lhs, rhs) => (lhs, rhs),
        };
        Some(
            part(lhs)?
                .zip(part(rhs)?)
                .and_then(|(lhs, rhs)| self.of(lhs, rhs)),
        )
    }
}

/// The name of a size that [`dims!`](crate::dims!) computes with, or its number.
#[doc(hidden)]
pub const fn name_of<N: Extent>() -> &'static SizeName {
    match N::NAME {
        Some(name) => name,
        None => {
            const {
                &match N::VALUE {
                    Some(number) => SizeName::Number(number),
                    None => SizeName::Declared("_", 0, usize::MAX, None),
                }
            }
        }
    }
}

/// The size, or this name if it has none.
#[doc(hidden)]
pub type OrName<Size, T> = <<Size as Extent>::IsAnonymous as Answer>::Size<NamedDim<T>, Size>;

/// As it is written in a shape.
impl fmt::Display for SizeName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A sum or product on the right is another one than that of all its parts in turn.
        let part = |part: &Self, in_parentheses: bool, f: &mut Formatter<'_>| match in_parentheses {
            true => write!(f, "({part})"),
            false => write!(f, "{part}"),
        };
        let is_sum = |part: &Self| matches!(part, Self::Sum(..) | Self::Difference(..));
        match self {
            Self::Declared(name, ..) | Self::Computed(name, ..) => f.write_str(name),
            Self::Number(number) => write!(f, "{number}"),
            Self::Sum(lhs, rhs) | Self::Difference(lhs, rhs) => {
                let sign = if matches!(self, Self::Sum(..)) {
                    '+'
                } else {
                    '-'
                };
                write!(f, "{lhs} {sign} ")?;
                part(rhs, is_sum(rhs), f)
            }
            Self::Product(lhs, rhs) | Self::Quotient(lhs, rhs) => {
                let sign = if matches!(self, Self::Product(..)) {
                    '*'
                } else {
                    '/'
                };
                part(lhs, is_sum(lhs), f)?;
                write!(f, " {sign} ")?;
                let is_product = matches!(
                    rhs,
                    Self::Product(..) | Self::Quotient(..) | Self::Shard(..)
                );
                part(rhs, is_sum(rhs) || is_product, f)
            }
            Self::Shard(whole, mesh) => write!(f, "{whole} / {mesh}"),
        }
    }
}

/// The name of a size, as an error gives it: `{}` is the name as it is written in a shape.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NameOfSize(pub(crate) &'static SizeName);

impl NameOfSize {
    /// The size, if the name has one by its declaration, or if all names in a sum or product have one.
    #[must_use]
    pub const fn size(self) -> Option<usize> {
        self.0.known()
    }
}

#[doc(hidden)]
impl From<&'static SizeName> for NameOfSize {
    fn from(name: &'static SizeName) -> Self {
        Self(name)
    }
}

#[doc(hidden)]
impl From<NameOfSize> for &'static SizeName {
    fn from(name: NameOfSize) -> Self {
        name.0
    }
}

impl fmt::Display for NameOfSize {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, f)
    }
}

impl Debug for NameOfSize {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T: Identity, N: Extent> NamedDim<T, N> {
    /// The size, if the type knows it, and no other than its name says: `NamedDim` is public, and rules believe a name.
    const CHECKED: Option<usize> = {
        if let (Some(size), Some(of_name)) = (N::VALUE, T::NAME.known()) {
            assert!(size == of_name, "a name has another size than this");
        }
        N::VALUE
    };
}

impl<T, N> Sealed for NamedDim<T, N> {}

impl<T, N: EndsInOne> EndsInOne for NamedDim<T, N> {
    type Answer = N::Answer;
}

#[diagnostic::do_not_recommend]
impl<T: Name, N: StaticDim> StaticDim for NamedDim<T, N> {
    const SIZE: usize = match Self::CHECKED {
        Some(_) | None => N::SIZE,
    };
}

#[diagnostic::do_not_recommend]
impl<T: Name, N: Dim> Dim for NamedDim<T, N> {
    const STATIC_SIZE: Option<usize> = match Self::CHECKED {
        Some(_) | None => N::STATIC_SIZE,
    };

    #[inline]
    fn size(self) -> usize {
        self.size.size()
    }

    fn size_ref(&self) -> &usize {
        self.size.size_ref()
    }

    #[inline]
    fn from_size(size: usize) -> Option<Self> {
        match size <= const { T::NAME.most() } {
            true => N::from_size(size).map(Self::with),
            false => None,
        }
    }

    #[inline]
    fn of_fitting(sizes: &[usize], rank: usize) -> Self {
        Self::with(N::of_fitting(sizes, rank))
    }
}

/// Results of a named size that have no name: arithmetic of names that are neither sums nor products.
macro_rules! without_name {
    ($($Name:ident $(<$($Rhs:ident: $Bound:ident),*>)?;)*) => {$(
        type $Name $(<$($Rhs: $Bound),*>)? = <N as Extent>::$Name $(<$($Rhs),*>)?;
    )*};
}

impl<T: Name, N: Dim> Extent for NamedDim<T, N> {
    const VALUE: Option<usize> = Self::CHECKED;
    const NAME: Option<&'static SizeName> = Some(T::NAME);
    type Array<X> = N::Array<X>;
    type Size = Self;
    type Unnamed = N;
    then!(zero);

    type Is<Rhs: Extent> = Rhs::IsNamed<T, N>;
    type IsNamed<L: Identity, M: Extent> = Both<L::Is<T>, M::Is<N>>;
    type IsAnonymous = B0;
    type HasName = B1;
    type HasFactor<F: Identity> = T::HasFactor<F>;
    type Kept<Lead: CancelAxes, Other: CancelAxes, Behind: CancelAxes> =
        T::Kept<N, Lead, Other, Behind>;
    type IfSize<Size: Extent, Otherwise: Extent> = Size;
    type Or<Lhs, Rhs, Axis: NextCount> = N::Or<Lhs, Rhs, Axis>;
    type Inferred<Source: CancelAxes, Target: CancelAxes> = B0;
    type InferredFirst<First: Extent, SourceRest: FirstAxes, Rest: FirstAxes> = B0;

    /// `2 U + name = name + 2 U`
    type OntoEven<U: Extent> = Plus<Self, <U::Twice as Extent>::Size>;
    type OntoOdd<U: Extent> = Plus<Self, <U::TwiceAndOne as Extent>::Size>;
    type Next = Plus<Self, U1>;
    type Previous = T::LessNumber<U1, <N as Extent>::Previous>;
    type Minus<Rhs: Extent> = Rhs::TakenFromName<T, <N as Extent>::Minus<Rhs>>;
    type MinusAndOne<Rhs: Extent> =
        <Rhs::Next as Extent>::TakenFromName<T, <N as Extent>::MinusAndOne<Rhs>>;
    type TakenFromName<Whole: Name, Otherwise: Extent> = T::TakenFrom<Whole, Otherwise>;
    type Divide<Lhs: Extent> = Lhs::NameOver<T, T::DividesOther<<N as Extent>::Divide<Lhs>>>;
    type NameOver<Rhs: Name, Otherwise: Division> = Rhs::Divides<T, Otherwise>;
    type DivideByTwice<Rhs: Extent> = T::Over<Rhs::Twice, <N as Extent>::DivideByTwice<Rhs>>;
    type DivideByBits<Rhs: Extent> = T::Over<Rhs, <N as Extent>::DivideByBits<Rhs>>;

    without_name! {
        Plus<Rhs: Extent>;
        Times<Rhs: Extent>;
        OrZero;
        OrOne;
        Twice;
        TwiceAndOne;
        PlusAndOne<Rhs: Extent>;
        OntoNextEven<U: Extent>;
        FromZero;
        FromEven<U: Extent>;
        FromOdd<U: Extent>;
        FromOddBelow<U: Extent>;
        ZeroTimes;
        IsPositive;
        IsZero;
        IsTwice<U: Extent>;
        IsTwiceAndOne<U: Extent>;
        IsUnknown;
        IsCountOf<M: Extent, L: CancelAxes>;
        TimesCounted<Rhs: Extent>;
        Length<From: BitCount>;
        DivideByOdd<Lhs: Extent, Rhs: Extent>;
        NextBit<Q: Extent, R: Extent>;
    }
}

/// `A + B` and `A * B` are sizes with names, if one of them is.
impl<T: Name, N: Dim> Arithmetic for NamedDim<T, N> {
    type Plus<Rhs: Dim> = Rhs::PlusNamed<T, N>;
    type Times<Rhs: Dim> = Rhs::TimesNamed<T, N>;
    /// `smaller(name, name) = name`; a size without a name stands for any.
    type Smaller<Rhs: Dim> = <<Both<<Self as Extent>::Is<Rhs>, Rhs::HasName> as Answer>::Size<
        Self,
        <Minus<Rhs, Self> as Extent>::IfSize<Self, Rhs>,
    > as Extent>::Size;
    /// `M + name = name + M`
    type PlusNumber<Lhs: Digits> = Lhs::PlusNamed<T, N>;
    /// `M * name = name * M`
    type TimesNumber<Lhs: Digits> = Lhs::TimesNamed<T, N>;
    type PlusNamed<L: Name, M: Dim> = NamedDim<NamePlus<L, T>, Plus<M, N>>;
    type TimesNamed<L: Name, M: Dim> = NamedDim<L::Times<T>, Times<M, N>>;
}

impl<T: Name, N: Dim, Whole, Verdict> MakesUp<Whole> for NamedDim<T, N>
where
    Self: AxisEquals<Whole, Verdict = Verdict>,
    Verdict: AxisVerdict,
{
    type Rest = NothingInferred<Verdict>;
}

/// What the parts make is known by its name, and the sizes are compared when the program runs.
impl<T: Name, N: Dim> MakesUp<NamedDim<T, N>> for Dyn {
    type Rest = NothingInferred<Fits<NamedDim<T, N>>>;
}

/// The verdict on two sizes with names.
type Decided<T, R, Lhs, Rhs> = <<T as CompareNames<R>>::Answer as Decides<Lhs, Rhs>>::Verdict;

/// That a name has the size of a number, with a result, or that the two clash.
type IfSize<N, M, Output, Lhs, Rhs> =
    <<N as HasSize<M>>::Answer as BitsAnswer>::VerdictOf<Output, Lhs, Rhs>;

relations! {
    AxisMeets::Verdict {
        "`name with 1 = name`":
            [T, N] NamedDim<T, N>, U1 => Fits<Self>;
        "`name with 0`, if that is its size":
            [T, N] NamedDim<T, N>, U0 => IfSize<N, U0, Self, Self, U0> where N: HasSize<U0>;
        "`name with M`, if that is its size":
            [T, N, U, B, C] NamedDim<T, N>, bits!(U; B C) => IfSize<N, bits!(U; B C), Self, Self, bits!(U; B C)> where N: HasSize<bits!(U; B C)>;
        "`name with _ = name`":
            [T, N] NamedDim<T, N>, Dyn => Fits<Self>;
        "`name with itself = name`":
            [T, N, R, M] NamedDim<T, N>, NamedDim<R, M> => Decided<T, R, Self, NamedDim<R, M>> where T: CompareNames<R>, T::Answer: Decides<Self, NamedDim<R, M>>;
        "`0 with name`, if that is its size":
            [T, N] U0, NamedDim<T, N> => IfSize<N, U0, NamedDim<T, N>, U0, NamedDim<T, N>> where N: HasSize<U0>;
        "`M with name`, if that is its size":
            [T, N, U, B, C] bits!(U; B C), NamedDim<T, N> => IfSize<N, Self, NamedDim<T, N>, Self, NamedDim<T, N>> where N: HasSize<bits!(U; B C)>;
        "`_ with name = name`":
            [T, N] Dyn, NamedDim<T, N> => Fits<NamedDim<T, N>>;
    }
    AxisExpands::Verdict {
        "`name to 1`, if that is its size":
            [T, N] NamedDim<T, N>, U1 => IfSize<N, U1, U1, Self, U1> where N: HasSize<U1>;
        "`name to 0`, if that is its size":
            [T, N] NamedDim<T, N>, U0 => IfSize<N, U0, U0, Self, U0> where N: HasSize<U0>;
        "`name to M`, if that is its size":
            [T, N, U, B, C] NamedDim<T, N>, bits!(U; B C) => IfSize<N, bits!(U; B C), bits!(U; B C), Self, bits!(U; B C)> where N: HasSize<bits!(U; B C)>;
        "`name to _ = _`":
            [T, N] NamedDim<T, N>, Dyn => Fits<Dyn>;
        "`name to itself = name`":
            [T, N, R, M] NamedDim<T, N>, NamedDim<R, M> => Decided<T, R, Self, NamedDim<R, M>> where T: CompareNames<R>, T::Answer: Decides<Self, NamedDim<R, M>>;
        "`0 to name`, if that is its size":
            [T, N] U0, NamedDim<T, N> => IfSize<N, U0, NamedDim<T, N>, U0, NamedDim<T, N>> where N: HasSize<U0>;
        "`M to name`, if that is its size":
            [T, N, U, B, C] bits!(U; B C), NamedDim<T, N> => IfSize<N, Self, NamedDim<T, N>, Self, NamedDim<T, N>> where N: HasSize<bits!(U; B C)>;
    }
    AxisEquals::Verdict {
        "`name = 1`, if that is its size":
            [T, N] NamedDim<T, N>, U1 => IfSize<N, U1, Self, Self, U1> where N: HasSize<U1>;
        "`name = 0`, if that is its size":
            [T, N] NamedDim<T, N>, U0 => IfSize<N, U0, Self, Self, U0> where N: HasSize<U0>;
        "`name = M`, if that is its size":
            [T, N, U, B, C] NamedDim<T, N>, bits!(U; B C) => IfSize<N, bits!(U; B C), Self, Self, bits!(U; B C)> where N: HasSize<bits!(U; B C)>;
        "`name = _`":
            [T, N] NamedDim<T, N>, Dyn => Fits<Self>;
        "`name` is itself":
            [T, N, R, M] NamedDim<T, N>, NamedDim<R, M> => Decided<T, R, Self, NamedDim<R, M>> where T: CompareNames<R>, T::Answer: Decides<Self, NamedDim<R, M>>;
        "`0 = name`, if that is its size":
            [T, N] U0, NamedDim<T, N> => IfSize<N, U0, NamedDim<T, N>, U0, NamedDim<T, N>> where N: HasSize<U0>;
        "`1 = name`, if that is its size":
            [T, N] U1, NamedDim<T, N> => IfSize<N, U1, NamedDim<T, N>, U1, NamedDim<T, N>> where N: HasSize<U1>;
        "`M = name`, if that is its size":
            [T, N, U, B, C] bits!(U; B C), NamedDim<T, N> => IfSize<N, Self, NamedDim<T, N>, Self, NamedDim<T, N>> where N: HasSize<bits!(U; B C)>;
    }
}

/// Declares names of sizes, which stand in shapes like numbers.
///
/// | entry | declares |
/// | --- | --- |
/// | `Batch` | a size known only at run time |
/// | `Rgb = 3` | a name that has this size; it is not another name of the same size |
/// | `Seq <= 2048` | a size known only at run time, which is checked to be at most this one where it gets its name |
/// | `Width = Heads * Head` | a sum or a product of sizes with names, which is the same as `Heads * Head` |
/// | `Time = (Frames + 1) / 2` | a difference or a quotient, rounded down: the same as `(Frames + 1) / 2`, or a name of its own where that is `_` |
///
/// A name is a type: it has documentation and a visibility, and is imported from where it is declared.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use shapecheck::{Tensor, dims, shape};
///
/// dims! {
///     /// Sentences in a batch.
///     pub Batch,
///     pub Heads,
///     pub Head,
///     /// The numbers of a word.
///     pub Width = Heads * Head,
/// }
///
/// fn merged(x: &Tensor<f32, shape![Batch, Heads, Head]>) -> Tensor<f32, shape![Batch, Width]> {
///     x.merge_axes::<-2>()
/// }
/// let x = Tensor::<f32, _>::ones_with(<shape![Batch, Heads, Head]>::of([2, 4, 16]));
/// assert_eq!(merged(&x).shape().to_string(), "[Batch = 2, Heads * Head = 64]");
/// # }
/// ```
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[macro_export]
macro_rules! dims {
    ($($names:tt)*) => {
        $crate::__macro::dims!{[$crate] $($names)*}
    };
}
