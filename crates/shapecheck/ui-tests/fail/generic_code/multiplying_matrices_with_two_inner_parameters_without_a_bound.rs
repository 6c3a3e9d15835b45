use shapecheck::{Dim, Tensor, shape};

fn product<M: Dim, N: Dim>(a: &Tensor<f32, shape![2, M]>, b: &Tensor<f32, shape![N, 5]>) {
    let _ = a.matmul(b);
}

fn main() {}
