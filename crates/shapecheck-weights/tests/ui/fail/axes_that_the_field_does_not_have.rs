use shapecheck::{Tensor, shape};

#[derive(shapecheck_weights::Load)]
struct Heads {
    #[weights(merged = -3..=-2)]
    queries: Tensor<f32, shape![12, 64]>,
}

fn main() {}
