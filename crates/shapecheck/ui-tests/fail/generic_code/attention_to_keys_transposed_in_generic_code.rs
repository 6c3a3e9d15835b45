use shapecheck::{Dim, Tensor, shape};

fn heads<B: Dim, T: Dim, N: Dim>(x: &Tensor<f32, shape![B, T, N]>) {
    let _ = x.attention(&x.transpose(), x);
}

fn main() {}
