//! An argument of another rank: E0308.
use shapecheck::{Tensor, shape};

fn norm(_: &Tensor<f32, shape![_, 10]>) {}

fn main() {
    norm(&Tensor::<f32, shape![32, 3, 10]>::zeros());
    norm(&Tensor::<f64, shape![8, 10]>::zeros());
}
