//! Equations, inverses, determinants and Cholesky factors of the matrices in the last two axes, by elimination with
//! partial pivoting.
//!
//! Matrices of up to four rows have loops with constant bounds, and large ones are left to a library if there is one:
//! see [`Elimination`]. The inverse and the determinant of two to four rows are sums of products if these are as precise
//! as elimination.
//!
//! All of it is safe code on matrices in row-major order, and nothing allocates, because inline tensors have no other
//! memory.

use num_traits::float::FloatCore;

use super::float_element::FloatElement;
#[cfg(any(feature = "std", feature = "libm"))]
use super::inline::matrix::product_by_rows as product;
use super::iter::Offsets;
use super::layout::{self, row_major_strides};
use super::memory;
use super::pool::{self, Elements, Here};
#[cfg(any(feature = "std", feature = "libm"))]
use super::raw::RawMut;
use super::rows::Copies as Copied;
use super::{Collects, Computes, Memory, Mutable};
use crate::algebra::{solve_shape, square_size};
use crate::engine::{Creates, Engine, Inverts};
use crate::error::MatrixError;
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape};

/// Matrices with at most this many rows have their own loops with constant bounds, which are unrolled for inline
/// tensors.
const SMALL: usize = 4;

/// The number of rows of the matrices of a shape, or [`UNKNOWN`] if the type does not say it.
const fn rows<S: ArrayShape>() -> usize {
    match S::STATIC {
        Some(known) => match known.sizes() {
            [.., rows, _] => *rows,
            _ => UNKNOWN,
        },
        None => UNKNOWN,
    }
}

/// No matrix has as many rows.
const UNKNOWN: usize = usize::MAX;

/// Calls a function of a matrix of a shape with its size, which is a constant if it is small. Larger matrices use a
/// function that is compiled once. Where the shape says which size it is, rustc leaves out the others, before LLVM has
/// them.
macro_rules! by_size {
    ($Shape:ty, $size:expr, |$known:ident| $call:expr, $any:expr) => {
        match const { rows::<$Shape>() } {
            UNKNOWN => by_size!(@ $size, $known, $call, $any),
            _ => by_size!(@ const { rows::<$Shape>() }, $known, $call, $any),
        }
    };
    (@ $size:expr, $known:ident, $call:expr, $any:expr) => {
        match $size {
            1 => by_size!(@ 1, $known, $call),
            2 => by_size!(@ 2, $known, $call),
            3 => by_size!(@ 3, $known, $call),
            SMALL => by_size!(@ SMALL, $known, $call),
            _ => $any,
        }
    };
    (@ $size:expr, $known:ident, $call:expr) => {{
        let $known: usize = $size;
        $call
    }};
}

/// Swaps two rows of a matrix with this many columns.
#[inline(always)]
fn swap_rows<T>(matrix: &mut [T], columns: usize, a: usize, b: usize) {
    let (above, below) = (a.min(b), a.max(b));
    if above != below {
        let (front, back) = matrix.split_at_mut(below * columns);
        front[above * columns..][..columns].swap_with_slice(&mut back[..columns]);
    }
}

/// Subtracts row `from` times `factor` from another row, from column `first` on.
#[inline(always)]
fn eliminate<T: FloatCore>(
    matrix: &mut [T],
    columns: usize,
    (from, to, first): (usize, usize, usize),
    factor: T,
) {
    let (front, back) = matrix.split_at_mut(from.max(to) * columns);
    let (from, to) = match from < to {
        true => (
            &front[from * columns..][first..columns],
            &mut back[first..columns],
        ),
        false => (
            &back[first..columns],
            &mut front[to * columns..][first..columns],
        ),
    };
    for (element, &other) in to.iter_mut().zip(from) {
        *element = *element - factor * other;
    }
}

/// Moves the row with the largest element of a column to the diagonal. Returns the row it was exchanged with, or `None`
/// if that element is 0 or NaN.
#[inline(always)]
fn take_pivot<T: FloatCore>(matrix: &mut [T], size: usize, column: usize) -> Option<usize> {
    let (mut pivot, mut largest) = (column, matrix[column * size + column]);
    for row in column + 1..size {
        let element = matrix[row * size + column];
        if element.abs() > largest.abs() {
            (pivot, largest) = (row, element);
        }
    }
    if largest == T::zero() || largest.is_nan() {
        return None;
    }
    swap_rows(matrix, size, column, pivot);
    Some(pivot)
}

/// Replaces a square matrix by its LU factors: the multipliers below the diagonal, the rest on and above it. `swapped`
/// is called with each column and the row exchanged with its own. Returns false if a pivot is 0 or NaN.
#[inline(always)]
fn factor_by<T: FloatCore>(
    matrix: &mut [T],
    size: usize,
    mut swapped: impl FnMut(usize, usize),
) -> bool {
    let matrix = &mut matrix[..size * size];
    for column in 0..size {
        let Some(pivot) = take_pivot(matrix, size, column) else {
            return false;
        };
        swapped(column, pivot);
        let largest = matrix[column * size + column];
        for row in column + 1..size {
            let factor = matrix[row * size + column] / largest;
            eliminate(matrix, size, (column, row, column + 1), factor);
            matrix[row * size + column] = factor;
        }
    }
    true
}

/// Like [`factor_by`], of a matrix that may be large.
#[inline(never)]
fn factor_any<T: FloatElement + 'static>(
    matrix: &mut [T],
    size: usize,
    swapped: &mut dyn FnMut(usize, usize),
) -> bool {
    let library = T::library();
    library.is_some_and(|library| library.factor(matrix, size, swapped))
        || factor_by(matrix, size, swapped)
}

/// Like [`factor_by`], for a matrix of any size, of shape `S`. The exchanged rows are written to `pivots`.
#[inline(always)]
pub(super) fn factor<T: FloatElement + 'static, S: ArrayShape>(
    matrix: &mut [T],
    size: usize,
    pivots: &mut [usize],
) -> bool {
    let pivots = &mut pivots[..size];
    by_size!(
        S,
        size,
        |size| factor_by(matrix, size, |column, pivot| pivots[column] = pivot),
        factor_any(matrix, size, &mut |column, pivot| pivots[column] = pivot)
    )
}

