//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<f32, shape![usize, 3]>::zeros();
}
