//! The decimal digits of a size, computed from its bits. A bit is added by doubling a decimal number, which needs only
//! 20 cases: each digit with and without a carry.
//!
//! ```text
//! digits of (2 U + B) = 2 * (digits of U) + B
//! ```
//!
//! In the guide: [reading an error](crate::guide::errors).

use core::marker::PhantomData;

use typenum::{B0, B1, UInt, UTerm};

use super::Count;
use crate::Dyn;
use crate::dim::named::{Declared, NamedDim, NumberOf, ProductOf, SumOf};
use crate::for_each::for_each;

/// No digit.
pub struct End;

/// The decimal number `10 * Lead + LAST`.
pub struct Digits<Lead, const LAST: u8>(PhantomData<Lead>);

/// A typenum number in decimal.
#[doc(hidden)]
pub trait Decimal {
    /// The number as a type that messages print.
    type Number;
}

/// `0`
impl Decimal for UTerm {
    type Number = Count<0>;
}

/// `2 U + B`
impl<U, B> Decimal for UInt<U, B>
where
    Self: SignificantDigits<Digits: Grouped>,
{
    type Number = <<Self as SignificantDigits>::Digits as Grouped>::Number;
}

/// `_` has no number.
impl Decimal for Dyn {
    type Number = Self;
}

/// A name, which is printed as it is written.
pub struct NameOf<T>(PhantomData<T>);

/// A size with a name
impl<T: Printed, N> Decimal for NamedDim<T, N> {
    type Number = T::Number;
}

/// The name of a size as messages print it.
#[doc(hidden)]
pub trait Printed {
    /// The form of which messages have words: a name, a sum or a product.
    type Number;
    /// The same inside of another form.
    type Words;
}

/// A name is printed as it is.
impl<T: Declared> Printed for T {
    type Number = NameOf<T>;
    type Words = T;
}

impl<A: Printed, B: Printed> Printed for SumOf<A, B> {
    type Number = SumOf<A::Words, B::Words>;
    type Words = SumOf<A::Words, B::Words>;
}

impl<A: Printed, B: Printed> Printed for ProductOf<A, B> {
    type Number = ProductOf<A::Words, B::Words>;
    type Words = ProductOf<A::Words, B::Words>;
}

/// `N * A`
impl<N: Decimal<Number: InName>, A: Printed> Printed for ProductOf<NumberOf<N>, A> {
    type Number = <N::Number as InName>::Times<A::Words>;
    type Words = ProductOf<N::Number, A::Words>;
}

/// `A + N`
impl<A: Printed, N: Decimal<Number: InName>> Printed for SumOf<A, NumberOf<N>> {
    type Number = <N::Number as InName>::After<A::Words>;
    type Words = SumOf<A::Words, N::Number>;
}

/// `N * A`, which is printed with the number in decimals.
pub struct Multiple<A, const N: usize>(PhantomData<A>);

/// `A + N`, which is printed with the number in decimals.
pub struct SumWith<A, const N: usize>(PhantomData<A>);

/// A number in a product or a sum with a name.
#[doc(hidden)]
pub trait InName {
    /// `Self * A`, in a form that messages have words for.
    type Times<A>;
    /// `A + Self`
    type After<A>;
}

/// A number of up to three digits
impl<const N: usize> InName for Count<N> {
    type Times<A> = Multiple<A, N>;
    type After<A> = SumWith<A, N>;
}

// There are no words for more digits beside a name: rustc prints the number as a type.
impl<Lead, const LAST: u8> InName for Digits<Lead, LAST> {
    type Times<A> = ProductOf<Self, A>;
    type After<A> = SumOf<A, Self>;
}

impl<Number> InName for Long<Number> {
    type Times<A> = ProductOf<Self, A>;
    type After<A> = SumOf<A, Self>;
}

/// A size as messages print it: a number, a name, or a sum or a product of names.
///
/// There is a text for each two forms, but none for a number of more than six digits beside a name, which is printed as a
/// name. A sum of names beside a number, a [`Multiple`] and a [`SumWith`] have words in texts of multiples and for sizes
/// of any length; elsewhere the first is printed as a name, and the number of the others as a type.
#[doc(hidden)]
pub trait Words {
    /// The form of another size where it stands beside this one.
    type Beside<Size: Words>;
    /// The same in texts that have words for a sum beside a number.
    type BesideInFull<Size: Words>;
    /// The form of this size where it stands beside a number.
    type BesideNumber;
    /// The form of this size where it stands beside a name.
    type BesideName;
    /// The form of this size in texts that have no words for numbers of more than six digits.
    type UpToSix: Words;
    /// The form of this size in texts that have words for the usual forms only.
    type Short: Words;
}

