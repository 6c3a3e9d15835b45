use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 784]>::zeros();
    let b = Tensor::<f32, shape![5, 768]>::zeros();
    let _ = a.along::<-2>().concat(&b);
}
