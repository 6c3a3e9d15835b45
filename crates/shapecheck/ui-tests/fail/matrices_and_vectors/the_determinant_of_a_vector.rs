use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<f64, shape![3]>::zeros().det();
}
