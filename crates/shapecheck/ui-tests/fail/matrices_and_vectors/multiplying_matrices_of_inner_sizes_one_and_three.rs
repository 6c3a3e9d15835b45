use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![2, 1]>::zeros();
    let b = Tensor::<f32, shape![3, 4]>::zeros();
    let _ = a.matmul(&b);
}
