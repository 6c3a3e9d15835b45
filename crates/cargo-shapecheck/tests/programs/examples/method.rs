//! A method that exists only where bounds hold: E0599.
use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<f32, shape![usize, 224]>::zeros();
    let a = Tensor::<f32, shape![2, 3, 224]>::zeros();
    a.flatten_all();
}
