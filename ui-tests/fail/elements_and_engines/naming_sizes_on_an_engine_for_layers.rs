use shapecheck::engine::Networks;
use shapecheck::{TensorOn, dims, shape};

dims! { Seq, Width }

fn named<E: Networks<f32>>(
    x: TensorOn<f32, shape![_, _], E>,
) -> TensorOn<f32, shape![Seq, Width], E> {
    x.into_named().expect("two axes")
}

fn main() {}
