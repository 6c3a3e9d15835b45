//! Equations, inverses, determinants and Cholesky factors of the matrices in the last two axes, by elimination with partial pivoting.
//!
//! All of it is safe code, on matrices in row-major order, and none of it allocates: inline tensors have no memory but their own.

use num_traits::float::FloatCore;

use super::iter::Offsets;
use super::layout::{self, row_major_strides};
use super::reduce::FloatElement;
use super::{Memory, Mutable};
use crate::algebra::{solve_shape, square_size};
use crate::engine::{Copies, Engine, Inverts, Makes};
use crate::error::MatrixError;
use crate::{Shape, check_broadcast_to};

/// Swaps two rows of a matrix of so many columns.
fn swap_rows<T>(matrix: &mut [T], columns: usize, a: usize, b: usize) {
    let (above, below) = (a.min(b), a.max(b));
    if above != below {
        let (front, back) = matrix.split_at_mut(below * columns);
        front[above * columns..][..columns].swap_with_slice(&mut back[..columns]);
    }
}

/// Takes the row `from`, `factor` times, from the row `to` further down, from column `first` on.
fn eliminate<T: FloatCore>(
    matrix: &mut [T],
    columns: usize,
    (from, to, first): (usize, usize, usize),
    factor: T,
) {
    let (front, back) = matrix.split_at_mut(to * columns);
    let from = &front[from * columns..][first..columns];
    for (element, &other) in back[first..columns].iter_mut().zip(from) {
        *element = *element - factor * other;
    }
}

/// Replaces a square matrix by its factors: below the diagonal those by which rows were taken from others, on it and above what was left. The rows that
/// changed places with each are written to `pivots`. False where a pivot is 0, or not a number.
fn factor<T: FloatCore>(matrix: &mut [T], size: usize, pivots: &mut [usize]) -> bool {
    for column in 0..size {
        let mut pivot = column;
        for row in column + 1..size {
            if matrix[row * size + column].abs() > matrix[pivot * size + column].abs() {
                pivot = row;
            }
        }
        pivots[column] = pivot;
        let largest = matrix[pivot * size + column];
        if largest == T::zero() || largest.is_nan() {
            return false;
        }
        swap_rows(matrix, size, column, pivot);
        for row in column + 1..size {
            let factor = matrix[row * size + column] / largest;
            eliminate(matrix, size, (column, row, column + 1), factor);
            matrix[row * size + column] = factor;
        }
    }
    true
}

/// Replaces right-hand sides by solutions, for a matrix that was factored.
fn substitute<T: FloatCore>(
    matrix: &[T],
    pivots: &[usize],
    (size, columns): (usize, usize),
    rhs: &mut [T],
) {
    for (row, &pivot) in pivots[..size].iter().enumerate() {
        swap_rows(rhs, columns, row, pivot);
    }
    for row in 0..size {
        for other in 0..row {
            let factor = matrix[row * size + other];
            eliminate(rhs, columns, (other, row, 0), factor);
        }
    }
    for row in (0..size).rev() {
        for column in 0..columns {
            let known = (row + 1..size)
                .map(|other| matrix[row * size + other] * rhs[other * columns + column]);
            let known = known.fold(T::zero(), |sum, term| sum + term);
            let own = row * columns + column;
            rhs[own] = (rhs[own] - known) / matrix[row * size + row];
        }
    }
}

/// The number of the matrix of each result, as many matrices as `batches` say being broadcast to the batches of the results.
fn matrices(batches: &[usize], of_results: &[usize]) -> Offsets {
    let strides = row_major_strides(batches);
    let added = of_results.len() - batches.len();
    let strides = layout::numbers(of_results.len(), |axis| match axis.checked_sub(added) {
        Some(axis) if batches[axis] != 1 => strides.dims()[axis],
        _ => 0,
    });
    Offsets::new(of_results, strides.dims())
}

/// The axes in front of matrices.
fn batches(sizes: &[usize]) -> &[usize] {
    &sizes[..sizes.len() - 2]
}

/// That matrices are square: their number of rows.
#[track_caller]
fn must_square(sizes: &[usize]) -> usize {
    match square_size(sizes) {
        Ok(size) => size,
        Err(error) => panic!("{error}"),
    }
}

/// Factors each matrix; the first that cannot be is told.
fn factor_each<T: FloatCore>(
    elements: &mut [T],
    size: usize,
    pivots: &mut [usize],
) -> Result<(), MatrixError> {
    let each = elements.chunks_exact_mut((size * size).max(1));
    let pivots = pivots.chunks_exact_mut((size * size).max(1));
    for (index, (matrix, pivots)) in each.zip(pivots).enumerate() {
        if !factor(matrix, size, pivots) {
            return Err(MatrixError::singular(index));
        }
    }
    Ok(())
}

/// Right-hand sides, or unit matrices, replaced by the solutions for the matrices that each belongs to.
fn substitute_each<T: FloatCore>(
    elements: &[T],
    pivots: &[usize],
    (size, columns): (usize, usize),
    matrices: Offsets,
    rhs: &mut [T],
) {
    if size * columns == 0 {
        return;
    }
    for (matrix, rhs) in matrices.zip(rhs.chunks_exact_mut(size * columns)) {
        let first = matrix * size * size;
        let (elements, pivots) = (&elements[first..], &pivots[first..]);
        substitute(elements, pivots, (size, columns), rhs);
    }
}

