//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = a[[1]];
}
