//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn sum<S>(a: &Tensor<f32, shape![..S, 3]>) -> f32 {
    a.sum()
}

fn main() {}
