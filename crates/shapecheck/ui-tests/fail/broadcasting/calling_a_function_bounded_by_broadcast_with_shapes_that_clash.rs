use shapecheck::{Broadcast, Broadcasted, Shape, Tensor, shape};

fn add<A: Shape + Broadcast<B>, B: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
) -> Tensor<f32, Broadcasted<A, B>> {
    a + b
}

fn main() {
    let a = Tensor::<f32, shape![8, 224]>::zeros();
    let b = Tensor::<f32, shape![8, 128]>::zeros();
    let _ = add(&a, &b);
}
