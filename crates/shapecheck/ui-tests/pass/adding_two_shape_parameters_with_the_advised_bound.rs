use shapecheck::{Broadcast, Shape, Tensor, shape};

fn add<A: Shape + Broadcast<B>, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) {
    let _ = a + b;
}

fn main() {
    add(
        &Tensor::<f32, shape![2, 1]>::zeros(),
        &Tensor::<f32, shape![3]>::zeros(),
    );
}
