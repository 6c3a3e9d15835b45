//! What moves elements: transposed copies, gathers, joins.

use shapecheck::{Tensor, shape};

#[cfg(feature = "others")]
use self::others::*;
use crate::table::Table;
use crate::{measure, numbers};

#[cfg(feature = "others")]
mod others {
    pub use burn::tensor::{Device as Place, Int, Tensor as Burn, TensorData};
    pub use candle_core::{Device, Tensor as Candle};
    pub use ndarray::{Axis, Zip};

    /// The same places for candle and for burn.
    pub fn places(places: &[usize]) -> (Candle, Burn<1, Int>) {
        let numbers: Vec<u32> = places.iter().map(|&place| place as u32).collect();
        let whole: Vec<i32> = places.iter().map(|&place| place as i32).collect();
        (
            Candle::from_slice(&numbers, places.len(), &Device::Cpu).unwrap(),
            Burn::from_data(TensorData::new(whole, [places.len()]), &Place::default()),
        )
    }
}

pub fn rows(table: &Table) {
    let (square, other) = (numbers!(1024, 1024), numbers!(1024, 1024));
    measure!(
        table
            .row("R24 [1024, 1024] transposed, copied", || {
                square.ours.transpose().to_tensor()
            })
            .candle(|| square.candle.t().unwrap().force_contiguous().unwrap())
            .ndarray(|| {
                let mut copy = ndarray::Array2::zeros((1024, 1024));
                Zip::from(&mut copy)
                    .and(square.array.t())
                    .par_for_each(|copy, x| *copy = *x);
                copy
            })
    );
    measure!(
        table
            .row("R24 x + y transposed, of [1024, 1024]", || {
                &square.ours + &other.ours.transpose()
            })
            .candle(|| square.candle.add(&other.candle.t().unwrap()).unwrap())
            .burn(|| square.burn.clone() + other.burn.clone().transpose())
            .ndarray(|| {
                let zip = Zip::from(&square.array).and(other.array.t());
                zip.par_map_collect(|x, y| x + y)
            })
    );
    let (x, y) = (numbers!(1024, 768), numbers!(1024, 768));
    let places: Vec<usize> = (0..4096).map(|place| place * 7919 % 1024).collect();
    #[cfg(feature = "others")]
    let (candle, burn) = others::places(&places);
    let ours = Tensor::<usize, shape![4096]>::from_vec(places.clone()).unwrap();
    measure!(
        table
            .row("4096 rows of [1024, 768]", || {
                x.ours.along::<-2>().take(&ours)
            })
            .candle(|| x.candle.index_select(&candle, 0).unwrap())
            .burn(|| x.burn.clone().select(0, burn.clone()))
            .ndarray(|| x.array.select(Axis(0), &places))
    );
    measure!(
        table
            .row("[1024, 768] behind [1024, 768]", || {
                x.ours.along::<-2>().concat(&y.ours)
            })
            .candle(|| Candle::cat(&[&x.candle, &y.candle], 0).unwrap())
            .burn(|| Burn::cat(vec![x.burn.clone(), y.burn.clone()], 0))
            .ndarray(|| ndarray::concatenate![Axis(0), x.array, y.array])
    );
    measure!(
        table
            .row("[1024, 768] beside [1024, 768]", || {
                x.ours.along::<-1>().concat(&y.ours)
            })
            .candle(|| Candle::cat(&[&x.candle, &y.candle], 1).unwrap())
            .burn(|| Burn::cat(vec![x.burn.clone(), y.burn.clone()], 1))
            .ndarray(|| ndarray::concatenate![Axis(1), x.array, y.array])
    );
    // burn's is a view.
    measure!(table.row("[1024, 768] flipped", || x.ours.along::<-1>().flip()));
}
