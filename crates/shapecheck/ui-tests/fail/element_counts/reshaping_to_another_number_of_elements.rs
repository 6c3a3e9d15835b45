//! 24 elements do not fit in a shape of 30.
use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![2, 3, 4]>::zeros();
    let _ = x.reshape::<shape![5, 6]>();
}
