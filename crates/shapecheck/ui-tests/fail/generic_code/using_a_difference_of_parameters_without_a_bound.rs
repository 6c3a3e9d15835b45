use shapecheck::{Dim, Tensor, shape};

fn rest<M: Dim, N: Dim>(
    x: &Tensor<f32, shape![N]>,
    weights: &Tensor<f32, shape![M - N, N]>,
) -> Tensor<f32, shape![M - N]> {
    x.linear(weights)
}

fn main() {}