#[diagnostic::do_not_recommend]
impl<T, E> Inverts<T> for E
where
    T: FloatElement + 'static,
    E: Memory + Copies<T>,
    E::Home: Memory + Mutable<T> + Mutable<usize> + Makes<T> + Makes<usize>,
{
    type Home = E::Home;

    #[track_caller]
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &E::Data<T, S>,
        rhs: &E::Data<T, R>,
    ) -> Result<<Self::Home as Engine>::Data<T, O>, MatrixError> {
        let values = E::raw::<T, R>(rhs);
        let sizes = E::raw::<T, S>(data).sizes;
        let result = match solve_shape(sizes, values.sizes) {
            Ok(result) => result,
            Err(error) => panic!("{error}"),
        };
        let size = must_square(sizes);
        // A vector is one right-hand side.
        let (kept, columns) = match values.rank() {
            1 => (result.rank() - 1, 1),
            _ => (result.rank() - 2, result.dims()[result.rank() - 1]),
        };
        if let Err(error) = check_broadcast_to(values.sizes, result.dims()) {
            panic!("{error}")
        }
        let rank = result.rank();
        let strides = layout::numbers(rank, |axis| values.stride_from_end(rank - axis));
        let mut offsets = Offsets::new(result.dims(), strides.dims());
        let mut solution = E::Home::generate::<O>(result.clone(), || match offsets.next() {
            Some(offset) => values.elements[offset],
            None => unreachable!("there are as many elements as the shape has"),
        });
        let mut pivots = <E::Home as Makes<usize>>::full::<S>(sizes.into(), 0);
        let mut factors = E::copy::<S>(data);
        let pivots = <E::Home as Mutable<usize>>::raw_mut::<S>(&mut pivots).elements;
        let factors = <E::Home as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
        factor_each(factors, size, pivots)?;
        let target = <E::Home as Mutable<T>>::raw_mut::<O>(&mut solution).elements;
        let matrices = matrices(batches(sizes), &result.dims()[..kept]);
        substitute_each(factors, pivots, (size, columns), matrices, target);
        Ok(solution)
    }

    #[track_caller]
    fn inverse<S: Shape>(
        data: &E::Data<T, S>,
    ) -> Result<<Self::Home as Engine>::Data<T, S>, MatrixError> {
        let sizes = E::raw::<T, S>(data).sizes;
        let size = must_square(sizes);
        let mut place = 0;
        let mut solution = E::Home::generate::<S>(sizes.into(), || {
            let within = place % (size * size);
            place += 1;
            match within / size == within % size {
                true => T::one(),
                false => T::zero(),
            }
        });
        let mut pivots = <E::Home as Makes<usize>>::full::<S>(sizes.into(), 0);
        let mut factors = E::copy::<S>(data);
        let pivots = <E::Home as Mutable<usize>>::raw_mut::<S>(&mut pivots).elements;
        let factors = <E::Home as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
        factor_each(factors, size, pivots)?;
        let target = <E::Home as Mutable<T>>::raw_mut::<S>(&mut solution).elements;
        let matrices = matrices(batches(sizes), batches(sizes));
        substitute_each(factors, pivots, (size, size), matrices, target);
        Ok(solution)
    }

    #[track_caller]
    fn det<S: Shape, O: Shape>(data: &E::Data<T, S>) -> <Self::Home as Engine>::Data<T, O> {
        let sizes = E::raw::<T, S>(data).sizes;
        let size = must_square(sizes);
        let mut pivots = <E::Home as Makes<usize>>::full::<S>(sizes.into(), 0);
        let mut factors = E::copy::<S>(data);
        let pivots = <E::Home as Mutable<usize>>::raw_mut::<S>(&mut pivots).elements;
        let factors = <E::Home as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
        let mut number = 0;
        E::Home::generate::<O>(batches(sizes).into(), || {
            let part = number * size * size..(number + 1) * size * size;
            number += 1;
            let (matrix, pivots) = (&mut factors[part.clone()], &mut pivots[part]);
            if !factor(matrix, size, pivots) {
                // A pivot that is not a number, and not 0.
                let unknown = matrix.iter().any(|element| element.is_nan());
                return if unknown { T::nan() } else { T::zero() };
            }
            // Each two rows that change places change the sign.
            (0..size).fold(T::one(), |product, row| {
                let product = product * matrix[row * size + row];
                if pivots[row] == row {
                    product
                } else {
                    -product
                }
            })
        })
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
#[diagnostic::do_not_recommend]
impl<T, E> crate::engine::Factors<T> for E
where
    T: FloatElement + num_traits::Float + 'static,
    E: Memory + Copies<T>,
    E::Home: Memory + Mutable<T>,
{
    type Home = E::Home;

    #[track_caller]
    fn cholesky<S: Shape>(
        data: &E::Data<T, S>,
    ) -> Result<<Self::Home as Engine>::Data<T, S>, MatrixError> {
        let mut result = E::copy::<S>(data);
        let target = E::Home::raw_mut::<S>(&mut result);
        let size = must_square(target.sizes);
        let each = target.elements.chunks_exact_mut((size * size).max(1));
        for (index, matrix) in each.enumerate() {
            if !lower_factor(matrix, size) {
                return Err(MatrixError::not_positive(index));
            }
        }
        Ok(result)
    }
}

/// Replaces a symmetric matrix, of which the part above the diagonal is not read, by the lower triangle of which it is the product with its transpose.
/// False where there is none.
#[cfg(any(feature = "std", feature = "libm"))]
fn lower_factor<T: num_traits::Float>(matrix: &mut [T], size: usize) -> bool {
    for row in 0..size {
        for column in 0..=row {
            let terms =
                (0..column).map(|other| matrix[row * size + other] * matrix[column * size + other]);
            let rest = matrix[row * size + column] - terms.fold(T::zero(), |sum, term| sum + term);
            matrix[row * size + column] = match row == column {
                true if rest > T::zero() => rest.sqrt(),
                true => return false,
                false => rest / matrix[column * size + column],
            };
        }
        matrix[row * size + row + 1..(row + 1) * size].fill(T::zero());
    }
    true
}
