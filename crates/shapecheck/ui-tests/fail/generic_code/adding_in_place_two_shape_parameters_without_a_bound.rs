use shapecheck::{Shape, Tensor};

fn accumulate<A: Shape, B: Shape>(a: &mut Tensor<f32, A>, b: &Tensor<f32, B>) {
    *a += b;
}

fn main() {}
