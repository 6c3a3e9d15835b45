//! The headline is rustc's own.

use shapecheck::{Shape, Tensor, shape};

fn first<S: Shape>(a: &Tensor<f32, shape![S, 3]>) -> Option<&f32> {
    a.get(&[0, 0])
}

fn main() {}
