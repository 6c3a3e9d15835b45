use shapecheck::{Dim, Tensor, shape};

type Weights = Tensor<f32, shape![10, 784]>;

struct Layer {
    weights: Weights,
}

fn scores<B: Dim>(
    x: &Tensor<f32, shape![B, 784]>,
    weights: &Tensor<f32, shape![12, 784]>,
) -> Tensor<f32, shape![B, 10]> {
    x.linear(weights).of_shape()
}

fn layer(weights: Tensor<f32, shape![784, 10]>) -> Layer {
    Layer {
        weights: weights.of_shape(),
    }
}

fn means(x: &Tensor<f32, shape![5, 784]>) {
    let means: Tensor<f32, shape![5]> = x.mean_axis::<-1>().of_shape();
}

fn main() {}
