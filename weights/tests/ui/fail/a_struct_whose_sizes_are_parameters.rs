use shapecheck::{StaticDim, Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensors")]
struct Linear<O: StaticDim> {
    bias: Tensor<f32, shape![O]>,
}

fn main() {}
