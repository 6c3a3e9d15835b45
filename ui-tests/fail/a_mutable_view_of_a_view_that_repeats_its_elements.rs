//! Two elements of such a view share their memory.
use shapecheck::{Tensor, broadcast_update, shape};

fn main() {
    let row = Tensor::<f32, shape![3]>::zeros();
    let mut view = row.broadcast_to::<shape![2, 3]>();
    let _ = view.view_mut();
    broadcast_update!(|x| *x += 1.0; &mut view);
}
