use shapecheck::{Dim, Tensor, shape};

fn layer<I: Dim, J: Dim>(x: &Tensor<f32, shape![32, I]>, weights: &Tensor<f32, shape![10, J]>) {
    let _ = x.linear(weights);
}

fn main() {}
