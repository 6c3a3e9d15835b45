use shapecheck::{Tensor, dims, shape};

dims! { Batch, Past, Seq }

fn attended(
    queries: &Tensor<f32, shape![Batch, 8, Seq, 64]>,
    keys: &Tensor<f32, shape![Batch, 8, Past + Seq, 64]>,
    values: &Tensor<f32, shape![Batch, 8, Seq, 64]>,
) {
    let _ = queries.attention(keys, values);
}

fn main() {}