/// Replaces right-hand sides by solutions, for a factored matrix.
#[inline(always)]
fn substitute_by<T: FloatCore>(
    matrix: &[T],
    pivots: &[usize],
    (size, columns): (usize, usize),
    rhs: &mut [T],
) {
    let (matrix, rhs) = (&matrix[..size * size], &mut rhs[..size * columns]);
    swap_as(pivots, size, columns, rhs);
    substitute_swapped(matrix, (size, columns), rhs);
}

/// Brings right-hand sides into the order that the rows of a matrix have.
#[inline(always)]
fn swap_as<T>(pivots: &[usize], size: usize, columns: usize, rhs: &mut [T]) {
    for (row, &pivot) in pivots[..size].iter().enumerate() {
        swap_rows(rhs, columns, row, pivot);
    }
}

/// Like [`substitute_by`], of right-hand sides whose rows have changed places.
#[inline(always)]
fn substitute_swapped<T: FloatCore>(matrix: &[T], (size, columns): (usize, usize), rhs: &mut [T]) {
    for row in 0..size {
        for other in 0..row {
            let factor = matrix[row * size + other];
            eliminate(rhs, columns, (other, row, 0), factor);
        }
    }
    for row in (0..size).rev() {
        for other in row + 1..size {
            let factor = matrix[row * size + other];
            eliminate(rhs, columns, (other, row, 0), factor);
        }
        let pivot = matrix[row * size + row];
        for element in &mut rhs[row * columns..][..columns] {
            *element = *element / pivot;
        }
    }
}

/// Like [`substitute_by`], for a matrix of any size, of shape `S`.
#[inline(always)]
fn substitute<T: FloatElement + 'static, S: ArrayShape>(
    matrix: &[T],
    pivots: &[usize],
    (size, columns): (usize, usize),
    rhs: &mut [T],
) {
    #[inline(never)]
    fn any<T: FloatElement + 'static>(
        matrix: &[T],
        pivots: &[usize],
        (size, columns): (usize, usize),
        rhs: &mut [T],
    ) {
        let (matrix, rhs) = (&matrix[..size * size], &mut rhs[..size * columns]);
        swap_as(pivots, size, columns, rhs);
        let library = T::library();
        if !library.is_some_and(|library| library.substitute(matrix, (size, columns), rhs)) {
            substitute_swapped(matrix, (size, columns), rhs);
        }
    }
    by_size!(
        S,
        size,
        |size| substitute_by(matrix, pivots, (size, columns), rhs),
        any(matrix, pivots, (size, columns), rhs)
    );
}

/// Replaces a square matrix by its inverse: each column in turn becomes one of the identity matrix, which is stored in
/// its place. Returns false if a pivot is 0 or NaN.
#[inline(always)]
fn invert_by<T: FloatCore>(matrix: &mut [T], size: usize, pivots: &mut [usize]) -> bool {
    let (matrix, pivots) = (&mut matrix[..size * size], &mut pivots[..size]);
    for column in 0..size {
        let Some(pivot) = take_pivot(matrix, size, column) else {
            return false;
        };
        pivots[column] = pivot;
        let own = column * size + column;
        let pivot = core::mem::replace(&mut matrix[own], T::one());
        let divide = |matrix: &mut [T]| {
            let factor = pivot.recip();
            for element in &mut matrix[column * size..][..size] {
                *element = *element * factor;
            }
        };
        // In a large matrix the row is divided last, so that equal rows leave nothing of each other, as they
        // do where it is factored. Small ones save divisions.
        if size <= SMALL {
            divide(matrix);
        }
        for row in (0..size).filter(|&row| row != column) {
            let place = row * size + column;
            let element = core::mem::replace(&mut matrix[place], T::zero());
            let factor = match size <= SMALL {
                true => element,
                false => element / pivot,
            };
            eliminate(matrix, size, (column, row, 0), factor);
        }
        if size > SMALL {
            divide(matrix);
        }
    }
    // Exchanged rows are exchanged columns of the inverse, from the last to the first.
    for column in (0..size).rev() {
        let pivot = pivots[column];
        if pivot != column {
            for row in matrix.chunks_exact_mut(size) {
                row.swap(column, pivot);
            }
        }
    }
    true
}

/// Replaces a matrix of up to [`SMALL`] rows by its inverse: by cofactors if they are as precise as elimination.
#[inline(always)]
fn invert_small<T: FloatCore>(matrix: &mut [T], size: usize) -> bool {
    match size {
        1 => invert_by(matrix, size, &mut [0; SMALL]),
        // As long as this takes, a call does not matter.
        SMALL => invert_four(matrix),
        _ => invert_by_cofactors(matrix, size) || eliminated(matrix, size),
    }
}

/// The inverse of four rows.
#[inline(never)]
fn invert_four<T: FloatCore>(matrix: &mut [T]) -> bool {
    invert_by_cofactors(matrix, SMALL) || eliminated(matrix, SMALL)
}

#[inline(never)]
fn eliminated<T: FloatCore>(matrix: &mut [T], size: usize) -> bool {
    let pivots = &mut [0; SMALL];
    by_size!(
        DynShape,
        size,
        |size| invert_by(matrix, size, pivots),
        false
    )
}

