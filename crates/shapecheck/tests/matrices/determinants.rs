//! Determinants, inverses and powers of matrices, compared with exact ones: those of integers, divided by powers of 2.
#![cfg(all(feature = "tensor", feature = "std"))]

use shapecheck::engine::{Decomposes, Inverts};
use shapecheck::num_traits::Float;
use shapecheck::{Host, InlineTensor, Tensor, shape};

/// Random bits, as the generator xorshift gives them.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From `-most` to `most`.
    fn integer(&mut self, most: i128) -> i128 {
        i128::from(self.next() >> 16) % (2 * most + 1) - most
    }

    fn order(&mut self, size: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..size).collect();
        for place in (1..size).rev() {
            order.swap(place, self.next() as usize % (place + 1));
        }
        order
    }
}

type Integers = Vec<Vec<i128>>;

fn from_fn(size: usize, mut element: impl FnMut(usize, usize) -> i128) -> Integers {
    (0..size)
        .map(|row| (0..size).map(|column| element(row, column)).collect())
        .collect()
}

/// Laplace's expansion by the rows from the first on. The determinants of the first rows with each set of columns are
/// kept, as bits of their index.
fn det_of(matrix: &[Vec<i128>]) -> i128 {
    let size = matrix.len();
    let mut minors = vec![0; 1 << size];
    minors[0] = 1;
    for columns in 1_usize..1 << size {
        let row = &matrix[columns.count_ones() as usize - 1];
        let chosen = (0..size).filter(|column| columns >> column & 1 == 1);
        let terms = chosen.map(|column| {
            let after = (columns >> column).count_ones() - 1;
            let sign = if after % 2 == 0 { 1 } else { -1 };
            sign * row[column] * minors[columns & !(1 << column)]
        });
        minors[columns] = terms.sum();
    }
    minors[(1 << size) - 1]
}

/// The determinant without a row and a column, with its sign.
fn cofactor(matrix: &Integers, row: usize, column: usize) -> i128 {
    let others = (0..matrix.len()).filter(|&other| other != row);
    let minor: Integers = others
        .map(|other| [&matrix[other][..column], &matrix[other][column + 1..]].concat())
        .collect();
    let sign = if (row + column).is_multiple_of(2) {
        1
    } else {
        -1
    };
    sign * det_of(&minor)
}

fn product(a: &Integers, b: &Integers) -> Integers {
    from_fn(a.len(), |row, column| {
        (0..a.len()).map(|k| a[row][k] * b[k][column]).sum()
    })
}

/// Matrices of integers up to about a thousand: random ones, ones far from singular with their rows in another order,
/// ones with rows that are almost the same, almost singular ones, singular ones, and permutations.
fn matrices(size: usize, random: &mut Random) -> Vec<Integers> {
    let mut matrices = Vec::new();
    for _ in 0..6 {
        matrices.push(from_fn(size, |_, _| random.integer(1000)));
        let order = random.order(size);
        matrices.push(from_fn(size, |row, column| {
            (if order[row] == column { 900 } else { 0 }) + random.integer(100)
        }));
        matrices.push(from_fn(size, |_, column| {
            500 + 60 * column as i128 + random.integer(2)
        }));
        matrices.push(from_fn(size, |row, column| {
            1000 / (row + column + 1) as i128
        }));
        let order = random.order(size);
        matrices.push(from_fn(size, |row, column| {
            if order[row] == column {
                1 << random.next().rem_euclid(9)
            } else {
                0
            }
        }));
        let mut singular = from_fn(size, |_, _| random.integer(100));
        let (from, to) = (random.next() as usize % size, random.next() as usize % size);
        let others = singular.clone();
        for column in 0..size {
            singular[to][column] = match from == to {
                true => 0,
                false => 3 * others[from][column],
            };
        }
        matrices.push(singular);
    }
    matrices
}

/// What a unit in the last place is worth, as a part of 1, with the power of 2 that integers are divided by.
struct Precision {
    epsilon: f64,
    scale: i32,
}

impl Precision {
    /// How far a determinant of this matrix may be off: as far as if each element were a few units off.
    fn of_det(&self, matrix: &Integers) -> f64 {
        let size = matrix.len();
        let parts = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let change: f64 = parts
            .map(|(row, column)| (matrix[row][column] * cofactor(matrix, row, column)).abs() as f64)
            .sum();
        4.0 * self.epsilon * change * 2.0_f64.powi(-self.scale * size as i32)
    }

    fn det(&self, matrix: &Integers) -> f64 {
        det_of(matrix) as f64 * 2.0_f64.powi(-self.scale * matrix.len() as i32)
    }

