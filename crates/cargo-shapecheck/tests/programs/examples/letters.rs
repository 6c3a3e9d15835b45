//! Names in sums and products, in values and in code to write; arguments as the signature has them.

use shapecheck::{Dim, Tensor, checked, dims, shape};

dims! { Batch, Copies, Query, Key, Keys, Pose = 6 }

#[checked]
fn layer<N: Dim>(_: &Tensor<f32, shape![N, 784]>) {}

#[checked]
fn merged(_: &Tensor<f32, shape![Batch * Copies, 784]>) {}

fn of_arguments(x: &Tensor<f32, shape![16, 783]>, y: &Tensor<f32, shape![2 * Batch, 784]>) {
    layer(x);
    merged(y);
}

fn of_axes(x: &Tensor<f32, shape![Batch, Query, Key]>) {
    let _ = x.along_named::<Keys>().sum();
}

fn of_sums(x: &Tensor<f32, shape![Query + 1]>, y: &Tensor<f32, shape![Query]>) {
    let _ = x + y;
}

fn of_values() -> Copies {
    Batch::of(3)
}

fn in_code(x: &Tensor<f32, shape![Pose, Batch]>) {
    x.eye();
}

fn in_functions(x: &Tensor<f32, shape![Batch]>) {
    dims! { Inside, Batch }
    let _: &Tensor<f32, shape![Batch]> = x;
}

fn main() {}
