use shapecheck::window::{Conv, Stride};
use shapecheck::{InlineTensor, shape};

fn main() {
    let signals = InlineTensor::<f32, shape![8, 3, 32]>::zeros();
    let kernels = InlineTensor::<f32, shape![16, 3, 3]>::zeros();
    let _ = signals.conv1d(&kernels, Conv::new().strides((Stride::<2>, Stride::<1>)));
}
