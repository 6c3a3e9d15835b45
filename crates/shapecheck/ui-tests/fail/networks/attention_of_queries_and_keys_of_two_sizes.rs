use shapecheck::{InlineTensor, shape};

fn main() {
    let queries = InlineTensor::<f32, shape![5, 64]>::zeros();
    let keys = InlineTensor::<f32, shape![7, 32]>::zeros();
    let _ = queries.attention(&keys, &keys);
}
