use shapecheck::{Tensor, shape};

fn main() {
    let heights = Tensor::<f64, shape![8, 1]>::zeros();
    let _ = heights.gradient::<-1>(0.1);
}
