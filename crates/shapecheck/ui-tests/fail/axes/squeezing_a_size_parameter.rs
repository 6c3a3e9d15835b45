use shapecheck::{Dim, Tensor, shape};

fn squeezed<N: Dim>(x: &Tensor<f32, shape![1, N, 3]>) {
    let _ = x.squeeze();
}

fn main() {}
