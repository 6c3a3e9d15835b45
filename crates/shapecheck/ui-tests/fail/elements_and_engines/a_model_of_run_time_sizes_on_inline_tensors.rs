use shapecheck::engine::Models;
use shapecheck::{Dim, InlineTensor, TensorOn, shape};

fn layer<E: Models<f32>, B: Dim>(
    x: &TensorOn<f32, shape![B, 4], E>,
    weights: &TensorOn<f32, shape![2, 4], E>,
) -> TensorOn<f32, shape![B, 2], E> {
    x.linear(weights)
}

fn main() {
    let x = InlineTensor::<f32, shape![3, 4]>::ones();
    let _ = layer(&x, &InlineTensor::ones());
}
