//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<usize, shape![2, 3]>::from_fn(|[i, j, k]| i + j + k);
}
