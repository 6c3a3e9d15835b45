//! The headline is rustc's own.
use shapecheck::{Tensor, shape};

fn main() {
    let [_rows, _columns] = Tensor::<f32, shape![2, 3, 4]>::zeros().sizes();
}
