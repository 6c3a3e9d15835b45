//! Names of sizes that nothing declares, and a variable instead of a size.

use shapecheck::{Tensor, shape};

fn pooled(x: &Tensor<f32, shape![Batch, 768]>) -> Tensor<f32, shape![768]> {
    x.mean_axis::<-2>().reshape()
}

fn main() {
    let rows = std::env::args().count();
    let _ = Tensor::<f32, shape![rows, 3]>::zeros();
}
