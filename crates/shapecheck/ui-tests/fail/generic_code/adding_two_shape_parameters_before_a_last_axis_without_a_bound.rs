use shapecheck::{Shape, Tensor, shape};

fn add<A: Shape, B: Shape>(a: &Tensor<f32, shape![..A, 3]>, b: &Tensor<f32, shape![..B, 3]>) {
    let _ = a + b;
}

fn main() {}
