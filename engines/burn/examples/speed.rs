//! Typed operations beside burn's own calls.

use shapecheck::{TensorOn, shape};
use shapecheck_burn::burn::tensor::{Tensor as Untyped, activation};
use shapecheck_burn::{Burn, untyped};

#[path = "../../tests/beside.rs"]
mod beside;

type Tensor<S> = TensorOn<f32, S, Burn>;

fn main() {
    beside::head();

    let (a, b) = (
        Tensor::<shape![32, 3, 8]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    // burn's tensors need as many axes on both sides.
    let (plain, other): (Untyped<3>, Untyped<3>) = (untyped(&a), untyped(&b.insert_axis::<-3>()));
    beside::beside(
        "`a + b`, `[32, 3, 8]` and `[3, 1]`",
        || plain.clone() + other.clone(),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![256, 3, 64]>::ones(),
        Tensor::<shape![3, 1]>::ones(),
    );
    let (plain, other): (Untyped<3>, Untyped<3>) = (untyped(&a), untyped(&b.insert_axis::<-3>()));
    beside::beside(
        "`a + b`, `[256, 3, 64]` and `[3, 1]`",
        || plain.clone() + other.clone(),
        || &a + &b,
    );

    let (a, b) = (
        Tensor::<shape![4, 4]>::ones(),
        Tensor::<shape![4, 4]>::ones(),
    );
    let (plain, other): (Untyped<2>, Untyped<2>) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[4, 4]`",
        || plain.clone().matmul(other.clone()),
        || a.matmul(&b),
    );

    let (a, b) = (
        Tensor::<shape![128, 256]>::ones(),
        Tensor::<shape![256, 128]>::ones(),
    );
    let (plain, other): (Untyped<2>, Untyped<2>) = (untyped(&a), untyped(&b));
    beside::beside(
        "`a.matmul(b)`, `[128, 256]` by `[256, 128]`",
        || plain.clone().matmul(other.clone()),
        || a.matmul(&b),
    );

    let (x, weights, bias) = (
        Tensor::<shape![64, 128]>::ones(),
        Tensor::<shape![128, 128]>::ones(),
        Tensor::<shape![128]>::ones(),
    );
    let plain: (Untyped<2>, Untyped<2>, Untyped<1>) =
        (untyped(&x), untyped(&weights), untyped(&bias));
    beside::beside(
        "a layer and the sum of its rows, 64 by 128",
        || {
            let (x, weights, bias) = plain.clone();
            activation::relu(x.matmul(weights) + bias.unsqueeze()).sum_dim(1)
        },
        || (x.matmul(&weights) + &bias).relu().sum_axis::<-1>(),
    );
}
