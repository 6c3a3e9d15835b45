//! ndarray: operators where they return a new array, `Zip` and `assign` into existing ones.

use std::hint::black_box;

use ndarray::linalg::general_mat_mul;
use ndarray::{
    Array, Array1, Array2, Array3, Array4, ArrayView1, Axis, Dimension, IntoDimension, Zip, s,
};

use crate::measure::{Contender, Numbers, on};
use crate::work::{Work, input};

impl<D: Dimension> Numbers for Array<f32, D> {
    fn numbers(&self) -> Vec<f32> {
        self.iter().copied().collect()
    }
}

fn array<I: IntoDimension>(operand: u64, sizes: I) -> Array<f32, I::Dim> {
    let sizes = sizes.into_dimension();
    Array::from_shape_vec(sizes.clone(), input(operand, sizes.size()))
        .expect("as many numbers as asked for")
}

pub fn contender(work: Work) -> Contender {
    match work {
        Work::AddRow | Work::AddRowDynamic => on((array(0, (1024, 768)), array(1, 768)))
            .allocated(|(a, row)| a + row)
            .existing(
                Array::zeros((1024, 768)),
                |(a, row): &(Array2<f32>, Array1<f32>), out| {
                    Zip::from(out)
                        .and(a)
                        .and_broadcast(row)
                        .for_each(|out, x, y| *out = x + y);
                },
            )
            .contender(),
        Work::AddOuter => on((array(0, (512, 1)), array(1, (1, 512))))
            .allocated(|(column, row)| column + row)
            .existing(Array::zeros((512, 512)), |(column, row), out| {
                Zip::from(out)
                    .and_broadcast(column)
                    .and_broadcast(row)
                    .for_each(|out, x, y| *out = x + y);
            })
            .contender(),
        Work::MultiplyMiddle => on((array(0, (64, 1, 256)), array(1, (1, 128, 256))))
            .allocated(|(a, b)| a * b)
            .existing(Array3::zeros((64, 128, 256)), |(a, b), out| {
                Zip::from(out)
                    .and_broadcast(a)
                    .and_broadcast(b)
                    .for_each(|out, x, y| *out = x * y);
            })
            .contender(),
        Work::DivideByColumn | Work::DivideByColumnDynamic => {
            on((array(0, (1024, 768)), array(1, (1024, 1))))
                .allocated(|(a, column)| a / column)
                .existing(Array::zeros((1024, 768)), |(a, column), out| {
                    Zip::from(out)
                        .and(a)
                        .and_broadcast(column)
                        .for_each(|out, x, y| *out = x / y);
                })
                .contender()
        }
        Work::AddInline | Work::AddSmall | Work::AddSmallDynamic => {
            on((array(0, (4, 4)), array(1, 4)))
                .allocated(|(a, row)| a + row)
                .existing(
                    Array::zeros((4, 4)),
                    |(a, row): &(Array2<f32>, Array1<f32>), out| {
                        Zip::from(out)
                            .and(a)
                            .and_broadcast(row)
                            .for_each(|out, x, y| *out = x + y);
                    },
                )
                .contender()
        }
        Work::AddChannel => on((array(0, (8, 64, 56, 56)), array(1, (64, 1, 1))))
            .allocated(|(a, channels)| a + channels)
            .existing(
                Array4::zeros((8, 64, 56, 56)),
                |(a, channels): &(Array4<f32>, Array3<f32>), out| {
                    Zip::from(out)
                        .and(a)
                        .and_broadcast(channels)
                        .for_each(|out, x, y| *out = x + y);
                },
            )
            .contender(),
        Work::ExpandRow => expand((1, 768), (512, 768)),
        Work::ExpandColumn => expand((1024, 1), (1024, 1024)),
        Work::AddRowInPlace => on(array(1, 768))
            .existing(
                array(0, (1024, 768)),
                |row: &Array1<f32>, a: &mut Array2<f32>| *a += row,
            )
            .contender(),
        Work::NormalizeByOperators | Work::NormalizeByOperatorsDynamic => on(normalization())
            .allocated(|(x, mean, deviation, gamma, beta)| (x - mean) / deviation * gamma + beta)
            .contender(),
        Work::NormalizeFused | Work::NormalizeFusedDynamic => on(normalization())
            .allocated(|(x, mean, deviation, gamma, beta)| {
                Zip::from(x)
                    .and_broadcast(mean)
                    .and_broadcast(deviation)
                    .and_broadcast(gamma)
                    .and_broadcast(beta)
                    .map_collect(|x, m, s, g, b| (x - m) / s * g + b)
            })
            .existing(
                Array2::zeros((1024, 768)),
                |(x, mean, deviation, gamma, beta), out| {
                    Zip::from(out)
                        .and(x)
                        .and_broadcast(mean)
                        .and_broadcast(deviation)
                        .and_broadcast(gamma)
                        .and_broadcast(beta)
                        .for_each(|out, x, m, s, g, b| *out = (x - m) / s * g + b);
                },
            )
            .contender(),
        Work::SumLast => on(array(0, (1024, 768)))
            .allocated(|a| a.sum_axis(Axis(1)))
            .existing(Array1::zeros(1024), |a, out| {
                Zip::from(out)
                    .and(a.rows())
                    .for_each(|out, line| *out = line.sum());
            })
            .contender(),
        Work::MaxLast => on(array(0, (1024, 768)))
            .allocated(|a| a.map_axis(Axis(1), |line| line.fold(f32::NEG_INFINITY, greater)))
            .existing(Array1::zeros(1024), |a, out| {
                let lines = Zip::from(out).and(a.rows());
                lines.for_each(|out, line| *out = line.fold(f32::NEG_INFINITY, greater));
            })
            .contender(),
        Work::SumFirst => on(array(0, (1024, 768)))
            .allocated(|a| a.sum_axis(Axis(0)))
            .existing(Array1::zeros(768), |a, out| {
                out.fill(0.0);
                a.outer_iter().for_each(|line| *out += &line);
            })
            .contender(),
        Work::MaxFirst => on(array(0, (1024, 768)))
            .allocated(|a| a.fold_axis(Axis(0), f32::NEG_INFINITY, |x, y| greater(*x, y)))
            .existing(Array1::zeros(768), |a, out| {
                out.fill(f32::NEG_INFINITY);
                a.outer_iter()
                    .for_each(|line| out.zip_mut_with(&line, |x, y| *x = greater(*x, y)));
            })
            .contender(),
        Work::AddNarrow => add_narrow(3),
        Work::AddPairs => add_narrow(2),
        Work::MultiplyNarrow => on((array(0, (100_000, 3)), array(1, (100_000, 1))))
            .allocated(|(a, column)| a * column)
            .existing(Array::zeros((100_000, 3)), |(a, column), out| {
                Zip::from(out)
                    .and(a)
                    .and_broadcast(column)
                    .for_each(|out, x, y| *out = x * y);
            })
            .contender(),
        Work::SumNarrowLast => on(array(0, (100_000, 3)))
            .allocated(|a| a.sum_axis(Axis(1)))
            .contender(),
        Work::SumNarrowFirst => on(array(0, (100_000, 3)))
            .allocated(|a| a.sum_axis(Axis(0)))
            .contender(),
        Work::MaxNarrowLast => on(array(0, (100_000, 10)))
            .allocated(|a| a.map_axis(Axis(1), |line| line.fold(f32::NEG_INFINITY, greater)))
            .allocated(|a| a.fold_axis(Axis(1), f32::NEG_INFINITY, |x, y| greater(*x, y)))
            .contender(),
        Work::SumLongFirst => on(array(0, (2048, 100)))
            .allocated(|a| a.sum_axis(Axis(0)))
            .contender(),
        Work::ArgmaxFirst => on(array(0, (1024, 768)))
            .allocated(|a| a.map_axis(Axis(0), place_of_greatest))
            .contender(),
        Work::ArgmaxLast => on(array(0, (1024, 768)))
            .allocated(|a| a.map_axis(Axis(1), place_of_greatest))
            .contender(),
        Work::SumTransposed => on(array(0, (1024, 768)))
            .allocated(|a: &Array2<f32>| vec![a.t().sum()])
            .contender(),
        Work::SumSides => on(array(0, (64, 128, 96)))
            .allocated(|a| a.sum_axis(Axis(2)).sum_axis(Axis(0)))
            .allocated(|a| a.sum_axis(Axis(0)).sum_axis(Axis(1)))
            .contender(),
        Work::SumPlanes => on(array(0, (8, 64, 56, 56)))
            .allocated(|a| a.sum_axis(Axis(3)).sum_axis(Axis(2)).sum_axis(Axis(0)))
            .allocated(|a| a.sum_axis(Axis(0)).sum_axis(Axis(2)).sum_axis(Axis(1)))
            .contender(),
        Work::SumAlternate => on(array(0, (16, 24, 32, 96)))
            .allocated(|a| a.sum_axis(Axis(2)).sum_axis(Axis(0)))
            .allocated(|a| a.sum_axis(Axis(0)).sum_axis(Axis(1)))
            .contender(),
        Work::CopyTransposed => on(array(0, (1024, 1024)))
            .allocated(|a: &Array2<f32>| a.t().as_standard_layout().into_owned())
            .existing(Array::zeros((1024, 1024)), |a: &Array2<f32>, out| {
                out.assign(&a.t())
            })
            .contender(),
        Work::AddTransposed => on((array(0, (1024, 1024)), array(1, (1024, 1024))))
            .allocated(|(a, b): &(Array2<f32>, Array2<f32>)| a + &b.t())
            .existing(
                Array::zeros((1024, 1024)),
                |(a, b): &(Array2<f32>, Array2<f32>), out| {
                    Zip::from(out)
                        .and(a)
                        .and(b.t())
                        .for_each(|out, x, y| *out = x + y);
                },
            )
            .contender(),
        Work::AddTransposes => on((array(0, (1024, 1024)), array(1, (1024, 1024))))
            .allocated(|(a, b): &(Array2<f32>, Array2<f32>)| &a.t() + &b.t())
            .contender(),
        Work::UpdateTransposed => on(array(1, 1024))
            .existing(
                array(0, (1024, 1024)),
                |row: &Array1<f32>, a: &mut Array2<f32>| {
                    let mut turned = a.view_mut().reversed_axes();
                    turned += row;
                },
            )
            .contender(),
        Work::TakeSlice => on(array(0, (8, 3, 9)))
            .existing(vec![0.0], |a: &Array3<f32>, out| {
                let (start, end, step) = black_box((1, 5, 2_isize));
                let view = a.slice(s![start..end, .., ..;step]);
                out[0] = view[[3, 2, 4]];
            })
            .contender(),
        Work::SumSlice => on(array(0, (1024, 768)))
            .allocated(|a: &Array2<f32>| vec![a.slice(s![1..1001, ..;2]).sum()])
            .contender(),
        Work::UpdateSlice => on(array(1, 384))
            .existing(
                array(0, (1024, 768)),
                |row: &Array1<f32>, a: &mut Array2<f32>| {
                    let mut part = a.slice_mut(s![1..1001, ..;2]);
                    part += row;
                },
            )
            .contender(),
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
        Work::Softmax => on(array(0, (512, 768)))
            .allocated(|a: &Array2<f32>| {
                let most = a.map_axis(Axis(1), |row| row.fold(f32::NEG_INFINITY, |x, y| x.max(*y)));
                let powers = (a - &most.insert_axis(Axis(1))).mapv_into(f32::exp);
                let sums = powers.sum_axis(Axis(1)).insert_axis(Axis(1));
                powers / sums
            })
            .contender(),
        Work::ScaleDynamic => on((
            array(0, (1024, 768)),
            array(1, (1024, 1)),
            array(2, (1024, 768)),
        ))
        .allocated(|(x, s, y)| {
            Zip::from(x)
                .and_broadcast(s)
                .and(y)
                .map_collect(|x, s, y| x * s + y)
        })
        .existing(Array2::zeros((1024, 768)), |(x, s, y), out| {
            Zip::from(out)
                .and(x)
                .and_broadcast(s)
                .and(y)
                .for_each(|out, x, s, y| *out = x * s + y);
        })
        .contender(),
        Work::MatmulSquare => on((array(0, (256, 256)), array(1, (256, 256))))
            .allocated(|(a, b)| a.dot(b))
            .existing(Array2::zeros((256, 256)), |(a, b), out| {
                general_mat_mul(1.0, a, b, 0.0, out)
            })
            .contender(),
        // ndarray multiplies no batches; with one right-hand matrix they are a taller matrix.
        Work::MatmulBatch => on((array(0, (16, 64, 64)), array(1, (64, 64))))
            .allocated(|(a, b): &(Array3<f32>, Array2<f32>)| {
                let tall = a
                    .view()
                    .into_shape_with_order((1024, 64))
                    .expect("contiguous");
                tall.dot(b)
                    .into_shape_with_order((16, 64, 64))
                    .expect("contiguous")
            })
            .existing(Array2::zeros((1024, 64)), |(a, b), out| {
                let tall = a
                    .view()
                    .into_shape_with_order((1024, 64))
                    .expect("contiguous");
                general_mat_mul(1.0, &tall, b, 0.0, out);
            })
            .contender(),
    }
}

