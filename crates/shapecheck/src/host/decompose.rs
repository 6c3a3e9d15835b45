//! Matrix decompositions by reflections (Householder) and rotations (Jacobi). The code is small, needs no memory except
//! that of the results, and is as precise as larger libraries. Large matrices can be left to such a library; see
//! [`large`].

use num_traits::Float;

use super::large::{self, Library};
use super::layout::or_panic;
use super::linear::{self, At, Erased};
use super::pool::{self, Here};
use super::raw::Raw;
use super::{Computes, Memory, Mutable};
use crate::algebra::{
    complete_qr_shapes, diagonal_shape, full_svd_shapes, qr_shapes, square_size, svd_shapes,
};
use crate::engine::{Creates, Decomposes};
use crate::{DynShape, Shape};

/// The most rounds of rotations. A dozen would be many.
const ROUNDS: usize = 48;

/// Numbers of a slice, `step` apart.
struct Vector {
    first: usize,
    step: usize,
    length: usize,
}

impl Vector {
    /// All of the first numbers.
    fn whole(length: usize) -> Self {
        Self {
            first: 0,
            step: 1,
            length,
        }
    }

    /// Numbers of a column, downwards from the first one, in a matrix of this many columns.
    fn down(first: usize, columns: usize, length: usize) -> Self {
        Self {
            first,
            step: columns,
            length,
        }
    }

    fn positions(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, step) = (self.first, self.step);
        (0..self.length).map(move |place| first + place * step)
    }
}

/// Vectors in a slice, which begin `next` apart.
#[derive(Clone, Copy)]
struct Vectors {
    next: usize,
    step: usize,
    length: usize,
}

impl Vectors {
    /// The rows of a matrix of this many columns.
    fn rows(columns: usize) -> Self {
        Self {
            next: columns,
            step: 1,
            length: columns,
        }
    }

    /// The columns of a matrix.
    fn columns(rows: usize, columns: usize) -> Self {
        Self {
            next: 1,
            step: columns,
            length: rows,
        }
    }

    fn at(self, index: usize) -> Vector {
        Vector {
            first: index * self.next,
            step: self.step,
            length: self.length,
        }
    }
}

fn dot<T: Float>(elements: &[T], a: &Vector, b: &Vector) -> T {
    let terms = a
        .positions()
        .zip(b.positions())
        .map(|(a, b)| elements[a] * elements[b]);
    terms.fold(T::zero(), |sum, term| sum + term)
}

/// The length of a vector, also if the squares of its elements overflow or underflow.
fn length<T: Float>(elements: &[T], vector: &Vector) -> T {
    let largest = largest_in(elements, vector);
    if largest == T::zero() || !largest.is_finite() {
        return largest;
    }
    let squares = vector
        .positions()
        .map(|place| (elements[place] / largest).powi(2));
    largest * squares.fold(T::zero(), |sum, square| sum + square).sqrt()
}

/// The largest absolute value in a vector; NaN if one is NaN.
fn largest_in<T: Float>(elements: &[T], vector: &Vector) -> T {
    let sizes = vector.positions().map(|place| elements[place].abs());
    sizes.fold(T::zero(), |largest, size| {
        match size > largest || size.is_nan() {
            true => size,
            false => largest,
        }
    })
}

/// Replaces vectors a and b by `c a - s b` and `s a + c b`.
fn rotate<T: Float>(elements: &mut [T], a: &Vector, b: &Vector, (c, s): (T, T)) {
    for (a, b) in a.positions().zip(b.positions()) {
        let (x, y) = (elements[a], elements[b]);
        elements[a] = c * x - s * y;
        elements[b] = s * x + c * y;
    }
}

/// The cosine and sine of the smaller angle whose tangent solves `t² + 2 z t = 1`.
fn turn<T: Float>(z: T) -> (T, T) {
    let one = T::one();
    let t = z.signum() / (z.abs() + (one + z * z).sqrt());
    // For a large `z` the square may overflow; then the angle is almost 0.
    let c = one / (one + t * t).sqrt();
    (c, t * c)
}

