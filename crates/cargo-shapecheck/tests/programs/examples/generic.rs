//! Shapes with a prefix, parameters and dynamic axes: E0308.
use shapecheck::{Dim, DynShape, Shape, Tensor, shape};

fn head<S: Shape, N: Dim>(x: Tensor<f32, shape![..S, N, 3]>) -> Tensor<f32, shape![..S, N, 4]> {
    x
}

fn batch(x: Tensor<f32, shape![..DynShape, 3]>) -> Tensor<f32, shape![_, 3]> {
    x
}

fn main() {}
