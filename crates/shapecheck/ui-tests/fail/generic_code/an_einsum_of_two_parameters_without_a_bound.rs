use shapecheck::{Dim, Scalar, Tensor, einsum, shape};

fn dot<N: Dim, M: Dim>(
    x: &Tensor<f32, shape![N]>,
    y: &Tensor<f32, shape![M]>,
) -> Tensor<f32, Scalar> {
    einsum!("i, i ->"; x, y)
}

fn main() {}
