use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
struct Linear {
    #[weights(rename = "b")]
    bias: Tensor<f32, shape![3]>,
}

fn main() {}
