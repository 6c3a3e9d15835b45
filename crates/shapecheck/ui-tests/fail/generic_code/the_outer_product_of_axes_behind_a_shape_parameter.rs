use shapecheck::{Shape, Tensor, shape};

fn table<S: Shape>(x: &Tensor<f32, shape![..S, 2, 3]>, y: &Tensor<f32, shape![4]>) {
    let _ = x.outer(y);
}

fn main() {}
