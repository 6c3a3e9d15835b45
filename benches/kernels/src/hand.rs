//! Hand-written loops, as a good engineer writes them who knows the sizes. `rows` gives the number of rows for the
//! lines of the table that also have a dynamic size: a constant, or a number known only at run time.
//!
//! There are two ways to make a new result, and the faster one counts: `with_capacity` and `extend`, or zeros that are
//! overwritten.

use std::array::from_fn;
use std::hint::black_box;
use std::iter::{repeat_n, zip};

use crate::measure::{Contender, Numbers, on};
use crate::work::{Work, input};

const ROWS: usize = 1024;
const COLUMNS: usize = 768;

impl Numbers for [[f32; 4]; 4] {
    fn numbers(&self) -> Vec<f32> {
        self.as_flattened().to_vec()
    }
}

pub fn contender(work: Work) -> Contender {
    match work {
        Work::AddRow => add_row::<ROWS, COLUMNS>(|| ROWS),
        Work::AddRowDynamic => add_row::<ROWS, COLUMNS>(|| black_box(ROWS)),
        Work::AddSmall => add_row::<4, 4>(|| 4),
        Work::AddSmallDynamic => add_row::<4, 4>(|| black_box(4)),
        Work::AddOuter => add_outer(),
        Work::MultiplyMiddle => multiply_middle(),
        Work::DivideByColumn => divide_by_column(|| ROWS),
        Work::DivideByColumnDynamic => divide_by_column(|| black_box(ROWS)),
        Work::AddInline => add_inline(),
        Work::AddChannel => add_channel(),
        Work::ExpandRow => expand_row(),
        Work::ExpandColumn => expand_column(),
        Work::AddRowInPlace => add_row_in_place(),
        Work::NormalizeByOperators => normalize_by_operators(|| ROWS),
        Work::NormalizeByOperatorsDynamic => normalize_by_operators(|| black_box(ROWS)),
        Work::NormalizeFused => normalize_fused(|| ROWS),
        Work::NormalizeFusedDynamic => normalize_fused(|| black_box(ROWS)),
        Work::SumLast => over_last_axis(0.0, |x, y| x + y),
        Work::MaxLast => over_last_axis(f32::NEG_INFINITY, greater),
        Work::SumFirst => over_first_axis::<ROWS, COLUMNS>(0.0, |a, b| a + b),
        Work::MaxFirst => over_first_axis::<ROWS, COLUMNS>(f32::NEG_INFINITY, greater),
        Work::MatmulSquare => matmul::<256, 256, 256>(),
        Work::MatmulBatch => matmul::<1024, 64, 64>(),
        Work::AddNarrow => add_row::<100_000, 3>(|| 100_000),
        Work::AddPairs => add_row::<100_000, 2>(|| 100_000),
        Work::MultiplyNarrow => multiply_narrow(),
        Work::SumNarrowLast => over_narrow_last_axis::<3>(|x, y| x + y),
        Work::SumNarrowFirst => sum_narrow_first(),
        Work::MaxNarrowLast => over_narrow_last_axis::<10>(greater),
        Work::SumLongFirst => over_first_axis::<2048, 100>(0.0, |a, b| a + b),
        Work::ArgmaxFirst => argmax_first(),
        Work::ArgmaxLast => argmax_last(),
        Work::SumTransposed => on(input(0, ROWS * COLUMNS))
            .allocated(|a| vec![sum_in_lanes(&a[..ROWS * COLUMNS])])
            .contender(),
        Work::SumSides => sum_sides(),
        Work::SumPlanes => sum_planes(),
        Work::SumAlternate => sum_alternate(),
        Work::CopyTransposed => copy_transposed(),
        Work::AddTransposed => add_transposed(),
        Work::AddTransposes => add_transposes(),
        Work::UpdateTransposed => update_transposed(),
        Work::ScaleDynamic => scale(|| black_box((ROWS, COLUMNS))),
        Work::ExpEach => each(|x| x.exp()),
        Work::LnEach => each(|x| x.ln()),
        Work::TanhEach => each(|x| x.tanh()),
        Work::SigmoidEach => each(|x| 1.0 / (1.0 + (-x).exp())),
        Work::ErfEach => each(|x| libm::erff(x)),
        Work::GeluEach => {
            each(|x| 0.5 * x * (1.0 + libm::erff(x * std::f32::consts::FRAC_1_SQRT_2)))
        }
        Work::SqrtEach => each(|x| x.sqrt()),
        Work::SinEach => each(|x| x.sin()),
        Work::CosEach => each(|x| x.cos()),
        Work::Softmax => softmax(),
        Work::TakeSlice => on(input(0, 8 * 3 * 9))
            .existing(vec![0.0], |a, out| {
                let (start, end, step) = black_box((1, 5, 2));
                let last = ((end - 1) * 3 + 2) * 9 + 8 / step * step;
                out[0] = a[start * 27..][last - start * 27];
            })
            .contender(),
        Work::SumSlice => on(input(0, ROWS * COLUMNS))
            .allocated(|a| {
                let rows = a[COLUMNS..1001 * COLUMNS].chunks_exact(COLUMNS);
                let mut lanes = [0.0; 32];
                for pairs in rows.flat_map(|row| row.as_chunks::<64>().0) {
                    zip(&mut lanes, pairs.as_chunks::<2>().0).for_each(|(lane, [x, _])| *lane += x);
                }
                vec![lanes.iter().sum::<f32>()]
            })
            .contender(),
        Work::UpdateSlice => on(input(1, COLUMNS / 2))
            .existing(input(0, ROWS * COLUMNS), |row, a| {
                for line in a[COLUMNS..1001 * COLUMNS].chunks_exact_mut(COLUMNS) {
                    zip(line.as_chunks_mut::<2>().0, &row[..COLUMNS / 2])
                        .for_each(|([x, _], y)| *x += y);
                }
            })
            .contender(),
    }
}

