use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<f32, shape![5, 3]>::zeros();
    let _ = x.flatten_from::<-3>();
}
