//! Leaves large matrices to the crate `faer` (feature `faer`): without a copy, or with the one that its factors are
//! written to.

use num_traits::Float;

use super::float_element::FloatElement;
use super::layout;
use super::raw::Raw;

/// From this number of rows and columns on, the library is faster than the loops of `decompose`: 4 times for `eigh` and
/// `svd` at 32, and for `qr` from 48 on.
#[cfg(feature = "faer")]
const LARGE: usize = 32;
/// The same of the loops of `linear`, for equations and determinants: `benches/README.md` has the table.
#[cfg(feature = "faer")]
const FACTORED: usize = 48;
/// The same for inverses and Cholesky factors.
#[cfg(feature = "faer")]
const INVERTED: usize = 64;

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
        // Columns that are contiguous are rows of the transposed matrix.
        let (rows, columns, stride, turned) = match (self.row_stride, self.column_stride) {
            (stride, 1) if stride >= self.columns => (self.rows, self.columns, stride, false),
            (1, stride) if stride >= self.rows => (self.columns, self.rows, stride, true),
            _ => return None,
        };
        let elements = self.elements.get(..stride * (rows - 1) + columns)?;
        let lent = faer::MatRef::from_row_major_slice_with_stride(elements, rows, columns, stride);
        Some(if turned { lent.transpose() } else { lent })
    }
}

/// A float type that the library supports. Each function returns false if it did nothing, because the matrix is small
/// or not contiguous, or without the library.
pub trait Library: FloatElement + Float + 'static {
    /// `Q R`, where Q is square if `complete`.
    fn qr(_: Matrix<'_, Self>, _q: &mut [Self], _r: &mut [Self], _complete: bool) -> bool {
        false
    }

    /// The eigenvalues in ascending order, and the eigenvectors as columns.
    fn eigh(_: Matrix<'_, Self>, _values: &mut [Self], _vectors: &mut [Self]) -> bool {
        false
    }

    /// `U diag(values) V`, where U and V are square if `full`.
    fn svd(
        _: Matrix<'_, Self>,
        _u: &mut [Self],
        _values: &mut [Self],
        _v: &mut [Self],
        _full: bool,
    ) -> bool {
        false
    }
}

#[cfg(not(feature = "faer"))]
macro_rules! library {
    ($($float:ty)*) => {$(
        impl Library for $float {}
    )*};
}