/// `into`, applied to zeros.
#[inline(always)]
fn over_zeros(count: usize, into: impl FnOnce(&mut [f32])) -> Vec<f32> {
    let mut out = vec![0.0; count];
    into(&mut out);
    out
}

fn add_row<const ROWS: usize, const COLUMNS: usize>(
    rows: impl Fn() -> usize + Copy + 'static,
) -> Contender {
    #[inline(always)]
    fn into<const COLUMNS: usize>(rows: usize, a: &[f32], row: &[f32], out: &mut [f32]) {
        let (a, row, out) = (
            &a[..rows * COLUMNS],
            &row[..COLUMNS],
            &mut out[..rows * COLUMNS],
        );
        for (out, a) in zip(out.chunks_exact_mut(COLUMNS), a.chunks_exact(COLUMNS)) {
            for ((out, x), y) in zip(zip(out, a), row) {
                *out = x + y;
            }
        }
    }

    #[inline(always)]
    fn extended<const COLUMNS: usize>(rows: usize, a: &[f32], row: &[f32]) -> Vec<f32> {
        let (a, row) = (&a[..rows * COLUMNS], &row[..COLUMNS]);
        let mut out = Vec::with_capacity(rows * COLUMNS);
        for a in a.chunks_exact(COLUMNS) {
            out.extend(zip(a, row).map(|(x, y)| x + y));
        }
        out
    }

    on((input(0, ROWS * COLUMNS), input(1, COLUMNS)))
        .allocated(move |(a, row)| extended::<COLUMNS>(rows(), a, row))
        .allocated(move |(a, row)| {
            over_zeros(rows() * COLUMNS, |out| into::<COLUMNS>(rows(), a, row, out))
        })
        .existing(vec![0.0; ROWS * COLUMNS], move |(a, row), out| {
            into::<COLUMNS>(rows(), a, row, out)
        })
        .contender()
}

fn add_outer() -> Contender {
    const SIDE: usize = 512;

    #[inline(always)]
    fn into(column: &[f32], row: &[f32], out: &mut [f32]) {
        let (column, row, out) = (&column[..SIDE], &row[..SIDE], &mut out[..SIDE * SIDE]);
        for (out, x) in zip(out.chunks_exact_mut(SIDE), column) {
            for (out, y) in zip(out, row) {
                *out = x + y;
            }
        }
    }

    #[inline(always)]
    fn extended(column: &[f32], row: &[f32]) -> Vec<f32> {
        let mut out = Vec::with_capacity(SIDE * SIDE);
        for x in &column[..SIDE] {
            out.extend(row[..SIDE].iter().map(|y| x + y));
        }
        out
    }

    on((input(0, SIDE), input(1, SIDE)))
        .allocated(|(column, row)| extended(column, row))
        .allocated(|(column, row)| over_zeros(SIDE * SIDE, |out| into(column, row, out)))
        .existing(vec![0.0; SIDE * SIDE], |(column, row), out| {
            into(column, row, out)
        })
        .contender()
}

