use shapecheck::{Tensor, checked, shape};

#[checked]
struct Embedding<const V: usize, const E: usize> {
    vectors: Tensor<f32, shape![V, E]>,
}

struct Model {
    embedding: Embedding<50261, 768>,
}

fn main() {}
