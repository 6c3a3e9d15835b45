use shapecheck::{Tensor, dims, shape};

dims! { Batch, Past, Seq }

fn mean(x: &Tensor<f32, shape![Batch, Seq, 64]>) {
    let _ = x.along_named::<Past>().mean();
}

fn main() {}
