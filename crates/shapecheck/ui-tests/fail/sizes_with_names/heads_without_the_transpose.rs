use shapecheck::{Tensor, dims, shape};

dims! { Batch, Heads, Seq }

fn heads(x: &Tensor<f32, shape![Batch, Seq, Heads, 64]>) {
    let _ = x.reshape::<shape![Batch, Heads, Seq, 64]>();
}

fn main() {}
