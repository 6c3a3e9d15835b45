use shapecheck::window::Conv;
use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Convolution<const I: usize, const O: usize, const K: usize> {
    kernels: Tensor<f32, shape![O, I, K, K]>,
}

#[checked]
impl<const I: usize, const O: usize, const K: usize> Convolution<I, O, K> {
    fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I, 8, 8]>) {
        x.conv2d(&self.kernels, Conv::new());
    }
}

fn main() {}
