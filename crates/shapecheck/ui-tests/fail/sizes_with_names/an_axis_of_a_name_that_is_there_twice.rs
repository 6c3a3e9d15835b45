use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

fn mean(scores: &Tensor<f32, shape![Batch, Seq, Seq]>) {
    let _ = scores.along_named::<Seq>().mean();
}

fn main() {}
