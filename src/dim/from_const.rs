//! A const expression as a size: its eight bytes, pushed onto 0 one after the other.
//!
//! A const expression in the position of a type may not be computed from another type, but it may select an
//! impl. How many such blocks a size takes decides what it costs to compile, since each is a constant that
//! the compiler evaluates: one a bit cost 10 ms a size, one a byte costs well under 1 ms. Larger blocks need
//! a table of 2^bits impls.
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

use typenum::{B0, B1, UInt, UTerm};

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

/// `256 (256 (... (256 * 0 + BYTE7) ...) + BYTE1) + BYTE0`, the number of these bytes.
#[doc(hidden)]
pub type FromBytes<
    const BYTE0: u8,
    const BYTE1: u8,
    const BYTE2: u8,
    const BYTE3: u8,
    const BYTE4: u8,
    const BYTE5: u8,
    const BYTE6: u8,
    const BYTE7: u8,
> = Pushed<
    Pushed<
        Pushed<
            Pushed<
                Pushed<
                    Pushed<Pushed<Pushed<UTerm, Byte<BYTE7>>, Byte<BYTE6>>, Byte<BYTE5>>,
                    Byte<BYTE4>,
                >,
                Byte<BYTE3>,
            >,
            Byte<BYTE2>,
        >,
        Byte<BYTE1>,
    >,
    Byte<BYTE0>,
>;

/// `16 N + digit`, a hexadecimal digit more at the end: what a literal without a name in typenum expands to.
macro_rules! hex_digits {
    ($($Name:ident $b3:ident $b2:ident $b1:ident $b0:ident,)*) => {$(
        #[doc(hidden)]
        pub type $Name<N> = UInt<UInt<UInt<UInt<N, $b3>, $b2>, $b1>, $b0>;
    )*};
}

hex_digits! {
    Hex0 B0 B0 B0 B0, Hex1 B0 B0 B0 B1, Hex2 B0 B0 B1 B0, Hex3 B0 B0 B1 B1,
    Hex4 B0 B1 B0 B0, Hex5 B0 B1 B0 B1, Hex6 B0 B1 B1 B0, Hex7 B0 B1 B1 B1,
    Hex8 B1 B0 B0 B0, Hex9 B1 B0 B0 B1, HexA B1 B0 B1 B0, HexB B1 B0 B1 B1,
    HexC B1 B1 B0 B0, HexD B1 B1 B0 B1, HexE B1 B1 B1 B0, HexF B1 B1 B1 B1,
}

/// The type that stands where a macro has an error to tell. The constant is that error.
pub struct Mistake<const ERROR: usize>;
