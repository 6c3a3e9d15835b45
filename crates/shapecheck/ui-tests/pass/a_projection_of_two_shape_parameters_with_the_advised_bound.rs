use shapecheck::{Broadcast, Broadcasted, Shape, Tensor, shape};

fn sum<A: Shape + Broadcast<B>, B: Shape>(_: Tensor<f32, Broadcasted<A, B>>) {}

fn main() {
    sum::<shape![2, 1], shape![3]>(Tensor::<f32, shape![2, 3]>::zeros());
}
