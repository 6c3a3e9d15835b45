use shapecheck::window::Same;
use shapecheck::{Tensor, shape};

fn main() {
    let signals = Tensor::<f64, shape![2, 100]>::zeros();
    let kernel = Tensor::<f64, shape![3, 5]>::zeros();
    let _ = signals.correlate(&kernel, Same);
}
