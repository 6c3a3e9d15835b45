use shapecheck::algebra::Dot;
use shapecheck::{Shape, Tensor};

fn require<A: Dot<B>, B>() {}

fn product<A: Shape, B: Shape>(x: &Tensor<f32, A>, y: &Tensor<f32, B>) {
    require::<A, B>();
    let _ = x.dot(y);
}

fn main() {}
