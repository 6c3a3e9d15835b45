//! A const expression as a size: its eight bytes, appended to 0 one by one.
//!
//! A const expression in a type cannot be turned into another type directly, but it can select an impl. Each such
//! expression is a constant that the compiler evaluates, so their number decides what a size costs to compile: with one
//! per bit a size took 10 ms, with one per byte well under 1 ms. Larger blocks would need a table of 2^bits impls.
//!
//! ```
//! use shapecheck::dim;
//!
//! const VOCABULARY: usize = 50_000 + 257;
//! let _: dim!(VOCABULARY) = <dim!(50257)>::new();
//! ```
//!
//! A generic parameter cannot be used: a type cannot be computed from it.
//!
//! ```compile_fail
//! fn zeros<const N: usize>() -> shapecheck::dim!(N) { todo!() }
//! ```

use crate::for_each::for_each;
use typenum::{B0, B1, UInt, UTerm};

/// A size that is a type already. Where a value is expected, rustc says of an alias with parameters that it is a type, and
/// nothing else.
#[doc(hidden)]
pub type SizeOfType<N> = N;

/// Byte number `index` of `size`, the least significant first.
#[doc(hidden)]
pub const fn byte(size: usize, index: u32) -> u8 {
    (size as u64 >> (8 * index)) as u8
}

/// One byte of a const expression.
#[doc(hidden)]
pub struct Byte<const VALUE: u8>;

/// The result of appending this byte to a number.
#[doc(hidden)]
pub trait PushedByte {
    /// The byte without leading zeros, as typenum's numbers have none.
    type OntoZero;
    /// The byte with all eight bits, after a number that has bits.
    type Onto<N>;
}

shapecheck_macros::byte_table!([crate]);

/// A number with one more byte at its end.
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

// `16 N + digit`: appends a hexadecimal digit. Literals without a name in typenum expand to this.
for_each! {
    ($Name:ident $b3:ident $b2:ident $b1:ident $b0:ident) => {
        #[doc(hidden)]
        pub type $Name<N> = UInt<UInt<UInt<UInt<N, $b3>, $b2>, $b1>, $b0>;
    }

    Hex0 B0 B0 B0 B0; Hex1 B0 B0 B0 B1; Hex2 B0 B0 B1 B0; Hex3 B0 B0 B1 B1;
    Hex4 B0 B1 B0 B0; Hex5 B0 B1 B0 B1; Hex6 B0 B1 B1 B0; Hex7 B0 B1 B1 B1;
    Hex8 B1 B0 B0 B0; Hex9 B1 B0 B0 B1; HexA B1 B0 B1 B0; HexB B1 B0 B1 B1;
    HexC B1 B1 B0 B0; HexD B1 B1 B0 B1; HexE B1 B1 B1 B0; HexF B1 B1 B1 B1;
}

/// The type in place of a size when a macro reports an error. The constant is that error.
pub struct Mistake<const ERROR: usize>;
