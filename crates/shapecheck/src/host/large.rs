//! Leaves large matrices to the crate `faer` (feature `faer`): without a copy, or with the one that its factors are
//! written to.

#[cfg(feature = "faer")]
use crate::for_each;
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
    /// The matrices of a shape of two axes or more.
    pub fn of(raw: Raw<'a, T>) -> Self {
        Self { raw }
    }

    fn in_front(&self) -> &'a [usize] {
        &self.raw.sizes[..self.raw.rank() - 2]
    }

    /// The number of matrices.
    #[track_caller]
    pub fn count(&self) -> usize {
        layout::count(self.in_front())
    }

    /// The rows and columns of each.
    pub fn sizes(&self) -> (usize, usize) {
        (self.raw.size_from_end(2), self.raw.size_from_end(1))
    }

    /// The one at an index in row-major order.
    pub fn at(&self, mut index: usize) -> Matrix<'a, T> {
        let mut offset = 0;
        for (&size, &stride) in self.in_front().iter().zip(self.raw.strides).rev() {
            offset += index % size * stride;
            index /= size;
        }
        let (rows, columns) = self.sizes();
        let [row_stride, column_stride] = [2, 1].map(|axis| self.raw.stride_from_end(axis));
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
pub trait Library: FloatElement + Float + Sync + 'static {
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

// For each type, so that rustc reports this trait for others.
#[cfg(not(feature = "faer"))]
impl Library for f32 {}
#[cfg(not(feature = "faer"))]
impl Library for f64 {}

#[cfg(feature = "faer")]
for_each! {
    ($float:ty) => {
        impl Library for $float {
            fn qr(matrix: Matrix<'_, Self>, q: &mut [Self], r: &mut [Self], complete: bool) -> bool {
                matrix.lent().is_some_and(|matrix| {
                    decompositions::qr(matrix, q, r, complete);
                    true
                })
            }

            fn eigh(matrix: Matrix<'_, Self>, values: &mut [Self], vectors: &mut [Self]) -> bool {
                matrix.lent().is_some_and(|matrix| decompositions::eigh(matrix, values, vectors))
            }

            fn svd(
                matrix: Matrix<'_, Self>,
                u: &mut [Self],
                values: &mut [Self],
                v: &mut [Self],
                full: bool,
            ) -> bool {
                matrix.lent().is_some_and(|matrix| decompositions::svd(matrix, (u, values, v), full))
            }
        }
    }

    f32;
    f64;
}

/// Decompositions by the crate `faer`, on one thread. Its shorter functions use all threads where another crate of the build
/// turns on its feature for them, and give other last bits for each number of threads. On two cores, threads are faster
/// from some 800 rows on only, and far slower where a pool has more threads than there are cores.
#[cfg(feature = "faer")]
mod decompositions {
    use faer::diag::{Diag, DiagRef};
    use faer::dyn_stack::{MemBuffer, MemStack};
    use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
    use faer::linalg::householder::{
        apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch,
        apply_block_householder_sequence_on_the_left_in_place_with_conj as apply,
    };
    use faer::linalg::qr::no_pivoting::factor::{
        qr_in_place, qr_in_place_scratch, recommended_block_size,
    };
    use faer::linalg::svd::{ComputeSvdVectors, svd as svd_of, svd_scratch};
    use faer::traits::RealField;
    use faer::{Conj, Mat, MatRef, Par};

    /// The factors, `Q` square if `complete`.
    pub fn qr<T: RealField + Copy>(
        matrix: MatRef<'_, T>,
        q: &mut [T],
        r: &mut [T],
        complete: bool,
    ) {
        let (m, n) = matrix.shape();
        let k = m.min(n);
        let width = if complete { m } else { k };
        let block = recommended_block_size::<T>(m, n);
        let (mut factors, mut weights) = (matrix.to_owned(), Mat::zeros(block, k));
        let mut room = MemBuffer::new(
            qr_in_place_scratch::<T>(m, n, block, Par::Seq, Default::default())
                .or(apply_scratch::<T>(m, block, width)),
        );
        qr_in_place(
            factors.as_mut(),
            weights.as_mut(),
            Par::Seq,
            MemStack::new(&mut room),
            Default::default(),
        );
        let mut product = Mat::identity(m, width);
        apply(
            factors.as_ref(),
            weights.as_ref(),
            Conj::No,
            product.as_mut(),
            Par::Seq,
            MemStack::new(&mut room),
        );
        write(product.as_ref(), q);
        // Below the diagonal are the reflections.
        for (row, target) in r.chunks_mut(n).enumerate() {
            let (below, rest) = target.split_at_mut(row.min(n));
            below.fill(T::zero_impl());
            { rest.iter_mut().zip(row..) }
                .for_each(|(place, column)| *place = factors[(row, column)]);
        }
    }

    /// False, with nothing written, if they are not found.
    pub fn eigh<T: RealField + Copy>(
        matrix: MatRef<'_, T>,
        values: &mut [T],
        vectors: &mut [T],
    ) -> bool {
        let size = matrix.nrows();
        let (mut found, mut columns) = (Diag::zeros(size), Mat::zeros(size, size));
        let compute = ComputeEigenvectors::Yes;
        let room = self_adjoint_evd_scratch::<T>(size, compute, Par::Seq, Default::default());
        let decomposed = self_adjoint_evd(
            matrix,
            found.as_mut(),
            Some(columns.as_mut()),
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(room)),
            Default::default(),
        );
        if decomposed.is_err() {
            return false;
        }
        write_values(found.as_ref(), values);
        write(columns.as_ref(), vectors);
        true
    }

    /// False, with nothing written, if they are not found.
    pub fn svd<T: RealField + Copy>(
        matrix: MatRef<'_, T>,
        (u, values, v): (&mut [T], &mut [T], &mut [T]),
        full: bool,
    ) -> bool {
        let (m, n) = matrix.shape();
        let k = m.min(n);
        let ((left, right), compute) = match full {
            true => ((m, n), ComputeSvdVectors::Full),
            false => ((k, k), ComputeSvdVectors::Thin),
        };
        let mut found = Diag::zeros(k);
        let (mut lefts, mut rights) = (Mat::zeros(m, left), Mat::zeros(n, right));
        let room = svd_scratch::<T>(m, n, compute, compute, Par::Seq, Default::default());
        let decomposed = svd_of(
            matrix,
            found.as_mut(),
            Some(lefts.as_mut()),
            Some(rights.as_mut()),
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(room)),
            Default::default(),
        );
        if decomposed.is_err() {
            return false;
        }
        write(lefts.as_ref(), u);
        write_values(found.as_ref(), values);
        write(rights.as_ref().transpose(), v);
        true
    }

    /// A result, row after row.
    fn write<T: Copy>(matrix: MatRef<'_, T>, target: &mut [T]) {
        for (row, target) in target.chunks_mut(matrix.ncols().max(1)).enumerate() {
            target
                .iter_mut()
                .enumerate()
                .for_each(|(column, place)| *place = matrix[(row, column)]);
        }
    }

    fn write_values<T: Copy>(values: DiagRef<'_, T>, target: &mut [T]) {
        let values = values.column_vector();
        { target.iter_mut().zip(values.iter()) }.for_each(|(place, value)| *place = *value);
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
