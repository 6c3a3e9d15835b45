use shapecheck::window::Conv;
use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![8, 3, 28, 28]>::zeros();
    let kernels = Tensor::<f32, shape![16, 3, 5, 5]>::zeros();
    let _ = kernels.conv2d(&images, Conv::new());
}
