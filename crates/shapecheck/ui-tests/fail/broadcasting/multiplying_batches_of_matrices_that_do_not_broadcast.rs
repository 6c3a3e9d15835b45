//! Two matrices by three.
use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 4, 5]>::zeros();
    let b = Tensor::<f32, shape![3, 5, 6]>::zeros();
    let _ = a.matmul(&b);
}
