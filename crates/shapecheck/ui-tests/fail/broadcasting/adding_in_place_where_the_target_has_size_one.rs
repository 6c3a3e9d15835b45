use shapecheck::{Tensor, shape};

fn main() {
    let mut a = Tensor::<f32, shape![1]>::zeros();
    let b = Tensor::<f32, shape![7]>::zeros();
    a += b;
}
