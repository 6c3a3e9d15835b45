use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![8, 768]>::zeros();
    let b = Tensor::<f32, shape![5, 784]>::zeros();
    let _ = a.inner(&b);
}
