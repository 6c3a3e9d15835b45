//! The headline is rustc's own.

use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 32, 784]>::zeros();
    let b = Tensor::<f32, shape![784, 10]>::zeros();
    let _ = a.matmul(&b);
}
