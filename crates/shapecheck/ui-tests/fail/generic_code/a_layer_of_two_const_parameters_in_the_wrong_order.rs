use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Linear<const I: usize, const O: usize> {
    weights: Tensor<f32, shape![I, O]>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) {
        x.linear(&self.weights);
    }
}

fn main() {}
