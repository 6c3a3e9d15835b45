//! An inline tensor has room for the sizes that its type says.
use shapecheck::{InlineTensor, shape};

fn main() {
    let sizes = <shape![_, 3]>::try_from([2, 3]).unwrap();
    let _ = InlineTensor::<f32, _>::zeros_with(sizes);
}
