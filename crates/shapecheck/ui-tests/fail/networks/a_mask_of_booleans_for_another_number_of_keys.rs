use shapecheck::{Dim, Tensor, dims, shape};

dims! { Batch, Query, Key }

fn main() {}

fn of_a_batch<H: Dim>(
    queries: &Tensor<f32, shape![Batch, H, Query, 64]>,
    keys: &Tensor<f32, shape![Batch, H, Key, 64]>,
    seen: &Tensor<bool, shape![Batch, Key]>,
) {
    let _ = queries.attention_where(keys, keys, &seen.insert_axis::<-1>().insert_axis::<-3>());
}
