//! A matrix product has no rule for shapes without axes.
use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 4]>::zeros();
    let _ = a.matmul(&Tensor::scalar(2.0));
}
