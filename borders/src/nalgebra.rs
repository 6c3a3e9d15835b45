//! Views of nalgebra's fixed-size matrices, and conversions back.
//!
//! nalgebra stores one column after the other. A view describes this by its strides, and nothing is copied.
//!
//! ```
//! use nalgebra::{Matrix2x3, Vector3, matrix, vector};
//! use shapecheck::{InlineTensor, View, shape};
//! use shapecheck_borders::nalgebra::{to_matrix, to_vector, vector_view, view};
//!
//! let m: Matrix2x3<f32> = matrix![1.0, 2.0, 3.0; 4.0, 5.0, 6.0];
//! let rows: View<f32, shape![2, 3]> = view(&m);
//! assert_eq!(rows[[0, 2]], 3.0);
//!
//! let scale = vector![1.0, 10.0, 100.0];
//! let scaled: InlineTensor<f32, shape![2, 3]> = rows.to_inline() * vector_view(&scale).to_inline();
//! let back: Matrix2x3<f32> = to_matrix(&scaled);
//! assert_eq!(back, matrix![1.0, 20.0, 300.0; 4.0, 50.0, 600.0]);
//! let row: Vector3<f32> = to_vector(&scaled.index_axis::<-2>(1));
//! assert_eq!(row, vector![4.0, 50.0, 600.0]);
//! ```
//!
//! Sizes that differ are a compile error:
//!
//! ```compile_fail,E0308
//! use nalgebra::Matrix2;
//! use shapecheck::{View, shape};
//!
//! let view: View<f32, shape![2, 3]> = shapecheck_borders::nalgebra::view(&Matrix2::identity());
//! ```

use ::nalgebra::{SMatrix, SVector, Scalar};
use shapecheck::host::Memory;
use shapecheck::typenum::{Const, ToUInt, U};
use shapecheck::{StaticDim, TensorOn, View, shape};

/// A matrix as a view of the same memory.
#[must_use]
pub fn view<T: Scalar, const ROWS: usize, const COLUMNS: usize>(
    matrix: &SMatrix<T, ROWS, COLUMNS>,
) -> View<'_, T, shape![U<ROWS>, U<COLUMNS>]>
where
    Const<ROWS>: ToUInt<Output: StaticDim>,
    Const<COLUMNS>: ToUInt<Output: StaticDim>,
{
    match View::from_strided(Default::default(), &[1, ROWS], matrix.as_slice()) {
        Ok(view) => view,
        Err(error) => unreachable!("a matrix has an element for each index: {error}"),
    }
}

/// A vector as a view of the same memory, with one axis.
#[must_use]
pub fn vector_view<T: Scalar, const SIZE: usize>(
    vector: &SVector<T, SIZE>,
) -> View<'_, T, shape![U<SIZE>]>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
{
    match View::from_buffer(vector.as_slice()) {
        Ok(view) => view,
        Err(error) => unreachable!("a vector has an element for each index: {error}"),
    }
}

/// A matrix with copies of a tensor's elements. The matrix type has to be given, because the compiler cannot infer its
/// numbers from the types of the sizes.
#[must_use]
pub fn to_matrix<T: Scalar, E: Memory, const ROWS: usize, const COLUMNS: usize>(
    tensor: &TensorOn<T, shape![U<ROWS>, U<COLUMNS>], E>,
) -> SMatrix<T, ROWS, COLUMNS>
where
    Const<ROWS>: ToUInt<Output: StaticDim>,
    Const<COLUMNS>: ToUInt<Output: StaticDim>,
{
    SMatrix::from_row_iterator(tensor.iter().cloned())
}

/// A vector with copies of the elements of a tensor with one axis. Its type has to be given, as for [`to_matrix`].
#[must_use]
pub fn to_vector<T: Scalar, E: Memory, const SIZE: usize>(
    tensor: &TensorOn<T, shape![U<SIZE>], E>,
) -> SVector<T, SIZE>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
{
    SVector::from_iterator(tensor.iter().cloned())
}
