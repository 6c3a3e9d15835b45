use shapecheck::{InlineTensor, shape};

fn main() {
    let queries = InlineTensor::<f32, shape![12, 5, 64]>::zeros();
    let keys = InlineTensor::<f32, shape![5, 7, 64]>::zeros();
    let _ = queries.grouped_attention(&keys, &keys);
}
