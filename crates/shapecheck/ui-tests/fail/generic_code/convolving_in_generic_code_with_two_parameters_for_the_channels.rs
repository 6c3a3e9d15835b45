use shapecheck::window::Conv;
use shapecheck::{InlineTensor, StaticDim, shape};

fn layer<B: StaticDim, C: StaticDim, D: StaticDim>(
    images: &InlineTensor<f32, shape![B, C, 32, 32]>,
    kernels: &InlineTensor<f32, shape![16, D, 3, 3]>,
) {
    let _ = images.conv2d(kernels, Conv::new());
}

fn main() {
    let _: fn(_, _) = layer::<shapecheck::dim!(1), shapecheck::dim!(2), shapecheck::dim!(2)>;
}
