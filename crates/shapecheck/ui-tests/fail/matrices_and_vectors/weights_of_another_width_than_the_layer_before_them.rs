use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 784]>::zeros();
    let hidden = Tensor::<f32, shape![784, 128]>::zeros();
    let output = Tensor::<f32, shape![100, 10]>::zeros();
    let _ = images.matmul(&hidden).matmul(&output);
}
