//! Inline tensors of glam's vectors, matrices and rotations, and conversions back.
//!
//! Sizes may have [names for frames](shapecheck::guide::named_sizes#frames-of-reference), so that quaternions stay glam's and
//! the compiler sees which frame is meant. glam stores one column after the other: rows are rows here.
//!
//! ```
//! use glam::{DQuat, DVec3};
//! use shapecheck::{InlineTensor, dims, shape};
//! use shapecheck_borders::glam::{from_matrix, from_vector, to_matrix, to_vector};
//!
//! dims! { World = 3, Body = 3 }
//!
//! let turn = DQuat::from_rotation_z(0.5);
//! let attitude: InlineTensor<f64, shape![World, Body]> = from_matrix(glam::DMat3::from_quat(turn));
//! let force: InlineTensor<f64, shape![Body]> = from_vector(DVec3::new(1.0, 2.0, 3.0));
//! let seen: DVec3 = to_vector(&attitude.matmul(&force)); // `attitude.inverse().matmul(&force)` is refused
//! assert!(seen.abs_diff_eq(turn * DVec3::new(1.0, 2.0, 3.0), 1e-12));
//! let back = DQuat::from_mat3(&to_matrix(&attitude.transpose())); // [Body, World]
//! assert!(back.abs_diff_eq(turn.inverse(), 1e-12));
//! ```
//!
//! ```compile_fail,E0277
//! # use shapecheck::{InlineTensor, dims, shape};
//! # use shapecheck_borders::glam::from_vector;
//! # dims! { Body = 3 }
//! // the shape does not fit the type: size 4 at axis -1 where the type has 3
//! let force: InlineTensor<f64, shape![Body]> = from_vector(glam::DVec4::ZERO);
//! ```

use crate::inline::{of_columns, of_elements};
use ::glam::{
    DMat2, DMat3, DMat4, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Vec2, Vec3, Vec3A, Vec4,
};
use shapecheck::algebra::MayEqual;
use shapecheck::typenum::{Const, ToUInt, U};
use shapecheck::{InlineTensor, StaticDim, shape};

mod sealed {
    pub trait Sealed {}
}

/// A vector of glam's.
pub trait Vector<const SIZE: usize>: sealed::Sealed + Copy {
    /// A number.
    type Element: Copy + 'static;

    /// The numbers.
    fn into_array(self) -> [Self::Element; SIZE];

    /// The vector of these numbers.
    fn of_array(array: [Self::Element; SIZE]) -> Self;
}

/// A square matrix of glam's.
pub trait Matrix<const SIZE: usize>: sealed::Sealed + Copy {
    /// A number.
    type Element: Copy + 'static;

    /// The columns.
    fn into_columns(self) -> [[Self::Element; SIZE]; SIZE];

    /// The matrix of these columns.
    fn of_columns(columns: [[Self::Element; SIZE]; SIZE]) -> Self;
}

macro_rules! of_glam {
    ($($Element:ident $SIZE:literal: $($Vector:ident)*, $($Matrix:ident)*;)*) => {$(
        $(
            impl sealed::Sealed for $Vector {}

            impl Vector<$SIZE> for $Vector {
                type Element = $Element;

                #[inline]
                fn into_array(self) -> [$Element; $SIZE] {
                    self.to_array()
                }

                #[inline]
                fn of_array(array: [$Element; $SIZE]) -> Self {
                    Self::from_array(array)
                }
            }
        )*
        $(
            impl sealed::Sealed for $Matrix {}

            impl Matrix<$SIZE> for $Matrix {
                type Element = $Element;

                #[inline]
                fn into_columns(self) -> [[$Element; $SIZE]; $SIZE] {
                    self.to_cols_array_2d()
                }

                #[inline]
                fn of_columns(columns: [[$Element; $SIZE]; $SIZE]) -> Self {
                    Self::from_cols_array_2d(&columns)
                }
            }
        )*
    )*};
}

of_glam! {
    f32 2: Vec2, Mat2;
    f32 3: Vec3 Vec3A, Mat3 Mat3A;
    f32 4: Vec4, Mat4;
    f64 2: DVec2, DMat2;
    f64 3: DVec3, DMat3;
    f64 4: DVec4, DMat4;
}

/// A vector as an inline tensor with one axis, whose size may have a name.
#[inline]
pub fn from_vector<V: Vector<SIZE>, N: StaticDim, const SIZE: usize>(
    vector: V,
) -> InlineTensor<V::Element, shape![N]>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>]: MayEqual<shape![N::Unnamed]>,
{
    of_elements(&vector.into_array())
}

/// A tensor with one axis as a vector.
#[inline]
#[must_use]
pub fn to_vector<V: Vector<SIZE>, N: StaticDim, const SIZE: usize>(
    tensor: &InlineTensor<V::Element, shape![N]>,
) -> V
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>]: MayEqual<shape![N::Unnamed]>,
{
    V::of_array(core::array::from_fn(|at| tensor[[at]]))
}

/// A matrix as an inline tensor, whose sizes may have names: of a rotation `[To, From]`, for the matrix that takes what is
/// seen from one frame to another.
#[inline]
pub fn from_matrix<G: Matrix<SIZE>, M: StaticDim, N: StaticDim, const SIZE: usize>(
    matrix: G,
) -> InlineTensor<G::Element, shape![M, N]>
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>, U<SIZE>]: MayEqual<shape![M::Unnamed, N::Unnamed]>,
{
    of_columns(matrix.into_columns().as_flattened())
}

/// A tensor with two axes as a matrix.
#[inline]
#[must_use]
pub fn to_matrix<G: Matrix<SIZE>, M: StaticDim, N: StaticDim, const SIZE: usize>(
    tensor: &InlineTensor<G::Element, shape![M, N]>,
) -> G
where
    Const<SIZE>: ToUInt<Output: StaticDim>,
    shape![U<SIZE>, U<SIZE>]: MayEqual<shape![M::Unnamed, N::Unnamed]>,
{
    let at = |column, row| tensor[[row, column]];
    G::of_columns(core::array::from_fn(|column| {
        core::array::from_fn(|row| at(column, row))
    }))
}