fn multiply_middle() -> Contender {
    const BATCH: usize = 64;
    const LINES: usize = 128;
    const WIDTH: usize = 256;

    #[inline(always)]
    fn into(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b) = (&a[..BATCH * WIDTH], &b[..LINES * WIDTH]);
        let out = &mut out[..BATCH * LINES * WIDTH];
        for (out, a) in zip(out.chunks_exact_mut(LINES * WIDTH), a.chunks_exact(WIDTH)) {
            for (out, b) in zip(out.chunks_exact_mut(WIDTH), b.chunks_exact(WIDTH)) {
                for ((out, x), y) in zip(zip(out, a), b) {
                    *out = x * y;
                }
            }
        }
    }

    #[inline(always)]
    fn extended(a: &[f32], b: &[f32]) -> Vec<f32> {
        let mut out = Vec::with_capacity(BATCH * LINES * WIDTH);
        for a in a[..BATCH * WIDTH].chunks_exact(WIDTH) {
            for b in b[..LINES * WIDTH].chunks_exact(WIDTH) {
                out.extend(zip(a, b).map(|(x, y)| x * y));
            }
        }
        out
    }

    on((input(0, BATCH * WIDTH), input(1, LINES * WIDTH)))
        .allocated(|(a, b)| extended(a, b))
        .allocated(|(a, b)| over_zeros(BATCH * LINES * WIDTH, |out| into(a, b, out)))
        .existing(vec![0.0; BATCH * LINES * WIDTH], |(a, b), out| {
            into(a, b, out)
        })
        .contender()
}

fn divide_by_column(rows: impl Fn() -> usize + Copy + 'static) -> Contender {
    #[inline(always)]
    fn into(rows: usize, a: &[f32], column: &[f32], out: &mut [f32]) {
        let (a, column, out) = (
            &a[..rows * COLUMNS],
            &column[..rows],
            &mut out[..rows * COLUMNS],
        );
        for ((out, a), y) in zip(
            zip(out.chunks_exact_mut(COLUMNS), a.chunks_exact(COLUMNS)),
            column,
        ) {
            for (out, x) in zip(out, a) {
                *out = x / y;
            }
        }
    }

    #[inline(always)]
    fn extended(rows: usize, a: &[f32], column: &[f32]) -> Vec<f32> {
        let (a, column) = (&a[..rows * COLUMNS], &column[..rows]);
        let mut out = Vec::with_capacity(rows * COLUMNS);
        for (a, y) in zip(a.chunks_exact(COLUMNS), column) {
            out.extend(a.iter().map(|x| x / y));
        }
        out
    }

    on((input(0, ROWS * COLUMNS), input(1, ROWS)))
        .allocated(move |(a, column)| extended(rows(), a, column))
        .allocated(move |(a, column)| {
            over_zeros(rows() * COLUMNS, |out| into(rows(), a, column, out))
        })
        .existing(vec![0.0; ROWS * COLUMNS], move |(a, column), out| {
            into(rows(), a, column, out)
        })
        .contender()
}

/// The inputs of the inline work as arrays.
fn four_by_four() -> [[f32; 4]; 4] {
    let numbers = input(0, 16);
    from_fn(|row| from_fn(|column| numbers[row * 4 + column]))
}

fn add_inline() -> Contender {
    let numbers = input(1, 4);
    let row: [f32; 4] = from_fn(|column| numbers[column]);
    on((four_by_four(), row))
        .allocated(|(a, row)| from_fn::<[f32; 4], 4, _>(|i| from_fn(|j| a[i][j] + row[j])))
        .existing([[0.0; 4]; 4], |(a, row), out| {
            *out = from_fn(|i| from_fn(|j| a[i][j] + row[j]));
        })
        .existing([[0.0; 4]; 4], |(a, row), out| {
            for (out, a) in zip(out, a) {
                for ((out, x), y) in zip(zip(out, a), row) {
                    *out = x + y;
                }
            }
        })
        .contender()
}

fn add_channel() -> Contender {
    const IMAGES: usize = 8;
    const CHANNELS: usize = 64;
    const PLANE: usize = 56 * 56;
    const COUNT: usize = IMAGES * CHANNELS * PLANE;

    #[inline(always)]
    fn into(a: &[f32], channels: &[f32], out: &mut [f32]) {
        let (a, channels, out) = (&a[..COUNT], &channels[..CHANNELS], &mut out[..COUNT]);
        let images = a.chunks_exact(CHANNELS * PLANE);
        for (out, image) in zip(out.chunks_exact_mut(CHANNELS * PLANE), images) {
            let planes = zip(out.chunks_exact_mut(PLANE), image.chunks_exact(PLANE));
            for ((out, plane), y) in zip(planes, channels) {
                for (out, x) in zip(out, plane) {
                    *out = x + y;
                }
            }
        }
    }

    #[inline(always)]
    fn extended(a: &[f32], channels: &[f32]) -> Vec<f32> {
        let mut out = Vec::with_capacity(COUNT);
        for image in a[..COUNT].chunks_exact(CHANNELS * PLANE) {
            for (plane, y) in zip(image.chunks_exact(PLANE), &channels[..CHANNELS]) {
                out.extend(plane.iter().map(|x| x + y));
            }
        }
        out
    }

    on((input(0, COUNT), input(1, CHANNELS)))
        .allocated(|(a, channels)| extended(a, channels))
        .allocated(|(a, channels)| over_zeros(COUNT, |out| into(a, channels, out)))
        .existing(vec![0.0; COUNT], |(a, channels), out| {
            into(a, channels, out)
        })
        .contender()
}

