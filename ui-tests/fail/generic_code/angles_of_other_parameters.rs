use shapecheck::{Dim, Tensor, shape};

fn rotated<B: Dim, T: Dim, D: Dim, P: Dim>(
    x: &Tensor<f32, shape![B, T, D]>,
    angles: &Tensor<f32, shape![T, P]>,
) -> Tensor<f32, shape![B, T, D]> {
    x.rotary_embedding(angles, angles)
}

fn main() {}
