//! Matrix decompositions by reflections (Householder) and rotations (Jacobi). The code is small, needs no memory except
//! that of the results, and is as precise as larger libraries. Large matrices can be left to such a library; see
//! [`large`].

use num_traits::Float;

use super::large::{self, Library};
use super::{Memory, Mutable, linear};
use crate::Shape;
use crate::algebra::{diagonal_shape, qr_shapes, square_size, svd_shapes};
use crate::engine::{Copies, Decomposes, Engine, Makes};

/// The most rounds of rotations. A dozen would be many.
const ROUNDS: usize = 48;

/// Numbers of a slice, `step` apart.
struct Vector {
    first: usize,
    step: usize,
    length: usize,
}

impl Vector {
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
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
        .places()
        .zip(b.places())
        .map(|(a, b)| elements[a] * elements[b]);
    terms.fold(T::zero(), |sum, term| sum + term)
}

/// The length of a vector, also if the squares of its elements overflow or underflow.
fn length<T: Float>(elements: &[T], vector: &Vector) -> T {
    let largest = vector.places().fold(T::zero(), |largest, place| {
        largest_of(largest, elements[place])
    });
    if largest == T::zero() || !largest.is_finite() {
        return largest;
    }
    let squares = vector
        .places()
        .map(|place| (elements[place] / largest).powi(2));
    largest * squares.fold(T::zero(), |sum, square| sum + square).sqrt()
}

/// The larger of a number and another's absolute value; NaN if one is NaN.
fn largest_of<T: Float>(largest: T, element: T) -> T {
    match element.abs() > largest || element.is_nan() {
        true => element.abs(),
        false => largest,
    }
}

