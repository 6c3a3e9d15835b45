//! Times operations of so few elements that all sizes are in types: by hand, with nalgebra and with shapecheck.
//! `../README.md` says how to read it.
//!
//! `cargo run --release -p tiny -- product softmax` measures the rows that have one of these words in their names.

mod filter;

use std::array::from_fn;
use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use nalgebra::{SMatrix, SVector};
use shapecheck::{InlineTensor, Tensor, axes, broadcast_update, dim, shape};

/// Turns of every contender.
const ROUNDS: usize = 300;
/// A turn repeats the work for at least this long: much more than the clock takes.
const TURN: Duration = Duration::from_micros(60);

/// One way to do the work, so many times.
struct Contender {
    name: &'static str,
    repeat: Box<dyn Fn(u32)>,
    times: u32,
    /// Seconds.
    best: f64,
}

/// What a contender works on, at the start of a cache line.
#[repr(align(64))]
struct Aligned<I>(I);

fn contender<I: 'static, R>(
    name: &'static str,
    input: I,
    work: impl Fn(&I) -> R + 'static,
) -> Contender {
    let input = Box::new(Aligned(input));
    let repeat = move |times| {
        for _ in 0..times {
            black_box(work(black_box(&input.0)));
        }
    };
    Contender {
        name,
        repeat: Box::new(repeat),
        times: 1,
        best: f64::INFINITY,
    }
}

fn by_hand<I: 'static, R>(input: I, work: impl Fn(&I) -> R + 'static) -> Contender {
    contender("by hand", input, work)
}

fn nalgebra<I: 'static, R>(input: I, work: impl Fn(&I) -> R + 'static) -> Contender {
    contender("nalgebra", input, work)
}

fn shapecheck<I: 'static, R>(input: I, work: impl Fn(&I) -> R + 'static) -> Contender {
    contender("shapecheck", input, work)
}

/// One line of the table. The contenders take turns, so that a slower minute of the machine meets all of them.
fn row<const COUNT: usize>(label: &str, mut contenders: [Contender; COUNT]) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if !words.is_empty() && !words.iter().any(|word| label.contains(&**word)) {
        return;
    }
    for contender in &mut contenders {
        // Twice: what is done once, or by somebody else, is not taken for the work.
        let long = |times| {
            let start = Instant::now();
            (contender.repeat)(times);
            start.elapsed() > TURN
        };
        while !(long(contender.times) && long(contender.times)) {
            contender.times *= 2;
        }
    }
    for _ in 0..ROUNDS {
        for contender in &mut contenders {
            let start = Instant::now();
            (contender.repeat)(contender.times);
            let seconds = start.elapsed().as_secs_f64() / f64::from(contender.times);
            contender.best = contender.best.min(seconds);
        }
    }
    let time = |name| {
        let found = contenders.iter().find(|contender| contender.name == name);
        found.map(|contender| contender.best * 1e9)
    };
    let text = |time: Option<f64>| time.map_or("-".to_string(), |time| format!("{time:.2}"));
    let (hand, peer, ours) = (time("by hand"), time("nalgebra"), time("shapecheck"));
    let ratio = |other: Option<f64>| text(ours.zip(other).map(|(ours, other)| ours / other));
    println!(
        "| {label} | {} | {} | {} | {} | {} |",
        text(hand),
        text(peer),
        text(ours),
        ratio(hand),
        ratio(peer)
    );
}

/// A number from 0.5 to 1.5, the same for the same place.
fn number(place: usize) -> f32 {
    0.5 + (place * 7 % 11) as f32 / 11.0
}

fn vector<const N: usize>(seed: usize) -> [f32; N] {
    from_fn(|place| number(place + 5 * seed))
}

fn matrix<const M: usize, const N: usize>(seed: usize) -> [[f32; N]; M] {
    from_fn(|row| from_fn(|column| number(row * N + column + 5 * seed)))
}

fn of_nalgebra<const M: usize, const N: usize>(seed: usize) -> SMatrix<f32, M, N> {
    let rows = matrix::<M, N>(seed);
    SMatrix::from_fn(|row, column| rows[row][column])
}

