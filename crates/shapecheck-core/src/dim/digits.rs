//! The proof that a number is a size, and that a computed number is one.
//!
//! rustc proves that a number is a [`Dim`](crate::Dim) wherever the number first occurs, and for `A + B` it has to be
//! proved once for all `A` and `B`. Both go by induction, four binary digits a step from the last one on, as numbers
//! are [compared](crate::verdict::CompareBits): of a number with leading digits that are not known, `16 W + 5`, all
//! that holds of `W` holds again. By one digit a step the same would cost four times as many steps, and by four from
//! the first digit on nothing is known of leading digits that are a parameter.
//!
//! Arithmetic gives its results one digit a step, `UInt<W, B0>`. [`Extent::Size`] is the same number, put together
//! again by fours.

use core::fmt::Debug;
use core::hash::Hash;

use typenum::{B0, B1, UInt, UTerm, Unsigned};

use super::{Arithmetic, Dim, Dyn, Extent};
use crate::algebra::{AxisEquals, MakesUp, NothingInferred};
use crate::broadcast::{AxisExpands, AxisMeets};
use crate::for_each::for_each;
use crate::verdict::{CompareBits, Equal, Fits};

/// `bits!(N; A B)` is `UInt<UInt<N, A>, B>`.
macro_rules! bits {
    ($number:ty;) => { $number };
    ($number:ty; $bit:ident $($rest:ident)*) => { $crate::dim::digits::bits!(UInt<$number, $bit>; $($rest)*) };
}
pub(crate) use bits;

/// A number whose bits tell that it is a size: a number in typenum's form, without leading zeros.
#[doc(hidden)]
pub trait Digits:
    AxisMeets<Self, Verdict = Fits<Self>>
    + AxisExpands<Self, Verdict = Fits<Self>>
    + AxisEquals<Self, Verdict = Fits<Self>>
    + CompareBits<Self, Answer = Equal>
    + MakesUp<Self, Rest = NothingInferred<Fits<Self>>>
    + Arithmetic<Plus<Dyn> = Dyn, Times<Dyn> = Dyn, Smaller<Dyn> = Dyn>
    + Extent<Is<Self> = B1, Minus<Dyn> = Dyn>
    + Copy
    + Default
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + Dim
    + Appends
{
}

/// A number with four digits after it.
///
/// Not in [`Digits`], each of whose impls would prove for itself that sixteen numbers are sizes.
#[doc(hidden)]
pub trait Appends {
    /// `16 Self + 0`
    type Append0000: Digits;
    /// `16 Self + 1`
    type Append0001: Digits;
    /// `16 Self + 2`
    type Append0010: Digits;
    /// `16 Self + 3`
    type Append0011: Digits;
    /// `16 Self + 4`
    type Append0100: Digits;
    /// `16 Self + 5`
    type Append0101: Digits;
    /// `16 Self + 6`
    type Append0110: Digits;
    /// `16 Self + 7`
    type Append0111: Digits;
    /// `16 Self + 8`
    type Append1000: Digits;
    /// `16 Self + 9`
    type Append1001: Digits;
    /// `16 Self + 10`
    type Append1010: Digits;
    /// `16 Self + 11`
    type Append1011: Digits;
    /// `16 Self + 12`
    type Append1100: Digits;
    /// `16 Self + 13`
    type Append1101: Digits;
    /// `16 Self + 14`
    type Append1110: Digits;
    /// `16 Self + 15`
    type Append1111: Digits;
}

/// `0`
impl Appends for UTerm {
    type Append0000 = UTerm;
    type Append0001 = bits!(UTerm; B1);
    type Append0010 = bits!(UTerm; B1 B0);
    type Append0011 = bits!(UTerm; B1 B1);
    type Append0100 = bits!(UTerm; B1 B0 B0);
    type Append0101 = bits!(UTerm; B1 B0 B1);
    type Append0110 = bits!(UTerm; B1 B1 B0);
    type Append0111 = bits!(UTerm; B1 B1 B1);
    type Append1000 = bits!(UTerm; B1 B0 B0 B0);
    type Append1001 = bits!(UTerm; B1 B0 B0 B1);
    type Append1010 = bits!(UTerm; B1 B0 B1 B0);
    type Append1011 = bits!(UTerm; B1 B0 B1 B1);
    type Append1100 = bits!(UTerm; B1 B1 B0 B0);
    type Append1101 = bits!(UTerm; B1 B1 B0 B1);
    type Append1110 = bits!(UTerm; B1 B1 B1 B0);
    type Append1111 = bits!(UTerm; B1 B1 B1 B1);
}

/// `16 N + digits`
impl<N: Digits + Extent<IsZero = B0>> Appends for N {
    type Append0000 = bits!(Self; B0 B0 B0 B0);
    type Append0001 = bits!(Self; B0 B0 B0 B1);
    type Append0010 = bits!(Self; B0 B0 B1 B0);
    type Append0011 = bits!(Self; B0 B0 B1 B1);
    type Append0100 = bits!(Self; B0 B1 B0 B0);
    type Append0101 = bits!(Self; B0 B1 B0 B1);
    type Append0110 = bits!(Self; B0 B1 B1 B0);
    type Append0111 = bits!(Self; B0 B1 B1 B1);
    type Append1000 = bits!(Self; B1 B0 B0 B0);
    type Append1001 = bits!(Self; B1 B0 B0 B1);
    type Append1010 = bits!(Self; B1 B0 B1 B0);
    type Append1011 = bits!(Self; B1 B0 B1 B1);
    type Append1100 = bits!(Self; B1 B1 B0 B0);
    type Append1101 = bits!(Self; B1 B1 B0 B1);
    type Append1110 = bits!(Self; B1 B1 B1 B0);
    type Append1111 = bits!(Self; B1 B1 B1 B1);
}