// `form beside others`, the same in full, and its own form beside a number and beside a name, up to six digits, and the
// short one.
for_each! {
    ([$($parameter:tt)*] $form:ty, $beside:ty, $in_full:ty: $number:ty, $name:ty, $up_to_six:ty, $short:ty) => {
        impl<$($parameter)*> Words for $form {
            type Beside<Size: Words> = $beside;
            type BesideInFull<Size: Words> = $in_full;
            type BesideNumber = $number;
            type BesideName = $name;
            type UpToSix = $up_to_six;
            type Short = $short;
        }
    }

    [const N: usize] Count<N>, Size::BesideNumber, Size: Self, Self, Self, Self;
    [Lead, const LAST: u8] Digits<Lead, LAST>, Size::BesideNumber, Size: Self, Self, Self, Self;
    [Number: InGroups] Long<Number>, Size::BesideNumber, Size: Self, Self::Short, Self::Short, NameOf<Number::Groups>;
    [T] NameOf<T>, Size::BesideName, Size::BesideName: Self, Self, Self, Self;
    [A, B] SumOf<A, B>, Size::BesideName, Size::BesideName: NameOf<Self>, Self, Self, Self;
    [A, B] ProductOf<A, B>, Size::BesideName, Size::BesideName: NameOf<Self>, Self, Self, Self;
    [A, const N: usize] SumWith<A, N>, Size::BesideName, Size::BesideName: Self, Self, Self, SumOf<A, Count<N>>;
    [A, const N: usize] Multiple<A, N>, Size::BesideName, Size::BesideName: Self, Self, Self, ProductOf<Count<N>, A>;
}

impl Words for Dyn {
    type Beside<Size: Words> = Size;
    type BesideInFull<Size: Words> = Size;
    type BesideNumber = Self;
    type BesideName = Self;
    type UpToSix = Self;
    type Short = Self;
}

/// The decimal digits of a typenum number; none for 0.
#[doc(hidden)]
pub trait SignificantDigits {
    /// The digits, without leading zeros.
    type Digits;
}

/// `0`
impl SignificantDigits for UTerm {
    type Digits = End;
}

/// `2 U + B`
impl<U: SignificantDigits<Digits: Double<B>>, B> SignificantDigits for UInt<U, B> {
    type Digits = <U::Digits as Double<B>>::Doubled;
}

/// `2 Self + Carry` in decimal.
#[doc(hidden)]
pub trait Double<Carry> {
    /// The digits.
    type Doubled;
}

/// `2 * 0 + 0 = 0`
impl Double<B0> for End {
    type Doubled = End;
}

/// `2 * 0 + 1 = 1`
impl Double<B1> for End {
    type Doubled = Digits<End, 1>;
}

// `2 * digit + carry in = 10 * carry out + output`
for_each! {
    ($digit:literal $carry_in:ident => $carry_out:ident $output:literal) => {
        impl<Lead: Double<$carry_out>> Double<$carry_in> for Digits<Lead, $digit> {
            type Doubled = Digits<Lead::Doubled, $output>;
        }
    }

    0 B0 => B0 0; 0 B1 => B0 1;
    1 B0 => B0 2; 1 B1 => B0 3;
    2 B0 => B0 4; 2 B1 => B0 5;
    3 B0 => B0 6; 3 B1 => B0 7;
    4 B0 => B0 8; 4 B1 => B0 9;
    5 B0 => B1 0; 5 B1 => B1 1;
    6 B0 => B1 2; 6 B1 => B1 3;
    7 B0 => B1 4; 7 B1 => B1 5;
    8 B0 => B1 6; 8 B1 => B1 7;
    9 B0 => B1 8; 9 B1 => B1 9;
}

/// A number, grouped for messages: three digits at a time become one constant, which rustc prints. So one trait carries
/// the text for 7, 64 and 224.
///
/// ```text
/// 224        is Count<224>
/// 50257      is Count<50>, 2, 5, 7
/// 1048577    is Long of Count<1>, 0, 4, 8, 5, 7, 7
/// 4294967311 is Long of 00004294967311, with leading zeros to 20 digits
/// ```
#[doc(hidden)]
pub trait Grouped {
    /// A count followed by no digit or by three, or [`Long`].
    type Number;
}

/// A number of more than six digits: a count followed by six digits, or 20 digits.
pub struct Long<Number>(PhantomData<Number>);

/// The numbers of up to three digits, by their digits.
type Numbers = shapecheck_declarations::numbers_of_three_digits!();
/// Those of up to two.
type NumbersOfTwo = <Numbers as Pick<0>>::Picked;
/// Those of one.
type NumbersOfOne = <NumbersOfTwo as Pick<0>>::Picked;

/// An element of a tuple of ten.
#[doc(hidden)]
pub trait Pick<const PLACE: u8> {
    /// The element.
    type Picked;
}

for_each! {
    ([$($element:ident)*] $place:literal $picked:ident) => {
        impl<$($element),*> Pick<$place> for ($($element),*) {
            type Picked = $picked;
        }
    }

    [A B C D E F G H I J] 0 A;
    [A B C D E F G H I J] 1 B;
    [A B C D E F G H I J] 2 C;
    [A B C D E F G H I J] 3 D;
    [A B C D E F G H I J] 4 E;
    [A B C D E F G H I J] 5 F;
    [A B C D E F G H I J] 6 G;
    [A B C D E F G H I J] 7 H;
    [A B C D E F G H I J] 8 I;
    [A B C D E F G H I J] 9 J;
}

