//! Settings that differ, and arrays of sizes of another length than the shape leaves open.

use shapecheck::window::{Conv, Pad, Pool, Stride, Window};
use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

type Words = shape![Batch, Seq, 64];

struct Layer {
    kernel: Tensor<f32, shape![4, 3, 3, 3]>,
    settings: Conv<Stride<2>, Pad<1>>,
}

impl Layer {
    fn new(kernel: Tensor<f32, shape![4, 3, 3, 3]>) -> Self {
        Self { kernel, settings: Conv::new().stride::<2>() }
    }
}

fn pooled(_: Pool<Window<3>, Stride<2>, Pad<1>>) {}

fn of_other_settings() {
    pooled(Pool::of::<3>().stride::<1>());
    pooled(3);
}

struct Config {
    kernel: [usize; 2],
}

fn of_another_length(x: &Tensor<f32, shape![_, _]>) {
    let _ = Tensor::<f32, _>::ones_with(Words::of([2, 5, 64]));
    let sizes = [2, 5, 64];
    let _ = Tensor::<f32, _>::ones_with(<shape![Batch, Seq, 64]>::of(sizes));
    let _ = Config { kernel: [3, 3, 3] };
    let _ = x[[0, 1, 2]];
}

fn main() {}