/// `0`
impl Digits for UTerm {}

// Numbers from 1 to 15.
for_each! {
    ($($bit:ident)*) => {
        impl Digits for bits!(UTerm; $($bit)*) {}
    }

    B1;
    B1 B0; B1 B1;
    B1 B0 B0; B1 B0 B1; B1 B1 B0; B1 B1 B1;
    B1 B0 B0 B0; B1 B0 B0 B1; B1 B0 B1 B0; B1 B0 B1 B1;
    B1 B1 B0 B0; B1 B1 B0 B1; B1 B1 B1 B0; B1 B1 B1 B1;
}

// `16 W + digits` where W is not zero.
for_each! {
    ($($bit:ident)*) => {
        impl<W: Digits + Extent<IsZero = B0>> Digits for bits!(W; $($bit)*) {}
    }

    B0 B0 B0 B0; B0 B0 B0 B1; B0 B0 B1 B0; B0 B0 B1 B1;
    B0 B1 B0 B0; B0 B1 B0 B1; B0 B1 B1 B0; B0 B1 B1 B1;
    B1 B0 B0 B0; B1 B0 B0 B1; B1 B0 B1 B0; B1 B0 B1 B1;
    B1 B1 B0 B0; B1 B1 B0 B1; B1 B1 B1 B0; B1 B1 B1 B1;
}

/// A number in binary. The bounds hold for all numbers by induction, and are not computed for any.
#[doc(hidden)]
pub trait Bits:
    Unsigned
    + Extent<Is<Self> = B1, IsUnknown = B0>
    + Copy
    + Default
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
{
}

/// `0`
impl Bits for UTerm {}

/// `2 U`
impl<U: Bits> Bits for UInt<U, B0> {}

/// `2 U + 1`
impl<U: Bits> Bits for UInt<U, B1> {}

/// What [`Extent::Size`] is of: the number of this one's digits with others after them, up to three.
macro_rules! then {
    (declared) => {
        #[doc(hidden)]
        type Then0: Digits;
        #[doc(hidden)]
        type Then1: Digits;
        #[doc(hidden)]
        type Then00: Digits;
        #[doc(hidden)]
        type Then01: Digits;
        #[doc(hidden)]
        type Then10: Digits;
        #[doc(hidden)]
        type Then11: Digits;
        #[doc(hidden)]
        type Then000: Digits;
        #[doc(hidden)]
        type Then001: Digits;
        #[doc(hidden)]
        type Then010: Digits;
        #[doc(hidden)]
        type Then011: Digits;
        #[doc(hidden)]
        type Then100: Digits;
        #[doc(hidden)]
        type Then101: Digits;
        #[doc(hidden)]
        type Then110: Digits;
        #[doc(hidden)]
        type Then111: Digits;
    };
    (zero) => {
        type Digits = UTerm;
        type Then0 = UTerm;
type Then1 = bits!(UTerm; B1);
        type Then00 = UTerm;
type Then01 = bits!(UTerm; B1);
type Then10 = bits!(UTerm; B1 B0);
type Then11 = bits!(UTerm; B1 B1);
        type Then000 = UTerm;
type Then001 = bits!(UTerm; B1);
type Then010 = bits!(UTerm; B1 B0);
type Then011 = bits!(UTerm; B1 B1);
type Then100 = bits!(UTerm; B1 B0 B0);
type Then101 = bits!(UTerm; B1 B0 B1);
type Then110 = bits!(UTerm; B1 B1 B0);
type Then111 = bits!(UTerm; B1 B1 B1);
    };
    ($V:ident, B0) => {
        type Size = $V::Then0;
        type Digits = $V::Then0;
        type Then0 = $V::Then00;
        type Then1 = $V::Then01;
        type Then00 = $V::Then000;
        type Then01 = $V::Then001;
        type Then10 = $V::Then010;
        type Then11 = $V::Then011;
        type Then000 = <$V::Digits as Appends>::Append0000;
        type Then001 = <$V::Digits as Appends>::Append0001;
        type Then010 = <$V::Digits as Appends>::Append0010;
        type Then011 = <$V::Digits as Appends>::Append0011;
        type Then100 = <$V::Digits as Appends>::Append0100;
        type Then101 = <$V::Digits as Appends>::Append0101;
        type Then110 = <$V::Digits as Appends>::Append0110;
        type Then111 = <$V::Digits as Appends>::Append0111;
    };
    ($V:ident, B1) => {
        type Size = $V::Then1;
        type Digits = $V::Then1;
        type Then0 = $V::Then10;
        type Then1 = $V::Then11;
        type Then00 = $V::Then100;
        type Then01 = $V::Then101;
        type Then10 = $V::Then110;
        type Then11 = $V::Then111;
        type Then000 = <$V::Digits as Appends>::Append1000;
        type Then001 = <$V::Digits as Appends>::Append1001;
        type Then010 = <$V::Digits as Appends>::Append1010;
        type Then011 = <$V::Digits as Appends>::Append1011;
        type Then100 = <$V::Digits as Appends>::Append1100;
        type Then101 = <$V::Digits as Appends>::Append1101;
        type Then110 = <$V::Digits as Appends>::Append1110;
        type Then111 = <$V::Digits as Appends>::Append1111;
    };
}
pub(crate) use then;
