//! Matrices: the transpose of the last two axes, and the product of two matrices.
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let a = Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let product: Tensor<f32, shape![2, 2]> = a.matmul(&a.transpose());
//! assert_eq!(product, Tensor::from([[14.0, 32.0], [32.0, 77.0]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::Tensor;
//!
//! let a = Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let product = a.matmul(&a); // inner size 3 does not match inner size 2
//! ```

use alloc::vec;
use alloc::vec::Vec;

use super::{Tensor, kernel};
use crate::algebra::{MatchesInner, MatrixProduct};
use crate::{Axes, Dim, Shape, ShapeError};

impl<T: Copy, Lead: Shape, M: Dim, N: Dim> Tensor<T, Axes<Axes<Lead, M>, N>> {
    /// The last two axes swapped: `[..S, M, N]` becomes `[..S, N, M]`. Elements are copied.
    pub fn transpose(&self) -> Tensor<T, Axes<Axes<Lead, N>, M>> {
        let (matrices, rows, columns) = (
            kernel::around(&self.shape, 2).0,
            self.shape.lead.last.size(),
            self.shape.last.size(),
        );
        let mut elements = Vec::with_capacity(self.elements.len());
        if !self.elements.is_empty() {
            for matrix in 0..matrices {
                let matrix = &self.elements[matrix * rows * columns..][..rows * columns];
                for column in 0..columns {
                    elements.extend(matrix[column..].iter().step_by(columns));
                }
            }
        }
        Tensor {
            shape: Axes {
                lead: Axes {
                    lead: self.shape.lead.lead.clone(),
                    last: self.shape.last,
                },
                last: self.shape.lead.last,
            },
            elements,
        }
    }
}

impl<T: MatrixElement, S: Shape> Tensor<T, S> {
    /// The matrix product: `[M, K]` by `[K, N]` gives `[M, N]`, and by `[K]` gives `[M]`.
    ///
    /// # Panics
    ///
    /// Where the inner sizes are dynamic and differ, and where the element count of the result overflows
    /// `usize`.
    #[track_caller]
    pub fn matmul<R: Shape>(&self, rhs: &Tensor<T, R>) -> Tensor<T, S::Output>
    where
        S: MatrixProduct<R, Columns: MatchesInner<S::Rows>>,
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
    /// Where the inner sizes are dynamic and differ, and where the element count of the result overflows
    /// `usize`.
    pub fn try_matmul<R: Shape>(
        &self,
        rhs: &Tensor<T, R>,
    ) -> Result<Tensor<T, S::Output>, ShapeError>
    where
        S: MatrixProduct<R, Columns: MatchesInner<S::Rows>>,
    {
        let (m, k) = (self.shape.size_from_end(2), self.shape.size_from_end(1));
        // A vector is a matrix of one column.
        let (inner, n) = match rhs.shape.rank() {
            1 => (rhs.shape.size_from_end(1), 1),
            _ => (rhs.shape.size_from_end(2), rhs.shape.size_from_end(1)),
        };
        if k != inner {
            return Err(ShapeError::inner_sizes([m, k], &rhs.shape));
        }
        let product = S::Output::build(
            rhs.shape.rank(),
            1,
            &|axis| match axis == rhs.shape.rank() {
                true => m,
                false => n,
            },
        );
        let Some(shape) = product else {
            unreachable!("[{m}, {n}] is another shape than the product's type says")
        };
        let mut elements = vec![T::zero(); shape.num_elements()?];
        if !elements.is_empty() && k > 0 {
            T::multiply((m, k, n), &self.elements, &rhs.elements, &mut elements);
        }
        Ok(Tensor { shape, elements })
    }
}

/// An element type that matrices can be multiplied in: floats, by the kernels of the crate `matrixmultiply`,
/// and integers.
#[diagnostic::on_unimplemented(
    message = "matrices of `{Self}` cannot be multiplied",
    label = "elements of `{Self}`",
    note = "matrix products are there for `f32`, `f64` and the primitive integers"
)]
pub trait MatrixElement: num_traits::Zero + Copy + sealed::Sealed {
    /// Adds the product of `lhs`, `[m, k]`, and `rhs`, `[k, n]`, to `product`, `[m, n]`: none of them empty.
    #[doc(hidden)]
    fn multiply(sizes: (usize, usize, usize), lhs: &[Self], rhs: &[Self], product: &mut [Self]);
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! float_elements {
    ($($float:ident $gemm:ident,)*) => {$(
        impl sealed::Sealed for $float {}

        impl MatrixElement for $float {
            // Four times as fast as plain loops at [256, 256] by [256, 256]:
            // `cargo bench -p shapecheck-benches -- matmul`.
            #[allow(unsafe_code)]
            fn multiply(
                (m, k, n): (usize, usize, usize),
                lhs: &[Self],
                rhs: &[Self],
                product: &mut [Self],
            ) {
                assert!(
                    m.checked_mul(k) == Some(lhs.len())
                        && k.checked_mul(n) == Some(rhs.len())
                        && m.checked_mul(n) == Some(product.len())
                        && !lhs.is_empty()
                        && !rhs.is_empty()
                );
                // SAFETY: the three slices are whole row-major matrices of these sizes, as just asserted without
                // wrapping around, so every offset `row * stride + column` that the kernel forms from the sizes
                // and strides lies inside its slice. `product` is borrowed mutably and so overlaps neither of the
                // others. The strides fit in `isize`: none of the three is empty, so each stride is at most the
                // length of a slice, which is no longer than `isize::MAX` bytes.
                unsafe {
                    matrixmultiply::$gemm(
                        m, k, n,
                        1.0, lhs.as_ptr(), k as isize, 1,
                        rhs.as_ptr(), n as isize, 1,
                        1.0, product.as_mut_ptr(), n as isize, 1,
                    );
                }
            }
        }
    )*};
}

float_elements!(f32 sgemm, f64 dgemm,);

macro_rules! integer_elements {
    ($($integer:ident)*) => {$(
        impl sealed::Sealed for $integer {}

        impl MatrixElement for $integer {
            fn multiply(
                (_, k, n): (usize, usize, usize),
                lhs: &[Self],
                rhs: &[Self],
                product: &mut [Self],
            ) {
                for (row, product) in lhs.chunks_exact(k).zip(product.chunks_exact_mut(n)) {
                    for (&factor, rhs) in row.iter().zip(rhs.chunks_exact(n)) {
                        for (sum, &element) in product.iter_mut().zip(rhs) {
                            *sum += factor * element;
                        }
                    }
                }
            }
        }
    )*};
}

integer_elements!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
