use shapecheck::window::Valid;
use shapecheck::{Tensor, shape};

fn main() {
    let signals = Tensor::<f64, shape![2, 3]>::zeros();
    let kernel = Tensor::<f64, shape![5]>::zeros();
    let _ = signals.convolve(&kernel, Valid);
}
