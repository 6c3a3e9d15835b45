//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 1]>::zeros();
    let b = Tensor::<f32, shape![3]>::zeros();
    let _: Tensor<f32, shape![2, 4]> = a + b;
}
