//! The left side never grows.
use shapecheck::{Tensor, shape};

fn main() {
    let column = Tensor::<f32, shape![4, 1]>::zeros();
    let row = Tensor::<f32, shape![4]>::zeros();
    let _ = column.one_sided() + &row;
}
