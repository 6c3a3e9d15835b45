//! The headline is rustc's own.
//! Truth values have `&`, `|` and `^`.
use shapecheck::Tensor;

fn main() {
    let _ = Tensor::from([true, false]) + Tensor::from([true, true]);
}
