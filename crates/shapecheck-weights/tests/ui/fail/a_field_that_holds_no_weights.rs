use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
struct Linear {
    bias: Tensor<f32, shape![3]>,
    epochs: String,
}

fn main() {}
