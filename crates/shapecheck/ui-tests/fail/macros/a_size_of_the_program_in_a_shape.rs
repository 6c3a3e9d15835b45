use shapecheck::{Tensor, shape};

fn main() {
    let rows = [[1.0, 2.0], [3.0, 4.0]];
    let _ = Tensor::<f64, shape![_, 2]>::zeros_with(shape![rows.len(), 2]);
}
