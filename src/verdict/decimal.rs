//! The decimal digits of a size, computed from its bits: doubling a decimal number and adding a bit needs
//! only 20 cases, a digit each with and without a carry.
//!
//! ```text
//! digits of (2 U + B) = 2 * (digits of U) + B
//! ```

use core::marker::PhantomData;

use typenum::{B0, B1, UInt, UTerm};

/// No digit.
pub struct End;

/// The decimal number `10 * Lead + LAST`.
pub struct Digits<Lead, const LAST: u8>(PhantomData<Lead>);

/// The decimal digits of a typenum number.
#[doc(hidden)]
pub trait Decimal {
    /// At least one digit, no leading zero.
    type Digits;
}

/// `0`
impl Decimal for UTerm {
    type Digits = Digits<End, 0>;
}

/// `2 U + B`
impl<U, B> Decimal for UInt<U, B>
where
    Self: SignificantDigits,
{
    type Digits = <Self as SignificantDigits>::Digits;
}

/// As [`Decimal`], but 0 has no digit at all.
#[doc(hidden)]
pub trait SignificantDigits {
    /// No leading zero.
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

/// `2 * digit + carry in = 10 * carry out + output`
macro_rules! double {
    ($($digit:literal $carry_in:ident => $carry_out:ident $output:literal,)*) => {$(
        impl<Lead: Double<$carry_out>> Double<$carry_in> for Digits<Lead, $digit> {
            type Doubled = Digits<Lead::Doubled, $output>;
        }
    )*};
}

double! {
    0 B0 => B0 0, 0 B1 => B0 1,
    1 B0 => B0 2, 1 B1 => B0 3,
    2 B0 => B0 4, 2 B1 => B0 5,
    3 B0 => B0 6, 3 B1 => B0 7,
    4 B0 => B0 8, 4 B1 => B0 9,
    5 B0 => B1 0, 5 B1 => B1 1,
    6 B0 => B1 2, 6 B1 => B1 3,
    7 B0 => B1 4, 7 B1 => B1 5,
    8 B0 => B1 6, 8 B1 => B1 7,
    9 B0 => B1 8, 9 B1 => B1 9,
}

/// The digits of `Self`, with leading zeros to the length of `Zeros`.
#[doc(hidden)]
pub trait Pad<Zeros> {
    /// As many digits as `Zeros` has.
    type Padded;
}

/// Nothing is left: zeros.
impl<Zeros> Pad<Zeros> for End {
    type Padded = Zeros;
}

/// A digit takes the place of a zero.
impl<Lead: Pad<Zeros>, Zeros, const LAST: u8> Pad<Digits<Zeros, 0>> for Digits<Lead, LAST> {
    type Padded = Digits<Lead::Padded, LAST>;
}

/// `Number` with 20 digits, enough for every `u64`.
#[doc(hidden)]
pub type Padded<Number> = <Number as Pad<Zeros>>::Padded;

/// Twenty zeros.
#[doc(hidden)]
pub type Zeros = FiveZeros<FiveZeros<FiveZeros<FiveZeros<End>>>>;

type FiveZeros<Lead> = Digits<Digits<Digits<Digits<Digits<Lead, 0>, 0>, 0>, 0>, 0>;
