use shapecheck::{InlineTensor, shape};

fn main() {
    let queries = InlineTensor::<f32, shape![12, 5, 64]>::zeros();
    let keys = InlineTensor::<f32, shape![4, 7, 64]>::zeros();
    let values = InlineTensor::<f32, shape![4, 6, 64]>::zeros();
    let _ = queries.grouped_causal_attention(&keys, &values);
}
