//! Views of nalgebra's matrices, and conversions back.
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
//! Matrices whose sizes are known at run time keep their memory where they come in and go out:
//!
//! ```
//! use nalgebra::DMatrix;
//! use shapecheck::{Tensor, shape};
//! use shapecheck_borders::nalgebra::{matrix, tensor};
//!
//! let m = DMatrix::from_row_slice(2, 3, &[1, 2, 3, 4, 5, 6]);
//! let memory = m.as_ptr();
//! let t: Tensor<i32, shape![2, 3]> = tensor(m)?;
//! assert_eq!(t.to_string(), "[[1 2 3]\n [4 5 6]]");
//! assert_eq!(matrix(t).as_ptr(), memory);
//! # Ok::<(), shapecheck_borders::BorderError>(())
//! ```
//!
//! Inline tensors have copies, and may have [names for frames](shapecheck::guide::named_sizes#frames-of-reference), so that
//! rotations stay nalgebra's and the compiler sees which frame is meant:
//!
//! ```
//! use nalgebra::{Rotation3, UnitQuaternion, Vector3};
//! use shapecheck::{InlineTensor, dims, shape};
//! use shapecheck_borders::nalgebra::{from_rotation, from_vector, to_rotation, to_vector};
//!
//! dims! { World = 3, Body = 3 }
//!
//! let turn = Rotation3::from_euler_angles(0.1, 0.2, 0.3);
//! let attitude: InlineTensor<f64, shape![World, Body]> = from_rotation(&turn);
//! let force: InlineTensor<f64, shape![Body]> = from_vector(&Vector3::new(0.0, 0.0, 9.81));
//! let seen = attitude.matmul(&force); // [World]; `attitude.inverse().matmul(&force)` is refused
//! assert!((to_vector::<_, _, _, 3>(&seen) - turn * Vector3::new(0.0, 0.0, 9.81)).norm() < 1e-12);
//! let back = UnitQuaternion::from(to_rotation(&attitude.transpose())); // [Body, World]
//! assert!(back.angle_to(&UnitQuaternion::from(turn.inverse())) < 1e-12);
//! ```
//!
//! ```compile_fail,E0277
//! # use nalgebra::Vector4;
//! # use shapecheck::{InlineTensor, dims, shape};
//! # use shapecheck_borders::nalgebra::from_vector;
//! # dims! { Body = 3 }
//! // the shape does not fit the type: size 4 at axis -1 where the type has 3
//! let force: InlineTensor<f64, shape![Body]> = from_vector(&Vector4::new(0.0, 0.0, 0.0, 9.81));
//! ```
//!
//! Sizes that differ are a compile error for matrices of fixed sizes:
//!
//! ```compile_fail,E0308
//! use nalgebra::Matrix2;
//! use shapecheck::{View, shape};
//!
//! let view: View<f32, shape![2, 3]> = shapecheck_borders::nalgebra::view(&Matrix2::identity());
//! ```

use ::nalgebra::{self as algebra, DMatrix, DVector, Rotation, SMatrix, SVector, Scalar};
use shapecheck::algebra::{MayEqual, TellsSizes};
use shapecheck::host::Memory;
use shapecheck::typenum::{Const, ToUInt, U};
use shapecheck::{
    Dim, DynShape, InlineTensor, Shape, StaticDim, Tensor, TensorOn, View, ViewMut, shape,
};

/// How nalgebra's matrices [tell their sizes](TellsSizes): in the contracts of functions, by `#[shapes("x: rows columns")]`.
/// A vector is a matrix of one column.
#[derive(Clone, Copy, Debug)]
pub enum Nalgebra {}

impl<T, Rows, Columns, Data> TellsSizes<Nalgebra> for algebra::Matrix<T, Rows, Columns, Data>
where
    Rows: algebra::Dim,
    Columns: algebra::Dim,
    Data: algebra::RawStorage<T, Rows, Columns>,
{
    type Shape = shape![_, _];

    fn sizes(&self) -> DynShape {
        let (rows, columns) = self.shape();
        [rows, columns].into()
    }
}

use crate::BorderError;
use crate::inline::{of_columns, of_elements};

/// A matrix as a view of the same memory.
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

/// A matrix as a mutable view of the same memory.
pub fn view_mut<T: Scalar, const ROWS: usize, const COLUMNS: usize>(
    matrix: &mut SMatrix<T, ROWS, COLUMNS>,
) -> ViewMut<'_, T, shape![U<ROWS>, U<COLUMNS>]>
where
    Const<ROWS>: ToUInt<Output: StaticDim>,
    Const<COLUMNS>: ToUInt<Output: StaticDim>,
{
    match ViewMut::from_strided(Default::default(), &[1, ROWS], matrix.as_mut_slice()) {
        Ok(view) => view,
        Err(error) => unreachable!("a matrix has an element for each index: {error}"),
    }
}

/// A matrix whose sizes are known at run time as a view of the same memory.
///
/// # Errors
///
/// Returns an error if the sizes do not fit the shape.
pub fn try_view<T: Scalar, S: Shape>(matrix: &DMatrix<T>) -> Result<View<'_, T, S>, BorderError> {
    let (rows, columns) = matrix.shape();
    let shape = S::try_from_sizes(&[rows, columns])?;
    Ok(View::from_strided(shape, &[1, rows], matrix.as_slice())?)
}

/// A matrix whose sizes are known at run time as a mutable view of the same memory.
///
/// # Errors
///
/// Returns an error if the sizes do not fit the shape.
pub fn try_view_mut<T: Scalar, S: Shape>(
    matrix: &mut DMatrix<T>,
) -> Result<ViewMut<'_, T, S>, BorderError> {
    let (rows, columns) = matrix.shape();
    let shape = S::try_from_sizes(&[rows, columns])?;
    let elements = matrix.as_mut_slice();
    Ok(ViewMut::from_strided(shape, &[1, rows], elements)?)
}

