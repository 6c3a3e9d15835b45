use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/model.safetensors", prefix = "layers.*")]
struct Layer {
    #[weights(merged = -3..=-2)]
    weight: Tensor<f32, shape![2, 3, 4]>,
    bias: Tensor<f32, shape![4]>,
}

fn main() {}