fn swap<T: Copy>(elements: &mut [T], a: &Vector, b: &Vector) {
    for (a, b) in a.positions().zip(b.positions()) {
        elements.swap(a, b);
    }
}

/// Transposes a square matrix.
fn transpose<T>(matrix: &mut [T], size: usize) {
    for row in 0..size {
        for column in row + 1..size {
            matrix.swap(row * size + column, column * size + row);
        }
    }
}

fn write_unit<T: Float>(matrix: &mut [T], size: usize) {
    matrix.fill(T::zero());
    (0..size).for_each(|place| matrix[place * size + place] = T::one());
}

/// The factors `Q R` of a matrix: the complete ones, or those of as many columns and rows as the smaller size. It is
/// factored in the memory of the larger result.
fn qr<T: Float>(
    matrix: impl Iterator<Item = T>,
    (m, n): (usize, usize),
    (q, r): (&mut [T], &mut [T]),
    complete: bool,
) {
    let in_q = m > n && !complete;
    let work = match in_q {
        true => &mut *q,
        false => &mut *r,
    };
    work.iter_mut()
        .zip(matrix)
        .for_each(|(place, element)| *place = element);
    factor(work, (m, n));
    // The reflections go below the diagonal of Q, the rest is R.
    let width = if complete { m } else { m.min(n) };
    if in_q {
        for row in 0..n {
            for column in 0..n {
                let place = row * n + column;
                r[place] = match row > column {
                    true => T::zero(),
                    false => core::mem::replace(&mut q[place], T::zero()),
                };
            }
        }
    } else {
        q.fill(T::zero());
        for row in 0..m {
            for column in 0..row.min(n) {
                let reflection = core::mem::replace(&mut r[row * n + column], T::zero());
                q[row * width + column] = reflection;
            }
        }
    }
    write_q(q, (m, width));
}

/// Replaces a matrix by R, and by the vectors of reflections below the diagonal, whose first element is 1.
fn factor<T: Float>(matrix: &mut [T], (m, n): (usize, usize)) {
    for column in 0..m.min(n) {
        let own = column * n + column;
        let below = Vector::down(own + n, n, m - column - 1);
        if length(matrix, &below) == T::zero() {
            continue;
        }
        let whole = Vector::down(own, n, m - column);
        let first = matrix[own];
        // The sign that avoids cancellation.
        let end = -first.signum() * length(matrix, &whole);
        below
            .positions()
            .for_each(|place| matrix[place] = matrix[place] / (first - end));
        matrix[own] = T::one();
        let weight = (end - first) / end;
        for other in column + 1..n {
            let target = Vector::down(own + other - column, n, m - column);
            reflect(matrix, &whole, weight, &target);
        }
        matrix[own] = end;
    }
}

/// Replaces the vectors of reflections by the first columns of their product; all other elements are 0 before.
fn write_q<T: Float>(q: &mut [T], (m, k): (usize, usize)) {
    for column in (0..k).rev() {
        let own = column * k + column;
        let below = Vector::down(own + k, k, m - column - 1);
        let squares = dot(q, &below, &below);
        if largest_in(q, &below) == T::zero() {
            q[own] = T::one();
            continue;
        }
        let weight = (T::one() + T::one()) / (T::one() + squares);
        for other in column + 1..k {
            let next = own + other - column;
            let rest = Vector::down(next + k, k, m - column - 1);
            let terms = below
                .positions()
                .zip(rest.positions())
                .map(|(a, b)| q[a] * q[b]);
            let along = weight * terms.fold(q[next], |sum, term| sum + term);
            q[next] = q[next] - along;
            for (a, b) in below.positions().zip(rest.positions()) {
                q[b] = q[b] - along * q[a];
            }
        }
        // The column itself was one of the unit matrix.
        q[own] = T::one() - weight;
        below
            .positions()
            .for_each(|place| q[place] = -weight * q[place]);
    }
}

