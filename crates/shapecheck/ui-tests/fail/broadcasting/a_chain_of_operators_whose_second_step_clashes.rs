use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let b = Tensor::<f32, shape![3]>::zeros();
    let _ = &a + &b + Tensor::<f32, shape![4, 1, 7]>::zeros();
}
