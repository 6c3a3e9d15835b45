use shapecheck::{Tensor, dims, shape};

dims! { Batch, Heads, Seq }

fn scores(
    queries: &Tensor<f32, shape![Batch, Heads, Seq, 64]>,
    keys: &Tensor<f32, shape![Batch, Heads, Seq, 64]>,
) {
    let _ = queries.matmul(keys);
}

fn main() {}