/// Subtracts from a vector its part along another one, times `weight`.
fn reflect<T: Float>(elements: &mut [T], along: &Vector, weight: T, target: &Vector) {
    let part = weight * dot(elements, along, target);
    for (a, b) in along.positions().zip(target.positions()) {
        elements[b] = elements[b] - part * elements[a];
    }
}

/// The eigenvalues of a symmetric matrix in ascending order, and the eigenvectors as columns. Only the elements on and
/// below the diagonal are read; the matrix is overwritten.
fn eigh<T: Float>(matrix: &mut [T], size: usize, values: &mut [T], vectors: &mut [T]) {
    for row in 0..size {
        for column in row + 1..size {
            matrix[row * size + column] = matrix[column * size + row];
        }
    }
    let whole = Vector::whole(size * size);
    let largest = largest_in(matrix, &whole);
    write_unit(vectors, size);
    let rows = Vectors::rows(size);
    if largest > T::zero() && largest.is_finite() {
        matrix
            .iter_mut()
            .for_each(|element| *element = *element / largest);
        let tiny = T::epsilon() * length(matrix, &whole) / T::from(8 * size).unwrap_or(T::one());
        let columns = Vectors::columns(size, size);
        for _ in 0..ROUNDS {
            let mut turned = false;
            for p in 0..size {
                for q in p + 1..size {
                    let off = matrix[p * size + q];
                    if off.abs() <= tiny {
                        continue;
                    }
                    turned = true;
                    let apart = matrix[q * size + q] - matrix[p * size + p];
                    let angle = turn(apart / (off + off));
                    rotate(matrix, &rows.at(p), &rows.at(q), angle);
                    rotate(matrix, &columns.at(p), &columns.at(q), angle);
                    rotate(vectors, &rows.at(p), &rows.at(q), angle);
                }
            }
            if !turned {
                break;
            }
        }
    }
    if !largest.is_finite() {
        values.fill(T::nan());
        vectors.fill(T::nan());
        return;
    }
    for (place, value) in values.iter_mut().enumerate() {
        *value = matrix[place * size + place] * largest;
    }
    sort(
        values,
        |a, b| a < b,
        |a, b| swap(vectors, &rows.at(a), &rows.at(b)),
    );
    transpose(vectors, size);
}

/// Sorts values, and calls `swap` to move what belongs to them.
fn sort<T: Copy>(
    values: &mut [T],
    before: impl Fn(T, T) -> bool,
    mut swap: impl FnMut(usize, usize),
) {
    for place in 0..values.len() {
        let rest = place + 1..values.len();
        let first = rest.fold(place, |first, other| {
            match before(values[other], values[first]) {
                true => other,
                false => first,
            }
        });
        if first != place {
            values.swap(place, first);
            swap(place, first);
        }
    }
}

