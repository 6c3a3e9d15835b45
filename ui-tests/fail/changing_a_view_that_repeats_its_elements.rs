//! The headline is rustc's own.
//! Two elements of such a view share their memory.
use shapecheck::{Tensor, shape};

fn main() {
    let row = Tensor::<f32, shape![3]>::zeros();
    let mut view = row.broadcast_to::<shape![2, 3]>();
    view += 1.0;
}
