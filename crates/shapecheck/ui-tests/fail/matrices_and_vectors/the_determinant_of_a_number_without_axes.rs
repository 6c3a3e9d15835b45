use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<f64, shape![]>::full(2.0).det();
}
