//! Tensors from nested arrays, their shape inferred.
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
//! let same: Tensor<i32, shape![2, 3]> = t;
//! let number: Tensor<i32, shape![]> = Tensor::scalar(7);
//! ```
//!
//! ```compile_fail,E0308
//! use shapecheck::{Tensor, shape};
//!
//! let t: Tensor<i32, shape![3, 2]> = Tensor::from([[1, 2, 3], [4, 5, 6]]);
//! ```

use alloc::vec;
use alloc::vec::Vec;

use typenum::{Const, ToUInt, U};

use super::Tensor;
use crate::{Axes, Scalar, StaticDim};

impl<T> Tensor<T, Scalar> {
    /// A tensor without axes: one number.
    pub fn scalar(value: T) -> Self {
        Self {
            shape: Scalar,
            elements: vec![value],
        }
    }
}

/// What stands innermost in nested arrays: not an array itself, which is how the shape can be inferred.
///
/// Implement it for an element type of your own to build tensors of it from arrays.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as an element of nested arrays",
    label = "not an element",
    note = "nested arrays go up to four deep, and their elements implement `Element`: `impl Element for {Self} {{}}`"
)]
pub trait Element {}

macro_rules! elements {
    ($($element:ty)*) => { $(impl Element for $element {})* };
}

elements!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char &str alloc::string::String);

/// `[[T; N]; M]` has shape `[M, N]`, for sizes that typenum has a name for: up to 1024, and powers of 2 and 10.
/// Other sizes go through `from_vec`.
macro_rules! from_nested {
    ($([$($size:ident)*] $array:ty, $shape:ty, $($flatten:ident)*;)*) => {$(
        impl<T: Element, $(const $size: usize),*> From<$array> for Tensor<T, $shape>
        where
            $(Const<$size>: ToUInt<Output: StaticDim>,)*
        {
            fn from(array: $array) -> Self {
                let elements: Vec<T> = array.into_iter()$(.$flatten())*.collect();
                Self {
                    shape: Default::default(),
                    elements,
                }
            }
        }
    )*};
}

from_nested! {
    [N] [T; N], Axes<Scalar, U<N>>,;
    [M N] [[T; N]; M], Axes<Axes<Scalar, U<M>>, U<N>>, flatten;
    [L M N] [[[T; N]; M]; L], Axes<Axes<Axes<Scalar, U<L>>, U<M>>, U<N>>, flatten flatten;
    [K L M N] [[[[T; N]; M]; L]; K],
        Axes<Axes<Axes<Axes<Scalar, U<K>>, U<L>>, U<M>>, U<N>>, flatten flatten flatten;
}
