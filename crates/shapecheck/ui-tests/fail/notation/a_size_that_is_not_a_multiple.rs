use shapecheck::pattern::MultipleOf;
use shapecheck::{Dim, Tensor, dim, shape};

fn heads<B: Dim, C: Dim + MultipleOf<dim!(12)>>(_: &Tensor<f32, shape![B, C]>) {}

fn main() {
    heads(&Tensor::<f32, shape![2, 770]>::zeros());
}
