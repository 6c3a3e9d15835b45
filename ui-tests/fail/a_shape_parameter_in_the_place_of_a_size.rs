//! The headline is rustc's own.

use shapecheck::{Shape, Tensor, shape};

fn sum<S: Shape>(a: &Tensor<f32, shape![S, 3]>) -> f32 {
    a.sum()
}

fn main() {}
