use shapecheck::{Dim, Tensor, shape};

fn layer<B: Dim, I: Dim, O: Dim, P: Dim>(
    x: &Tensor<f32, shape![B, I]>,
    weights: &Tensor<f32, shape![O, I]>,
    bias: &Tensor<f32, shape![P]>,
) -> Tensor<f32, shape![B, O]> {
    x.linear_with_bias(weights, bias)
}

fn main() {}
