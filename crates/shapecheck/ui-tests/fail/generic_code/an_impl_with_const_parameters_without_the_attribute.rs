use shapecheck::{Tensor, checked, shape};

#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![O, I]>,
}

impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward(&self, x: &Tensor<f32, shape![4, I]>) {
        x.linear(&self.weights);
    }
}

fn main() {}