/// The singular values of a matrix in descending order, the left singular vectors as columns and the right ones as
/// rows.
///
/// Rotates pairs of rows or columns, whichever are shorter, until all are orthogonal. Their lengths are the singular
/// values, and the rotations make up the other factor. If `full`, the factors are square.
fn svd<T: Float>(
    matrix: impl Iterator<Item = T>,
    (m, n): (usize, usize),
    (u, values, v): (&mut [T], &mut [T], &mut [T]),
    full: bool,
) {
    let k = m.min(n);
    // The columns of `u`.
    let width = if full { m } else { k };
    // Rows of `v` in one case, columns of `u` in the other.
    let (work, turns, vectors) = match m <= n {
        true => (v, u, Vectors::rows(n)),
        false => (u, v, Vectors::columns(m, width)),
    };
    let places = match m <= n {
        true => n,
        false => width,
    };
    for (index, element) in matrix.enumerate() {
        work[index / n * places + index % n] = element;
    }
    let largest = largest_in(work, &Vector::whole(work.len()));
    if !largest.is_finite() {
        [work, values, turns]
            .into_iter()
            .for_each(|result| result.fill(T::nan()));
        return;
    }
    write_unit(turns, k);
    let rows = Vectors::rows(k);
    if largest > T::zero() {
        work.iter_mut()
            .for_each(|element| *element = *element / largest);
        for _ in 0..ROUNDS {
            let mut turned = false;
            for a in 0..k {
                for b in a + 1..k {
                    let (x, y) = (vectors.at(a), vectors.at(b));
                    let (xx, yy, xy) = (dot(work, &x, &x), dot(work, &y, &y), dot(work, &x, &y));
                    if xy.abs() <= T::epsilon() * (xx * yy).sqrt() {
                        continue;
                    }
                    turned = true;
                    let angle = turn((yy - xx) / (xy + xy));
                    rotate(work, &x, &y, angle);
                    rotate(turns, &rows.at(a), &rows.at(b), angle);
                }
            }
            if !turned {
                break;
            }
        }
    }
    for (place, value) in values.iter_mut().enumerate() {
        *value = length(work, &vectors.at(place));
    }
    sort(
        values,
        |a, b| a > b,
        |a, b| {
            swap(work, &vectors.at(a), &vectors.at(b));
            swap(turns, &rows.at(a), &rows.at(b));
        },
    );
    let noise = match values.first() {
        Some(&first) => first * T::epsilon() * T::from(m.max(n)).unwrap_or(T::one()),
        None => T::zero(),
    };
    for (place, value) in values.iter_mut().enumerate() {
        match *value > noise {
            true => {
                let places = vectors.at(place).positions();
                places.for_each(|at| work[at] = work[at] / *value);
            }
            // A vector of almost length 0 has no reliable direction.
            false => complete(work, vectors, place),
        }
        *value = *value * largest;
    }
    if full {
        (k..m.max(n)).for_each(|place| complete(work, vectors, place));
    }
    // The rotations are rows; on the left they have to be columns.
    if m <= n {
        transpose(turns, k);
    }
}

/// Replaces a vector by one of length 1 that is orthogonal to all vectors before it. There have to be fewer of them
/// than the vector has elements.
fn complete<T: Float>(work: &mut [T], vectors: Vectors, place: usize) {
    let own = vectors.at(place);
    let half = T::one() / (T::one() + T::one());
    for axis in 0..own.length {
        own.positions().for_each(|at| work[at] = T::zero());
        work[own.first + axis * own.step] = T::one();
        // Two passes are enough for full precision.
        for _ in 0..2 {
            for other in 0..place {
                reflect(work, &vectors.at(other), T::one(), &own);
            }
        }
        let length = length(work, &own);
        // One unit vector is at least this far from all vectors: the squares of these lengths add up to the number of
        // missing vectors.
        let enough = half / T::from(own.length).unwrap_or(T::one()).sqrt();
        if length > enough || axis + 1 == own.length {
            own.positions().for_each(|at| work[at] = work[at] / length);
            return;
        }
    }
}

/// The sign of a determinant and the logarithm of its absolute value, from the factors and the exchanged rows; `None`
/// for a singular matrix.
fn sign_and_logarithm<T: Float>(factors: &[T], size: usize, pivots: Option<&[usize]>) -> (T, T) {
    let Some(pivots) = pivots else {
        let unknown = factors.iter().any(|element| element.is_nan());
        return match unknown {
            true => (T::nan(), T::nan()),
            false => (T::zero(), T::neg_infinity()),
        };
    };
    (0..size).fold((T::one(), T::zero()), |(sign, logarithm), row| {
        let pivot = factors[row * size + row];
        // Each exchange of two rows changes the sign.
        let changes = pivot.is_sign_negative() != (pivots[row] != row);
        (
            if changes { -sign } else { sign },
            logarithm + pivot.abs().ln(),
        )
    })
}

/// The elements of a slice that belong to a matrix.
fn part<T>(elements: &mut [T], matrix: usize, size: usize) -> &mut [T] {
    &mut elements[matrix * size..(matrix + 1) * size]
}

/// The steps to factor a matrix, each as many times as all its elements times the shorter side.
fn steps(times: usize, (m, n): (usize, usize)) -> usize {
    times
        .saturating_mul(m)
        .saturating_mul(n)
        .saturating_mul(m.min(n))
}

