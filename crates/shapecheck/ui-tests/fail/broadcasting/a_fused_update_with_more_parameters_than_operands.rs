//! Each name in the function has an operand.
use shapecheck::{Tensor, broadcast_update, shape};

fn main() {
    let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    let y = Tensor::<f32, shape![3]>::zeros();
    broadcast_update!(|x, y, z| *x += y * z; &mut x, &y);
}
