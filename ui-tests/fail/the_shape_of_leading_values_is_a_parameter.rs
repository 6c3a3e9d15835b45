use shapecheck::{Shape, Tensor, shape};

fn placed<S: Shape>(x: &mut Tensor<f32, shape![8, 10]>, values: &Tensor<f32, S>) {
    x.along_mut::<-1>().scatter_leading(&Tensor::from([[1, 2]]), values);
}

fn main() {}
