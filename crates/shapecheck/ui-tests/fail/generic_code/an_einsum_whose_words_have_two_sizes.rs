use shapecheck::{Dim, Tensor, einsum, shape};

fn hidden<B: Dim, I: Dim, W: Dim, O: Dim>(
    x: &Tensor<f32, shape![B, I]>,
    weights: &Tensor<f32, shape![B, O, W]>,
) -> Tensor<f32, shape![B, O]> {
    einsum!("batch width, batch out width -> batch out"; x, weights)
}

fn main() {}
