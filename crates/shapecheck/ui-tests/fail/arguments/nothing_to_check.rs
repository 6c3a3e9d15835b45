use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
fn product<M: Dim, N: Dim>(a: &Tensor<f32, shape![M, N]>, scale: f32) -> Tensor<f32, shape![M, N]> {
    a * scale
}

fn main() {}
