use shapecheck::{Shape, Tensor};

fn add<A: Shape, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) {
    let _ = a + b;
}

fn main() {}
