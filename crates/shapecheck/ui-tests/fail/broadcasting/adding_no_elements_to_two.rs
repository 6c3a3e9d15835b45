use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![0]>::zeros();
    let b = Tensor::<f32, shape![2]>::zeros();
    let _ = a + b;
}