/// Replaces a matrix of two to four rows by its inverse, unless elimination may be more precise.
#[inline(always)]
fn invert_by_cofactors<T: FloatCore>(matrix: &mut [T], size: usize) -> bool {
    // With two rows the cofactors are the elements. With more they are products, which do not overflow if no element is
    // large. Without early exits, which would be as many branches.
    let most = T::epsilon().recip();
    let large = matrix
        .iter()
        .fold(false, |any, &element| any | (element.abs() > most));
    if size > 2 && large {
        return false;
    }
    // The inverse of a determinant above this would lose digits.
    let most = T::min_positive_value().recip();
    let Some(det) = det_by_terms(matrix, size).filter(|det| det.abs() <= most) else {
        return false;
    };
    let factor = det.recip();
    match *matrix {
        [a, b, c, d] => matrix.copy_from_slice(&[d, -b, -c, a]),
        [a, b, c, d, e, f, g, h, i] => matrix.copy_from_slice(&[
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d,
        ]),
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] => {
            let rows = [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]];
            let difference = |first: T, second: T| first - second;
            let above = minors(rows[0], rows[1], difference);
            let below = minors(rows[2], rows[3], difference);
            // The determinants of the rows without one, without each of the columns, by turns negative.
            let cofactors = |row: [T; SMALL], [s, t, u, v, w, x]: [T; 6]| {
                let [a, b, c, d] = row;
                [
                    b * x - c * w + d * v,
                    c * u - a * x - d * t,
                    a * w - b * u + d * s,
                    b * t - a * v - c * s,
                ]
            };
            let columns = [
                cofactors(rows[1], below),
                cofactors(rows[0], below),
                cofactors(rows[3], above),
                cofactors(rows[2], above),
            ];
            let negative = -factor;
            for (row, inverse) in matrix.as_chunks_mut::<SMALL>().0.iter_mut().enumerate() {
                for (column, element) in inverse.iter_mut().enumerate() {
                    let factor = if column % 2 == 0 { factor } else { negative };
                    *element = columns[column][row] * factor;
                }
            }
            return true;
        }
        _ => unreachable!("a matrix of two to four rows"),
    }
    for element in matrix {
        *element = *element * factor;
    }
    true
}

/// What a function makes of both products of the determinant of two rows, for each pair of four columns.
#[inline(always)]
fn minors<T: FloatCore>(
    [a, b, c, d]: [T; SMALL],
    [e, f, g, h]: [T; SMALL],
    of_products: impl Fn(T, T) -> T,
) -> [T; 6] {
    [
        of_products(a * f, b * e),
        of_products(a * g, c * e),
        of_products(a * h, d * e),
        of_products(b * g, c * f),
        of_products(b * h, d * f),
        of_products(c * h, d * g),
    ]
}

/// The determinant of a matrix of two to four rows as a sum of products, if it is as precise as by elimination (and what
/// is divided by it too): if terms do not cancel each other, and none of them overflows or underflows.
#[inline(always)]
fn det_by_terms<T: FloatCore>(matrix: &[T], size: usize) -> Option<T> {
    let two = T::one() + T::one();
    let sixteen = two * two * two * two;
    // A product near 0 loses at most `epsilon` times the least normal number. This does not matter for a determinant of
    // at least `least`, nor for one of at least the least normal number times what such a product is multiplied by. Both
    // are added to the terms, where they count for nothing else, so that there is one comparison.
    let normal = T::min_positive_value();
    let least = normal / T::epsilon();
    let lost = sixteen * normal;
    let difference = |first: T, second: T| first - second;
    let terms_of = |first: T, second: T| first.abs() + second.abs() + lost;
    let (det, terms, least) = match (size, matrix) {
        (2, &[a, b, c, d]) => (a * d - b * c, (a * d).abs() + (b * c).abs(), least),
        (3, &[a, b, c, d, e, f, g, h, i]) => {
            let minor = |p: T, q: T, r: T, s: T| {
                let (first, second) = (p * s, q * r);
                (difference(first, second), terms_of(first, second))
            };
            let (x, y, z) = (minor(e, f, h, i), minor(f, d, i, g), minor(d, e, g, h));
            (
                a * x.0 + b * y.0 + c * z.0,
                a.abs() * x.1 + b.abs() * y.1 + c.abs() * z.1,
                least,
            )
        }
        (SMALL, &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]) => {
            let (above, below) = (([a, b, c, d], [e, f, g, h]), ([i, j, k, l], [m, n, o, p]));
            let [s, t, u, v, w, x] = minors(above.0, above.1, difference);
            let [s2, t2, u2, v2, w2, x2] = minors(below.0, below.1, difference);
            let det = s * x2 - t * w2 + u * v2 + v * u2 - w * t2 + x * s2;
            let [s, t, u, v, w, x] = minors(above.0, above.1, terms_of);
            let [s2, t2, u2, v2, w2, x2] = minors(below.0, below.1, terms_of);
            let terms = s * x2 + t * w2 + u * v2 + v * u2 + w * t2 + x * s2;
            // Cofactors are products of three, of which the first two may lose as much.
            (det, terms, least / (T::epsilon() * T::epsilon()))
        }
        _ => return None,
    };
    // False if a term is not finite.
    let fits = det.abs() * sixteen > terms + sixteen * least;
    fits.then_some(det)
}

/// The determinant of a matrix of two to four rows, which is copied only if it has to be factored.
#[inline(always)]
fn det_of_few<T: FloatElement + 'static>(matrix: &[T], size: usize) -> T {
    #[inline(never)]
    fn by_factors<T: FloatElement + 'static>(matrix: &[T], size: usize) -> T {
        let copy = &mut [T::zero(); SMALL * SMALL][..matrix.len()];
        copy.copy_from_slice(matrix);
        det_of(copy, size)
    }
    det_by_terms(matrix, size).unwrap_or_else(|| by_factors(matrix, size))
}

/// The determinant of a matrix, which is factored for it.
#[inline(always)]
fn det_of<T: FloatElement + 'static>(matrix: &mut [T], size: usize) -> T {
    #[inline(always)]
    fn by_factors<T: FloatElement + 'static>(matrix: &mut [T], size: usize) -> T {
        // Each exchange of two rows changes the sign.
        let mut negative = false;
        let mut swapped = |column, pivot| negative ^= column != pivot;
        let factored = match size <= SMALL {
            true => factor_by(matrix, size, swapped),
            false => factor_any(matrix, size, &mut swapped),
        };
        if !factored {
            // Whether a pivot is NaN, instead of 0.
            let unknown = matrix.iter().any(|element| element.is_nan());
            return if unknown {
                T::nan()
            } else {
                T::det_of_singular()
            };
        }
        let diagonal = (0..size).map(|row| matrix[row * size + row]);
        let product = diagonal.fold(T::one(), |product, pivot| product * pivot);
        if negative { -product } else { product }
    }
    #[inline(never)]
    fn any<T: FloatElement + 'static>(matrix: &mut [T], size: usize) -> T {
        by_factors(matrix, size)
    }
    match size {
        1 => by_factors(matrix, 1),
        2..=SMALL => det_by_terms(matrix, size).unwrap_or_else(|| any(matrix, size)),
        _ => any(matrix, size),
    }
}

