use shapecheck::{InlineTensor, shape};

fn main() {
    let queries = InlineTensor::<f32, shape![4, 5, 64]>::zeros();
    let keys = InlineTensor::<f32, shape![3, 7, 64]>::zeros();
    let _ = queries.attention(&keys, &keys);
}
