use shapecheck::window::Conv;
use shapecheck::{InlineTensor, shape};

fn main() {
    let images = InlineTensor::<f32, shape![8, 4, 32, 32]>::zeros();
    let kernels = InlineTensor::<f32, shape![3, 2, 3, 3]>::zeros();
    let _ = images.conv2d(&kernels, Conv::new().groups::<2>());
}
