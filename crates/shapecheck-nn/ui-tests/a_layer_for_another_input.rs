use shapecheck::{Dim, Tensor, shape};
use shapecheck_nn::Layer;
use shapecheck_nn::sized::Linear;

struct Model {
    first: Linear<784, 128>,
    last: Linear<100, 10>,
}

fn scores<B: Dim>(model: &Model, x: &Tensor<f32, shape![B, 784]>) -> Tensor<f32, shape![B, 10]> {
    model.last.forward(&model.first.forward(x).relu())
}

fn main() {}
