use shapecheck::{Dim, Shape, Tensor, shape};

fn project<B: Dim, N: Dim, Weights: Shape>(x: &Tensor<f32, shape![B, N]>, weights: &Tensor<f32, Weights>) {
    x.matmul(weights);
}

fn main() {
    let _: fn(_, _) = project::<shapecheck::dim!(1), shapecheck::dim!(8), shape![8, 2]>;
}
