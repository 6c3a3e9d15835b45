//! Two shapes that do not broadcast: E0277.
use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 3, 224]>::zeros();
    let scale = Tensor::<f32, shape![3, 128]>::zeros();
    let _ = images * scale;
}
