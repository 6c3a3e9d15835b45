use shapecheck::{Tensor, dim, shape};
use shapecheck_nn::{Embedding, Layer};

fn embedded(
    table: &Embedding<dim!(100), dim!(16)>,
    tokens: &Tensor<f32, shape![2, 5]>,
) -> Tensor<f32, shape![2, 5, 16]> {
    table.forward(tokens)
}

fn main() {}
