use shapecheck::window::Conv;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 3, 32, 32]>::zeros();
    let kernels = InlineTensor::<f32, shape![16, 3, 3, 3]>::zeros();
    let _ = images.conv2d(&kernels, Conv::new().stride::<0>());
}
