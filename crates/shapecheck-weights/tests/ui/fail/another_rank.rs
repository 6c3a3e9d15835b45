use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/model.safetensors", prefix = "layers.*")]
struct Layer {
    weight: Tensor<f32, shape![4, 4]>,
    bias: Tensor<f32, shape![1, 4]>,
}

fn main() {}
