use shapecheck::{Tensor, shape};

fn main() {
    let queries = Tensor::<f32, shape![12, 5, 64]>::zeros();
    let keys = Tensor::<f32, shape![4, 7, 64]>::zeros();
    let values = Tensor::<f32, shape![1, 7, 64]>::zeros();
    let _ = queries.grouped_attention(&keys, &values);
}
