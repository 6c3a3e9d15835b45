use shapecheck::window::Conv;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 3, 32, 1]>::zeros();
    let kernels = InlineTensor::<f32, shape![16, 3, 5, 5]>::zeros();
    let _ = images.conv2d(&kernels, Conv::new().padding::<1>());
}
