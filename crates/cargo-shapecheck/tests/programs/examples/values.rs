//! Sizes instead of values, which rustc tells before it looks at types.

use shapecheck::{Axis, Dim, Tensor, dims, shape};

dims! { Batch }

fn of_names() -> usize {
    Batch
}

fn of_parameters<N: Dim>(_: &Tensor<f32, shape![N]>) -> usize {
    N
}

fn of_axes(x: &Tensor<f32, shape![2, 3]>) {
    let _ = x.sum_axis(Axis(0));
}

fn main() {}
