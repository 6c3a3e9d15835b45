//! Layers are for floats, and so is mixed precision.
use shapecheck::engine::MixedPrecision;
use shapecheck::{Tensor, TensorOn, shape};

fn layer<E: MixedPrecision<i32>>(x: &TensorOn<i32, shape![3], E>) {
    let _ = x.in_f32(|x| x.exp());
}

fn main() {
    layer(&Tensor::from([1, 2, 3]));
}
