use shapecheck::dim::shard::mesh;
use shapecheck::{Tensor, dims, shape};

dims! { Hidden }
mesh! { Tp }

#[derive(shapecheck_weights::Load)]
#[weights(file = "tests/data/linear.safetensors")]
struct Linear {
    weight: Tensor<f32, shape![3, Hidden / Tp]>,
    bias: Tensor<f32, shape![3]>,
}

fn main() {}
