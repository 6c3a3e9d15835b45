use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensors")]
struct Linear {
    weights: Tensor<f32, shape![3, 4]>,
    bias: Tensor<f32, shape![3]>,
}

fn main() {}
