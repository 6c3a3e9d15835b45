use shapecheck::{Dim, Shape, Tensor, shape};

fn product<M: Dim, S: Shape>(x: &Tensor<f32, shape![M, 2]>, y: &Tensor<f32, S>) {
    let _ = x.kron(y);
}

fn main() {}
