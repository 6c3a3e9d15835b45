use shapecheck::window::Conv;
use shapecheck::{Dim, Tensor, shape};

fn layer<B: Dim, C: Dim, N: Dim>(
    images: &Tensor<f32, shape![B, C, N, N]>,
    kernels: &Tensor<f32, shape![16, C, 3, 3]>,
) {
    images.conv2d(kernels, Conv::new());
}

fn main() {
    let _: fn(_, _) = layer::<shapecheck::dim!(1), shapecheck::dim!(2), shapecheck::dim!(8)>;
}
