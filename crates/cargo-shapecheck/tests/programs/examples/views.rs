//! Views and inline tensors, and a size that is not inferred yet: E0308.
use shapecheck::{Dim, InlineTensor, Tensor, View, ViewMut, shape};

fn layer<N: Dim>(_: &Tensor<f32, shape![N, 784]>) -> Tensor<f32, shape![N, 10]> {
    todo!()
}

fn main() {
    let images = Tensor::<f32, shape![32, 28, 28]>::zeros();
    let _: Tensor<f32, shape![10]> = layer(&images.reshape::<shape![32, 784]>());
    let matrix = InlineTensor::<f32, shape![2, 3]>::zeros();
    let _: View<f32, shape![3, 2]> = matrix.transpose();
    let mut vector = Tensor::from([1, 2, 3]);
    let _: ViewMut<i64, shape![2]> = vector.view_mut();
}