fn expand_row() -> Contender {
    const LINES: usize = 512;

    on(input(0, COLUMNS))
        .allocated(|row| row[..COLUMNS].repeat(LINES))
        .allocated(|row| {
            let mut out = Vec::with_capacity(LINES * COLUMNS);
            for _ in 0..LINES {
                out.extend_from_slice(&row[..COLUMNS]);
            }
            out
        })
        .existing(vec![0.0; LINES * COLUMNS], |row, out| {
            for out in out[..LINES * COLUMNS].chunks_exact_mut(COLUMNS) {
                out.copy_from_slice(&row[..COLUMNS]);
            }
        })
        .contender()
}

fn expand_column() -> Contender {
    const SIDE: usize = 1024;

    on(input(0, SIDE))
        .allocated(|column| {
            let mut out = Vec::with_capacity(SIDE * SIDE);
            for x in &column[..SIDE] {
                out.extend(repeat_n(*x, SIDE));
            }
            out
        })
        .existing(vec![0.0; SIDE * SIDE], |column, out| {
            for (out, x) in zip(out[..SIDE * SIDE].chunks_exact_mut(SIDE), &column[..SIDE]) {
                out.fill(*x);
            }
        })
        .contender()
}

fn add_row_in_place() -> Contender {
    on(input(1, COLUMNS))
        .existing(input(0, ROWS * COLUMNS), |row, a| {
            for a in a[..ROWS * COLUMNS].chunks_exact_mut(COLUMNS) {
                for (x, y) in zip(a, &row[..COLUMNS]) {
                    *x += y;
                }
            }
        })
        .contender()
}

/// The five operands of the normalization: x, mean, standard deviation, gamma, beta.
type Normalization = (Vec<f32>, Vec<f32>, Vec<f32>, Vec<f32>, Vec<f32>);

fn normalization() -> Normalization {
    (
        input(0, ROWS * COLUMNS),
        input(1, ROWS),
        input(2, ROWS),
        input(3, COLUMNS),
        input(4, COLUMNS),
    )
}

/// One pass for each operator, the second to the fourth in place.
fn normalize_by_operators(rows: impl Fn() -> usize + Copy + 'static) -> Contender {
    #[inline(always)]
    fn passes(rows: usize, (x, mean, deviation, gamma, beta): &Normalization) -> Vec<f32> {
        let (x, mean, deviation) = (&x[..rows * COLUMNS], &mean[..rows], &deviation[..rows]);
        let (gamma, beta) = (&gamma[..COLUMNS], &beta[..COLUMNS]);
        let mut out = Vec::with_capacity(rows * COLUMNS);
        for (x, m) in zip(x.chunks_exact(COLUMNS), mean) {
            out.extend(x.iter().map(|x| x - m));
        }
        for (out, s) in zip(out.chunks_exact_mut(COLUMNS), deviation) {
            out.iter_mut().for_each(|x| *x /= s);
        }
        for out in out.chunks_exact_mut(COLUMNS) {
            zip(out, gamma).for_each(|(x, g)| *x *= g);
        }
        for out in out.chunks_exact_mut(COLUMNS) {
            zip(out, beta).for_each(|(x, b)| *x += b);
        }
        out
    }

    on(normalization())
        .allocated(move |operands| passes(rows(), operands))
        .contender()
}

fn normalize_fused(rows: impl Fn() -> usize + Copy + 'static) -> Contender {
    #[inline(always)]
    fn into(rows: usize, (x, mean, deviation, gamma, beta): &Normalization, out: &mut [f32]) {
        let (x, mean, deviation) = (&x[..rows * COLUMNS], &mean[..rows], &deviation[..rows]);
        let (gamma, beta) = (&gamma[..COLUMNS], &beta[..COLUMNS]);
        let lines = zip(
            out[..rows * COLUMNS].chunks_exact_mut(COLUMNS),
            x.chunks_exact(COLUMNS),
        );
        for (((out, x), m), s) in zip(zip(lines, mean), deviation) {
            for (((out, x), g), b) in zip(zip(zip(out, x), gamma), beta) {
                *out = (x - m) / s * g + b;
            }
        }
    }

    #[inline(always)]
    fn extended(rows: usize, (x, mean, deviation, gamma, beta): &Normalization) -> Vec<f32> {
        let (x, mean, deviation) = (&x[..rows * COLUMNS], &mean[..rows], &deviation[..rows]);
        let (gamma, beta) = (&gamma[..COLUMNS], &beta[..COLUMNS]);
        let mut out = Vec::with_capacity(rows * COLUMNS);
        for ((x, m), s) in zip(zip(x.chunks_exact(COLUMNS), mean), deviation) {
            out.extend(zip(zip(x, gamma), beta).map(|((x, g), b)| (x - m) / s * g + b));
        }
        out
    }

    on(normalization())
        .allocated(move |operands| extended(rows(), operands))
        .allocated(move |operands| over_zeros(rows() * COLUMNS, |out| into(rows(), operands, out)))
        .existing(vec![0.0; ROWS * COLUMNS], move |operands, out| {
            into(rows(), operands, out)
        })
        .contender()
}

