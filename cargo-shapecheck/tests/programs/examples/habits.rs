//! Forms of other libraries.

use shapecheck::typenum::U;
use shapecheck::{Tensor, shape};

fn of_axes(x: &Tensor<f32, shape![4, 3]>) {
    let _ = x.sum(-1);
    let _ = x.mean(0);
    let _ = x.mean_axis(0);
    let _ = x.view([3, 4]);
}

fn of_elements(x: &Tensor<f32, shape![4, 3]>) {
    let _ = x[0];
    let _ = x > 0.0;
    let _ = &x + &x;
    let _ = x + 1;
}

fn of_arrays(_: &Tensor<f32, [4, 3]>) {}

fn of_typenum(_: &Tensor<f32, shape![4, U<3072>]>) {}

fn main() {}
