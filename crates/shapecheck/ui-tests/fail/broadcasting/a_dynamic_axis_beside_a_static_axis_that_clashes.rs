use shapecheck::{Tensor, shape};

fn main() {
    let batch = <shape![_, 224]>::try_from([5, 224]).unwrap();
    let a = Tensor::<f32, _>::zeros_with(batch);
    let b = Tensor::<f32, shape![5, 128]>::zeros();
    let _ = a + b;
}
