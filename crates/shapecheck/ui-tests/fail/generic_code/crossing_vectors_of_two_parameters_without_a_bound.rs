use shapecheck::{Dim, Tensor, shape};

fn product<A: Dim, B: Dim>(x: &Tensor<f32, shape![A, 3]>, y: &Tensor<f32, shape![B, 3]>) {
    let _ = x.cross(y);
}

fn main() {}
