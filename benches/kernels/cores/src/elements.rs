//! Element by element: operators, broadcasts, functions of floats.

use shapecheck::{par_broadcast_map, shape};

#[cfg(feature = "others")]
use self::others::*;
use crate::table::Table;
use crate::{measure, numbers};

#[cfg(feature = "others")]
mod others {
    pub use std::f32::consts::FRAC_1_SQRT_2;

    pub use burn::tensor::{Tensor as Burn, activation};
    pub use candle_core::Tensor as Candle;
    pub use candle_nn::ops;
    pub use libm::erff;
    pub use ndarray::Zip;
}

pub fn rows(table: &Table) {
    operators(table);
    fused(table);
    narrow(table);
    functions(table);
}

fn operators(table: &Table) {
    let (x, y) = (numbers!(1024, 768), numbers!(1024, 768));
    let (row, column) = (numbers!(768), numbers!(1024, 1));
    measure!(
        table
            .row("R1 [1024, 768] + [768]", || &x.ours + &row.ours)
            .candle(|| x.candle.broadcast_add(&row.candle).unwrap())
            .burn(|| x.burn.clone() + row.burn.clone().unsqueeze())
            .ndarray(|| {
                let zip = Zip::from(&x.array).and_broadcast(&row.array);
                zip.par_map_collect(|x, y| x + y)
            })
    );
    let (high, wide) = (numbers!(512, 1), numbers!(1, 512));
    measure!(
        table
            .row("R2 [512, 1] + [1, 512]", || &high.ours + &wide.ours)
            .candle(|| high.candle.broadcast_add(&wide.candle).unwrap())
            .burn(|| high.burn.clone() + wide.burn.clone())
            .ndarray(|| &high.array + &wide.array)
    );
    let (a, b) = (numbers!(64, 1, 256), numbers!(1, 128, 256));
    measure!(
        table
            .row("R3 [64, 1, 256] * [1, 128, 256]", || &a.ours * &b.ours)
            .candle(|| a.candle.broadcast_mul(&b.candle).unwrap())
            .burn(|| a.burn.clone() * b.burn.clone())
            .ndarray(|| &a.array * &b.array)
    );
    measure!(
        table
            .row("R4 [1024, 768] / [1024, 1]", || &x.ours / &column.ours)
            .candle(|| x.candle.broadcast_div(&column.candle).unwrap())
            .burn(|| x.burn.clone() / column.burn.clone())
            .ndarray(|| {
                let zip = Zip::from(&x.array).and_broadcast(&column.array);
                zip.par_map_collect(|x, y| x / y)
            })
    );
    measure!(
        table
            .row("[1024, 768] + [1024, 768]", || &x.ours + &y.ours)
            .candle(|| (&x.candle + &y.candle).unwrap())
            .burn(|| x.burn.clone() + y.burn.clone())
            .ndarray(|| {
                Zip::from(&x.array)
                    .and(&y.array)
                    .par_map_collect(|x, y| x + y)
            })
    );
    let (maps, bias) = (numbers!(8, 64, 56, 56), numbers!(64, 1, 1));
    measure!(
        table
            .row("R6 [8, 64, 56, 56] + [64, 1, 1]", || {
                &maps.ours + &bias.ours
            })
            .candle(|| maps.candle.broadcast_add(&bias.candle).unwrap())
            .burn(|| maps.burn.clone() + bias.burn.clone().unsqueeze())
            .ndarray(|| {
                let zip = Zip::from(&maps.array).and_broadcast(&bias.array);
                zip.par_map_collect(|x, y| x + y)
            })
    );
    measure!(
        table
            .row("R7 [1024, 1] to [1024, 1024]", || {
                column.ours.broadcast_to::<shape![1024, 1024]>().to_tensor()
            })
            .candle(|| {
                let expanded = column.candle.broadcast_as((1024, 1024)).unwrap();
                expanded.force_contiguous().unwrap()
            })
            .ndarray(|| column.array.broadcast((1024, 1024)).unwrap().to_owned())
    );
    let small = numbers!(64, 768);
    measure!(
        table
            .row("[64, 768] + [768], not cut", || &small.ours + &row.ours)
            .candle(|| small.candle.broadcast_add(&row.candle).unwrap())
            .burn(|| small.burn.clone() + row.burn.clone().unsqueeze())
            .ndarray(|| &small.array + &row.array)
    );
}

