use shapecheck::{StaticDim, Tensor, shape};
use shapecheck_weights::{Load, Save};

#[derive(Load)]
#[weights(file = "tests/data/model.safetensors", prefix = "layers.*")]
pub struct Layer {
    #[weights(merged = -3..=-2)]
    pub weight: Tensor<f32, shape![2, 2, 4]>,
    pub bias: Option<Box<Tensor<f32, shape![4]>>>,
}

#[derive(Load, Save)]
pub struct Heads<H: StaticDim, D: StaticDim, E: StaticDim> {
    #[weights(merged = -3..=-2)]
    pub queries: Tensor<f32, shape![H, D, E]>,
    #[weights(merged = -4..=-2, name = "in_proj.weight")]
    pub all: [Tensor<f32, shape![3, H, D, E]>; 2],
    #[weights(merged = -2..=-1, transposed)]
    pub output: Option<Tensor<f32, shape![E, H, D]>>,
}

fn main() {}
