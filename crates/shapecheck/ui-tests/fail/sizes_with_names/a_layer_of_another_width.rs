use shapecheck::{Tensor, dims, shape};

dims! { Batch, Head, Heads, Hidden, Width = Heads * Head }

fn output(x: &Tensor<f32, shape![Batch, Hidden]>, weights: &Tensor<f32, shape![Width, Width]>) {
    let _ = x.linear(weights);
}

fn main() {}
