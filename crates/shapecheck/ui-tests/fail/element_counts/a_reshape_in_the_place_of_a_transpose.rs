use shapecheck::{Tensor, dims, shape};

dims! { Heads = 12, Seq = 5 }

fn by_position(scores: &Tensor<f32, shape![Heads, Seq]>) -> Tensor<f32, shape![Seq, Heads]> {
    scores.reshape()
}

fn main() {}