/// A matrix whose sizes are known at run time as a tensor, in the same memory.
///
/// # Errors
///
/// Returns an error if the sizes do not fit the shape.
pub fn tensor<T: Scalar, S: Shape>(matrix: DMatrix<T>) -> Result<Tensor<T, S>, BorderError> {
    let (rows, columns) = matrix.shape();
    let shape = S::try_from_sizes(&[rows, columns])?;
    Ok(Tensor::from_strided(shape, &[1, rows], matrix.data.into())?)
}

/// A tensor with two axes as a matrix whose sizes are known at run time. The elements are moved if no other tensor
/// shares the memory and it has them column by column, as that of a transposed tensor has; otherwise they are copied.
#[must_use]
pub fn matrix<T: Scalar, Rows: Dim, Columns: Dim>(
    tensor: Tensor<T, shape![Rows, Columns]>,
) -> DMatrix<T> {
    let [rows, columns] = [tensor.dims()[0], tensor.dims()[1]];
    let turned = tensor.transpose();
    // So that the memory is not shared.
    drop(tensor);
    DMatrix::from_vec(rows, columns, turned.into_vec())
}

/// A vector whose size is known at run time as a tensor with one axis, in the same memory.
///
/// # Errors
///
/// Returns an error if the size does not fit the shape.
pub fn vector_tensor<T: Scalar, S: Shape>(vector: DVector<T>) -> Result<Tensor<T, S>, BorderError> {
    let shape = S::try_from_sizes(&[vector.len()])?;
    Ok(Tensor::from_vec_with(shape, vector.data.into())?)
}

/// A tensor with one axis as a vector whose size is known at run time. The elements are moved if no other tensor shares
/// the memory and the tensor is all of it, and copied otherwise.
#[must_use]
pub fn vector<T: Scalar, Size: Dim>(tensor: Tensor<T, shape![Size]>) -> DVector<T> {
    DVector::from_vec(tensor.into_vec())
}

/// A vector as a view of the same memory, with one axis.
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

/// A matrix as an inline tensor, whose sizes may have names.
#[inline]
pub fn from_matrix<
    T: Scalar + Copy,
    M: StaticDim,
    N: StaticDim,
    const ROWS: usize,
    const COLUMNS: usize,
>(
    matrix: &SMatrix<T, ROWS, COLUMNS>,
) -> InlineTensor<T, shape![M, N]>
where
    Const<ROWS>: ToUInt<Output: StaticDim>,
    Const<COLUMNS>: ToUInt<Output: StaticDim>,
    shape![U<ROWS>, U<COLUMNS>]: MayEqual<shape![M::Unnamed, N::Unnamed]>,
{
    of_columns(matrix.as_slice())
}

/// A vector as an inline tensor with one axis, whose size may have a name.
#[inline]
pub fn from_vector<T: Scalar + Copy, N: StaticDim, const SIZE: usize>(
    vector: &SVector<T, SIZE>,
) -> InlineTensor<T, shape![N]>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>]: MayEqual<shape![N::Unnamed]>,
{
    of_elements(vector.as_slice())
}

/// A rotation as the matrix that takes what is seen from one frame to another: shape `[To, From]`. A quaternion is
/// `rotation.to_rotation_matrix()` first.
#[inline]
pub fn from_rotation<T: Scalar + Copy, To: StaticDim, From: StaticDim, const SIZE: usize>(
    rotation: &Rotation<T, SIZE>,
) -> InlineTensor<T, shape![To, From]>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>, U<SIZE>]: MayEqual<shape![To::Unnamed, From::Unnamed]>,
{
    from_matrix(rotation.matrix())
}

/// A matrix that takes one frame to another as a rotation. The caller knows that it is one: it is not made orthogonal.
#[inline]
#[must_use]
pub fn to_rotation<T, E, To: StaticDim, From: StaticDim, const SIZE: usize>(
    tensor: &TensorOn<T, shape![To, From], E>,
) -> Rotation<T, SIZE>
where
    T: Scalar,
    E: Memory,
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>, U<SIZE>]: MayEqual<shape![To::Unnamed, From::Unnamed]>,
{
    Rotation::from_matrix_unchecked(to_matrix(tensor))
}

/// A matrix with copies of a tensor's elements. The matrix type has to be given, because the compiler cannot infer its
/// numbers from the types of the sizes.
#[inline]
#[must_use]
pub fn to_matrix<T, E, M: StaticDim, N: StaticDim, const ROWS: usize, const COLUMNS: usize>(
    tensor: &TensorOn<T, shape![M, N], E>,
) -> SMatrix<T, ROWS, COLUMNS>
where
    T: Scalar,
    E: Memory,
    Const<ROWS>: ToUInt<Output: StaticDim>,
    Const<COLUMNS>: ToUInt<Output: StaticDim>,
    shape![U<ROWS>, U<COLUMNS>]: MayEqual<shape![M::Unnamed, N::Unnamed]>,
{
    SMatrix::from_row_iterator(tensor.iter().cloned())
}

/// A vector with copies of the elements of a tensor with one axis. Its type has to be given, as for [`to_matrix`].
#[inline]
#[must_use]
pub fn to_vector<T: Scalar, E: Memory, N: StaticDim, const SIZE: usize>(
    tensor: &TensorOn<T, shape![N], E>,
) -> SVector<T, SIZE>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>]: MayEqual<shape![N::Unnamed]>,
{
    SVector::from_iterator(tensor.iter().cloned())
}
