//! Inline storage has the size that its type says.
use shapecheck::{InlineTensor, shape};

fn double(x: InlineTensor<f32, shape![_, 3]>) -> InlineTensor<f32, shape![_, 3]> {
    x
}

fn main() {}
