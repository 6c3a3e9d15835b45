//! `#[derive]` beside the macro for shapes.

use shapecheck::{Dim, Tensor, shape};

#[derive(Clone)]
pub struct Convolution<I: Dim, O: Dim> {
    pub(crate) kernels: Tensor<f32, shape![O, I, 3, 3]>,
    bias: Option<Tensor<f32, shape![O]>>,
}

#[derive(Clone)]
enum Part<N: Dim> { Gain { x: Tensor<f32, shape![N]> }, Bias(Tensor<f32, shape![N]>) }

fn main() {}