/// Replaces vectors a and b by `c a - s b` and `s a + c b`.
fn rotate<T: Float>(elements: &mut [T], a: &Vector, b: &Vector, (c, s): (T, T)) {
    for (a, b) in a.places().zip(b.places()) {
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
    for (a, b) in a.places().zip(b.places()) {
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

/// The factors `Q R` of a matrix, which is overwritten.
fn qr<T: Float>(matrix: &mut [T], (m, n): (usize, usize), q: &mut [T], r: &mut [T]) {
    let k = m.min(n);
    for column in 0..k {
        let own = column * n + column;
        let below = Vector {
            first: own + n,
            step: n,
            length: m - column - 1,
        };
        if length(matrix, &below) == T::zero() {
            continue;
        }
        let whole = Vector {
            first: own,
            step: n,
            length: m - column,
        };
        let first = matrix[own];
        // The sign that avoids cancellation.
        let end = -first.signum() * length(matrix, &whole);
        below
            .places()
            .for_each(|place| matrix[place] = matrix[place] / (first - end));
        matrix[own] = T::one();
        let weight = (end - first) / end;
        for other in column + 1..n {
            let target = Vector {
                first: own + other - column,
                step: n,
                length: m - column,
            };
            reflect(matrix, &whole, weight, &target);
        }
        matrix[own] = end;
    }
    for row in 0..k {
        for column in 0..n {
            r[row * n + column] = if row <= column {
                matrix[row * n + column]
            } else {
                T::zero()
            };
        }
    }
    q.fill(T::zero());
    (0..k).for_each(|place| q[place * k + place] = T::one());
    for column in (0..k).rev() {
        let below = Vector {
            first: (column + 1) * n + column,
            step: n,
            length: m - column - 1,
        };
        let squares = dot(matrix, &below, &below);
        let largest = below.places().fold(T::zero(), |largest, place| {
            largest_of(largest, matrix[place])
        });
        if largest == T::zero() {
            continue;
        }
        let weight = (T::one() + T::one()) / (T::one() + squares);
        for target in column..k {
            let (own, next) = (column * k + target, (column + 1) * k + target);
            let rest = Vector {
                first: next,
                step: k,
                length: m - column - 1,
            };
            let terms = below
                .places()
                .zip(rest.places())
                .map(|(a, b)| matrix[a] * q[b]);
            let along = weight * terms.fold(q[own], |sum, term| sum + term);
            q[own] = q[own] - along;
            for (a, b) in below.places().zip(rest.places()) {
                q[b] = q[b] - along * matrix[a];
            }
        }
    }
}

/// Subtracts from a vector its part along another one, times `weight`.
fn reflect<T: Float>(elements: &mut [T], along: &Vector, weight: T, target: &Vector) {
    let part = weight * dot(elements, along, target);
    for (a, b) in along.places().zip(target.places()) {
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
    let whole = Vector {
        first: 0,
        step: 1,
        length: size * size,
    };
    let largest = whole.places().fold(T::zero(), |largest, place| {
        largest_of(largest, matrix[place])
    });
    write_unit(vectors, size);
    if largest > T::zero() && largest.is_finite() {
        matrix
            .iter_mut()
            .for_each(|element| *element = *element / largest);
        let tiny = T::epsilon() * length(matrix, &whole) / T::from(8 * size).unwrap_or(T::one());
        let (rows, columns) = (
            Vectors {
                next: size,
                step: 1,
                length: size,
            },
            Vectors {
                next: 1,
                step: size,
                length: size,
            },
        );
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
    let rows = Vectors {
        next: size,
        step: 1,
        length: size,
    };
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
/// values, and the rotations make up the other factor.
fn svd<T: Float>(
    matrix: impl Iterator<Item = T>,
    (m, n): (usize, usize),
    u: &mut [T],
    values: &mut [T],
    v: &mut [T],
) {
    let k = m.min(n);
    // Rows of `v` in one case, columns of `u` in the other.
    let (work, turns, vectors) = match m <= n {
        true => (
            v,
            u,
            Vectors {
                next: n,
                step: 1,
                length: n,
            },
        ),
        false => (
            u,
            v,
            Vectors {
                next: 1,
                step: n,
                length: m,
            },
        ),
    };
    work.iter_mut()
        .zip(matrix)
        .for_each(|(place, element)| *place = element);
    let whole = Vector {
        first: 0,
        step: 1,
        length: work.len(),
    };
    let largest = whole
        .places()
        .fold(T::zero(), |largest, place| largest_of(largest, work[place]));
    if !largest.is_finite() {
        [work, values, turns]
            .into_iter()
            .for_each(|result| result.fill(T::nan()));
        return;
    }
    write_unit(turns, k);
    let rows = Vectors {
        next: k,
        step: 1,
        length: k,
    };
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
                let places = vectors.at(place).places();
                places.for_each(|at| work[at] = work[at] / *value);
            }
            // A vector of almost length 0 has no reliable direction.
            false => complete(work, vectors, place),
        }
        *value = *value * largest;
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
        own.places().for_each(|at| work[at] = T::zero());
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
            own.places().for_each(|at| work[at] = work[at] / length);
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

/// That there are matrices: their numbers of rows and columns, and what is done with each.
#[track_caller]
fn must<T>(found: Result<T, crate::ShapeError>) -> T {
    match found {
        Ok(found) => found,
        Err(error) => panic!("{error}"),
    }
}

/// The elements of a slice that belong to a matrix.
fn part<T>(elements: &mut [T], matrix: usize, size: usize) -> &mut [T] {
    &mut elements[matrix * size..(matrix + 1) * size]
}

#[diagnostic::do_not_recommend]
impl<T, E> Decomposes<T> for E
where
    T: Library,
    E: Memory + Copies<T>,
    E::Home: Memory + Mutable<T> + Mutable<usize> + Makes<T> + Makes<usize>,
{
    type Home = E::Home;

    #[track_caller]
    fn qr<S: Shape, Q: Shape, R: Shape>(
        data: &E::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, Q>,
        <Self::Home as Engine>::Data<T, R>,
    ) {
        let raw = E::raw::<T, S>(data);
        let (q_sizes, r_sizes) = must(qr_shapes(raw.sizes));
        let ([.., m, k], [.., n]) = (q_sizes.dims(), r_sizes.dims()) else {
            unreachable!("factors are matrices")
        };
        let (m, k, n) = (*m, *k, *n);
        let mut q = <E::Home as Makes<T>>::full::<Q>(q_sizes.clone(), T::zero());
        let mut r = <E::Home as Makes<T>>::full::<R>(r_sizes, T::zero());
        let q_elements = <E::Home as Mutable<T>>::raw_mut::<Q>(&mut q).elements;
        let r_elements = <E::Home as Mutable<T>>::raw_mut::<R>(&mut r).elements;
        let matrices = large::Matrices::of(raw);
        let mut copy = None;
        for index in 0..matrices.count() {
            let (q, r) = (
                part(q_elements, index, m * k),
                part(r_elements, index, k * n),
            );
            if !T::qr(matrices.at(index), q, r) {
                let copy = copy.get_or_insert_with(|| E::copy::<S>(data));
                let copy = <E::Home as Mutable<T>>::raw_mut::<S>(copy).elements;
                qr(part(copy, index, m * n), (m, n), q, r);
            }
        }
        (q, r)
    }

    #[track_caller]
    fn eigh<S: Shape, L: Shape>(
        data: &E::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, L>,
        <Self::Home as Engine>::Data<T, S>,
    ) {
        let raw = E::raw::<T, S>(data);
        let size = must(square_size(raw.sizes));
        let mut values =
            <E::Home as Makes<T>>::full::<L>(must(diagonal_shape(raw.sizes, 0)), T::zero());
        let mut vectors = <E::Home as Makes<T>>::full::<S>(raw.sizes.into(), T::zero());
        let value_elements = <E::Home as Mutable<T>>::raw_mut::<L>(&mut values).elements;
        let vector_elements = <E::Home as Mutable<T>>::raw_mut::<S>(&mut vectors).elements;
        let matrices = large::Matrices::of(raw);
        let mut copy = None;
        for index in 0..matrices.count() {
            let values = part(value_elements, index, size);
            let vectors = part(vector_elements, index, size * size);
            if !T::eigh(matrices.at(index), values, vectors) {
                let copy = copy.get_or_insert_with(|| E::copy::<S>(data));
                let copy = <E::Home as Mutable<T>>::raw_mut::<S>(copy).elements;
                eigh(part(copy, index, size * size), size, values, vectors);
            }
        }
        (values, vectors)
    }

    #[track_caller]
    fn slogdet<S: Shape, O: Shape>(
        data: &E::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, O>,
        <Self::Home as Engine>::Data<T, O>,
    ) {
        let sizes = E::raw::<T, S>(data).sizes;
        let size = must(square_size(sizes));
        let front = &sizes[..sizes.len() - 2];
        let mut signs = <E::Home as Makes<T>>::full::<O>(front.into(), T::one());
        let mut logarithms = <E::Home as Makes<T>>::full::<O>(front.into(), T::zero());
        let sign_elements = <E::Home as Mutable<T>>::raw_mut::<O>(&mut signs).elements;
        let logarithm_elements = <E::Home as Mutable<T>>::raw_mut::<O>(&mut logarithms).elements;
        let mut factors = E::copy::<S>(data);
        let factors = <E::Home as Mutable<T>>::raw_mut::<S>(&mut factors).elements;
        let mut pivots = <E::Home as Makes<usize>>::full::<S>(sizes.into(), 0);
        let pivots = <E::Home as Mutable<usize>>::raw_mut::<S>(&mut pivots).elements;
        for (index, (sign, logarithm)) in
            sign_elements.iter_mut().zip(logarithm_elements).enumerate()
        {
            let matrix = part(factors, index, size * size);
            let factored = linear::factor(matrix, size, pivots);
            (*sign, *logarithm) = sign_and_logarithm(matrix, size, factored.then_some(&*pivots));
        }
        (signs, logarithms)
    }

    #[track_caller]
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &E::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, U>,
        <Self::Home as Engine>::Data<T, L>,
        <Self::Home as Engine>::Data<T, V>,
    ) {
        let raw = E::raw::<T, S>(data);
        let [u_sizes, value_sizes, v_sizes] = must(svd_shapes(raw.sizes));
        let ([.., m, k], [.., n]) = (u_sizes.dims(), v_sizes.dims()) else {
            unreachable!("factors are matrices")
        };
        let (m, k, n) = (*m, *k, *n);
        let mut u = <E::Home as Makes<T>>::full::<U>(u_sizes.clone(), T::zero());
        let mut values = <E::Home as Makes<T>>::full::<L>(value_sizes, T::zero());
        let mut v = <E::Home as Makes<T>>::full::<V>(v_sizes.clone(), T::zero());
        let u_elements = <E::Home as Mutable<T>>::raw_mut::<U>(&mut u).elements;
        let value_elements = <E::Home as Mutable<T>>::raw_mut::<L>(&mut values).elements;
        let v_elements = <E::Home as Mutable<T>>::raw_mut::<V>(&mut v).elements;
        let matrices = large::Matrices::of(raw);
        for index in 0..matrices.count() {
            let (u, v) = (
                part(u_elements, index, m * k),
                part(v_elements, index, k * n),
            );
            let values = part(value_elements, index, k);
            let matrix = matrices.at(index);
            if !T::svd(matrix, u, values, v) {
                svd(matrix.iter(), (m, n), u, values, v);
            }
        }
        (u, values, v)
    }
}
