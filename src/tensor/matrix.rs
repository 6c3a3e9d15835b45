//! Matrix products by NumPy's rule: of the last two axes, with the axes in front broadcast, and of vectors.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let a = InlineTensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let product: InlineTensor<f32, shape![2, 2]> = a.matmul(&a.transpose()); // no copy
//! assert_eq!(product, InlineTensor::from([[14.0, 32.0], [32.0, 77.0]]));
//! assert_eq!(a.matmul(&InlineTensor::from([1.0, 0.0, 1.0])), InlineTensor::from([4.0, 10.0]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let a = InlineTensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let product = a.matmul(&a); // inner size 3 does not match inner size 2
//! ```

use super::kernel::matrix::{Multiply, Product};
use super::operators::Home;
use super::storage::HomeWith;
use super::{Contiguous, Owned, Storage, StorageMut, TensorBase};
use crate::algebra::MatrixProduct;
use crate::{Shape, ShapeError};

/// An element type that matrices can be multiplied in: the primitive numbers. Floats are multiplied by the kernels of the
/// crate `gemm` (feature `matmul`).
#[diagnostic::on_unimplemented(
    message = "matrices of `{Self}` cannot be multiplied",
    label = "elements of `{Self}`",
    note = "matrix products are there for `f32`, `f64` and the primitive integers"
)]
pub trait MatrixElement: Multiply {}

macro_rules! matrix_elements {
    ($($T:ty)*) => {$(
        impl MatrixElement for $T {}
    )*};
}

// One by one, so that it is this trait which anything else is said to lack.
matrix_elements!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// The matrix product: `[..L, M, K]` by `[..R, K, N]` gives `[..(L broadcast with R), M, N]`. A vector on the left is one
    /// row, one on the right one column, and the result is without that axis.
    ///
    /// # Panics
    ///
    /// Where the inner sizes are dynamic and differ, where dynamic axes in front do not broadcast, and where the element count of
    /// the result overflows `usize`.
    #[track_caller]
    pub fn matmul<R: Shape, Other: Storage<T, R>>(
        &self,
        rhs: &TensorBase<T, R, Other>,
    ) -> TensorBase<T, S::Output, Home<Store::Home, Other::Home>>
    where
        T: MatrixElement,
        S: MatrixProduct<R>,
        Store::Home: HomeWith<Other::Home, Home: Owned<T, S::Output>>,
    {
        match self.try_matmul(rhs) {
            Ok(product) => product,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`matmul`](Self::matmul), with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where the inner sizes are dynamic and differ, where dynamic axes in front do not broadcast, and where the element count of
    /// the result overflows `usize`.
    pub fn try_matmul<R: Shape, Other: Storage<T, R>>(
        &self,
        rhs: &TensorBase<T, R, Other>,
    ) -> Result<TensorBase<T, S::Output, Home<Store::Home, Other::Home>>, ShapeError>
    where
        T: MatrixElement,
        S: MatrixProduct<R>,
        Store::Home: HomeWith<Other::Home, Home: Owned<T, S::Output>>,
    {
        Product::of(self, rhs)?.collect()
    }

    /// As [`matmul`](Self::matmul), to the memory of another tensor.
    ///
    /// # Errors
    ///
    /// Where dynamic sizes do not fit, those of the result included. The other tensor is then as it was.
    pub fn matmul_into<
        R: Shape,
        Other: Storage<T, R>,
        Result: StorageMut<T, S::Output, Layout: Contiguous>,
    >(
        &self,
        rhs: &TensorBase<T, R, Other>,
        result: &mut TensorBase<T, S::Output, Result>,
    ) -> core::result::Result<(), ShapeError>
    where
        T: MatrixElement,
        S: MatrixProduct<R>,
    {
        Product::of(self, rhs)?.write_to(result)
    }
}
