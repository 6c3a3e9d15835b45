//! A result annotated with another shape: E0308.
use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 3, 224]>::zeros();
    let scale = Tensor::<f32, shape![3, 1]>::zeros();
    let _: Tensor<f32, shape![32, 3, 226]> = images * scale;
}
