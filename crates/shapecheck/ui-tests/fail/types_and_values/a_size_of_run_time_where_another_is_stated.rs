use shapecheck::{Tensor, shape};

fn any_batch(x: Tensor<f32, shape![8, 10]>) -> Tensor<f32, shape![_, 10]> {
    x.of_shape()
}

fn main() {}
