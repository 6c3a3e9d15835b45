use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensor")]
struct Linear {
    bias: Tensor<f32, shape![3]>,
}

fn main() {}
