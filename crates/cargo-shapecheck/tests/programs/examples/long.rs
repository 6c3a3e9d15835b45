//! A type longer than a line, which rustc cuts and writes to a file.
use shapecheck::{Tensor, shape};

fn main() {
    let many = Tensor::<f32, shape![50257, 1024, 768, 12, 64, 50257, 224, 224, 3, 1000, 1001]>::zeros();
    let _: (u8, Tensor<f32, shape![50257, 1024, 768, 12, 64, 50257, 224, 225, 3, 1000, 1001]>) = (1, many);
    let _ = many + Tensor::<f64, shape![2]>::zeros();
    many.missing();
}
