use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![3]>::zeros();
    let b = Tensor::<f32, shape![224]>::zeros();
    let _ = a + b;
}
