use shapecheck::window::ConvTranspose;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 4, 7, 7]>::zeros();
    let kernels = InlineTensor::<f32, shape![16, 4, 3, 3]>::zeros();
    let _ = images.conv_transpose2d(&kernels, ConvTranspose::new());
}
