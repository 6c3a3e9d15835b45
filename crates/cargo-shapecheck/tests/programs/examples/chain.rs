//! A chain of notes, from the size that is missing up to the bound that asked: E0277.
use shapecheck::{Broadcast, Shape, StaticShape, Tensor, shape};

fn sizes<S: StaticShape>(_: &Tensor<f32, S>) {}

fn sum<A: Shape, B: Shape>(_: Tensor<f32, A>, _: Tensor<f32, B>)
where
    A: Broadcast<B>,
{
}

fn main() {
    sizes(&Tensor::<f32, shape![..shapecheck::DynShape, _, 64, 3]>::full_with(
        [1, 2, 64, 3][..].try_into().unwrap(),
        0.0,
    ));
    sum(
        Tensor::<f32, shape![5, 64, 3]>::zeros(),
        Tensor::<f32, shape![5, 32, 3]>::zeros(),
    );
}