/// The index of the matrix for each result, with batches broadcast to those of the results.
fn matrices(batches: &[usize], of_results: &[usize]) -> Offsets {
    let strides = row_major_strides(batches);
    let added = of_results.len() - batches.len();
    let strides = layout::numbers(of_results.len(), |axis| match axis.checked_sub(added) {
        Some(axis) if batches[axis] != 1 => strides.dims()[axis],
        _ => 0,
    });
    Offsets::new(of_results, strides.dims())
}

/// The axes before matrices.
#[inline]
fn batches(sizes: &[usize]) -> &[usize] {
    &sizes[..sizes.len() - 2]
}

/// The number of rows of square matrices, or a panic.
#[inline(always)]
#[track_caller]
fn must_square(sizes: &[usize]) -> usize {
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn is_not(sizes: &[usize]) -> ! {
        match square_size(sizes) {
            Err(error) => crate::error::fail(error),
            Ok(_) => unreachable!("matrices that are not square"),
        }
    }
    match *sizes {
        [.., rows, columns] if rows == columns => rows,
        _ => is_not(sizes),
    }
}

/// What there is to solve.
struct Equations {
    /// The sizes of the solutions.
    result: DynShape,
    /// The number of equations of each matrix.
    size: usize,
    /// The number of right-hand sides for each.
    columns: usize,
    /// The matrix of each solution; of one matrix there is no number to look for.
    matrices: Option<Offsets>,
}

/// Whether a shape is known to be that of one matrix or one vector.
const fn is_one_matrix<S: ArrayShape>() -> bool {
    match S::STATIC {
        Some(known) => known.sizes().len() <= 2,
        None => false,
    }
}

/// The equations of coefficients and right-hand sides.
#[inline(always)]
#[track_caller]
fn equations<T, E: Memory, S: Shape, R: Shape>(
    coefficients: &E::Data<T, S>,
    rhs: &E::Data<T, R>,
) -> Equations {
    let coefficients = E::raw::<T, S>(coefficients).sizes;
    let rhs = E::raw::<T, R>(rhs).sizes;
    let result = sizes_of_solution(coefficients, rhs);
    let size = must_square(coefficients);
    // A vector is a single right-hand side.
    let (ends, columns) = match *rhs {
        [_] => (1, 1),
        [.., columns] => (2, columns),
        [] => (2, 1),
    };
    let is_one = coefficients.len() <= 2 || layout::count(result.dims()) == 0;
    let matrices = if const { is_one_matrix::<S>() } || is_one {
        None
    } else {
        let kept = &result.dims()[..result.rank() - ends];
        Some(matrices(batches(coefficients), kept))
    };
    Equations {
        result,
        size,
        columns,
        matrices,
    }
}

/// The sizes of solutions.
#[inline(always)]
#[track_caller]
fn sizes_of_solution(coefficients: &[usize], rhs: &[usize]) -> DynShape {
    #[inline(never)]
    #[track_caller]
    fn any(coefficients: &[usize], rhs: &[usize]) -> DynShape {
        layout::or_panic(solve_shape(coefficients, rhs))
    }
    match (coefficients, rhs) {
        // One matrix.
        (&[rows, columns], &[values] | &[.., values, _]) if rows == columns && rows == values => {
            rhs.into()
        }
        _ => any(coefficients, rhs),
    }
}

/// Changes each square matrix of a size, together with as many numbers of rows. Returns the index of the first for which
/// `change` returns false. `M` is the engine of the matrices.
#[inline(always)]
fn find_bad<M: Memory, T: 'static>(
    elements: &mut [T],
    size: usize,
    pivots: &mut [usize],
    change: impl Fn(&mut [T], &mut [usize]) -> bool + Sync,
) -> Option<usize> {
    // Without rows there are no elements; without elements there may be any number of rows.
    let count = size.saturating_mul(size).max(1);
    let rows = match pivots.len() {
        0 => 0,
        _ => size,
    };
    let each = |first: usize, elements: &mut [T], pivots: &mut [usize]| {
        let mut rest = pivots;
        let bad = |matrix: &mut [T]| {
            let (pivots, others) = core::mem::take(&mut rest).split_at_mut(rows);
            rest = others;
            !change(matrix, pivots)
        };
        let found = elements.chunks_exact_mut(count).position(bad);
        found.map(|index| first + index)
    };
    match const { M::IS_INLINE } {
        true => each(0, elements, pivots),
        false => pool::first_of_pieces(
            elements.len() / count,
            ((elements, count), (pivots, rows)),
            steps(count, size),
            |_: Here<T>, matrices, ((elements, _), (pivots, _))| {
                each(matrices.start, elements, pivots)
            },
        ),
    }
}

/// The steps to go over this many elements once for each row of a matrix; a small one takes no fewer than one of eight rows.
pub(super) fn steps(elements: usize, size: usize) -> usize {
    elements.saturating_mul(size.max(8))
}

/// A number for each row of each matrix; all matrices have this many elements together.
pub(super) fn pivots<E: Creates<usize>, S: Shape>(
    elements: usize,
    size: usize,
) -> E::Data<usize, S::Front> {
    E::full::<S::Front>([elements / size.max(1)].into(), 0)
}

/// Turns what is found into an error.
#[inline(always)]
fn or_error(bad: Option<usize>, error: fn(usize) -> MatrixError) -> Result<(), MatrixError> {
    match bad {
        None => Ok(()),
        Some(index) => Err(error(index)),
    }
}

