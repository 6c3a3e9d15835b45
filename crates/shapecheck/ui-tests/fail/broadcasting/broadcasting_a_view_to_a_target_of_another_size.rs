//! A view repeats what it is made of, and changes no other size.
use shapecheck::{Tensor, shape};

fn main() {
    let row = Tensor::<f32, shape![3]>::zeros();
    let _ = row.broadcast_to::<shape![2, 4]>();
}
