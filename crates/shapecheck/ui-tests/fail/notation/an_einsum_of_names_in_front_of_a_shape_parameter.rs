use shapecheck::{Dim, Shape, Tensor, einsum, shape};

fn sum<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, N]>) -> Tensor<f32, S> {
    einsum!("n ... -> ..."; x)
}

fn main() {}
