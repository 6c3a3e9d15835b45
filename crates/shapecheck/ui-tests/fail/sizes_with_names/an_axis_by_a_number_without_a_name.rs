use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

fn mean(x: &Tensor<f32, shape![Batch, Seq, _]>) {
    let _ = x.along_named::<shapecheck::dim!(_)>().mean();
}

fn main() {}