/// One comparison; `f32::max` needs more instructions because of NaN.
#[inline(always)]
fn greater(x: f32, y: f32) -> f32 {
    if y > x { y } else { x }
}

/// Each line by itself: with a simple loop, and in 16 and 32 lanes, which the processor computes side by side.
fn over_last_axis(start: f32, combine: impl Fn(f32, f32) -> f32 + Copy + 'static) -> Contender {
    // A call for each line costs almost nothing, and keeps the lanes in registers wherever it is called from.
    #[inline(never)]
    fn in_lanes<const LANES: usize>(
        line: &[f32],
        start: f32,
        combine: impl Fn(f32, f32) -> f32 + Copy,
    ) -> f32 {
        const { assert!(LANES.is_power_of_two() && COLUMNS.is_multiple_of(LANES)) };
        let mut lanes = [start; LANES];
        for chunk in line.chunks_exact(LANES) {
            for (lane, x) in zip(&mut lanes, chunk) {
                *lane = combine(*lane, *x);
            }
        }
        // Halves are combined with halves: one lane after the other would take longer than the line.
        let mut half = LANES / 2;
        while half > 0 {
            let (front, back) = lanes.split_at_mut(half);
            zip(front, back).for_each(|(x, y)| *x = combine(*x, *y));
            half /= 2;
        }
        lanes[0]
    }

    let plain = move |line: &[f32]| line.iter().copied().fold(start, combine);
    let lanes_16 = move |line: &[f32]| in_lanes::<16>(line, start, combine);
    let lanes_32 = move |line: &[f32]| in_lanes::<32>(line, start, combine);

    #[inline(always)]
    fn lines(a: &[f32]) -> impl Iterator<Item = &[f32]> {
        a[..ROWS * COLUMNS].chunks_exact(COLUMNS)
    }

    #[inline(always)]
    fn into(a: &[f32], out: &mut [f32], of_line: impl Fn(&[f32]) -> f32) {
        zip(&mut out[..ROWS], lines(a)).for_each(|(out, line)| *out = of_line(line));
    }

    on(input(0, ROWS * COLUMNS))
        .allocated(move |a| lines(a).map(plain).collect::<Vec<f32>>())
        .allocated(move |a| lines(a).map(lanes_16).collect::<Vec<f32>>())
        .allocated(move |a| lines(a).map(lanes_32).collect::<Vec<f32>>())
        .existing(vec![0.0; ROWS], move |a, out| into(a, out, plain))
        .existing(vec![0.0; ROWS], move |a, out| into(a, out, lanes_16))
        .existing(vec![0.0; ROWS], move |a, out| into(a, out, lanes_32))
        .contender()
}

/// Line by line: with a simple loop, and four lines at a time, which reads and writes the result a quarter as often.
fn over_first_axis<const ROWS: usize, const COLUMNS: usize>(
    start: f32,
    combine: impl Fn(f32, f32) -> f32 + Copy + 'static,
) -> Contender {
    #[inline(always)]
    fn plain<const ROWS: usize, const COLUMNS: usize>(
        a: &[f32],
        out: &mut [f32],
        start: f32,
        combine: impl Fn(f32, f32) -> f32,
    ) {
        let out = &mut out[..COLUMNS];
        out.fill(start);
        for line in a[..ROWS * COLUMNS].chunks_exact(COLUMNS) {
            for (out, x) in zip(&mut *out, line) {
                *out = combine(*out, *x);
            }
        }
    }

    #[inline(always)]
    fn by_four<const ROWS: usize, const COLUMNS: usize>(
        a: &[f32],
        out: &mut [f32],
        start: f32,
        combine: impl Fn(f32, f32) -> f32,
    ) {
        let out = &mut out[..COLUMNS];
        out.fill(start);
        for lines in a[..ROWS * COLUMNS].chunks_exact(4 * COLUMNS) {
            let (first, rest) = lines.split_at(COLUMNS);
            let (second, rest) = rest.split_at(COLUMNS);
            let (third, fourth) = rest.split_at(COLUMNS);
            for ((((out, x), y), z), w) in
                zip(zip(zip(zip(&mut *out, first), second), third), fourth)
            {
                *out = combine(*out, combine(combine(*x, *y), combine(*z, *w)));
            }
        }
    }

    on(input(0, ROWS * COLUMNS))
        .allocated(move |a| {
            over_zeros(COLUMNS, |out| {
                plain::<ROWS, COLUMNS>(a, out, start, combine)
            })
        })
        .allocated(move |a| {
            over_zeros(COLUMNS, |out| {
                by_four::<ROWS, COLUMNS>(a, out, start, combine)
            })
        })
        .existing(vec![0.0; COLUMNS], move |a, out| {
            plain::<ROWS, COLUMNS>(a, out, start, combine)
        })
        .existing(vec![0.0; COLUMNS], move |a, out| {
            by_four::<ROWS, COLUMNS>(a, out, start, combine)
        })
        .contender()
}

