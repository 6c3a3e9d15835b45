use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![5, 4, 3, 2]>::zeros();
    let b = Tensor::<f32, shape![6, 3, 1]>::zeros();
    let _ = a + b;
}
