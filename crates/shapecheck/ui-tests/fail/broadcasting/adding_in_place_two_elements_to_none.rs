use shapecheck::{Tensor, shape};

fn main() {
    let mut a = Tensor::<f32, shape![0]>::zeros();
    let b = Tensor::<f32, shape![2]>::zeros();
    a += b;
}
