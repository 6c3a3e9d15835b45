use shapecheck::{Broadcast, Broadcasted, Shape, Tensor, shape};

fn add<A: Shape + Broadcast<B>, B: Shape>(
    a: &Tensor<f32, A>,
    b: &Tensor<f32, B>,
) -> Tensor<f32, Broadcasted<A, B>> {
    a + b
}

fn twice<A: Shape, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>)
where
    A: Broadcast<B>,
{
    let _ = add(a, b);
}

fn main() {
    twice(
        &Tensor::<f32, shape![2, 1]>::zeros(),
        &Tensor::<f32, shape![3]>::zeros(),
    );
}