fn fused(table: &Table) {
    let (x, y) = (numbers!(1024, 768), numbers!(1024, 768));
    let (mean, deviation) = (numbers!(1024, 1), numbers!(1024, 1));
    let (gamma, beta) = (numbers!(768), numbers!(768));
    measure!(
        table
            .row("R9 (x - m) / s * g + b, operators", || {
                (&x.ours - &mean.ours) / &deviation.ours * &gamma.ours + &beta.ours
            })
            .candle(|| {
                let centered = x.candle.broadcast_sub(&mean.candle).unwrap();
                let normal = centered.broadcast_div(&deviation.candle).unwrap();
                let scaled = normal.broadcast_mul(&gamma.candle).unwrap();
                scaled.broadcast_add(&beta.candle).unwrap()
            })
            .burn(|| {
                (x.burn.clone() - mean.burn.clone()) / deviation.burn.clone()
                    * gamma.burn.clone().unsqueeze()
                    + beta.burn.clone().unsqueeze()
            })
    );
    measure!(
        table
            .row("R9 (x - m) / s * g + b, fused", || {
                par_broadcast_map!(
                    |x, m, s, g, b| (x - m) / s * g + b;
                    &x.ours, &mean.ours, &deviation.ours, &gamma.ours, &beta.ours
                )
            })
            .ndarray(|| {
                Zip::from(&x.array)
                    .and_broadcast(&mean.array)
                    .and_broadcast(&deviation.array)
                    .and_broadcast(&gamma.array)
                    .and_broadcast(&beta.array)
                    .par_map_collect(|x, m, s, g, b| (x - m) / s * g + b)
            })
    );
    measure!(
        table
            .row(
                "R25 x * s + y, s of one column, fused",
                || par_broadcast_map!(|x, s, y| x * s + y; &x.ours, &mean.ours, &y.ours),
            )
            .ndarray(|| {
                Zip::from(&x.array)
                    .and_broadcast(&mean.array)
                    .and(&y.array)
                    .par_map_collect(|x, s, y| x * s + y)
            })
    );
}

fn narrow(table: &Table) {
    let (threes, three) = (numbers!(100000, 3), numbers!(3));
    let (pairs, pair) = (numbers!(100000, 2), numbers!(2));
    let column = numbers!(100000, 1);
    measure!(
        table
            .row("R20 [100000, 3] + [3]", || &threes.ours + &three.ours)
            .candle(|| threes.candle.broadcast_add(&three.candle).unwrap())
            .burn(|| threes.burn.clone() + three.burn.clone().unsqueeze())
            .ndarray(|| {
                let zip = Zip::from(&threes.array).and_broadcast(&three.array);
                zip.par_map_collect(|x, y| x + y)
            })
    );
    measure!(
        table
            .row("R20 [100000, 2] + [2]", || &pairs.ours + &pair.ours)
            .candle(|| pairs.candle.broadcast_add(&pair.candle).unwrap())
            .burn(|| pairs.burn.clone() + pair.burn.clone().unsqueeze())
            .ndarray(|| {
                let zip = Zip::from(&pairs.array).and_broadcast(&pair.array);
                zip.par_map_collect(|x, y| x + y)
            })
    );
    measure!(
        table
            .row("R20 [100000, 3] * [100000, 1]", || {
                &threes.ours * &column.ours
            })
            .candle(|| threes.candle.broadcast_mul(&column.candle).unwrap())
            .burn(|| threes.burn.clone() * column.burn.clone())
            .ndarray(|| {
                let zip = Zip::from(&threes.array).and_broadcast(&column.array);
                zip.par_map_collect(|x, y| x * y)
            })
    );
}

fn functions(table: &Table) {
    let x = numbers!(512, 768);
    macro_rules! each {
        ($name:literal, $ours:ident, $candle:expr, $burn:expr, $element:expr) => {
            measure!(
                table
                    .row($name, || x.ours.$ours())
                    .candle(|| $candle(&x.candle).unwrap())
                    .burn(|| $burn(x.burn.clone()))
                    .ndarray(|| {
                        let element: fn(f32) -> f32 = $element;
                        Zip::from(&x.array).par_map_collect(|&x| element(x))
                    })
            );
        };
    }
    each!(
        "R26 exp of [512, 768]",
        exp,
        Candle::exp,
        Burn::exp,
        f32::exp
    );
    each!("R26 ln of [512, 768]", ln, Candle::log, Burn::log, f32::ln);
    each!(
        "R26 tanh of [512, 768]",
        tanh,
        Candle::tanh,
        Burn::tanh,
        f32::tanh
    );
    each!(
        "R26 sigmoid of [512, 768]",
        sigmoid,
        ops::sigmoid,
        activation::sigmoid,
        |x| { 1.0 / (1.0 + (-x).exp()) }
    );
    each!("R26 erf of [512, 768]", erf, Candle::erf, Burn::erf, erff);
    each!(
        "R26 gelu of [512, 768]",
        gelu,
        Candle::gelu_erf,
        activation::gelu,
        |x| { 0.5 * x * (1.0 + erff(x * FRAC_1_SQRT_2)) }
    );
    each!(
        "R26 sqrt of [512, 768]",
        sqrt,
        Candle::sqrt,
        Burn::sqrt,
        f32::sqrt
    );
    each!(
        "R26 sin of [512, 768]",
        sin,
        Candle::sin,
        Burn::sin,
        f32::sin
    );
    each!(
        "R26 cos of [512, 768]",
        cos,
        Candle::cos,
        Burn::cos,
        f32::cos
    );
    let small = numbers!(64, 768);
    measure!(
        table
            .row("exp of [64, 768]", || small.ours.exp())
            .candle(|| small.candle.exp().unwrap())
            .burn(|| small.burn.clone().exp())
            .ndarray(|| Zip::from(&small.array).par_map_collect(|x| x.exp()))
    );
}
