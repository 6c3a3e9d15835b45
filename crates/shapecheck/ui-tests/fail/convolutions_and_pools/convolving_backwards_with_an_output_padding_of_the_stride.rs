use shapecheck::window::ConvTranspose;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 3, 7, 7]>::zeros();
    let kernels = InlineTensor::<f32, shape![3, 4, 3, 3]>::zeros();
    let _ = images.conv_transpose2d(&kernels, ConvTranspose::new().stride::<2>().output_padding::<2>());
}
