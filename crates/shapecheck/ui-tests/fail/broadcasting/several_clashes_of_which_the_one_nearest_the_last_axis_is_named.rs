use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3, 4, 5]>::zeros();
    let b = Tensor::<f32, shape![7, 8, 9, 5]>::zeros();
    let _ = a + b;
}
