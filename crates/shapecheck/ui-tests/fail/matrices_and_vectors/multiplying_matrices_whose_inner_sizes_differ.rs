use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![32, 784]>::zeros();
    let b = Tensor::<f32, shape![100, 10]>::zeros();
    let _ = a.matmul(&b);
}
