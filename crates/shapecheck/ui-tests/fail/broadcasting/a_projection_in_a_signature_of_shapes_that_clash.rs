use shapecheck::{Broadcasted, Tensor, shape};

fn joined(_: Tensor<f32, Broadcasted<shape![8, 224], shape![128]>>) {}

fn main() {}
