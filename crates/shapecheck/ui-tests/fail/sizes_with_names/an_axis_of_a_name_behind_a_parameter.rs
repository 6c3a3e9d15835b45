use shapecheck::{Shape, Tensor, dims, shape};

dims! { Seq }

fn mean<S: Shape>(x: &Tensor<f32, shape![..S, Seq, 64]>) {
    let _ = x.along_named::<Seq>().mean();
}

fn main() {}
