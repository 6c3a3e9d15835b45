//! The number of elements of a shape as a type: the product of its sizes, by the crate's
//! [arithmetic](crate::dim::arithmetic).
//!
//! It is computed only if asked for: no shape carries its own, and no signature needs a bound for it. A number of more
//! than 64 bits is not computed, because such sizes would soon reach rustc's recursion limit.

use core::marker::PhantomData;

use typenum::{U0, U1, UInt};

use crate::dim::NamedDim;
use crate::dim::digits::bits;
use crate::dim::{Extent, Product};
use crate::for_each::for_each;
use crate::verdict::TooMany;
use crate::verdict::equal::relations;
use crate::{Axes, Dyn, Scalar};

/// The number of elements of a shape of static sizes, or what the static sizes of one make.
#[doc(hidden)]
pub trait CountElements {
    /// A typenum number or [`TooMany`].
    type Count;
}

/// `[]` has 1
impl CountElements for Scalar {
    type Count = U1;
}

/// `[..S, N]` has those of S times N
impl<Lead: CountElements<Count: CountTimes<Last>>, Last> CountElements for Axes<Lead, Last> {
    type Count = <Lead::Count as CountTimes<Last>>::Count;
}

/// A number of elements times a size.
#[doc(hidden)]
pub trait CountTimes<Size> {
    /// As [`CountElements::Count`].
    type Count;
}

relations! {
    CountTimes::Count {
        "`0 * 0 = 0`": [] U0, U0 => U0;
        "`0 * N = 0`": [V, D] U0, UInt<V, D> => U0;
        "`C * 0 = 0`": [U, B] UInt<U, B>, U0 => U0;
        "`too many * 0 = 0`": [] TooMany, U0 => U0;
        "`too many * N = too many`": [V, D] TooMany, UInt<V, D> => TooMany;
        "`0 * _`, without the size to infer": [] U0, Dyn => U0;
        "`C * _`": [U, B] UInt<U, B>, Dyn => Self;
        "`too many * _`": [] TooMany, Dyn => TooMany;
    }
}

/// `C * name`, as `C` times its size
impl<C: CountTimes<N>, T, N> CountTimes<NamedDim<T, N>> for C {
    type Count = C::Count;
}

/// `C * N`, unless the two together are too long
impl<U, B, V, D> CountTimes<UInt<V, D>> for UInt<U, B>
where
    Self: Bytes<NineBytes>,
    UInt<V, D>: Bytes<Left<Self, NineBytes>>,
    Left<UInt<V, D>, Left<Self, NineBytes>>: Multiply<Self, UInt<V, D>>,
{
    type Count = <Left<UInt<V, D>, Left<Self, NineBytes>> as Multiply<Self, UInt<V, D>>>::Product;
}

/// One more byte than `Rest`.
#[doc(hidden)]
pub struct AndByte<Rest>(PhantomData<Rest>);

/// No byte.
#[doc(hidden)]
pub struct NoByte;

type FourMore<Rest> = AndByte<AndByte<AndByte<AndByte<Rest>>>>;
type EightBytes = FourMore<FourMore<NoByte>>;

/// A product of numbers of `a` and `b` bytes has `a + b` bytes or one less. With more than nine bytes together it is
/// too long, with less than nine it is not.
type NineBytes = AndByte<EightBytes>;

/// A number, and what is left of the bytes `There` after its own bytes.
#[doc(hidden)]
pub trait Bytes<There> {
    /// The bytes left, or [`TooMany`] if there are too few.
    type Left;
    /// `N`, of which this number is a part, or [`TooMany`] if there are too few bytes.
    type Capped<N>;
}

type Left<Number, There> = <Number as Bytes<There>>::Left;

/// `0` takes no byte
impl<There> Bytes<There> for U0 {
    type Left = There;
    type Capped<N> = N;
}

for_each! {
    ($there:ident) => {
        impl<U, B> Bytes<$there> for UInt<U, B> {
            type Left = TooMany;
            type Capped<N> = TooMany;
        }
    }

    NoByte;
    TooMany;
}

// Up to eight bits take one byte.
for_each! {
    ($($bit:ident)*) => {
        impl<Rest, $($bit),*> Bytes<AndByte<Rest>> for bits!(U0; $($bit)*) {
            type Left = Rest;
            type Capped<N> = N;
        }
    }

    B0;
    B1 B0;
    B2 B1 B0;
    B3 B2 B1 B0;
    B4 B3 B2 B1 B0;
    B5 B4 B3 B2 B1 B0;
    B6 B5 B4 B3 B2 B1 B0;
    B7 B6 B5 B4 B3 B2 B1 B0;
}

/// `256 N + byte` takes one more byte than N.
impl<U, B, B7, B6, B5, B4, B3, B2, B1, B0, Rest> Bytes<AndByte<Rest>> for bits!(UInt<U, B>; B7 B6 B5 B4 B3 B2 B1 B0)
where
    UInt<U, B>: Bytes<Rest>,
{
    type Left = Left<UInt<U, B>, Rest>;
    type Capped<N> = <UInt<U, B> as Bytes<Rest>>::Capped<N>;
}

/// The product of two numbers. `Self` is what they leave of [`NineBytes`].
#[doc(hidden)]
pub trait Multiply<Lhs, Rhs> {
    /// A typenum number, or [`TooMany`].
    type Product;
}

/// More than nine bytes together: at least nine in the product.
impl<Lhs, Rhs> Multiply<Lhs, Rhs> for TooMany {
    type Product = TooMany;
}

/// Nine bytes together: eight or nine in the product.
impl<Lhs: Extent, Rhs: Extent> Multiply<Lhs, Rhs> for NoByte
where
    Product<Rhs, Lhs>: Bytes<EightBytes>,
{
    type Product = <Product<Rhs, Lhs> as Bytes<EightBytes>>::Capped<Product<Rhs, Lhs>>;
}

/// Less than nine bytes together: at most eight in the product.
impl<Lhs: Extent, Rhs: Extent, Rest> Multiply<Lhs, Rhs> for AndByte<Rest> {
    type Product = Product<Rhs, Lhs>;
}
