use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::zeros();
    let b = Tensor::<f32, shape![1, 4]>::zeros();
    let _ = a.matmul(&b);
}
