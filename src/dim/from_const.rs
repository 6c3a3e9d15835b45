//! A const expression as a size: its eight bytes, pushed onto 0 one after the other.
//!
//! A const expression in the position of a type may not be computed from another type, but it may select an
//! impl. How many such blocks a size takes decides what it costs to compile, since each is a constant that
//! the compiler evaluates: one a bit cost 10 ms a size, one a byte costs well under 1 ms. Larger blocks need
//! a table of 2^bits impls, and searching that costs more than it saves.
//!
//! ```
//! use shapecheck::dim;
//!
//! const VOCABULARY: usize = 50_000 + 257;
//! let _: dim!(VOCABULARY) = <dim!(50257)>::new();
//! ```
//!
//! A generic parameter is not a constant that a type can be computed from:
//!
//! ```compile_fail
//! fn zeros<const N: usize>() -> shapecheck::dim!(N) { todo!() }
//! ```

use typenum::{UInt, UTerm};

/// Byte number `index` of `size`, the least significant first.
#[doc(hidden)]
pub const fn byte(size: usize, index: u32) -> u8 {
    (size as u64 >> (8 * index)) as u8
}

/// One byte of a const expression.
#[doc(hidden)]
pub struct Byte<const VALUE: u8>;

/// What pushing this byte onto a number gives.
#[doc(hidden)]
pub trait PushedByte {
    /// The byte after no other bit: without leading zeros, since typenum's numbers have none.
    type OntoZero;
    /// The byte after a number that has bits: all eight.
    type Onto<N>;
}

shapecheck_macros::byte_table!([crate]);

/// A number with one byte more at its end.
#[doc(hidden)]
pub trait PushByte<B> {
    /// `256 Self + B`
    type Output;
}

/// `256 * 0 + B = B`
impl<B: PushedByte> PushByte<B> for UTerm {
    type Output = B::OntoZero;
}

/// `256 N + B`
impl<N, Bit, B: PushedByte> PushByte<B> for UInt<N, Bit> {
    type Output = B::Onto<UInt<N, Bit>>;
}

type Pushed<N, B> = <N as PushByte<B>>::Output;

/// The number of these bytes, the least significant first.
#[doc(hidden)]
pub trait FromBytes<B0, B1, B2, B3, B4, B5, B6, B7> {
    /// The number.
    type Size;
}

/// `256 (256 (... (256 * 0 + B7) ...) + B1) + B0`
impl<B0, B1, B2, B3, B4, B5, B6, B7> FromBytes<B0, B1, B2, B3, B4, B5, B6, B7> for UTerm
where
    UTerm: PushByte<B7>,
    Pushed<UTerm, B7>: PushByte<B6>,
    Pushed<Pushed<UTerm, B7>, B6>: PushByte<B5>,
    Pushed<Pushed<Pushed<UTerm, B7>, B6>, B5>: PushByte<B4>,
    Pushed<Pushed<Pushed<Pushed<UTerm, B7>, B6>, B5>, B4>: PushByte<B3>,
    Pushed<Pushed<Pushed<Pushed<Pushed<UTerm, B7>, B6>, B5>, B4>, B3>: PushByte<B2>,
    Pushed<Pushed<Pushed<Pushed<Pushed<Pushed<UTerm, B7>, B6>, B5>, B4>, B3>, B2>: PushByte<B1>,
    Pushed<Pushed<Pushed<Pushed<Pushed<Pushed<Pushed<UTerm, B7>, B6>, B5>, B4>, B3>, B2>, B1>:
        PushByte<B0>,
{
    type Size = Pushed<
        Pushed<Pushed<Pushed<Pushed<Pushed<Pushed<Pushed<UTerm, B7>, B6>, B5>, B4>, B3>, B2>, B1>,
        B0,
    >;
}
