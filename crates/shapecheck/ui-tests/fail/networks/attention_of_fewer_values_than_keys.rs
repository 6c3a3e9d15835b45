use shapecheck::{InlineTensor, shape};

fn main() {
    let queries = InlineTensor::<f32, shape![2, 5, 64]>::zeros();
    let keys = InlineTensor::<f32, shape![2, 7, 64]>::zeros();
    let values = InlineTensor::<f32, shape![2, 6, 64]>::zeros();
    let _ = queries.attention(&keys, &values);
}