/// What each decomposition takes, in steps for an element and one of the shorter side: that of many small matrices was
/// measured.
const REFLECTIONS: usize = 12;
const TURNS: usize = 128;

/// The factors of each matrix. This and what follows knows no shape, so that it is compiled once for each element type.
#[inline(never)]
fn qr_each<T: Library>(raw: Raw<'_, T>, q: &mut [T], r: &mut [T], complete: bool) {
    // Any number of matrices without elements have no factors to write.
    if q.is_empty() && r.is_empty() {
        return;
    }
    let matrices = large::Matrices::of(raw);
    let (m, n) = matrices.sizes();
    let width = if complete { m } else { m.min(n) };
    pool::first_of_pieces(
        matrices.count(),
        ((q, m * width), (r, width * n)),
        steps(REFLECTIONS, (m, n)),
        |_: Here<T>, range, ((q, of_q), (r, of_r))| {
            for (place, index) in range.enumerate() {
                let matrix = matrices.at(index);
                let (q, r) = (part(q, place, of_q), part(r, place, of_r));
                if !T::qr(matrix, q, r, complete) {
                    qr(matrix.iter(), (m, n), (q, r), complete);
                }
            }
            None
        },
    );
}

/// The eigenvalues and eigenvectors of each matrix from the one at `first` on, up to the first one that the library
/// does not decompose, whose index is returned; of all matrices with a copy of them, which is overwritten.
#[inline(never)]
fn eigh_each<T: Library>(
    raw: Raw<'_, T>,
    first: usize,
    copy: Option<&mut [T]>,
    values: &mut [T],
    vectors: &mut [T],
) -> Option<usize> {
    if values.is_empty() {
        return None;
    }
    let matrices = large::Matrices::of(raw);
    let (size, _) = matrices.sizes();
    let area = size * size;
    // Pieces of no elements where there is no copy.
    let copy = match copy {
        Some(copy) => (&mut copy[first * area..], area),
        None => (&mut [][..], 0),
    };
    pool::first_of_pieces(
        matrices.count() - first,
        (
            copy,
            (
                (&mut values[first * size..], size),
                (&mut vectors[first * area..], area),
            ),
        ),
        steps(TURNS, (size, size)),
        |_: Here<T>, range, ((copy, of_copy), ((values, _), (vectors, _)))| {
            for (place, index) in range.enumerate() {
                let matrix = matrices.at(first + index);
                let values = part(values, place, size);
                let vectors = part(vectors, place, area);
                if T::eigh(matrix, values, vectors) {
                    continue;
                }
                if of_copy == 0 {
                    return Some(first + index);
                }
                eigh(part(copy, place, area), size, values, vectors);
            }
            None
        },
    )
}

/// The sign and the logarithm of the determinant of each matrix, which is overwritten.
#[inline(never)]
fn slogdet_each<T: Library>(
    size: usize,
    (factors, pivots): (&mut [T], &mut [usize]),
    (signs, logarithms): (&mut [T], &mut [T]),
) {
    // Without a matrix there may be any number of rows.
    if signs.is_empty() {
        return;
    }
    let area = size * size;
    let pivots = &mut pivots[..signs.len() * size];
    pool::first_of_pieces(
        signs.len(),
        (
            ((factors, area), (pivots, size)),
            ((signs, 1), (logarithms, 1)),
        ),
        linear::steps(area, size),
        |_: Here<T>, _, (((factors, _), (pivots, _)), ((signs, _), (logarithms, _)))| {
            for (place, (sign, logarithm)) in signs.iter_mut().zip(logarithms).enumerate() {
                let (matrix, pivots) = (part(factors, place, area), part(pivots, place, size));
                let factored = linear::factor::<T, DynShape>(matrix, size, pivots);
                (*sign, *logarithm) =
                    sign_and_logarithm(matrix, size, factored.then_some(&*pivots));
            }
            None
        },
    );
}

