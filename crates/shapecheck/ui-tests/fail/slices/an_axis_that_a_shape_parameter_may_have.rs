use shapecheck::{Dim, Shape, Tensor, s, shape};

fn first<S: Shape, N: Dim>(x: &Tensor<f32, shape![..S, N]>) {
    let _ = x.try_slice(s![0, ..]);
}

fn main() {}