/// Replaces right-hand sides by the solutions for their matrices; `matrices` gives the matrix of each one, by default
/// the first, and `solve` replaces those of one matrix.
#[inline(always)]
fn substitute_each<M: Memory, T: FloatElement + 'static>(
    elements: &[T],
    pivots: &[usize],
    (size, columns): (usize, usize),
    matrices: Option<Offsets>,
    rhs: &mut [T],
    solve: impl Fn(&[T], &[usize], (usize, usize), &mut [T]) + Sync,
) {
    if rhs.is_empty() {
        return;
    }
    let (of_all, length) = (Elements::new(elements), size * columns);
    let each = |here: Here<T>, first: usize, rhs: &mut [T]| {
        let (elements, rhs) = (of_all.get(here), rhs.chunks_exact_mut(length));
        match &matrices {
            None => {
                for rhs in rhs {
                    solve(elements, pivots, (size, columns), rhs);
                }
            }
            Some(matrices) => {
                for (matrix, rhs) in matrices.clone().from(first).zip(rhs) {
                    let pivots = pivots.get(matrix * size..).unwrap_or(&[]);
                    let elements = &elements[matrix * size * size..];
                    solve(elements, pivots, (size, columns), rhs);
                }
            }
        }
    };
    let steps = match const { M::IS_INLINE } {
        true => 0,
        false => steps(length, size),
    };
    pool::chunks::<T, T>(rhs, length, steps, each);
}

/// Replaces symmetric matrices by their lower Cholesky factors.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
#[track_caller]
fn lower<T: FloatElement + num_traits::Float + 'static, E: Memory, S: ArrayShape>(
    matrices: RawMut<'_, T>,
) -> Result<(), MatrixError> {
    #[inline(never)]
    fn any<T: FloatElement + num_traits::Float + 'static>(matrix: &mut [T], size: usize) -> bool {
        let library = T::library();
        library.is_some_and(|library| library.lower(matrix, size)) || lower_factor(matrix, size)
    }
    let size = must_square(matrices.sizes);
    let bad = find_bad::<E, T>(matrices.elements, size, &mut [], |matrix, _| {
        by_size!(
            S,
            size,
            |size| lower_factor(matrix, size),
            any(matrix, size)
        )
    });
    or_error(bad, MatrixError::not_positive)
}

/// The data of a tensor on the engine of results.
pub(super) type At<E, T, S> = <<E as Engine>::Out as Engine>::Data<T, S>;

/// The shape that functions for results on the engine are compiled for.
pub(super) type Erased<E, S> = <<E as Engine>::Out as Memory>::Erased<S>;

/// Replaces matrices by their inverses.
#[inline(always)]
#[track_caller]
fn invert<T, E, S: Shape>(matrices: &mut At<E, T, S>) -> Result<(), MatrixError>
where
    T: FloatElement + 'static,
    E: Computes<T>,
{
    let matrices = <E::Out as Mutable<T>>::raw_mut::<S>(matrices);
    let (size, elements) = (must_square(matrices.sizes), matrices.elements);
    if size <= SMALL || elements.is_empty() {
        let bad = find_bad::<E, T>(elements, size, &mut [], |matrix, _| {
            invert_small(matrix, size)
        });
        return or_error(bad, MatrixError::singular);
    }
    #[inline(never)]
    fn large<T: FloatElement + 'static>(
        matrix: &mut [T],
        size: usize,
        pivots: &mut [usize],
    ) -> bool {
        let library = T::library();
        library.is_some_and(|library| library.invert(matrix, size))
            || invert_by(matrix, size, pivots)
    }
    let mut pivots = pivots::<E::Out, S>(elements.len(), size);
    let pivots = <E::Out as Mutable<usize>>::raw_mut::<S::Front>(&mut pivots).elements;
    let bad = find_bad::<E, T>(elements, size, pivots, |matrix, pivots| {
        large(matrix, size, pivots)
    });
    or_error(bad, MatrixError::singular)
}

/// The solutions.
#[inline(always)]
#[track_caller]
fn solve<T, E, S: Shape, R: Shape, O: Shape>(
    data: &E::Data<T, S>,
    rhs: &E::Data<T, R>,
) -> Result<At<E, T, O>, MatrixError>
where
    T: FloatElement + 'static,
    E: Computes<T>,
{
    if const { E::IS_INLINE && is_one_solution::<S, R, O>() } {
        return solve_one::<T, E, S, R, O>(data, rhs);
    }
    let found = equations::<T, E, S, R>(data, rhs);
    let (size, columns) = (found.size, found.columns);
    let operands = ((), E::lend::<T, R>(rhs));
    let mut solution = E::Out::collect::<(), _, T, O>(operands, found.result, &mut Copied);
    let mut factors = E::copy::<S>(data);
    let factors = <E::Out as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
    let mut pivots = pivots::<E::Out, S>(factors.len(), size);
    let pivots = <E::Out as Mutable<usize>>::raw_mut::<S::Front>(&mut pivots).elements;
    let bad = find_bad::<E, T>(factors, size, pivots, |matrix, pivots| {
        factor::<T, S>(matrix, size, pivots)
    });
    or_error(bad, MatrixError::singular)?;
    let target = <E::Out as Mutable<T>>::raw_mut::<O>(&mut solution).elements;
    let sizes = (size, columns);
    let substitute = substitute::<T, S>;
    substitute_each::<E, T>(factors, pivots, sizes, found.matrices, target, substitute);
    Ok(solution)
}

/// Whether shapes are those of one square matrix, of a right-hand side of as many rows, and of the solution.
const fn is_one_solution<S: ArrayShape, R: ArrayShape, O: ArrayShape>() -> bool {
    let (Some(matrix), Some(rhs), Some(solution)) = (S::STATIC, R::STATIC, O::STATIC) else {
        return false;
    };
    match (matrix.sizes(), rhs.sizes(), solution.sizes()) {
        (&[rows, columns], &[from], &[to]) => rows == columns && rows == from && rows == to,
        (&[rows, columns], &[from, values], &[to, solved]) => {
            rows == columns && rows == from && rows == to && values == solved
        }
        _ => false,
    }
}

/// The number of right-hand sides for one matrix.
const fn right_hand_sides<R: ArrayShape>() -> usize {
    match R::STATIC {
        Some(known) => match known.sizes() {
            [_, columns] => *columns,
            _ => 1,
        },
        None => 1,
    }
}

