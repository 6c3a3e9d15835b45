//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn main() {
    let _: Tensor<i32, shape![3, 2]> = Tensor::from([[1, 2, 3], [4, 5, 6]]);
}