/// The order of loops in which the innermost runs along rows. A batch with a single right-hand matrix is one taller
/// matrix.
fn matmul<const LINES: usize, const INNER: usize, const WIDTH: usize>() -> Contender {
    #[inline(always)]
    fn onto_zeros<const LINES: usize, const INNER: usize, const WIDTH: usize>(
        a: &[f32],
        b: &[f32],
        out: &mut [f32],
    ) {
        let (a, b, out) = (
            &a[..LINES * INNER],
            &b[..INNER * WIDTH],
            &mut out[..LINES * WIDTH],
        );
        for (out, a) in zip(out.chunks_exact_mut(WIDTH), a.chunks_exact(INNER)) {
            for (x, b) in zip(a, b.chunks_exact(WIDTH)) {
                for (out, y) in zip(&mut *out, b) {
                    *out += x * y;
                }
            }
        }
    }

    on((input(0, LINES * INNER), input(1, INNER * WIDTH)))
        .allocated(|(a, b)| {
            over_zeros(LINES * WIDTH, |out| {
                onto_zeros::<LINES, INNER, WIDTH>(a, b, out)
            })
        })
        .existing(vec![0.0; LINES * WIDTH], |(a, b), out| {
            out.fill(0.0);
            onto_zeros::<LINES, INNER, WIDTH>(a, b, out);
        })
        .contender()
}

const NARROW: usize = 100_000;

fn multiply_narrow() -> Contender {
    #[inline(always)]
    fn into(a: &[f32], column: &[f32], out: &mut [f32]) {
        let (a, column, out) = (&a[..NARROW * 3], &column[..NARROW], &mut out[..NARROW * 3]);
        for ((out, a), y) in zip(zip(out.chunks_exact_mut(3), a.chunks_exact(3)), column) {
            for (out, x) in zip(out, a) {
                *out = x * y;
            }
        }
    }

    on((input(0, NARROW * 3), input(1, NARROW)))
        .allocated(|(a, column)| over_zeros(NARROW * 3, |out| into(a, column, out)))
        .existing(vec![0.0; NARROW * 3], |(a, column), out| {
            into(a, column, out)
        })
        .contender()
}

fn over_narrow_last_axis<const WIDTH: usize>(
    combine: impl Fn(f32, f32) -> f32 + Copy + 'static,
) -> Contender {
    on(input(0, NARROW * WIDTH))
        .allocated(move |a| {
            let (lines, _) = a[..NARROW * WIDTH].as_chunks::<WIDTH>();
            let line = |line: &[f32; WIDTH]| line[1..].iter().fold(line[0], |x, y| combine(x, *y));
            lines.iter().map(line).collect::<Vec<f32>>()
        })
        .contender()
}

/// Line by line: three sums, and 48, which the processor adds side by side.
fn sum_narrow_first() -> Contender {
    #[inline(always)]
    fn in_lanes<const LANES: usize>(a: &[f32]) -> Vec<f32> {
        const { assert!((NARROW * 3).is_multiple_of(LANES) && LANES.is_multiple_of(3)) };
        let (chunks, _) = a[..NARROW * 3].as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for chunk in chunks {
            zip(&mut sums, chunk).for_each(|(sum, x)| *sum += x);
        }
        let mut out = vec![0.0; 3];
        for sums in sums.chunks_exact(3) {
            zip(&mut out, sums).for_each(|(out, sum)| *out += sum);
        }
        out
    }

    on(input(0, NARROW * 3))
        .allocated(|a| in_lanes::<3>(a))
        .allocated(|a| in_lanes::<48>(a))
        .contender()
}

/// Compares each element with the largest of its column so far.
fn argmax_first() -> Contender {
    on(input(0, ROWS * COLUMNS))
        .allocated(|a| {
            let mut greatest = a[..COLUMNS].to_vec();
            let mut places = vec![0_u32; COLUMNS];
            for (row, line) in a[..ROWS * COLUMNS].chunks_exact(COLUMNS).enumerate() {
                for ((greatest, place), x) in zip(zip(&mut greatest, &mut places), line) {
                    let is_greater = *x > *greatest;
                    *greatest = if is_greater { *x } else { *greatest };
                    *place = if is_greater { row as u32 } else { *place };
                }
            }
            places
                .iter()
                .map(|&place| place as f32)
                .collect::<Vec<f32>>()
        })
        .contender()
}

