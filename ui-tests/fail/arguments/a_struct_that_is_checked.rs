use shapecheck::{Tensor, checked, shape};

#[checked]
struct Layer {
    weights: Tensor<f32, shape![2]>,
}

fn main() {}
