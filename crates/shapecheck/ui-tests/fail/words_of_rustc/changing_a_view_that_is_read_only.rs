//! The headline is rustc's own.
//! Others may look at the elements of a view too.
use shapecheck::{Tensor, shape};

fn main() {
    let row = Tensor::<f32, shape![3]>::zeros();
    let mut view = row.view();
    view += &row;
}
