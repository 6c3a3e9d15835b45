use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/twice.safetensors")]
struct Layer {
    x: Tensor<f32, shape![2]>,
}

fn main() {}