fn product<const M: usize, const K: usize, const N: usize>(
    a: &[[f32; K]; M],
    b: &[[f32; N]; K],
) -> [[f32; N]; M] {
    let mut product = [[0.0; N]; M];
    for row in 0..M {
        for inner in 0..K {
            for column in 0..N {
                product[row][column] += a[row][inner] * b[inner][column];
            }
        }
    }
    product
}

fn sum(elements: &[f32]) -> f32 {
    elements.iter().fold(0.0, |sum, element| sum + element)
}

fn largest(elements: &[f32]) -> f32 {
    let larger = |most, &element| if element > most { element } else { most };
    elements.iter().fold(elements[0], larger)
}

macro_rules! products {
    ($($size:literal)*) => {$(
        row(concat!("product of [", $size, ", ", $size, "]"), [
            by_hand((matrix::<$size, $size>(1), matrix::<$size, $size>(2)), |(a, b)| product(a, b)),
            nalgebra((of_nalgebra::<$size, $size>(1), of_nalgebra::<$size, $size>(2)), |(a, b)| a * b),
            shapecheck((InlineTensor::from(matrix::<$size, $size>(1)), InlineTensor::from(matrix::<$size, $size>(2))), |(a, b)| a.matmul(b)),
        ]);
    )*};
}

/// A symmetric and positive definite matrix.
fn positive<const N: usize>() -> [[f64; N]; N] {
    from_fn(|row| from_fn(|column| 0.1 / (1 + row + column) as f64 + f64::from(row == column)))
}

fn positive_of_nalgebra<const N: usize>() -> SMatrix<f64, N, N> {
    let rows = positive::<N>();
    SMatrix::from_fn(|row, column| rows[row][column])
}

macro_rules! inverses {
    ($($size:literal)*) => {$(
        row(concat!("inverse of [", $size, ", ", $size, "], f64"), [
            nalgebra(positive_of_nalgebra::<$size>(), |a| a.try_inverse()),
            shapecheck(InlineTensor::from(positive::<$size>()), |a| a.inverse()),
        ]);
    )*};
}

/// Three equations.
fn solve(
    (a, b): &(
        InlineTensor<f64, shape![3, 3]>,
        InlineTensor<f64, shape![3]>,
    ),
) -> InlineTensor<f64, shape![3]> {
    a.solve(b)
}

