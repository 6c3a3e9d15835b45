//! Leaves large matrices to the crate `faer` (feature `faer`), without a copy.

use num_traits::Float;

use super::layout;
use super::raw::Raw;
use super::reduce::FloatElement;

/// From this number of rows and columns on, the library is faster than the loops of `decompose`: 4 times for `eigh` and
/// `svd` at 32, and for `qr` from 48 on.
#[cfg(feature = "faer")]
const LARGE: usize = 32;

/// The matrices in the last two axes of elements anywhere in memory.
pub struct Matrices<'a, T> {
    raw: Raw<'a, T>,
}

/// One of them.
#[derive(Clone, Copy)]
pub struct Matrix<'a, T> {
    /// The elements, beginning with the first of the matrix.
    elements: &'a [T],
    pub rows: usize,
    pub columns: usize,
    row_stride: usize,
    column_stride: usize,
}

impl<'a, T> Matrices<'a, T> {
    /// Of a shape of two axes or more.
    pub fn of(raw: Raw<'a, T>) -> Self {
        Self { raw }
    }

    fn in_front(&self) -> &'a [usize] {
        &self.raw.sizes[..self.raw.rank() - 2]
    }

    /// How many.
    #[track_caller]
    pub fn count(&self) -> usize {
        layout::count(self.in_front())
    }

    /// The one at an index in row-major order.
    pub fn at(&self, mut index: usize) -> Matrix<'a, T> {
        let mut offset = 0;
        for (&size, &stride) in self.in_front().iter().zip(self.raw.strides).rev() {
            offset += index % size * stride;
            index /= size;
        }
        let axis = |axis| (self.raw.size_from_end(axis), self.raw.stride_from_end(axis));
        let ((rows, row_stride), (columns, column_stride)) = (axis(2), axis(1));
        let empty = rows == 0 || columns == 0;
        Matrix {
            elements: if empty {
                &[]
            } else {
                &self.raw.elements[offset..]
            },
            rows,
            columns,
            row_stride,
            column_stride,
        }
    }
}

impl<'a, T: Copy> Matrix<'a, T> {
    /// Row after row.
    pub fn iter(self) -> impl Iterator<Item = T> + use<'a, T> {
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).map(move |column| {
                self.elements[row * self.row_stride + column * self.column_stride]
            })
        })
    }

    /// The matrix for the library, if it is large enough, contiguous in rows or columns, and contains no NaN.
    #[cfg(feature = "faer")]
    fn lent(self) -> Option<faer::MatRef<'a, T>>
    where
        T: Float,
    {
        if self.rows.min(self.columns) < LARGE || self.iter().any(|element| !element.is_finite()) {
            return None;
        }
        let reach = |stride: usize, count: usize, other: usize| stride * (count - 1) + other;
        match (self.row_stride, self.column_stride) {
            (stride, 1) if stride >= self.columns => {
                let elements = self
                    .elements
                    .get(..reach(stride, self.rows, self.columns))?;
                Some(faer::MatRef::from_row_major_slice_with_stride(
                    elements,
                    self.rows,
                    self.columns,
                    stride,
                ))
            }
            (1, stride) if stride >= self.rows => {
                let elements = self
                    .elements
                    .get(..reach(stride, self.columns, self.rows))?;
                Some(faer::MatRef::from_column_major_slice_with_stride(
                    elements,
                    self.rows,
                    self.columns,
                    stride,
                ))
            }
            _ => None,
        }
    }
}

/// A float type that the library supports. Each function returns false if it did nothing, because the matrix is small
/// or not contiguous, or without the library.
pub trait Library: FloatElement + Float + 'static {
    /// `Q R`
    fn qr(matrix: Matrix<'_, Self>, q: &mut [Self], r: &mut [Self]) -> bool;

    /// The eigenvalues in ascending order, and the eigenvectors as columns.
    fn eigh(matrix: Matrix<'_, Self>, values: &mut [Self], vectors: &mut [Self]) -> bool;

    /// `U diag(values) V`
    fn svd(matrix: Matrix<'_, Self>, u: &mut [Self], values: &mut [Self], v: &mut [Self]) -> bool;
}

#[cfg(not(feature = "faer"))]
macro_rules! library {
    ($($float:ty)*) => {$(
        impl Library for $float {
            fn qr(_: Matrix<'_, Self>, _: &mut [Self], _: &mut [Self]) -> bool {
                false
            }

            fn eigh(_: Matrix<'_, Self>, _: &mut [Self], _: &mut [Self]) -> bool {
                false
            }

            fn svd(_: Matrix<'_, Self>, _: &mut [Self], _: &mut [Self], _: &mut [Self]) -> bool {
                false
            }
        }
    )*};
}

#[cfg(feature = "faer")]
macro_rules! library {
    ($($float:ty)*) => {$(
        impl Library for $float {
            fn qr(matrix: Matrix<'_, Self>, q: &mut [Self], r: &mut [Self]) -> bool {
                let Some(lent) = matrix.lent() else { return false };
                let factors = lent.qr();
                write(factors.compute_thin_Q().as_ref(), q);
                write(factors.thin_R(), r);
                // The library stores other numbers below the diagonal.
                for (row, elements) in r.chunks_mut(matrix.columns).enumerate() {
                    elements[..row].fill(0.0);
                }
                true
            }

            fn eigh(matrix: Matrix<'_, Self>, values: &mut [Self], vectors: &mut [Self]) -> bool {
                let Some(lent) = matrix.lent() else { return false };
                let Ok(found) = lent.self_adjoint_eigen(faer::Side::Lower) else { return false };
                values.iter_mut().zip(found.S().column_vector().iter()).for_each(|(place, value)| *place = *value);
                write(found.U(), vectors);
                true
            }

            fn svd(matrix: Matrix<'_, Self>, u: &mut [Self], values: &mut [Self], v: &mut [Self]) -> bool {
                let Some(lent) = matrix.lent() else { return false };
                let Ok(found) = lent.thin_svd() else { return false };
                write(found.U(), u);
                values.iter_mut().zip(found.S().column_vector().iter()).for_each(|(place, value)| *place = *value);
                write(found.V().transpose(), v);
                true
            }
        }
    )*};
}

// Written out, so that rustc reports this trait for other types.
library!(f32 f64);

/// A result of the library, row after row.
#[cfg(feature = "faer")]
fn write<T: Copy>(matrix: faer::MatRef<'_, T>, target: &mut [T]) {
    for (row, target) in target.chunks_mut(matrix.ncols().max(1)).enumerate() {
        target
            .iter_mut()
            .enumerate()
            .for_each(|(column, place)| *place = matrix[(row, column)]);
    }
}
