use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.linear(&self.weights)
    }
}

struct Model {
    first: Linear<784, 128>,
    second: Linear<100, 10>,
}

fn scores(model: &Model, x: &Tensor<f32, shape![32, 784]>) -> Tensor<f32, shape![32, 10]> {
    model.second.forward(&model.first.forward(x).relu())
}

fn main() {}
