//! Others may look at the elements of a view too.
use shapecheck::{Tensor, broadcast_update, shape};

fn main() {
    let row = Tensor::<f32, shape![3]>::zeros();
    let mut view = row.view();
    let _ = view.view_mut();
    broadcast_update!(|x| *x += 1.0; &mut view);
}