    /// Whether the matrix is far enough from singular matrices for an inverse of some digits.
    fn is_regular(&self, matrix: &Integers) -> bool {
        self.of_det(matrix) < 1e-3 * self.det(matrix).abs()
    }

    /// The inverse, and how far each element may be off.
    fn inverse(&self, matrix: &Integers) -> (Vec<f64>, Vec<f64>) {
        let size = matrix.len();
        let det = det_of(matrix);
        let inverse: Vec<f64> = (0..size * size)
            .map(|place| {
                let factor = cofactor(matrix, place % size, place / size) as f64;
                factor / det as f64 * 2.0_f64.powi(self.scale)
            })
            .collect();
        let scale = 2.0_f64.powi(-self.scale);
        let element = |row: usize, column: usize| matrix[row][column].abs() as f64 * scale;
        let between: Vec<f64> = (0..size * size)
            .map(|place| {
                let (row, column) = (place / size, place % size);
                let terms = (0..size).map(|k| element(row, k) * inverse[k * size + column].abs());
                terms.sum()
            })
            .collect();
        let limits = (0..size * size).map(|place| {
            let (row, column) = (place / size, place % size);
            let terms =
                (0..size).map(|k| inverse[row * size + k].abs() * between[k * size + column]);
            let change: f64 = terms.sum();
            8.0 * self.epsilon * change
        });
        (inverse.clone(), limits.collect())
    }
}

fn assert_near(found: f64, expected: f64, limit: f64, what: &str, matrix: &Integers) {
    assert!(
        (found - expected).abs() <= limit,
        "{what} of {matrix:?}: {found} for {expected}, {} of the limit",
        (found - expected).abs() / limit
    );
}

/// How many comparisons there were, and how many of them a thousand-millionth part more or less would have failed.
#[derive(Default)]
struct Seen {
    all: usize,
    sharp: usize,
}

impl Seen {
    fn add(&mut self, expected: f64, limit: f64) {
        self.all += 1;
        self.sharp += usize::from(limit < 1e-9 * expected.abs());
    }
}

/// On the heap, one by one and together, and with their rows apart in memory.
fn check<T>(size: usize, matrices: &[Integers], precision: &Precision, seen: &mut Seen)
where
    T: Float + Into<f64> + core::fmt::Debug + 'static,
    Host: Inverts<T> + Decomposes<T>,
{
    type All<T> = Tensor<T, shape![_, _, _]>;
    let scale = 2.0_f64.powi(-precision.scale);
    let element = |index: usize, row: usize, column: usize| {
        T::from(matrices[index][row][column] as f64 * scale).unwrap()
    };
    let sizes = <shape![_, _, _]>::of([matrices.len(), size, size]);
    let all: All<T> =
        Tensor::from_fn_with(sizes, |[index, row, column]| element(index, row, column));
    let across: All<T> = all.transpose::<shape![_, _, _]>().to_tensor();
    let across: All<T> = across.transpose();
    let dets = all.det();
    assert_eq!(across.det(), dets);
    let (signs, logarithms) = all.slogdet();
    for (index, matrix) in matrices.iter().enumerate() {
        let (expected, limit) = (precision.det(matrix), precision.of_det(matrix));
        seen.add(expected, limit);
        let det: f64 = dets[[index]].into();
        assert_near(det, expected, limit, "the determinant", matrix);
        let (sign, logarithm): (f64, f64) = (signs[[index]].into(), logarithms[[index]].into());
        let again = sign * logarithm.exp();
        let rounded = precision.epsilon * logarithm.abs() * expected.abs();
        if expected == 0.0 && logarithm.is_infinite() {
            assert_eq!((sign, again), (0.0, 0.0));
        } else {
            assert_near(
                again,
                expected,
                limit + 4.0 * rounded,
                "sign and logarithm",
                matrix,
            );
        }
        let one = all.index_axis::<-3>(index);
        assert_eq!(one.det().into_scalar().into(), det);
        if !precision.is_regular(matrix) {
            continue;
        }
        let (expected, limits) = precision.inverse(matrix);
        let inverse = one.inverse();
        for (found, (&expected, &limit)) in inverse.iter().zip(expected.iter().zip(&limits)) {
            seen.add(expected, limit);
            assert_near((*found).into(), expected, limit, "the inverse", matrix);
        }
        assert_eq!(across.index_axis::<-3>(index).inverse(), inverse);
    }
    // Together, those that have an inverse.
    let regular: Vec<usize> = (0..matrices.len())
        .filter(|&index| precision.is_regular(&matrices[index]))
        .collect();
    let sizes = <shape![_, _, _]>::of([regular.len(), size, size]);
    let some: All<T> = Tensor::from_fn_with(sizes, |[index, row, column]| {
        element(regular[index], row, column)
    });
    let inverses = some.inverse();
    for (place, &index) in regular.iter().enumerate() {
        assert_eq!(
            inverses.index_axis::<-3>(place),
            all.index_axis::<-3>(index).inverse()
        );
    }
}

