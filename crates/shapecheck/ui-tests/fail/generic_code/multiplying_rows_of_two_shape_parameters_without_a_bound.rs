use shapecheck::{Dim, Shape, Tensor, shape};

fn product<S: Shape, R: Shape, K: Dim, N: Dim>(
    x: &Tensor<f32, shape![..S, K]>,
    y: &Tensor<f32, shape![..R, K, N]>,
) {
    let _ = x.matmul(y);
}

fn main() {}
