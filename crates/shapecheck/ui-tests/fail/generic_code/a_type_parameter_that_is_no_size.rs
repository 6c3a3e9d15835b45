//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn first<N>(a: &Tensor<f32, shape![2, N]>) -> Option<&f32> {
    a.get(&[0, 0])
}

fn main() {}
