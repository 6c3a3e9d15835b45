use shapecheck::{Tensor, dims, shape};

dims! { Batch, Past, Seq }

type Scores = Tensor<f32, shape![Batch, 8, Seq, Past + Seq]>;

fn masked(scores: Scores, mask: Tensor<f32, shape![Seq, Seq]>) -> Scores {
    scores + mask
}

fn main() {}
