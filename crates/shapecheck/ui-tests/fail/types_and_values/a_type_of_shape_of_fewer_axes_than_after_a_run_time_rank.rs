use shapecheck::{DynShape, Tensor, shape};

fn row(x: Tensor<f32, shape![..DynShape, 2, 3]>) {
    let _ = x.try_into_shape::<shape![3]>();
}

fn main() {}
