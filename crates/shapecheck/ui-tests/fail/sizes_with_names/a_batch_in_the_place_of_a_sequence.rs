use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

fn placed(
    words: &Tensor<f32, shape![Batch, Seq, 64]>,
    places: &Tensor<f32, shape![Seq, Batch, 64]>,
) {
    let _ = words + places;
}

fn main() {}
