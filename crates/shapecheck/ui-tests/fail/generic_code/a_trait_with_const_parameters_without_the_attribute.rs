use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

trait Layer<const I: usize, const O: usize> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]>;
}

#[checked]
impl<const I: usize, const O: usize> Layer<I, O> for Linear<I, O> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
        x.linear(&self.weights)
    }
}

fn main() {}
