use shapecheck::{Tensor, shape};

fn squeezed(x: &Tensor<f32, shape![1, _, 3]>) {
    let _ = x.squeeze();
}

fn main() {}
