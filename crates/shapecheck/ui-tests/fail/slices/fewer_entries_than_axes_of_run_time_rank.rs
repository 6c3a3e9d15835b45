use shapecheck::{DynShape, Tensor, s, shape};

fn first(x: &Tensor<f32, shape![..DynShape, 8, 3]>) {
    let _ = x.slice(s![0]);
}

fn main() {}