/// The factors of each matrix.
#[inline(never)]
fn svd_each<T: Library>(
    raw: Raw<'_, T>,
    (u, values, v): (&mut [T], &mut [T], &mut [T]),
    full: bool,
) {
    if u.is_empty() && v.is_empty() {
        return;
    }
    let matrices = large::Matrices::of(raw);
    let (m, n) = matrices.sizes();
    let k = m.min(n);
    let (left, right) = if full { (m, n) } else { (k, k) };
    pool::first_of_pieces(
        matrices.count(),
        ((u, m * left), ((values, k), (v, right * n))),
        steps(TURNS, (m, n)),
        |_: Here<T>, range, ((u, of_u), ((values, _), (v, of_v)))| {
            for (place, index) in range.enumerate() {
                let matrix = matrices.at(index);
                let (u, v) = (part(u, place, of_u), part(v, place, of_v));
                let values = part(values, place, k);
                if !T::svd(matrix, u, values, v, full) {
                    svd(matrix.iter(), (m, n), (u, values, v), full);
                }
            }
            None
        },
    );
}

/// The sizes of eigenvalues, and those of eigenvectors.
#[inline(never)]
#[track_caller]
fn eigh_sizes(sizes: &[usize]) -> (DynShape, DynShape) {
    or_panic(square_size(sizes));
    (or_panic(diagonal_shape(sizes, 0)), sizes.into())
}

/// The number of rows of square matrices, and the sizes of one number for each.
#[inline(never)]
#[track_caller]
fn det_sizes(sizes: &[usize]) -> (usize, DynShape) {
    let size = or_panic(square_size(sizes));
    (size, sizes[..sizes.len() - 2].into())
}

/// An engine with decompositions. Its functions are compiled for each shape if it is inline, otherwise once.
trait Decomposer<T: Library>: Computes<T> {
    #[inline(never)]
    #[track_caller]
    fn qr_of<S: Shape, Q: Shape, R: Shape>(
        data: &Self::Data<T, S>,
        complete: bool,
    ) -> (At<Self, T, Q>, At<Self, T, R>) {
        let raw = Self::raw::<T, S>(data);
        let (q_sizes, r_sizes) = or_panic(match complete {
            true => complete_qr_shapes(raw.sizes),
            false => qr_shapes(raw.sizes),
        });
        let mut q = <Self::Out as Creates<T>>::full::<Q>(q_sizes, T::zero());
        let mut r = <Self::Out as Creates<T>>::full::<R>(r_sizes, T::zero());
        qr_each(
            raw,
            <Self::Out as Mutable<T>>::raw_mut::<Q>(&mut q).elements,
            <Self::Out as Mutable<T>>::raw_mut::<R>(&mut r).elements,
            complete,
        );
        (q, r)
    }

    #[inline(never)]
    #[track_caller]
    fn eigh_of<S: Shape, L: Shape, V: Shape>(
        data: &Self::Data<T, S>,
    ) -> (At<Self, T, L>, At<Self, T, V>) {
        let raw = Self::raw::<T, S>(data);
        let (value_sizes, vector_sizes) = eigh_sizes(raw.sizes);
        let mut values = <Self::Out as Creates<T>>::full::<L>(value_sizes, T::zero());
        let mut vectors = <Self::Out as Creates<T>>::full::<V>(vector_sizes, T::zero());
        let value_elements = <Self::Out as Mutable<T>>::raw_mut::<L>(&mut values).elements;
        let vector_elements = <Self::Out as Mutable<T>>::raw_mut::<V>(&mut vectors).elements;
        // Without a copy as long as the library needs none.
        if let Some(first) = eigh_each(raw, 0, None, value_elements, vector_elements) {
            let mut copy = Self::copy::<S>(data);
            let copy = <Self::Out as Mutable<T>>::raw_mut::<S>(&mut copy).elements;
            eigh_each(raw, first, Some(copy), value_elements, vector_elements);
        }
        (values, vectors)
    }

