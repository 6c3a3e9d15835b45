use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
struct Heads {
    #[weights(merged = 0..=1)]
    queries: Tensor<f32, shape![3, 4, 64]>,
}

fn main() {}
