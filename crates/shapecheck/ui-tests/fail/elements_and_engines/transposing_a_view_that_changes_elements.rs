//! The same elements would be changed in two places.
use shapecheck::{Tensor, shape};

fn main() {
    let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    let view = x.view_mut();
    let _ = view.transpose();
}
