//! A view that changes elements is read through a view of it that reads.
use shapecheck::{Tensor, shape};

fn main() {
    let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    let y = Tensor::<f32, shape![3]>::zeros();
    let view = x.view_mut();
    let _ = &y + &view;
    let _ = view.sum_axis::<-1>();
}
