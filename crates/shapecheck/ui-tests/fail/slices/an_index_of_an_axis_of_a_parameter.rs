use shapecheck::{Dim, Tensor, s, shape};

fn first<B: Dim, N: Dim>(x: &Tensor<f32, shape![B, N]>) -> Tensor<f32, shape![B]> {
    x.slice(s![.., 0])
}

fn main() {}
