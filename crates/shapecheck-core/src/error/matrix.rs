//! Matrices without a result.
//!
//! ```
//! use shapecheck::error::MatrixErrorKind;
//! use shapecheck::MatrixError;
//!
//! let error = MatrixError::singular(2);
//! assert_eq!((error.kind(), error.matrix()), (MatrixErrorKind::Singular, Some(2)));
//! assert_eq!(error.to_string(), "matrix 2, counted from 0, is singular");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::SquareMatrices;
//! use shapecheck::shape;
//!
//! fn square<S: SquareMatrices>() {}
//! square::<shape![2, 3]>(); // 2 rows and 3 columns
//! ```

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::boxed::Box;

use super::ShapeError;

/// Matrices without an inverse or without a Cholesky factor, and sizes that are not those of such matrices.
///
/// `{:?}` is the same line as `{}`, so that an `unwrap` shows it.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MatrixError {
    reason: Reason,
}

/// Why there is no result. It is a pointer at most where it can be: it stands beside each result of a small matrix.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Reason {
    Matrix {
        kind: MatrixErrorKind,
        matrix: usize,
    },
    #[cfg(feature = "alloc")]
    Shape(Box<ShapeError>),
    #[cfg(not(feature = "alloc"))]
    Shape(ShapeError),
}

/// What a matrix lacks.
///
/// In the guide: [at run time](crate::guide::run_time).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatrixErrorKind {
    /// It has no inverse: its equations have no solution, or more than one.
    Singular,
    /// It is not positive definite.
    NotPositiveDefinite,
    /// The sizes are not those of such matrices; [`MatrixError::shape`] says why.
    // Not `Shape`: rustc writes out the path of a trait whose name a public variant has as well.
    DoesNotFit,
}

impl MatrixError {
    /// For one of several matrices, counted from 0 in row-major order, that has no inverse.
    #[cold]
    pub fn singular(matrix: usize) -> Self {
        let kind = MatrixErrorKind::Singular;
        Self {
            reason: Reason::Matrix { kind, matrix },
        }
    }

    /// For one of several matrices, counted from 0 in row-major order, that is not positive definite.
    #[cold]
    pub fn not_positive(matrix: usize) -> Self {
        let kind = MatrixErrorKind::NotPositiveDefinite;
        Self {
            reason: Reason::Matrix { kind, matrix },
        }
    }

    /// What a matrix lacks, or that the sizes do not fit.
    pub fn kind(&self) -> MatrixErrorKind {
        match self.reason {
            Reason::Matrix { kind, .. } => kind,
            Reason::Shape(_) => MatrixErrorKind::DoesNotFit,
        }
    }

    /// Which of the matrices of the tensor it is, counted from 0 in row-major order; none where the sizes do not fit.
    pub fn matrix(&self) -> Option<usize> {
        match self.reason {
            Reason::Matrix { matrix, .. } => Some(matrix),
            Reason::Shape(_) => None,
        }
    }

    /// Why sizes do not fit, where that is the reason.
    pub fn shape(&self) -> Option<&ShapeError> {
        match &self.reason {
            Reason::Matrix { .. } => None,
            Reason::Shape(error) => Some(error),
        }
    }
}

/// For sizes that do not fit.
impl From<ShapeError> for MatrixError {
    #[cold]
    fn from(error: ShapeError) -> Self {
        Self {
            #[cfg(feature = "alloc")]
            reason: Reason::Shape(Box::new(error)),
            #[cfg(not(feature = "alloc"))]
            reason: Reason::Shape(error),
        }
    }
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, matrix) = match &self.reason {
            Reason::Matrix { kind, matrix } => (kind, matrix),
            Reason::Shape(error) => return error.fmt(f),
        };
        let lack = match kind {
            MatrixErrorKind::Singular => "singular",
            _ => "not positive definite",
        };
        write!(f, "matrix {matrix}, counted from 0, is {lack}")
    }
}

crate::__debug_is_text!(MatrixError);

impl core::error::Error for MatrixError {}
