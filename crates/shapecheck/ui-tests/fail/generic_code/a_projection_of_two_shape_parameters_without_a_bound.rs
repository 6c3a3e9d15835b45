use shapecheck::{Broadcasted, Shape, Tensor};

fn sum<A: Shape, B: Shape>(_: Tensor<f32, Broadcasted<A, B>>) {}

fn main() {}
