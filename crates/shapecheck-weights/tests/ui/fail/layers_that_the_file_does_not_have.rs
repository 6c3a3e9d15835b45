use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
struct Linear {
    weight: Tensor<f32, shape![3, 4]>,
}

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/model.safetensors")]
struct Model {
    layer: Vec<Linear>,
    input: Linear,
    #[weights(name = "blocks")]
    absent: Option<Vec<Linear>>,
}

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/model.safetensors", prefix = "layer.*")]
struct Layer {
    weight: Tensor<f32, shape![4, 4]>,
    bias: Tensor<f32, shape![4]>,
}

fn main() {}
