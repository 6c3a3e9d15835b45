use shapecheck::{Tensor, shape};
use shapecheck_weights::Load;

#[derive(Load)]
#[weights(file = "tests/data/model.safetensors", prefix = "layers.*")]
pub struct Layer {
    #[weights(transposed)]
    pub weight: Tensor<f32, shape![4, 4]>,
    pub bias: Tensor<f32, shape![_]>,
}

#[derive(Load)]
#[weights(file = "tests/data/model.safetensors")]
pub struct Model {
    pub layers: Vec<Layer>,
    #[weights(name = "head.weight", transposed)]
    pub head: Tensor<f32, shape![4, 3]>,
    pub scale: Option<Tensor<f32, shape![4]>>,
}

fn main() {}