fn expand(from: (usize, usize), to: (usize, usize)) -> Contender {
    on(array(0, from))
        .allocated(move |a: &Array2<f32>| a.broadcast(to).expect("sizes of 1 expand").to_owned())
        .existing(Array::zeros(to), |a, out| out.assign(a))
        .contender()
}

type Normalization = (
    Array2<f32>,
    Array2<f32>,
    Array2<f32>,
    Array1<f32>,
    Array1<f32>,
);

fn normalization() -> Normalization {
    (
        array(0, (1024, 768)),
        array(1, (1024, 1)),
        array(2, (1024, 1)),
        array(3, 768),
        array(4, 768),
    )
}

fn add_narrow(width: usize) -> Contender {
    on((array(0, (100_000, width)), array(1, width)))
        .allocated(|(a, row)| a + row)
        .existing(
            Array::zeros((100_000, width)),
            |(a, row): &(Array2<f32>, Array1<f32>), out| {
                Zip::from(out)
                    .and(a)
                    .and_broadcast(row)
                    .for_each(|out, x, y| *out = x + y);
            },
        )
        .contender()
}

fn place_of_greatest(line: ArrayView1<'_, f32>) -> f32 {
    let mut best = (0, line[0]);
    for (place, &x) in line.iter().enumerate() {
        if x > best.1 {
            best = (place, x);
        }
    }
    best.0 as f32
}

fn greater(x: f32, y: &f32) -> f32 {
    if *y > x { *y } else { x }
}

fn each(function: impl Fn(f32) -> f32 + Copy + 'static) -> Contender {
    on(array(0, (512, 768)))
        .allocated(move |a: &Array2<f32>| a.mapv(function))
        .contender()
}