/// What is at these digits in a table of ten tables.
#[doc(hidden)]
pub trait Find<Table> {
    /// The part of the table, or the [`Count`].
    type Found;
}

/// Without a digit, all of the table.
impl<Table> Find<Table> for End {
    type Found = Table;
}

/// `table[..lead, last] = table[..lead][last]`
impl<Lead: Find<Table, Found: Pick<LAST>>, Table, const LAST: u8> Find<Table>
    for Digits<Lead, LAST>
{
    type Found = <Lead::Found as Pick<LAST>>::Picked;
}

/// `digits!(N; 1 2)` is `Digits<Digits<N, 1>, 2>`.
macro_rules! digits {
    ($number:ty;) => { $number };
    ($number:ty; $digit:ident $($rest:ident)*) => { digits!(Digits<$number, $digit>; $($rest)*) };
}

// One to three digits, and three or six more after them
for_each! {
    ([$($lead:ident)*] in $Numbers:ty) => {
        impl<$(const $lead: u8,)*> Grouped for digits!(End; $($lead)*)
        where
            Self: Find<$Numbers>,
        {
            type Number = <Self as Find<$Numbers>>::Found;
        }

        impl<$(const $lead: u8,)* const H: u8, const T: u8, const O: u8>
            Grouped for digits!(End; $($lead)* H T O)
        where
            digits!(End; $($lead)*): Find<$Numbers>,
        {
            type Number = digits!(<digits!(End; $($lead)*) as Find<$Numbers>>::Found; H T O);
        }

        impl<$(const $lead: u8,)* const M: u8, const L: u8, const K: u8, const H: u8, const T: u8, const O: u8>
            Grouped for digits!(End; $($lead)* M L K H T O)
        where
            digits!(End; $($lead)*): Find<$Numbers>,
        {
            type Number = Long<digits!(<digits!(End; $($lead)*) as Find<$Numbers>>::Found; M L K H T O)>;
        }
    }

    [A] in NumbersOfOne;
    [A B] in NumbersOfTwo;
    [A B C] in Numbers;
}

/// Ten digits or more
impl<
    Lead,
    const A: u8,
    const B: u8,
    const C: u8,
    const D: u8,
    const E: u8,
    const F: u8,
    const G: u8,
    const H: u8,
    const I: u8,
    const J: u8,
> Grouped for digits!(Lead; A B C D E F G H I J)
where
    Self: Pad<Zeros>,
{
    type Number = Long<<Self as Pad<Zeros>>::Padded>;
}

/// A number of more than six digits as a type that is printed in place of its digits, three of them in each constant.
#[doc(hidden)]
pub trait InGroups {
    /// [`Millions`] for up to nine digits, else the digits.
    type Groups;
}

/// `Millions<1, 48, 577>` is 1048577.
pub struct Millions<const MILLIONS: usize, const THOUSANDS: usize, const ONES: usize>;

/// `1048577` is `Millions<1, 48, 577>`
impl<
    const MILLIONS: usize,
    const THOUSANDS: usize,
    const ONES: usize,
    const M: u8,
    const L: u8,
    const K: u8,
    const H: u8,
    const T: u8,
    const O: u8,
> InGroups for digits!(Count<MILLIONS>; M L K H T O)
where
    digits!(End; M L K): Find<Numbers, Found = Count<THOUSANDS>>,
    digits!(End; H T O): Find<Numbers, Found = Count<ONES>>,
{
    type Groups = Millions<MILLIONS, THOUSANDS, ONES>;
}

/// Numbers of ten digits and more are those of no axis.
impl<
    Lead,
    const A: u8,
    const B: u8,
    const C: u8,
    const D: u8,
    const E: u8,
    const F: u8,
    const G: u8,
> InGroups for digits!(Lead; A B C D E F G)
{
    type Groups = Self;
}

/// The digits of `Self`, with leading zeros to the length of `Zeros`.
#[doc(hidden)]
pub trait Pad<Zeros> {
    /// As many digits as `Zeros` has.
    type Padded;
}

/// No digits are left, so the rest is zeros.
impl<Zeros> Pad<Zeros> for End {
    type Padded = Zeros;
}

/// A digit replaces a zero.
impl<Lead: Pad<Zeros>, Zeros, const LAST: u8> Pad<Digits<Zeros, 0>> for Digits<Lead, LAST> {
    type Padded = Digits<Lead::Padded, LAST>;
}

/// Twenty zeros.
#[doc(hidden)]
pub type Zeros = FiveZeros<FiveZeros<FiveZeros<FiveZeros<End>>>>;

type FiveZeros<Lead> = Digits<Digits<Digits<Digits<Digits<Lead, 0>, 0>, 0>, 0>, 0>;
