use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensors")]
struct Linear {
    weight: Tensor<f32, shape![3, 4]>,
    bias: Tensor<f32, shape![4]>,
}

fn main() {}
