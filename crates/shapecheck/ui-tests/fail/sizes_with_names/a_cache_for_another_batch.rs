use shapecheck::{Tensor, dims, shape};

dims! { Batch, Beams, Past, Seq }

fn step(
    cache: &Tensor<f32, shape![Beams, 8, Past, 64]>,
    keys: &Tensor<f32, shape![Batch, 8, Seq, 64]>,
) {
    let _ = cache.along::<-2>().concat(keys);
}

fn main() {}