#[test]
fn determinants_and_inverses_beside_exact_ones() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut seen = Seen::default();
    for size in 1..=8 {
        let matrices = matrices(size, &mut random);
        for scale in [0, 10] {
            let double = Precision {
                epsilon: f64::EPSILON,
                scale,
            };
            check::<f64>(size, &matrices, &double, &mut seen);
            let single = Precision {
                epsilon: f32::EPSILON.into(),
                scale,
            };
            check::<f32>(size, &matrices, &single, &mut Seen::default());
        }
    }
    assert!(
        seen.sharp * 10 > seen.all * 8,
        "{} of {}",
        seen.sharp,
        seen.all
    );
}

/// Inline, where sizes are known while compiling.
macro_rules! inline {
    ($($size:literal)*) => {$({
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let precision = Precision { epsilon: f64::EPSILON, scale: 0 };
        for matrix in matrices($size, &mut random) {
            let element = |[row, column]: [usize; 2]| matrix[row][column] as f64;
            let a = InlineTensor::<f64, shape![$size, $size]>::from_fn(element);
            let (expected, limit) = (precision.det(&matrix), precision.of_det(&matrix));
            assert_near(a.det().into_scalar(), expected, limit, "the determinant", &matrix);
            if !precision.is_regular(&matrix) {
                continue;
            }
            let (expected, limits) = precision.inverse(&matrix);
            let inverse = a.inverse();
            for (found, (&expected, &limit)) in inverse.iter().zip(expected.iter().zip(&limits)) {
                assert_near(*found, expected, limit, "the inverse", &matrix);
            }
            let unit = a.matmul(&inverse);
            let spread = |place: usize| {
                let (row, column) = (place / $size, place % $size);
                let terms = (0..$size).map(|k| a[[row, k]].abs() * limits[k * $size + column]);
                terms.sum::<f64>() + $size as f64 * f64::EPSILON
            };
            for (place, found) in unit.iter().enumerate() {
                let expected = f64::from(u8::from(place / $size == place % $size));
                assert_near(*found, expected, spread(place), "the product with the inverse", &matrix);
            }
        }
    })*};
}

#[test]
#[allow(
    clippy::modulo_one,
    reason = "a matrix of one element has all sizes of the others"
)]
fn inline_ones() {
    inline!(1 2 3 4 5 6 7 8);
}

/// Of products of integers, so small that the determinants of factors and products are exact.
#[test]
fn the_determinant_of_a_product_is_the_product_of_determinants() {
    let mut random = Random(7);
    for size in 1..=8 {
        for _ in 0..20 {
            let a = from_fn(size, |_, _| random.integer(9));
            let b = from_fn(size, |_, _| random.integer(9));
            let both = product(&a, &b);
            assert_eq!(det_of(&both), det_of(&a) * det_of(&b));
            let tensor = |matrix: &Integers| {
                Tensor::<f64, _>::from_fn_with(<shape![_, _]>::of([size, size]), |[row, column]| {
                    matrix[row][column] as f64
                })
            };
            let (x, y) = (tensor(&a), tensor(&b));
            let precision = Precision {
                epsilon: f64::EPSILON,
                scale: 0,
            };
            let limit = precision.of_det(&both)
                + precision.of_det(&a) * (det_of(&b) as f64).abs()
                + precision.of_det(&b) * (det_of(&a) as f64).abs();
            let expected = x.det().into_scalar() * y.det().into_scalar();
            let found = x.matmul(&y).det().into_scalar();
            assert_near(
                found,
                expected,
                limit,
                "the determinant of the product",
                &both,
            );
        }
    }
}

