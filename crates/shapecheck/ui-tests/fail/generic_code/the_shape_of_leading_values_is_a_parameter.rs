use shapecheck::{Shape, Tensor, shape};

fn placed<S: Shape>(
    x: &mut Tensor<f32, shape![8, 10]>,
    at: &Tensor<usize, shape![_, _]>,
    values: &Tensor<f32, S>,
) {
    x.along_mut::<-1>().scatter_leading(at, values);
}

fn main() {}
