use shapecheck::{Broadcast, Shape, Tensor, shape};

fn add<A: Shape + Broadcast<B>, B: Shape, C: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
    c: &Tensor<f32, C>,
) where
    <A as Broadcast<B>>::Output: Broadcast<C>,
{
    let _ = a + b + c;
}

fn main() {
    add(
        &Tensor::<f32, shape![2, 1]>::zeros(),
        &Tensor::<f32, shape![3]>::zeros(),
        &Tensor::<f32, shape![4, 1, 1]>::zeros(),
    );
}
