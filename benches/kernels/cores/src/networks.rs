//! Layers of networks: convolutions, pools, attention, softmax, norms.

use shapecheck::window::{Conv, Pool};

#[cfg(feature = "others")]
use self::others::*;
use crate::table::Table;
use crate::{measure, numbers};

#[cfg(feature = "others")]
mod others {
    pub use burn::tensor::activation;
    pub use burn::tensor::module::{attention, conv2d, max_pool2d};
    pub use burn::tensor::ops::{AttentionModuleOptions, ConvOptions, MaxPoolOptions};
    pub use candle_nn::ops;

    pub fn padded(padding: usize) -> ConvOptions<2> {
        ConvOptions::new([1, 1], [padding; 2], [1, 1], 1)
    }
}

pub fn rows(table: &Table) {
    let maps = numbers!(8, 64, 56, 56);
    let (kernel, plain) = (numbers!(64, 64, 3, 3), numbers!(64, 64, 1, 1));
    measure!(
        table
            .row("conv [8, 64, 56, 56] by 3 by 3", || {
                maps.ours.conv2d(&kernel.ours, Conv::new().padding::<1>())
            })
            .candle(|| maps.candle.conv2d(&kernel.candle, 1, 1, 1, 1).unwrap())
            .burn(|| conv2d(maps.burn.clone(), kernel.burn.clone(), None, padded(1)))
    );
    measure!(
        table
            .row("conv [8, 64, 56, 56] by 1 by 1", || {
                maps.ours.conv2d(&plain.ours, Conv::new())
            })
            .candle(|| maps.candle.conv2d(&plain.candle, 0, 1, 1, 1).unwrap())
            .burn(|| conv2d(maps.burn.clone(), plain.burn.clone(), None, padded(0)))
    );
    measure!(
        table
            .row("max_pool2d of [8, 64, 56, 56], 2 by 2", || {
                maps.ours.max_pool2d(Pool::of::<2>())
            })
            .candle(|| maps.candle.max_pool2d(2).unwrap())
            .burn(|| max_pool2d(maps.burn.clone(), MaxPoolOptions::new([2, 2])))
    );
    let q = numbers!(8, 12, 512, 64);
    measure!(
        table
            .row("attention of [8, 12, 512, 64]", || {
                q.ours.attention(&q.ours, &q.ours)
            })
            .candle(|| {
                let scores = (q.candle.matmul(&q.candle.t().unwrap()).unwrap() / 8.0).unwrap();
                let weights = ops::softmax_last_dim(&scores).unwrap();
                weights.matmul(&q.candle).unwrap()
            })
            .burn(|| {
                let [q, k, v] = [&q.burn; 3].map(Clone::clone);
                attention(q, k, v, None, None, AttentionModuleOptions::default())
            })
    );
    let x = numbers!(1024, 768);
    measure!(
        table
            .row("R26 softmax of [1024, 768] over the last axis", || {
                x.ours.softmax::<-1>()
            })
            .candle(|| ops::softmax_last_dim(&x.candle).unwrap())
            .burn(|| activation::softmax(x.burn.clone(), 1))
    );
    measure!(
        table
            .row("softmax of [1024, 768] over the first axis", || {
                x.ours.softmax::<-2>()
            })
            .candle(|| ops::softmax(&x.candle, 0).unwrap())
            .burn(|| activation::softmax(x.burn.clone(), 0))
    );
    let gain = numbers!(768);
    measure!(
        table
            .row("rms_norm of [1024, 768]", || {
                x.ours.rms_norm(&gain.ours, 1e-5)
            })
            .candle(|| ops::rms_norm(&x.candle, &gain.candle, 1e-5).unwrap())
            .burn(|| {
                let squares = (x.burn.clone() * x.burn.clone()).mean_dim(1);
                x.burn.clone() / (squares + 1e-5).sqrt() * gain.burn.clone().unsqueeze()
            })
    );
}
