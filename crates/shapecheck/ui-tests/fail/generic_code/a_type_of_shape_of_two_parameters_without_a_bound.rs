use shapecheck::{Dim, Tensor, shape};

fn named<N: Dim, K: Dim>(x: Tensor<f32, shape![N, 3]>) -> Tensor<f32, shape![K, 3]> {
    x.try_into_shape().unwrap()
}

fn main() {}