#[cfg(feature = "faer")]
macro_rules! library {
    ($($float:ty)*) => {$(
        impl Library for $float {
            fn qr(matrix: Matrix<'_, Self>, q: &mut [Self], r: &mut [Self], complete: bool) -> bool {
                let Some(lent) = matrix.lent() else { return false };
                let factors = lent.qr();
                match complete {
                    true => write(factors.compute_Q().as_ref(), q),
                    false => write(factors.compute_thin_Q().as_ref(), q),
                }
                let (r, below) = r.split_at_mut(matrix.rows.min(matrix.columns) * matrix.columns);
                write(factors.thin_R(), r);
                below.fill(0.0);
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

            fn svd(
                matrix: Matrix<'_, Self>,
                u: &mut [Self],
                values: &mut [Self],
                v: &mut [Self],
                full: bool,
            ) -> bool {
                let Some(lent) = matrix.lent() else { return false };
                let found = match full {
                    true => lent.svd(),
                    false => lent.thin_svd(),
                };
                let Ok(found) = found else { return false };
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

/// Elimination by the crate `faer`.
#[cfg(feature = "faer")]
pub struct Faer;

#[cfg(feature = "faer")]
mod elimination {
    use alloc::vec;
    use alloc::vec::Vec;

    use faer::dyn_stack::{MemBuffer, MemStack};
    use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
    use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
    use faer::linalg::lu::partial_pivoting::inverse::{inverse, inverse_scratch};
    use faer::linalg::triangular_solve::{
        solve_unit_lower_triangular_in_place, solve_upper_triangular_in_place,
    };
    use faer::perm::PermRef;
    use faer::reborrow::ReborrowMut;
    use faer::traits::RealField;
    use faer::{MatMut, MatRef, Par};
    use num_traits::float::FloatCore;

    use super::Faer;
    use crate::host::float_element::Elimination;

    impl<T: RealField + FloatCore> Elimination<T> for Faer {
        fn factor(
            &self,
            matrix: &mut [T],
            size: usize,
            swapped: &mut dyn FnMut(usize, usize),
        ) -> bool {
            if size < super::FACTORED || !finite(matrix) {
                return false;
            }
            let mut columns = transposed(matrix, size);
            let (order, _) = factor(&mut columns, size);
            if !far_from_0(&columns, size, |pivot| pivot) {
                return false;
            }
            transpose(&columns, size, matrix);
            tell_swaps(&order, swapped);
            true
        }

        fn substitute(&self, matrix: &[T], (size, columns): (usize, usize), rhs: &mut [T]) -> bool {
            if size < super::FACTORED {
                return false;
            }
            let factors = MatRef::from_row_major_slice(matrix, size, size);
            let mut rhs = MatMut::from_row_major_slice_mut(rhs, size, columns);
            solve_unit_lower_triangular_in_place(factors, rhs.rb_mut(), Par::Seq);
            solve_upper_triangular_in_place(factors, rhs, Par::Seq);
            true
        }

        fn invert(&self, matrix: &mut [T], size: usize) -> bool {
            if size < super::INVERTED || !finite(matrix) {
                return false;
            }
            let mut factors = transposed(matrix, size);
            let (order, places) = factor(&mut factors, size);
            if !far_from_0(&factors, size, |pivot| pivot) {
                return false;
            }
            let order = PermRef::new_checked(&order, &places, size);
            let mut result = vec![T::zero(); size * size];
            let mut room = MemBuffer::new(inverse_scratch::<usize, T>(size, Par::Seq));
            let factors = MatRef::from_column_major_slice(&factors, size, size);
            inverse(
                MatMut::from_column_major_slice_mut(&mut result, size, size),
                factors,
                factors,
                order,
                Par::Seq,
                MemStack::new(&mut room),
            );
            transpose(&result, size, matrix);
            true
        }

        fn lower(&self, matrix: &mut [T], size: usize) -> bool {
            let mut rows = matrix.chunks_exact(size.max(1)).enumerate();
            // What is above the diagonal is not read.
            if size < super::INVERTED || !rows.all(|(row, elements)| finite(&elements[..=row])) {
                return false;
            }
            let mut columns = transposed(matrix, size);
            let mut room = MemBuffer::new(cholesky_in_place_scratch::<T>(
                size,
                Par::Seq,
                Default::default(),
            ));
            let found = cholesky_in_place(
                MatMut::from_column_major_slice_mut(&mut columns, size, size),
                Default::default(),
                Par::Seq,
                MemStack::new(&mut room),
                Default::default(),
            );
            if found.is_err() || !far_from_0(&columns, size, |root| root * root) {
                return false;
            }
            transpose(&columns, size, matrix);
            for (row, elements) in matrix.chunks_exact_mut(size).enumerate() {
                elements[row + 1..].fill(T::zero());
            }
            true
        }
    }

    /// The library is twice to four times as quick where columns lie side by side.
    fn transposed<T: FloatCore>(matrix: &[T], size: usize) -> Vec<T> {
        let mut columns = vec![T::zero(); size * size];
        transpose(matrix, size, &mut columns);
        columns
    }

    /// Writes the rows of a matrix as columns, square after square: both stay in the cache.
    fn transpose<T: Copy>(matrix: &[T], size: usize, target: &mut [T]) {
        const SIDE: usize = 16;
        for first_row in (0..size).step_by(SIDE) {
            for first in (0..size).step_by(SIDE) {
                for column in first..size.min(first + SIDE) {
                    for row in first_row..size.min(first_row + SIDE) {
                        target[column * size + row] = matrix[row * size + column];
                    }
                }
            }
        }
    }

    fn finite<T: FloatCore>(elements: &[T]) -> bool {
        elements.iter().all(|element| element.is_finite())
    }

    /// Whether all pivots are so large against each other that none of them may be what rounding left of 0. They are
    /// functions of the numbers on the diagonal of a factor.
    fn far_from_0<T: FloatCore>(factor: &[T], size: usize, pivot: impl Fn(T) -> T) -> bool {
        let pivots = || { factor.iter().step_by(size + 1) }.map(|&element| pivot(element).abs());
        let largest = pivots().fold(T::zero(), T::max);
        let limit = T::from(size).unwrap_or(T::infinity()) * T::epsilon() * largest;
        // What is not a number is not above it.
        pivots().all(|pivot| pivot > limit && pivot.is_finite())
    }

    /// Replaces a matrix, column after column, by its factors. The number of the row that came to each place, and the
    /// place of each row.
    fn factor<T: RealField>(matrix: &mut [T], size: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut order, mut places) = (vec![0; size], vec![0; size]);
        let room = lu_in_place_scratch::<usize, T>(size, size, Par::Seq, Default::default());
        let mut room = MemBuffer::new(room);
        lu_in_place(
            MatMut::from_column_major_slice_mut(matrix, size, size),
            &mut order,
            &mut places,
            Par::Seq,
            MemStack::new(&mut room),
            Default::default(),
        );
        (order, places)
    }

    /// An order of rows as rows that change places, from the first on.
    fn tell_swaps(order: &[usize], swapped: &mut dyn FnMut(usize, usize)) {
        // The row at each place, and the place of each row, so far.
        let mut rows: Vec<usize> = (0..order.len()).collect();
        let mut places = rows.clone();
        for (place, &row) in order.iter().enumerate() {
            let (from, other) = (places[row], rows[place]);
            swapped(place, from);
            rows.swap(place, from);
            places[row] = place;
            places[other] = from;
        }
    }
}