/// First the largest element, then its index.
fn argmax_last() -> Contender {
    #[inline(never)]
    fn of_line(line: &[f32]) -> f32 {
        let mut lanes = [f32::NEG_INFINITY; 16];
        for chunk in line.chunks_exact(16) {
            zip(&mut lanes, chunk).for_each(|(lane, x)| *lane = greater(*lane, *x));
        }
        let greatest = lanes.into_iter().fold(f32::NEG_INFINITY, greater);
        for (number, chunk) in line.chunks_exact(16).enumerate() {
            if chunk.iter().fold(false, |any, &x| any | (x == greatest)) {
                let place = chunk.iter().position(|&x| x == greatest);
                return (number * 16 + place.unwrap_or(0)) as f32;
            }
        }
        0.0
    }

    on(input(0, ROWS * COLUMNS))
        .allocated(|a| {
            let lines = a[..ROWS * COLUMNS].chunks_exact(COLUMNS);
            lines.map(of_line).collect::<Vec<f32>>()
        })
        .contender()
}

#[inline(never)]
fn sum_in_lanes(line: &[f32]) -> f32 {
    let mut lanes = [0.0; 32];
    let (chunks, rest) = line.as_chunks::<32>();
    for chunk in chunks {
        zip(&mut lanes, chunk).for_each(|(lane, x)| *lane += x);
    }
    lanes.iter().sum::<f32>() + rest.iter().sum::<f32>()
}

fn sum_sides() -> Contender {
    const SIZES: [usize; 3] = [64, 128, 96];

    on(input(0, SIZES.iter().product()))
        .allocated(|a| {
            let mut out = vec![0.0; SIZES[1]];
            for block in a.chunks_exact(SIZES[1] * SIZES[2]) {
                for (out, line) in zip(&mut out, block.chunks_exact(SIZES[2])) {
                    *out += sum_in_lanes(line);
                }
            }
            out
        })
        .contender()
}

fn sum_planes() -> Contender {
    const CHANNELS: usize = 64;
    const PLANE: usize = 56 * 56;

    on(input(0, 8 * CHANNELS * PLANE))
        .allocated(|a| {
            let mut out = vec![0.0; CHANNELS];
            for image in a.chunks_exact(CHANNELS * PLANE) {
                for (out, plane) in zip(&mut out, image.chunks_exact(PLANE)) {
                    *out += sum_in_lanes(plane);
                }
            }
            out
        })
        .contender()
}

fn sum_alternate() -> Contender {
    const SIZES: [usize; 4] = [16, 24, 32, 96];

    on(input(0, SIZES.iter().product()))
        .allocated(|a| {
            let mut out = vec![0.0; SIZES[1] * SIZES[3]];
            for block in a.chunks_exact(SIZES[1] * SIZES[2] * SIZES[3]) {
                let blocks = block.chunks_exact(SIZES[2] * SIZES[3]);
                for (out, block) in zip(out.chunks_exact_mut(SIZES[3]), blocks) {
                    for lines in block.chunks_exact(4 * SIZES[3]) {
                        let (ab, cd) = lines.split_at(2 * SIZES[3]);
                        let ((a, b), (c, d)) = (ab.split_at(SIZES[3]), cd.split_at(SIZES[3]));
                        for ((((out, x), y), z), w) in zip(zip(zip(zip(&mut *out, a), b), c), d) {
                            *out += (x + y) + (z + w);
                        }
                    }
                }
            }
            out
        })
        .contender()
}

const SIDE: usize = 1024;

/// `write(place, number)` for each place in a square and the number at the mirrored one, in tiles.
#[inline(always)]
fn in_tiles<const TILE: usize>(a: &[f32], mut write: impl FnMut(usize, f32)) {
    let a = &a[..SIDE * SIDE];
    for top in (0..SIDE).step_by(TILE) {
        for left in (0..SIDE).step_by(TILE) {
            for row in top..top + TILE {
                for column in left..left + TILE {
                    write(row * SIDE + column, a[column * SIDE + row]);
                }
            }
        }
    }
}

