//! The target never changes its shape.
use shapecheck::{Tensor, broadcast_update, shape};

fn main() {
    let mut x = Tensor::<f32, shape![1, 3]>::zeros();
    let y = Tensor::<f32, shape![2, 3]>::zeros();
    broadcast_update!(|x, y| *x += y; &mut x, &y);
}
