use shapecheck::{Dim, Tensor, shape};

fn product<A: Dim, B: Dim, M: Dim, K: Dim, N: Dim>(
    x: &Tensor<f32, shape![A, M, K]>,
    y: &Tensor<f32, shape![B, K, N]>,
) {
    let _ = x.matmul(y);
}

fn main() {}