fn copy_transposed() -> Contender {
    #[inline(always)]
    fn into<const TILE: usize>(a: &[f32], out: &mut [f32]) {
        let out = &mut out[..SIDE * SIDE];
        in_tiles::<TILE>(a, |place, x| out[place] = x);
    }

    on(input(0, SIDE * SIDE))
        .allocated(|a| over_zeros(SIDE * SIDE, |out| into::<8>(a, out)))
        .allocated(|a| over_zeros(SIDE * SIDE, |out| into::<16>(a, out)))
        .allocated(|a| over_zeros(SIDE * SIDE, |out| into::<32>(a, out)))
        .existing(vec![0.0; SIDE * SIDE], |a, out| into::<8>(a, out))
        .existing(vec![0.0; SIDE * SIDE], |a, out| into::<16>(a, out))
        .existing(vec![0.0; SIDE * SIDE], |a, out| into::<32>(a, out))
        .contender()
}

fn add_transposed() -> Contender {
    #[inline(always)]
    fn into<const TILE: usize>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, out) = (&a[..SIDE * SIDE], &mut out[..SIDE * SIDE]);
        in_tiles::<TILE>(b, |place, y| out[place] = a[place] + y);
    }

    on((input(0, SIDE * SIDE), input(1, SIDE * SIDE)))
        .allocated(|(a, b)| over_zeros(SIDE * SIDE, |out| into::<8>(a, b, out)))
        .allocated(|(a, b)| over_zeros(SIDE * SIDE, |out| into::<16>(a, b, out)))
        .existing(vec![0.0; SIDE * SIDE], |(a, b), out| into::<8>(a, b, out))
        .existing(vec![0.0; SIDE * SIDE], |(a, b), out| into::<16>(a, b, out))
        .contender()
}

/// The sum in memory order, as a matrix that is transposed when read.
struct Transposed(Vec<f32>);

impl Numbers for Transposed {
    fn numbers(&self) -> Vec<f32> {
        let mut out = vec![0.0; SIDE * SIDE];
        in_tiles::<16>(&self.0, |place, x| out[place] = x);
        out
    }
}

fn add_transposes() -> Contender {
    on((input(0, SIDE * SIDE), input(1, SIDE * SIDE)))
        .allocated(|(a, b)| {
            let pairs = zip(&a[..SIDE * SIDE], &b[..SIDE * SIDE]);
            Transposed(pairs.map(|(x, y)| x + y).collect())
        })
        .contender()
}

fn update_transposed() -> Contender {
    on(input(1, SIDE))
        .existing(input(0, SIDE * SIDE), |row, a| {
            for (line, y) in zip(a[..SIDE * SIDE].chunks_exact_mut(SIDE), &row[..SIDE]) {
                line.iter_mut().for_each(|x| *x += y);
            }
        })
        .contender()
}

fn scale(sizes: impl Fn() -> (usize, usize) + Copy + 'static) -> Contender {
    #[inline(always)]
    fn into((rows, columns): (usize, usize), x: &[f32], s: &[f32], y: &[f32], out: &mut [f32]) {
        let (x, y) = (&x[..rows * columns], &y[..rows * columns]);
        let lines = zip(x.chunks_exact(columns), y.chunks_exact(columns));
        let lines = zip(out[..rows * columns].chunks_exact_mut(columns), lines);
        for ((out, (x, y)), s) in zip(lines, &s[..rows]) {
            for ((out, x), y) in zip(zip(out, x), y) {
                *out = x * s + y;
            }
        }
    }

    #[inline(always)]
    fn extended((rows, columns): (usize, usize), x: &[f32], s: &[f32], y: &[f32]) -> Vec<f32> {
        let (x, y) = (&x[..rows * columns], &y[..rows * columns]);
        let mut out = Vec::with_capacity(rows * columns);
        for ((x, y), s) in zip(
            zip(x.chunks_exact(columns), y.chunks_exact(columns)),
            &s[..rows],
        ) {
            out.extend(zip(x, y).map(|(x, y)| x * s + y));
        }
        out
    }

    on((
        input(0, ROWS * COLUMNS),
        input(1, ROWS),
        input(2, ROWS * COLUMNS),
    ))
    .allocated(move |(x, s, y)| extended(sizes(), x, s, y))
    .existing(vec![0.0; ROWS * COLUMNS], move |(x, s, y), out| {
        into(sizes(), x, s, y, out)
    })
    .contender()
}

/// A function of the standard library, or of `libm`, element by element.
fn each(function: impl Fn(f32) -> f32 + Copy + 'static) -> Contender {
    on(input(0, 512 * COLUMNS))
        .allocated(move |a| a.iter().map(|&x| function(x)).collect::<Vec<f32>>())
        .contender()
}

fn softmax() -> Contender {
    on(input(0, 512 * COLUMNS))
        .allocated(|a| {
            let mut out = a.clone();
            for row in out.chunks_exact_mut(COLUMNS) {
                let most = row.iter().copied().fold(f32::NEG_INFINITY, greater);
                row.iter_mut().for_each(|x| *x = (*x - most).exp());
                let sum = sum_in_lanes(row);
                row.iter_mut().for_each(|x| *x /= sum);
            }
            out
        })
        .contender()
}
