use shapecheck::{Tensor, dims, shape};

dims! { Batch, Media, Seq }

fn masked(
    scores: &Tensor<f32, shape![Batch, Seq, Media]>,
    mask: &Tensor<f32, shape![Batch, Seq, Seq]>,
) {
    let _ = scores * mask;
}

fn main() {}
