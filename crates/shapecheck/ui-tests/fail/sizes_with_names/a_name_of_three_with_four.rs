use shapecheck::{Tensor, dims, shape};

dims! { Rgb = 3 }

fn tinted(pixels: &Tensor<f32, shape![_, Rgb]>, tint: &Tensor<f32, shape![4]>) {
    let _ = pixels * tint;
}

fn main() {}
