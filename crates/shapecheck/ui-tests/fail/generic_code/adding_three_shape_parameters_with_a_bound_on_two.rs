use shapecheck::{Broadcast, Shape, Tensor};

fn add<A: Shape + Broadcast<B>, B: Shape, C: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
    c: &Tensor<f32, C>,
) {
    let _ = a + b + c;
}

fn main() {}
