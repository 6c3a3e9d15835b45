//! Typed operations beside candle's own calls.

use shapecheck::{TensorOn, shape};
use shapecheck_candle::candle_core::{Result, Tensor as Untyped};
use shapecheck_candle::candle_nn::ops;
use shapecheck_candle::{Candle, untyped};

#[path = "../../tests/beside.rs"]
mod beside;

type Tensor<S> = TensorOn<f32, S, Candle>;

fn main() -> Result<()> {
    beside::head();

    let (a, b) = (
        Tensor::<shape![32, 3, 8]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a + b`, `[32, 3, 8]` and `[3, 1]`",
        || plain.broadcast_add(other),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![256, 3, 64]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a + b`, `[256, 3, 64]` and `[3, 1]`",
        || plain.broadcast_add(other),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![4, 4]>::ones(),
        Tensor::<shape![4, 4]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[4, 4]`",
        || plain.matmul(other),
        || a.matmul(&b),
    );

    let (a, b) = (
        Tensor::<shape![128, 256]>::ones(),
        Tensor::<shape![256, 128]>::ones(),
    );
    let (plain, other) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[128, 256]` by `[256, 128]`",
        || plain.matmul(other),
        || a.matmul(&b),
    );

    let (x, weights, bias) = (
        Tensor::<shape![64, 128]>::ones(),
        Tensor::<shape![128, 128]>::ones(),
        Tensor::<shape![128]>::ones(),
    );
    let all = [untyped(&x), untyped(&weights), untyped(&bias)];
    let plain = |[x, weights, bias]: [&Untyped; 3]| {
        x.matmul(weights)?
            .broadcast_add(bias)?
            .relu()?
            .sum_keepdim(1)
    };
    beside::beside(
        "a layer and the sum of its rows, 64 by 128",
        || plain(all),
        || (x.matmul(&weights) + &bias).relu().sum_axis::<-1>(),
    );

    let (x, weights, bias) = (
        Tensor::<shape![4, 32, 384]>::full(0.5),
        Tensor::<shape![384]>::ones(),
        Tensor::<shape![384]>::ones(),
    );
    let (plain, scale, shift) = (untyped(&x), untyped(&weights), untyped(&bias));
    beside::beside(
        "a layer norm with a bias, `[4, 32, 384]`",
        || ops::layer_norm(plain, scale, shift, 1e-5),
        || x.layer_norm_with_bias(&weights, &bias, 1e-5),
    );
    beside::beside(
        "an RMS norm, `[4, 32, 384]`",
        || ops::rms_norm(plain, scale, 1e-5),
        || x.rms_norm(&weights, 1e-5),
    );
    Ok(())
}
