//! What folds axes, and what goes along one: sums, extremes, places, sorts, running sums.

use shapecheck::axes;

#[cfg(feature = "others")]
use self::others::*;
use crate::table::Table;
use crate::{measure, numbers};

#[cfg(feature = "others")]
mod others {
    pub use candle_core::D;
    pub use ndarray::parallel::prelude::*;
    pub use ndarray::{ArrayView1, Axis, Zip};

    pub fn greater(x: f32, y: &f32) -> f32 {
        if *y > x { *y } else { x }
    }

    pub fn greatest(line: ArrayView1<'_, f32>) -> f32 {
        line.fold(f32::NEG_INFINITY, greater)
    }

    pub fn place_of_greatest(line: ArrayView1<'_, f32>) -> usize {
        let greater = |best: usize, place| {
            if line[place] > line[best] {
                place
            } else {
                best
            }
        };
        (1..line.len()).fold(0, greater)
    }
}

pub fn rows(table: &Table) {
    let x = numbers!(1024, 768);
    measure!(
        table
            .row("R10 sum of [1024, 768] over the last axis", || {
                x.ours.sum_axes::<axes![-1]>()
            })
            .candle(|| x.candle.sum(D::Minus1).unwrap())
            .burn(|| x.burn.clone().sum_dim(1))
            .ndarray(|| Zip::from(x.array.rows()).par_map_collect(|row| row.sum()))
    );
    measure!(
        table
            .row("R10 sum of [1024, 768] over the first axis", || {
                x.ours.sum_axes::<axes![-2]>()
            })
            .candle(|| x.candle.sum(0).unwrap())
            .burn(|| x.burn.clone().sum_dim(0))
            .ndarray(|| x.array.sum_axis(Axis(0)))
    );
    measure!(
        table
            .row("R10 max of [1024, 768] over the last axis", || {
                x.ours.max_axes::<axes![-1]>()
            })
            .candle(|| x.candle.max(D::Minus1).unwrap())
            .burn(|| x.burn.clone().max_dim(1))
            .ndarray(|| Zip::from(x.array.rows()).par_map_collect(greatest))
    );
    measure!(
        table
            .row("R10 max of [1024, 768] over the first axis", || {
                x.ours.max_axes::<axes![-2]>()
            })
            .candle(|| x.candle.max(0).unwrap())
            .burn(|| x.burn.clone().max_dim(0))
            .ndarray(|| {
                x.array
                    .fold_axis(Axis(0), f32::NEG_INFINITY, |x, y| greater(*x, y))
            })
    );
    let (threes, tens) = (numbers!(100000, 3), numbers!(100000, 10));
    measure!(
        table
            .row("R21 sum of [100000, 3] over the last axis", || {
                threes.ours.sum_axes::<axes![-1]>()
            })
            .candle(|| threes.candle.sum(1).unwrap())
            .burn(|| threes.burn.clone().sum_dim(1))
            .ndarray(|| Zip::from(threes.array.rows()).par_map_collect(|row| row.sum()))
    );
    measure!(
        table
            .row("R21 sum of [100000, 3] over the first axis", || {
                threes.ours.sum_axes::<axes![-2]>()
            })
            .candle(|| threes.candle.sum(0).unwrap())
            .burn(|| threes.burn.clone().sum_dim(0))
            .ndarray(|| threes.array.sum_axis(Axis(0)))
    );
    measure!(
        table
            .row("R21 max of [100000, 10] over the last axis", || {
                tens.ours.max_axes::<axes![-1]>()
            })
            .candle(|| tens.candle.max(1).unwrap())
            .burn(|| tens.burn.clone().max_dim(1))
            .ndarray(|| Zip::from(tens.array.rows()).par_map_collect(greatest))
    );
    measure!(
        table
            .row("R22 argmax of [1024, 768] over the last axis", || {
                x.ours.along::<-1>().argmax()
            })
            .candle(|| x.candle.argmax(D::Minus1).unwrap())
            .burn(|| x.burn.clone().argmax(1))
            .ndarray(|| Zip::from(x.array.rows()).par_map_collect(place_of_greatest))
    );
    measure!(
        table
            .row("R22 argmax of [1024, 768] over the first axis", || {
                x.ours.along::<-2>().argmax()
            })
            .candle(|| x.candle.argmax(0).unwrap())
            .burn(|| x.burn.clone().argmax(0))
            .ndarray(|| Zip::from(x.array.columns()).par_map_collect(place_of_greatest))
    );
    let (sides, maps) = (numbers!(64, 128, 96), numbers!(8, 64, 56, 56));
    let alternate = numbers!(16, 24, 32, 96);
    measure!(
        table
            .row(
                "R23 sum of [64, 128, 96] over the first and the last",
                || sides.ours.sum_axes::<axes![-3, -1]>(),
            )
            .candle(|| sides.candle.sum((0, 2)).unwrap())
            .burn(|| sides.burn.clone().sum_dims(&[0, 2]))
            .ndarray(|| sides.array.sum_axis(Axis(2)).sum_axis(Axis(0)))
    );
    measure!(
        table
            .row("R23 sum of [8, 64, 56, 56] over all but the second", || {
                maps.ours.sum_axes::<axes![-4, -2, -1]>()
            })
            .candle(|| maps.candle.sum((0, 2, 3)).unwrap())
            .burn(|| maps.burn.clone().sum_dims(&[0, 2, 3]))
            .ndarray(|| {
                let sums = Zip::from(maps.array.lanes(Axis(3))).par_map_collect(|row| row.sum());
                sums.sum_axis(Axis(2)).sum_axis(Axis(0))
            })
    );
    measure!(
        table
            .row(
                "R23 sum of [16, 24, 32, 96] over the first and the third",
                || alternate.ours.sum_axes::<axes![-4, -2]>(),
            )
            .candle(|| alternate.candle.sum((0, 2)).unwrap())
            .burn(|| alternate.burn.clone().sum_dims(&[0, 2]))
            .ndarray(|| alternate.array.sum_axis(Axis(2)).sum_axis(Axis(0)))
    );
    let long = numbers!(4000000);
    measure!(
        table
            .row("sum of [4000000]", || long.ours.sum_axes::<axes![-1]>())
            .candle(|| long.candle.sum_all().unwrap())
            .burn(|| long.burn.clone().sum())
            .ndarray(|| {
                let parts = long.array.axis_chunks_iter(Axis(0), 1 << 16);
                parts.into_par_iter().map(|part| part.sum()).sum::<f32>()
            })
    );
    measure!(
        table
            .row("variance of [1024, 768] over the last axis", || {
                x.ours.var_axes::<axes![-1]>()
            })
            .candle(|| x.candle.var(D::Minus1).unwrap())
            .burn(|| x.burn.clone().var_bias(1))
            .ndarray(|| Zip::from(x.array.rows()).par_map_collect(|row| row.var(0.0)))
    );
    measure!(
        table
            .row("sort of [1024, 768] along the last axis", || {
                x.ours.along::<-1>().sort()
            })
            .candle(|| x.candle.sort_last_dim(true).unwrap().0)
            .burn(|| x.burn.clone().sort(1))
    );
    measure!(
        table
            .row("sort of [4000000]", || long.ours.along::<-1>().sort())
            .burn(|| long.burn.clone().sort(0))
    );
    measure!(
        table
            .row("running sums of [1024, 768]", || {
                x.ours.cumulative_sum::<-1>()
            })
            .burn(|| x.burn.clone().cumsum(1))
    );
}
