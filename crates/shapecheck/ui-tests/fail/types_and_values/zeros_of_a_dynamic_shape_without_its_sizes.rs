use shapecheck::{Tensor, shape};

fn main() {
    let _ = Tensor::<f32, shape![_, 3]>::zeros();
}
