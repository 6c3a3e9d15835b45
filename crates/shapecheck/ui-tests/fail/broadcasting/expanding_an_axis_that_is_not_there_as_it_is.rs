//! There is no axis -3 to keep.
use shapecheck::algebra::Keep;
use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![3, 1]>::zeros();
    let _ = x.expand::<shape![Keep, 3, 4]>();
}