/// `D (1 + u vᵀ)` for large sizes, where a library may be asked: its determinant is `det D (1 + vᵀ u)`, and its inverse
/// `(1 - u vᵀ / (1 + vᵀ u)) / D`.
#[test]
fn large_matrices_beside_exact_ones() {
    let mut random = Random(11);
    for size in [9, 12, 31, 47, 48, 63, 64, 65, 90] {
        for _ in 0..3 {
            let vector = |random: &mut Random| -> Vec<f64> {
                (0..size).map(|_| random.integer(2) as f64 / 8.0).collect()
            };
            let (u, v) = (vector(&mut random), vector(&mut random));
            let diagonal: Vec<f64> = (0..size)
                .map(|_| {
                    2.0_f64.powi(random.integer(3) as i32)
                        * if random.next().is_multiple_of(2) {
                            1.0
                        } else {
                            -1.0
                        }
                })
                .collect();
            let order = random.order(size);
            let along: f64 = 1.0 + u.iter().zip(&v).map(|(u, v)| u * v).sum::<f64>();
            if along.abs() < 0.25 {
                continue;
            }
            // The rows in another order: each that is not in its place yet changes the sign.
            let (mut places, mut sign) = (order.clone(), 1.0);
            for place in 0..size {
                while places[place] != place {
                    let other = places[place];
                    places.swap(place, other);
                    sign = -sign;
                }
            }
            let unit = |row: usize, column: usize| if row == column { 1.0 } else { 0.0 };
            let sizes = <shape![_, _]>::of([size, size]);
            let a = Tensor::<f64, _>::from_fn_with(sizes, |[row, column]| {
                let row = order[row];
                diagonal[row] * (unit(row, column) + u[row] * v[column])
            });
            let (expected, tolerance) = (sign * along * diagonal.iter().product::<f64>(), 1e-12);
            let det = a.det().into_scalar();
            assert!(
                (det / expected - 1.0).abs() < tolerance,
                "{size}: {det} for {expected}"
            );
            let (sign, logarithm) = a.slogdet();
            assert_eq!(sign.into_scalar(), expected.signum());
            let logarithm = logarithm.into_scalar();
            let rounded = (logarithm - expected.abs().ln()).abs();
            assert!(rounded < tolerance, "{size}: {logarithm}");
            let inverse = a.inverse();
            for row in 0..size {
                for column in 0..size {
                    let from = order[column];
                    let expected = (unit(row, from) - u[row] * v[from] / along) / diagonal[from];
                    let found = inverse[[row, column]];
                    let limit = tolerance * (expected.abs() + 1e-2);
                    assert!(
                        (found - expected).abs() < limit,
                        "{size}: {found} for {expected}"
                    );
                }
            }
        }
    }
}

/// A matrix of small integers whose inverse is one too, and that inverse: rows are added to and subtracted from others.
fn unimodular(size: usize, random: &mut Random) -> (Integers, Integers) {
    let unit = from_fn(size, |row, column| i128::from(row == column));
    let (mut matrix, mut inverse) = (unit.clone(), unit);
    for _ in 0..size {
        let (from, to) = (random.next() as usize % size, random.next() as usize % size);
        let factor = random.integer(1);
        if from == to {
            continue;
        }
        let added = matrix[from].clone();
        for (element, added) in matrix[to].iter_mut().zip(added) {
            *element += factor * added;
        }
        for row in &mut inverse {
            row[from] -= factor * row[to];
        }
    }
    (matrix, inverse)
}

#[test]
fn powers_beside_repeated_products() {
    let mut random = Random(3);
    for size in 1..=8 {
        for _ in 0..4 {
            let (matrix, inverse) = unimodular(size, &mut random);
            let (other, _) = unimodular(size, &mut random);
            let sizes = <shape![2, _, _]>::of([size, size]);
            let element = |[index, row, column]: [usize; 3]| match index {
                0 => matrix[row][column],
                _ => other[row][column],
            };
            let x = Tensor::<i128, _>::from_fn_with(sizes, element);
            let floats = x.map(|element| element as f64);
            let singles = x.map(|element| element as f32);
            let back = floats.index_axis::<-3>(0).inverse();
            let unit = from_fn(size, |row, column| i128::from(row == column));
            let (mut power, mut others, mut negative) = (unit.clone(), unit.clone(), unit);
            for exponent in 0..=9 {
                let expected = [&power, &others].map(|power| power.concat()).concat();
                assert_eq!(x.matrix_power(exponent).to_vec(), expected);
                let largest = expected.iter().map(|element| element.abs()).max().unwrap();
                // Sums of integers are exact as long as they have fewer digits than floats.
                assert!(largest < 1 << 50);
                let exact: Vec<f64> = expected.iter().map(|&element| element as f64).collect();
                assert_eq!(floats.matrix_power(exponent).to_vec(), exact);
                if largest < 1 << 20 {
                    let exact: Vec<f32> = exact.iter().map(|&element| element as f32).collect();
                    assert_eq!(singles.matrix_power(exponent).to_vec(), exact);
                }
                // Negative powers are those of the inverse.
                for (found, expected) in back.matrix_power(exponent).iter().zip(negative.concat()) {
                    let expected = expected as f64;
                    assert!(
                        (found - expected).abs() <= 1e-11 * expected.abs().max(1.0),
                        "{found} for {expected}"
                    );
                }
                power = product(&power, &matrix);
                others = product(&others, &other);
                negative = product(&negative, &inverse);
            }
        }
    }
}
