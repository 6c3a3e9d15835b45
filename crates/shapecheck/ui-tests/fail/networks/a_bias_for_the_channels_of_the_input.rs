use shapecheck::window::Conv;
use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 3, 224, 224]>::zeros();
    let kernels = Tensor::<f32, shape![64, 3, 7, 7]>::zeros();
    let bias = Tensor::<f32, shape![3]>::zeros();
    let _ = images.conv2d_with_bias(&kernels, &bias, Conv::new().stride::<2>());
}
