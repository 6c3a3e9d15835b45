//! The elements of a transposed matrix are not in row-major order.
use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::zeros();
    let view = x.transpose();
    let _: &[f32] = view.as_slice();
}
