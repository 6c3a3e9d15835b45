use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![32, 224]>::zeros();
    let b = Tensor::<f32, shape![32, 128]>::zeros();
    let _ = a + b;
}
