//! An engine of `f64` has no casts because of that.
use shapecheck::engine::Floats;
use shapecheck::{Dim, TensorOn, shape};

fn probabilities<N: Dim, E: Floats<f64>>(
    x: &TensorOn<f64, shape![N], E>,
) -> TensorOn<f64, shape![N], E> {
    x.in_f32(|x| x.softmax::<-1>())
}

fn main() {}
