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

fn main() {}
