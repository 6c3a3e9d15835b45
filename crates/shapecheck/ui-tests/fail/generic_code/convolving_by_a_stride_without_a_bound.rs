use shapecheck::window::Conv;
use shapecheck::{Dim, Tensor, shape};

struct Encoder<I: Dim, O: Dim> {
    kernels: Tensor<f32, shape![O, I, 3, 3]>,
}

impl<I: Dim, O: Dim> Encoder<I, O> {
    fn forward<B: Dim, H: Dim, W: Dim>(
        &self,
        x: &Tensor<f32, shape![B, I, 2 * H, 2 * W]>,
    ) -> Tensor<f32, shape![B, O, H, W]> {
        x.conv2d(&self.kernels, Conv::new().stride::<2>().padding::<1>())
    }
}

fn main() {}
