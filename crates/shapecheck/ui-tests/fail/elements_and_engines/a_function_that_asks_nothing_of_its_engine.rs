//! An engine alone holds elements.
use shapecheck::engine::Engine;
use shapecheck::{Dim, TensorOn, shape};

fn layer<N: Dim, K: Dim, E: Engine>(x: &TensorOn<f32, shape![N, K], E>) {
    let turned = x.transpose();
    let _ = x.matmul(&turned);
    let _ = x.exp();
}

fn main() {}
