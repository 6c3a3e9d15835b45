//! Casts are between numbers, and between these and `bool`.
use shapecheck::Tensor;

fn main() {
    let x = Tensor::from([1.5_f32, 2.0]);
    let _ = x.cast::<String>();
}
