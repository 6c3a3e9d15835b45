//! Const parameters in items without the attribute, and a number that none can be.

use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
#[derive(Default)]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

impl<const I: usize, const O: usize> Linear<I, O> {
    fn new() -> Self {
        Self {
            weights: Tensor::zeros(),
        }
    }

    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.linear(&self.weights)
    }
}

#[derive(Default)]
struct Model<const H: usize> {
    first: Linear<784, H>,
    last: Linear<H, 10>,
}

fn width<const H: usize>(model: &Model<H>) -> usize {
    model.last.weights.dims()[1]
}

struct Classifier {
    layer: Linear<784, 1001>,
}

impl Classifier {
    fn new() -> Self {
        Self {
            layer: Linear::new(),
        }
    }
}

trait Layer {
    fn call(&self, x: &Tensor<f32, shape![4, 3]>) -> Tensor<f32, shape![4, 2]>;
}

#[checked]
impl Layer for Linear<3, 2> {
    fn call(&self, x: &Tensor<f32, shape![4, 3]>) -> Tensor<f32, shape![4, 2]> {
        x.linear(&self.weights)
    }
}

#[checked]
struct Attention<const H: usize, const D: usize> {
    queries: Tensor<f32, shape![H * D, H * D]>,
}

#[checked]
impl<const H: usize, const D: usize> Attention<H, D> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, H * D]>) -> Tensor<f32, shape![B, H * D]> {
        x.linear(&self.queries)
    }
}

#[checked]
fn attended<const E: usize, const H: usize, const D: usize>(
    x: &Tensor<f32, shape![4, E]>,
    layer: &Attention<H, D>,
) {
    layer.forward(x);
}

fn main() {}