/// The solution for one matrix of an inline tensor: what [`solve`] does without a number of matrices to look for.
#[inline(always)]
fn solve_one<T, E, S: Shape, R: Shape, O: Shape>(
    data: &E::Data<T, S>,
    rhs: &E::Data<T, R>,
) -> Result<At<E, T, O>, MatrixError>
where
    T: FloatElement + 'static,
    E: Computes<T>,
{
    let (size, columns) = const { (rows::<S>(), right_hand_sides::<R>()) };
    let mut factors = E::copy::<S>(data);
    let factors = <E::Out as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
    let mut pivots = pivots::<E::Out, S>(factors.len(), size);
    let pivots = <E::Out as Mutable<usize>>::raw_mut::<S::Front>(&mut pivots).elements;
    if !factor::<T, S>(factors, size, pivots) {
        return Err(MatrixError::singular(0));
    }
    let sizes = DynShape::of_known(const { memory::known::<O>() });
    let operands = ((), E::lend::<T, R>(rhs));
    let mut solution = E::Out::collect::<(), _, T, O>(operands, sizes, &mut Copied);
    let target = <E::Out as Mutable<T>>::raw_mut::<O>(&mut solution).elements;
    substitute::<T, S>(factors, pivots, (size, columns), target);
    Ok(solution)
}

/// The determinants.
#[inline(always)]
#[track_caller]
fn det<T, E, S: Shape, O: Shape>(data: &E::Data<T, S>) -> At<E, T, O>
where
    T: FloatElement + 'static,
    E: Computes<T>,
{
    let raw = E::raw::<T, S>(data);
    let size = must_square(raw.sizes);
    let sizes = DynShape::from(batches(raw.sizes));
    if const { E::IS_INLINE } && matches!(size, 2..=SMALL) {
        let mut first = 0;
        return E::Out::generate::<O>(sizes, || {
            let matrix = &raw.elements[first..][..size * size];
            first += size * size;
            det_of_few(matrix, size)
        });
    }
    let mut matrices = E::copy::<S>(data);
    let elements = <E::Out as Mutable<T>>::raw_mut::<S>(&mut matrices).elements;
    if const { E::IS_INLINE } || elements.is_empty() {
        let mut first = 0;
        return E::Out::generate::<O>(sizes, || {
            let matrix = &mut elements[first..][..size * size];
            first += size * size;
            det_of(matrix, size)
        });
    }
    let count = size * size;
    let mut result = <E::Out as Creates<T>>::full::<O>(sizes, T::zero());
    let dets = <E::Out as Mutable<T>>::raw_mut::<O>(&mut result).elements;
    pool::first_of_pieces(
        dets.len(),
        ((elements, count), (dets, 1)),
        steps(count, size),
        |_: Here<T>, _, ((elements, _), (dets, _))| {
            for (matrix, det) in elements.chunks_exact_mut(count).zip(dets) {
                *det = det_of(matrix, size);
            }
            None
        },
    );
    result
}

/// The same for engines that are not inline: compiled once for all shapes.
mod shared {
    use super::*;

    macro_rules! shared {
        ($($name:ident[$($S:ident)*]($($argument:ident: $Data:ty),*) -> $Output:ty;)*) => {$(
            #[inline(never)]
            #[track_caller]
            pub fn $name<T: FloatElement + 'static, E: Computes<T>, $($S: Shape),*>($($argument: $Data),*) -> $Output {
                super::$name::<T, E, $($S),*>($($argument),*)
            }
        )*};
    }

    shared! {
        solve[S R O](data: &E::Data<T, S>, rhs: &E::Data<T, R>) -> Result<At<E, T, O>, MatrixError>;
        det[S O](data: &E::Data<T, S>) -> At<E, T, O>;
        invert[S](matrices: &mut At<E, T, S>) -> Result<(), MatrixError>;
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    #[inline(never)]
    #[track_caller]
    pub fn lower<T: FloatElement + num_traits::Float + 'static, E: Memory, S: Shape>(
        matrices: RawMut<'_, T>,
    ) -> Result<(), MatrixError> {
        super::lower::<T, E, S>(matrices)
    }
}

/// Calls a function with the data of an engine. For an inline one, it becomes part of the caller's code, where sizes
/// are constants.
macro_rules! of_engine {
    ($Engine:ty, $function:ident::<$($Argument:ty),*>($($argument:expr),*)) => {
        match const { <$Engine>::IS_INLINE } {
            true => $function::<$($Argument),*>($($argument),*),
            false => shared::$function::<$($Argument),*>($($argument),*),
        }
    };
}

/// A copy of matrices with other names of their sizes. An inline tensor is written there at once: in a debug build each
/// move copies it.
#[inline(always)]
fn copied<T: FloatElement + 'static, E: Computes<T>, S: Shape, O: Shape>(
    data: &E::Data<T, S>,
) -> At<E, T, O> {
    if const { !E::IS_INLINE } {
        return E::Out::retype::<T, S, O>(E::copy::<S>(data));
    }
    let mut elements = E::raw::<T, S>(data).elements.iter();
    E::Out::generate::<O>(
        DynShape::of_known(const { memory::known::<O>() }),
        || match elements.next() {
            Some(&element) => element,
            None => unreachable!("there are as many elements"),
        },
    )
}

