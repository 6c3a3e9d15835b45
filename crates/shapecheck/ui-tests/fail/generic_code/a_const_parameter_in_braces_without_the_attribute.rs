use shapecheck::{Tensor, shape};

fn sum<const N: usize>(_: &Tensor<f32, shape![2, { N }]>) {}

fn main() {}
