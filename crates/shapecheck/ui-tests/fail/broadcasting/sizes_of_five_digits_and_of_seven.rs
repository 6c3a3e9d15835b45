use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![50257]>::zeros();
    let b = Tensor::<f32, shape![1048577]>::zeros();
    let _ = a + b;
}
