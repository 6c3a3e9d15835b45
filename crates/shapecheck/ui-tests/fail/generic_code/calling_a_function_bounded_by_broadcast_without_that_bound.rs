use shapecheck::{Broadcast, Broadcasted, Shape, Tensor};

fn add<A: Shape + Broadcast<B>, B: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
) -> Tensor<f32, Broadcasted<A, B>> {
    a + b
}

fn twice<A: Shape, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) {
    let _ = add(a, b);
}

fn main() {}
