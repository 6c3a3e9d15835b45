//! The elements of a transposed matrix are not in row-major order.
use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let _ = x.transpose().reshape::<shape![6]>();
}
