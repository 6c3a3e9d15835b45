use shapecheck::{Dim, Tensor, shape};

fn add<N: Dim, M: Dim>(a: Tensor<f32, shape![2, N]>, b: Tensor<f32, shape![M]>) {
    let _ = a + b;
}

fn main() {}