#[diagnostic::do_not_recommend]
impl<T: FloatElement + 'static, E: Computes<T>> Inverts<T> for E {
    #[inline]
    #[track_caller]
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &E::Data<T, S>,
        rhs: &E::Data<T, R>,
    ) -> Result<At<E, T, O>, MatrixError> {
        let (data, rhs) = (E::erase::<T, S>(data), E::erase::<T, R>(rhs));
        match of_engine!(
            E,
            solve::<T, E, E::Erased<S>, E::Erased<R>, Erased<E, O>>(data, rhs)
        ) {
            Ok(solution) => Ok(E::Out::restore(solution)),
            Err(error) => Err(error),
        }
    }

    #[inline]
    #[track_caller]
    fn inverse<S: Shape, O: Shape>(data: &E::Data<T, S>) -> Result<At<E, T, O>, MatrixError> {
        let mut inverse = copied::<T, E, S, O>(data);
        let matrices = E::Out::erase_mut::<T, O>(&mut inverse);
        match of_engine!(E, invert::<T, E, Erased<E, O>>(matrices)) {
            Ok(()) => Ok(inverse),
            Err(error) => Err(error),
        }
    }

    #[inline]
    #[track_caller]
    fn inverse_or_panic<S: Shape, O: Shape>(data: &E::Data<T, S>) -> At<E, T, O> {
        #[cold]
        #[inline(never)]
        #[track_caller]
        fn is_not(error: MatrixError) -> ! {
            crate::error::fail(error)
        }
        let mut inverse = copied::<T, E, S, O>(data);
        let matrices = E::Out::erase_mut::<T, O>(&mut inverse);
        match of_engine!(E, invert::<T, E, Erased<E, O>>(matrices)) {
            Ok(()) => inverse,
            Err(error) => is_not(error),
        }
    }

    #[inline]
    #[track_caller]
    fn det<S: Shape, O: Shape>(data: &E::Data<T, S>) -> At<E, T, O> {
        let data = E::erase::<T, S>(data);
        E::Out::restore(of_engine!(E, det::<T, E, E::Erased<S>, Erased<E, O>>(data)))
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
#[diagnostic::do_not_recommend]
impl<T, E> crate::engine::Factors<T> for E
where
    T: FloatElement + num_traits::Float + 'static,
    E: Computes<T>,
{
    #[inline]
    #[track_caller]
    fn cholesky<S: Shape>(data: &E::Data<T, S>) -> Result<At<E, T, S>, MatrixError> {
        let mut result = E::copy::<S>(data);
        let matrices = <E::Out as Mutable<T>>::raw_mut::<S>(&mut result);
        match of_engine!(E, lower::<T, E, E::Erased<S>>(matrices)) {
            Ok(()) => Ok(result),
            Err(error) => Err(error),
        }
    }
}

/// Replaces a symmetric matrix, of which only the elements on and below the diagonal are read, by its lower Cholesky
/// factor. Returns false if there is none.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
fn lower_factor<T: num_traits::Float>(matrix: &mut [T], size: usize) -> bool {
    let matrix = &mut matrix[..size * size];
    for column in 0..size {
        let own = column * size + column;
        let is_positive = matrix[own] > T::zero();
        if !is_positive {
            return false;
        }
        let pivot = matrix[own].sqrt();
        matrix[own] = pivot;
        // The column is stored as a row above the diagonal, from which multiples are subtracted.
        for row in column + 1..size {
            let element = matrix[row * size + column] / pivot;
            matrix[row * size + column] = element;
            matrix[column * size + row] = element;
        }
        for row in column + 1..size {
            let (front, back) = matrix.split_at_mut(row * size);
            let from = &front[column * size..][column + 1..size];
            let factor = from[row - column - 1];
            let to = &mut back[column + 1..=row];
            for (element, &other) in to.iter_mut().zip(from) {
                *element = *element - factor * other;
            }
        }
        matrix[column * size..][column + 1..size].fill(T::zero());
    }
    true
}

/// The solutions for matrices with these lower Cholesky factors.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline]
#[track_caller]
pub fn cholesky_solve<T, E, S: Shape, R: Shape, O: Shape>(
    factors: &E::Data<T, S>,
    rhs: &E::Data<T, R>,
) -> At<E, T, O>
where
    T: FloatElement + 'static,
    E: Computes<T>,
{
    let found = equations::<T, E, S, R>(factors, rhs);
    let operands = ((), E::lend::<T, R>(rhs));
    let mut solution = E::Out::collect::<(), _, T, O>(operands, found.result, &mut Copied);
    let target = <E::Out as Mutable<T>>::raw_mut::<O>(&mut solution).elements;
    let mut factors = E::copy::<S>(factors);
    let factors = <E::Out as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
    let sizes = (found.size, found.columns);
    substitute_each::<E, T>(
        factors,
        &[],
        sizes,
        found.matrices,
        target,
        substitute_lower,
    );
    solution
}

/// Replaces right-hand sides by solutions, for the lower Cholesky factor of a matrix.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
fn substitute_lower<T: FloatCore>(
    factor: &[T],
    _pivots: &[usize],
    (size, columns): (usize, usize),
    rhs: &mut [T],
) {
    let divide = |rhs: &mut [T], row: usize| {
        let pivot = factor[row * size + row];
        for element in &mut rhs[row * columns..][..columns] {
            *element = *element / pivot;
        }
    };
    for row in 0..size {
        for other in 0..row {
            eliminate(rhs, columns, (other, row, 0), factor[row * size + other]);
        }
        divide(rhs, row);
    }
    for row in (0..size).rev() {
        for other in row + 1..size {
            eliminate(rhs, columns, (other, row, 0), factor[other * size + row]);
        }
        divide(rhs, row);
    }
}

/// Replaces the lower Cholesky factor of a matrix by that of the matrix plus the outer product of a vector, which changes.
#[cfg(any(feature = "std", feature = "libm"))]
pub fn cholesky_update<T: num_traits::Float>(factor: &mut [T], vector: &mut [T]) {
    let size = vector.len();
    for column in 0..size {
        let (pivot, element) = (factor[column * size + column], vector[column]);
        let longer = pivot.hypot(element);
        let (cos, sin) = (longer / pivot, element / pivot);
        factor[column * size + column] = longer;
        for (row, element) in vector.iter_mut().enumerate().skip(column + 1) {
            let below = &mut factor[row * size + column];
            *below = (*below + sin * *element) / cos;
            *element = cos * *element - sin * *below;
        }
    }
}

/// Replaces a square matrix by its exponential: the series of the matrix, halved until it is small, squared as often. The
/// others are room for as many elements each.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(never)]
pub fn exponential<T: num_traits::Float>(
    matrix: &mut [T],
    [mut term, mut next, base]: [&mut [T]; 3],
    size: usize,
) {
    let half = (T::one() + T::one()).recip();
    if let Ok(matrix) = <&mut [T; 9]>::try_from(&mut *matrix)
        && (0..9).all(|place| (matrix[place] + matrix[place % 3 * 3 + place / 3]).is_zero())
    {
        return turn(matrix, [matrix[7], matrix[2], matrix[3]], half);
    }
    let halvings = halvings(matrix, [&mut *term, &mut *next], size);
    let factor = half.powi(halvings);
    let mut to_one = 0;
    for ((element, base), term) in matrix.iter_mut().zip(&mut *base).zip(&mut *term) {
        *base = *element * factor;
        (*term, *element) = (*base, *base);
        if to_one == 0 {
            (*element, to_one) = (*base + T::one(), size + 1);
        }
        to_one -= 1;
    }
    let mut number = T::one();
    loop {
        number = number + T::one();
        product(next, (term, base, (size, size)));
        core::mem::swap(&mut term, &mut next);
        let mut changed = false;
        for (sum, term) in matrix.iter_mut().zip(&mut *term) {
            *term = *term / number;
            let more = *sum + *term;
            changed |= more != *sum && more.is_finite();
            *sum = more;
        }
        if !changed {
            break;
        }
    }
    let mut doubled = T::one();
    for _ in 0..halvings {
        doubled = doubled + doubled;
        term.iter_mut()
            .zip(&*matrix)
            .for_each(|(term, &sum)| *term = sum);
        product(matrix, (term, term, (size, size)));
        exact_diagonals(matrix, base, doubled, size);
    }
}

/// How often a matrix is halved before its series. A norm alone halves a matrix too often that has a large number beside its
/// diagonal, and each square doubles the errors. So it is the roots of the norms of powers, as Al-Mohy and Higham have it in "A
/// new scaling and squaring algorithm for the matrix exponential" (2009): if those of the powers *p* and *p* + 1 are
/// small, so are those of all powers from *p* (*p* - 1) on. The powers are those of the absolute values, which bound
/// rounding errors, too, and whose norms take no products of matrices.
#[cfg(any(feature = "std", feature = "libm"))]
fn halvings<T: num_traits::Float>(
    matrix: &[T],
    [mut sums, mut next]: [&mut [T]; 2],
    size: usize,
) -> i32 {
    const POWERS: i32 = 9;
    let half = (T::one() + T::one()).recip();
    let (mut least, mut before, mut log) = (T::infinity(), T::infinity(), T::zero());
    sums.iter_mut().for_each(|sum| *sum = T::one());
    for power in 1..=POWERS {
        let mut most = T::zero();
        for (row, next) in matrix.chunks_exact(size.max(1)).zip(&mut *next) {
            *next = row
                .iter()
                .zip(&*sums)
                .fold(T::zero(), |sum, (x, &of)| sum + x.abs() * of);
            most = most.max(*next);
        }
        // Without a norm that is a number there is nothing to halve, and the series gives what it is. The first norm that is
        // small is enough.
        if !most.is_finite() || most.is_zero() || power == 1 && most <= half {
            return 0;
        }
        // The sums are divided by the norm, whose logarithm is kept: a power may be too large or too small for a float. What
        // is left of a small sum is not nothing, so that numbers far apart do not look like powers that end.
        for next in next.iter_mut().take(size).filter(|next| !next.is_zero()) {
            *next = (*next / most).max(T::min_positive_value());
        }
        core::mem::swap(&mut sums, &mut next);
        log = log + most.log2();
        let root = match T::from(power) {
            Some(power) => log / power,
            None => unreachable!("a float holds a small number"),
        };
        least = least.min(before.max(root));
        before = root;
    }
    let halvings = (least + T::one()).ceil().to_i32();
    halvings.unwrap_or(0).max(0)
}

/// The diagonal of the exponential of `factor` times a triangular matrix, and that beside it, which are functions of single
/// elements: so that the errors of squares are not those of all elements, as Al-Mohy and Higham have it.
#[cfg(any(feature = "std", feature = "libm"))]
fn exact_diagonals<T: num_traits::Float>(to: &mut [T], matrix: &[T], factor: T, size: usize) {
    let places = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let at = |row: usize, column: usize| matrix[row * size + column] * factor;
    let is_upper = places().all(|(row, column)| row <= column || at(row, column).is_zero());
    let is_lower = places().all(|(row, column)| row >= column || at(row, column).is_zero());
    if !is_upper && !is_lower {
        return;
    }
    for place in 0..size {
        to[place * size + place] = at(place, place).exp();
        if place == 0 {
            continue;
        }
        let (first, second) = (at(place - 1, place - 1), at(place, place));
        // Not the quotient of two differences, which cancel where the two are close; from the larger one, so that no power
        // overflows that the result does not have.
        let distance = -(first - second).abs();
        let slope = match distance.is_zero() {
            true => T::one(),
            false => distance.exp_m1() / distance,
        };
        let slope = first.max(second).exp() * slope;
        if is_upper {
            to[(place - 1) * size + place] = at(place - 1, place) * slope;
        }
        if is_lower {
            to[place * size + place - 1] = at(place, place - 1) * slope;
        }
    }
}

/// The exponential of the matrix of a cross product with a vector, by Rodrigues' formula.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(never)]
fn turn<T: num_traits::Float>(to: &mut [T; 9], [x, y, z]: [T; 3], half: T) {
    let squared = x * x + y * y + z * z;
    let angle = squared.sqrt();
    // `sin(a) / a` is 1 and a half of its own half's square is (1 - cos(a)) / a^2, also where `a` is tiny.
    let ratio = |angle: T| match angle > T::zero() {
        true => angle.sin() / angle,
        false => T::one(),
    };
    let (sin, of_half) = (ratio(angle), ratio(angle * half));
    let cos = half * of_half * of_half;
    let mut vector = [x, y, z];
    for row in 0..3 {
        let ([x, y, z], next) = (vector, (row + 1) % 3);
        let (even, odd) = (cos * x * y, sin * z);
        to[row * 4] = T::one() - cos * (y * y + z * z);
        to[row * 3 + next] = even - odd;
        to[next * 3 + row] = even + odd;
        vector = [y, z, x];
    }
}
