use shapecheck::window::ConvTranspose;
use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Decoder<const I: usize, const O: usize> {
    kernels: Tensor<f32, shape![I, O, 4, 4]>,
}

#[checked]
impl<const I: usize, const O: usize> Decoder<I, O> {
    fn forward<B: Dim, H: Dim, W: Dim>(
        &self,
        x: &Tensor<f32, shape![B, I, H, W]>,
    ) -> Tensor<f32, shape![B, O, 2 * H, 2 * W]> {
        let settings = ConvTranspose::new().stride::<2>().padding::<1>();
        x.conv_transpose2d(&self.kernels, settings)
    }
}

fn main() {}
