use shapecheck::{Dim, Shape, Tensor, dims, shape};

dims! { Batch }

fn by_a_parameter<B: Dim, N: Dim>(x: &Tensor<f32, shape![N, B]>) {
    x.along_named::<B>().mean();
}

fn of_a_shape_parameter<S: Shape>(x: &Tensor<f32, S>) {
    x.along_named::<Batch>().mean();
}

fn main() {}
