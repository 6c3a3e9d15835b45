//! A list of names instead of a shape, which rustc takes for an array.

use shapecheck::{Tensor, dims};

dims! { Batch }

fn of_names(_: &Tensor<f32, [Batch, 3]>) {}

fn of_tuples(_: &Tensor<f32, (2, 3)>) {}

fn main() {}