fn main() {
    println!("| work | by hand, ns | nalgebra, ns | shapecheck, ns | of by hand | of nalgebra |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    row(
        "dot of [3]",
        [
            by_hand((vector::<3>(1), vector::<3>(2)), |(a, b)| {
                a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
            }),
            nalgebra(
                (SVector::from(vector::<3>(1)), SVector::from(vector::<3>(2))),
                |(a, b)| a.dot(b),
            ),
            shapecheck(
                (
                    InlineTensor::from(vector::<3>(1)),
                    InlineTensor::from(vector::<3>(2)),
                ),
                |(a, b)| a.matmul(b),
            ),
        ],
    );
    row(
        "product of [3, 3] and [3]",
        [
            by_hand((matrix::<3, 3>(1), vector::<3>(2)), |(a, b)| {
                a.map(|a| a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
            }),
            nalgebra(
                (of_nalgebra::<3, 3>(1), SVector::from(vector::<3>(2))),
                |(a, b)| a * b,
            ),
            shapecheck(
                (
                    InlineTensor::from(matrix::<3, 3>(1)),
                    InlineTensor::from(vector::<3>(2)),
                ),
                |(a, b)| a.matmul(b),
            ),
        ],
    );
    products!(2 3 4 6 8 12 16);
    row(
        "sum of [3, 3]",
        [
            by_hand(matrix::<3, 3>(1), |a| sum(a.as_flattened())),
            nalgebra(of_nalgebra::<3, 3>(1), |a| a.sum()),
            shapecheck(InlineTensor::from(matrix::<3, 3>(1)), |a| a.sum()),
        ],
    );
    row(
        "max of [8]",
        [
            by_hand(vector::<8>(1), |a| largest(a)),
            nalgebra(SVector::from(vector::<8>(1)), |a| a.max()),
            shapecheck(InlineTensor::from(vector::<8>(1)), |a| a.max()),
        ],
    );
    row(
        "argmax of [10]",
        [
            by_hand(vector::<10>(1), |a| {
                let places = a.iter().enumerate();
                places
                    .fold(
                        (0, a[0]),
                        |most, (place, &x)| if x > most.1 { (place, x) } else { most },
                    )
                    .0
            }),
            nalgebra(SVector::from(vector::<10>(1)), |a| a.argmax().0),
            shapecheck(InlineTensor::from(vector::<10>(1)), |a| a.argmax()),
        ],
    );
    // nalgebra's columns are what rows are here.
    row(
        "sum of [4, 4] over the last axis",
        [
            by_hand(matrix::<4, 4>(1), |a| a.map(|row| sum(&row))),
            nalgebra(of_nalgebra::<4, 4>(1), |a| a.row_sum()),
            shapecheck(InlineTensor::from(matrix::<4, 4>(1)), |a| {
                a.sum_axis::<-1>()
            }),
        ],
    );
    row(
        "sum of [4, 4] over the first axis",
        [
            by_hand(matrix::<4, 4>(1), |a| {
                from_fn::<f32, 4, _>(|column| sum(&a.map(|row| row[column])))
            }),
            nalgebra(of_nalgebra::<4, 4>(1), |a| a.column_sum()),
            shapecheck(InlineTensor::from(matrix::<4, 4>(1)), |a| {
                a.sum_axis::<-2>()
            }),
        ],
    );
    row(
        "variance of [6]",
        [
            by_hand(vector::<6>(1), |a| {
                let mean = sum(a) / 6.0;
                sum(&a.map(|x| (x - mean) * (x - mean))) / 6.0
            }),
            nalgebra(SVector::from(vector::<6>(1)), |a| a.variance()),
            shapecheck(InlineTensor::from(vector::<6>(1)), |a| a.var()),
        ],
    );
    row(
        "softmax of [10]",
        [
            by_hand(vector::<10>(1), |a| {
                let most = largest(a);
                let powers = a.map(|x| (x - most).exp());
                let sum = sum(&powers);
                powers.map(|x| x / sum)
            }),
            nalgebra(SVector::from(vector::<10>(1)), |a| {
                let most = a.max();
                let powers = a.map(|x| (x - most).exp());
                powers / powers.sum()
            }),
            shapecheck(InlineTensor::from(vector::<10>(1)), |a| a.softmax::<-1>()),
        ],
    );
    row(
        "a + b.transpose() of [4, 4]",
        [
            by_hand((matrix::<4, 4>(1), matrix::<4, 4>(2)), |(a, b)| {
                from_fn::<_, 4, _>(|row| {
                    from_fn::<f32, 4, _>(|column| a[row][column] + b[column][row])
                })
            }),
            nalgebra(
                (of_nalgebra::<4, 4>(1), of_nalgebra::<4, 4>(2)),
                |(a, b)| a + b.transpose(),
            ),
            shapecheck(
                (
                    InlineTensor::from(matrix::<4, 4>(1)),
                    InlineTensor::from(matrix::<4, 4>(2)),
                ),
                |(a, b)| a + b.transpose(),
            ),
        ],
    );
    row(
        "permute of [2, 3, 4] to [4, 2, 3]",
        [
            by_hand([matrix::<3, 4>(1), matrix::<3, 4>(2)], |a| {
                from_fn::<_, 4, _>(|i| from_fn::<_, 2, _>(|j| from_fn::<f32, 3, _>(|k| a[j][k][i])))
            }),
            shapecheck(
                InlineTensor::from([matrix::<3, 4>(1), matrix::<3, 4>(2)]),
                |a| a.permute::<axes![-1, -3, -2]>(),
            ),
        ],
    );
    row(
        "narrow of [6, 6] to [3, 6]",
        [
            by_hand((matrix::<6, 6>(1), 2), |(a, start)| {
                from_fn::<_, 3, _>(|row| a[row + start])
            }),
            nalgebra((of_nalgebra::<6, 6>(1), 2), |(a, start)| {
                a.fixed_columns::<3>(*start).into_owned()
            }),
            shapecheck((InlineTensor::from(matrix::<6, 6>(1)), 2), |(a, start)| {
                a.narrow::<-2, dim!(3)>(*start)
            }),
        ],
    );
    row(
        "[3, 5, 7] * [5, 1]",
        [
            by_hand(
                (from_fn::<_, 3, _>(matrix::<5, 7>), vector::<5>(1)),
                |(a, b)| {
                    let mut product = *a;
                    for block in &mut product {
                        for (row, factor) in block.iter_mut().zip(b) {
                            row.iter_mut().for_each(|x| *x *= factor);
                        }
                    }
                    product
                },
            ),
            shapecheck(
                (
                    InlineTensor::from(from_fn::<_, 3, _>(matrix::<5, 7>)),
                    InlineTensor::from(matrix::<5, 1>(1)),
                ),
                |(a, b)| a * b,
            ),
        ],
    );
    row(
        "a * 2 + b of [3], by value",
        [
            by_hand((vector::<3>(1), vector::<3>(2)), |&(a, b)| {
                let (a, b) = (black_box(a), black_box(b));
                from_fn::<f32, 3, _>(|place| a[place] * 2.0 + b[place])
            }),
            nalgebra(
                (SVector::from(vector::<3>(1)), SVector::from(vector::<3>(2))),
                |&(a, b)| black_box(a) * 2.0 + black_box(b),
            ),
            shapecheck(
                (
                    InlineTensor::from(vector::<3>(1)),
                    InlineTensor::from(vector::<3>(2)),
                ),
                |&(a, b)| black_box(a) * 2.0 + black_box(b),
            ),
        ],
    );
    row(
        "a * 2 + b of [3]",
        [
            by_hand((vector::<3>(1), vector::<3>(2)), |(a, b)| {
                from_fn::<f32, 3, _>(|place| a[place] * 2.0 + b[place])
            }),
            nalgebra(
                (SVector::from(vector::<3>(1)), SVector::from(vector::<3>(2))),
                |(a, b)| a * 2.0 + b,
            ),
            shapecheck(
                (
                    InlineTensor::from(vector::<3>(1)),
                    InlineTensor::from(vector::<3>(2)),
                ),
                |(a, b)| a * 2.0 + b,
            ),
        ],
    );
    row(
        "[16, 16] + [16]",
        [
            by_hand((matrix::<16, 16>(1), vector::<16>(2)), |(a, b)| {
                let mut sum = *a;
                for row in &mut sum {
                    row.iter_mut().zip(b).for_each(|(x, y)| *x += y);
                }
                sum
            }),
            shapecheck(
                (
                    InlineTensor::from(matrix::<16, 16>(1)),
                    InlineTensor::from(vector::<16>(2)),
                ),
                |(a, b)| a + b,
            ),
        ],
    );
    row(
        "sum of a[[i, j]] of [8, 8] in a loop",
        [
            by_hand((matrix::<8, 8>(1), [8, 8]), |(a, [m, n])| {
                let mut sum = 0.0;
                for i in 0..*m {
                    for j in 0..*n {
                        sum += a[i][j];
                    }
                }
                sum
            }),
            nalgebra((of_nalgebra::<8, 8>(1), [8, 8]), |(a, [m, n])| {
                let mut sum = 0.0;
                for j in 0..*n {
                    for i in 0..*m {
                        sum += a[(i, j)];
                    }
                }
                sum
            }),
            shapecheck(
                (InlineTensor::from(matrix::<8, 8>(1)), [8, 8]),
                |(a, [m, n])| {
                    let mut sum = 0.0;
                    for i in 0..*m {
                        for j in 0..*n {
                            sum += a[[i, j]];
                        }
                    }
                    sum
                },
            ),
        ],
    );
    inverses!(2 3 4 6);
    row(
        "solution of [3, 3] and [3], f64",
        [
            nalgebra(
                (positive_of_nalgebra::<3>(), SVector::from([1.0, 2.0, 3.0])),
                |(a, b)| a.lu().solve(b),
            ),
            shapecheck((positive::<3>().into(), [1.0, 2.0, 3.0].into()), solve),
        ],
    );
    row(
        "determinant of [3, 3], f64",
        [
            nalgebra(positive_of_nalgebra::<3>(), |a| a.determinant()),
            shapecheck(InlineTensor::from(positive::<3>()), |a| a.det()),
        ],
    );
    row(
        "determinant of [4, 4], f64",
        [
            nalgebra(positive_of_nalgebra::<4>(), |a| a.determinant()),
            shapecheck(InlineTensor::from(positive::<4>()), |a| a.det()),
        ],
    );
    row(
        "Cholesky factor of [3, 3], f64",
        [
            nalgebra(positive_of_nalgebra::<3>(), |a| a.cholesky()),
            shapecheck(InlineTensor::from(positive::<3>()), |a| a.cholesky()),
        ],
    );
    row(
        "Cholesky factor of [6, 6], f64",
        [
            nalgebra(positive_of_nalgebra::<6>(), |a| a.cholesky()),
            shapecheck(InlineTensor::from(positive::<6>()), |a| a.cholesky()),
        ],
    );
    row(
        "[4, 4] + [4] on the heap",
        [
            by_hand((matrix::<4, 4>(1), vector::<4>(2)), |(a, b)| {
                let mut sum = Vec::with_capacity(16);
                for row in a {
                    sum.extend(row.iter().zip(b).map(|(x, y)| x + y));
                }
                sum
            }),
            shapecheck(
                (
                    Tensor::from(matrix::<4, 4>(1)),
                    Tensor::from(vector::<4>(2)),
                ),
                |(a, b)| a + b,
            ),
        ],
    );
    row(
        "[4, 4] - [4, 1] on the heap",
        [
            by_hand((matrix::<4, 4>(1), vector::<4>(2)), |(a, b)| {
                let mut difference = Vec::with_capacity(16);
                for (row, y) in a.iter().zip(b) {
                    difference.extend(row.iter().map(|x| x - y));
                }
                difference
            }),
            shapecheck(
                (
                    Tensor::from(matrix::<4, 4>(1)),
                    Tensor::from(vector::<4>(2).map(|y| [y])),
                ),
                |(a, b)| a - b,
            ),
        ],
    );
    row(
        "sum of [4, 4] over the last axis, on the heap",
        [
            by_hand(matrix::<4, 4>(1), |a| a.map(|row| sum(&row)).to_vec()),
            shapecheck(Tensor::from(matrix::<4, 4>(1)), |a| a.sum_axis::<-1>()),
        ],
    );
    row(
        "sum of [4, 4] over the first axis, on the heap",
        [
            by_hand(matrix::<4, 4>(1), |a| {
                from_fn::<f32, 4, _>(|column| sum(&a.map(|row| row[column]))).to_vec()
            }),
            shapecheck(Tensor::from(matrix::<4, 4>(1)), |a| a.sum_axis::<-2>()),
        ],
    );
    row(
        "exponentials of [4, 4] on the heap",
        [
            by_hand(matrix::<4, 4>(1), |a| {
                a.as_flattened().iter().map(|x| x.exp()).collect::<Vec<_>>()
            }),
            shapecheck(Tensor::from(matrix::<4, 4>(1)), |a| a.exp()),
        ],
    );
    row(
        "logsumexp of [4, 4] on the heap",
        [
            by_hand(matrix::<4, 4>(1), |a| {
                let of_row = |row: [f32; 4]| {
                    let most = largest(&row);
                    sum(&row.map(|x| (x - most).exp())).ln() + most
                };
                a.map(of_row).to_vec()
            }),
            shapecheck(Tensor::from(matrix::<4, 4>(1)), |a| a.logsumexp::<-1>()),
        ],
    );
    row(
        "[4, 4] += [4] on the heap",
        [
            by_hand(
                (
                    RefCell::new(matrix::<4, 4>(1).as_flattened().to_vec()),
                    vector::<4>(2),
                ),
                |(a, b)| {
                    for row in a.borrow_mut().chunks_exact_mut(4) {
                        row.iter_mut().zip(b).for_each(|(x, y)| *x += y);
                    }
                },
            ),
            shapecheck(
                (
                    RefCell::new(Tensor::from(matrix::<4, 4>(1))),
                    Tensor::from(vector::<4>(2)),
                ),
                |(a, b)| *a.borrow_mut() += b,
            ),
        ],
    );
    row(
        "broadcast_update! of [4, 4] by [4] on the heap",
        [
            by_hand(
                (
                    RefCell::new(matrix::<4, 4>(1).as_flattened().to_vec()),
                    vector::<4>(2),
                ),
                |(a, b)| {
                    for row in a.borrow_mut().chunks_exact_mut(4) {
                        row.iter_mut().zip(b).for_each(|(x, y)| *x += y);
                    }
                },
            ),
            shapecheck(
                (
                    RefCell::new(Tensor::from(matrix::<4, 4>(1))),
                    Tensor::from(vector::<4>(2)),
                ),
                |(a, b)| broadcast_update!(|a, b| *a += b; &mut *a.borrow_mut(), b),
            ),
        ],
    );
    row(
        "product of [8, 8] on the heap",
        [
            by_hand((matrix::<8, 8>(1), matrix::<8, 8>(2)), |(a, b)| {
                product(a, b).as_flattened().to_vec()
            }),
            shapecheck(
                (
                    Tensor::from(matrix::<8, 8>(1)),
                    Tensor::from(matrix::<8, 8>(2)),
                ),
                |(a, b)| a.matmul(b),
            ),
        ],
    );
    row(
        "product of [4, 4] on the heap",
        [
            by_hand((matrix::<4, 4>(1), matrix::<4, 4>(2)), |(a, b)| {
                product(a, b).as_flattened().to_vec()
            }),
            shapecheck(
                (
                    Tensor::from(matrix::<4, 4>(1)),
                    Tensor::from(matrix::<4, 4>(2)),
                ),
                |(a, b)| a.matmul(b),
            ),
        ],
    );
    row(
        "sum of [8] on the heap",
        [
            by_hand(vector::<8>(1).to_vec(), |a| sum(a)),
            shapecheck(Tensor::from(vector::<8>(1)), |a| a.sum()),
        ],
    );
    let sum_rows = |a: &[[f32; 8]; 100]| a.iter().fold(0.0, |all, row| all + sum(row));
    // Rows here, which are columns of nalgebra's.
    let columns = SMatrix::<f32, 8, 100>::from_fn(|column, row| matrix::<100, 8>(1)[row][column]);
    row(
        "sums of the rows of [100, 8], by `index_axis`",
        [
            by_hand(matrix::<100, 8>(1), sum_rows),
            nalgebra(columns, |a| {
                (0..100).fold(0.0, |all, row| all + a.column(row).sum())
            }),
            shapecheck(
                InlineTensor::<f32, shape![100, 8]>::from(matrix::<100, 8>(1)),
                |a| (0..100).fold(0.0, |all, row| all + a.index_axis::<-2>(row).sum::<f32>()),
            ),
        ],
    );
    row(
        "the same of a view of the heap",
        [
            by_hand(matrix::<100, 8>(1), sum_rows),
            nalgebra(columns, |a| {
                (0..100).fold(0.0, |all, row| all + a.column(row).sum())
            }),
            shapecheck(
                Tensor::<f32, shape![100, 8]>::from(matrix::<100, 8>(1)),
                |a| {
                    let a = a.view();
                    (0..100).fold(0.0, |all, row| all + a.index_axis::<-2>(row).sum::<f32>())
                },
            ),
        ],
    );
    row(
        "the same on the heap, without a view",
        [
            by_hand(matrix::<100, 8>(1), sum_rows),
            shapecheck(
                Tensor::<f32, shape![100, 8]>::from(matrix::<100, 8>(1)),
                |a| (0..100).fold(0.0, |all, row| all + a.index_axis::<-2>(row).sum::<f32>()),
            ),
        ],
    );
    row(
        "step of an extended Kalman filter, 6 states, 3 measurements, f64",
        [
            nalgebra(filter::nalgebra(), |filter| filter.step()),
            shapecheck(filter::ours(), |filter| filter.step()),
        ],
    );
}
