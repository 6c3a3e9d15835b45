use shapecheck::{DynShape, Tensor, shape};

fn rows(x: Tensor<f32, shape![3]>) {
    let _ = x.try_into_shape::<shape![..DynShape, 2, 3]>();
}

fn main() {}