    #[inline(never)]
    #[track_caller]
    fn slogdet_of<S: Shape, O: Shape>(data: &Self::Data<T, S>) -> (At<Self, T, O>, At<Self, T, O>) {
        let sizes = Self::raw::<T, S>(data).sizes;
        let (size, front) = det_sizes(sizes);
        let mut signs = <Self::Out as Creates<T>>::full::<O>(front.clone(), T::one());
        let mut logarithms = <Self::Out as Creates<T>>::full::<O>(front, T::zero());
        let mut factors = Self::copy::<S>(data);
        let factors = <Self::Out as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
        let mut pivots = linear::pivots::<Self::Out, S>(factors.len(), size);
        slogdet_each(
            size,
            (
                factors,
                <Self::Out as Mutable<usize>>::raw_mut::<S::Front>(&mut pivots).elements,
            ),
            (
                <Self::Out as Mutable<T>>::raw_mut::<O>(&mut signs).elements,
                <Self::Out as Mutable<T>>::raw_mut::<O>(&mut logarithms).elements,
            ),
        );
        (signs, logarithms)
    }

    #[inline(never)]
    #[track_caller]
    fn svd_of<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &Self::Data<T, S>,
        full: bool,
    ) -> (At<Self, T, U>, At<Self, T, L>, At<Self, T, V>) {
        let raw = Self::raw::<T, S>(data);
        let [u_sizes, value_sizes, v_sizes] = or_panic(match full {
            true => full_svd_shapes(raw.sizes),
            false => svd_shapes(raw.sizes),
        });
        let mut u = <Self::Out as Creates<T>>::full::<U>(u_sizes, T::zero());
        let mut values = <Self::Out as Creates<T>>::full::<L>(value_sizes, T::zero());
        let mut v = <Self::Out as Creates<T>>::full::<V>(v_sizes, T::zero());
        svd_each(
            raw,
            (
                <Self::Out as Mutable<T>>::raw_mut::<U>(&mut u).elements,
                <Self::Out as Mutable<T>>::raw_mut::<L>(&mut values).elements,
                <Self::Out as Mutable<T>>::raw_mut::<V>(&mut v).elements,
            ),
            full,
        );
        (u, values, v)
    }
}

impl<T: Library, E: Computes<T>> Decomposer<T> for E {}

#[diagnostic::do_not_recommend]
impl<T: Library, E: Computes<T>> Decomposes<T> for E {
    #[inline]
    #[track_caller]
    fn qr<S: Shape, Q: Shape, R: Shape>(
        data: &E::Data<T, S>,
        complete: bool,
    ) -> (At<E, T, Q>, At<E, T, R>) {
        let of = E::qr_of::<E::Erased<S>, Erased<E, Q>, Erased<E, R>>;
        let (q, r) = of(E::erase(data), complete);
        (E::Out::restore(q), E::Out::restore(r))
    }

    #[inline]
    #[track_caller]
    fn eigh<S: Shape, L: Shape>(data: &E::Data<T, S>) -> (At<E, T, L>, At<E, T, S>) {
        let of = E::eigh_of::<E::Erased<S>, Erased<E, L>, Erased<E, S>>;
        let (values, vectors) = of(E::erase(data));
        (E::Out::restore(values), E::Out::restore(vectors))
    }

    #[inline]
    #[track_caller]
    fn slogdet<S: Shape, O: Shape>(data: &E::Data<T, S>) -> (At<E, T, O>, At<E, T, O>) {
        let (sign, logarithm) = E::slogdet_of::<E::Erased<S>, Erased<E, O>>(E::erase(data));
        (E::Out::restore(sign), E::Out::restore(logarithm))
    }

    #[inline]
    #[track_caller]
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &E::Data<T, S>,
        full: bool,
    ) -> (At<E, T, U>, At<E, T, L>, At<E, T, V>) {
        let of = E::svd_of::<E::Erased<S>, Erased<E, U>, Erased<E, L>, Erased<E, V>>;
        let (u, values, v) = of(E::erase(data), full);
        (
            E::Out::restore(u),
            E::Out::restore(values),
            E::Out::restore(v),
        )
    }
}
