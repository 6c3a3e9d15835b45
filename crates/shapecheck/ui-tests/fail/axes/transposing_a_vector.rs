use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![3]>::zeros();
    let _ = a.transpose();
}
