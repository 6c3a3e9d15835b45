use shapecheck::{StaticDim, Tensor, checked, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensors")]
struct Linear<O: StaticDim> {
    bias: Tensor<f32, shape![O]>,
}

#[checked]
#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensors")]
struct Numbered<const O: usize> {
    bias: Tensor<f32, shape![O]>,
}

fn main() {}
