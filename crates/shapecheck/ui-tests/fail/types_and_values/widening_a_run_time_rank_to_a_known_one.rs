use shapecheck::{DynShape, Tensor, shape};

fn matrix(x: Tensor<f32, DynShape>) -> Tensor<f32, shape![_, _]> {
    x.widen::<shape![_, _]>()
}

fn main() {}
