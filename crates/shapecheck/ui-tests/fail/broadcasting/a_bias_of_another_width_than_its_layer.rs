use shapecheck::{Tensor, shape};

fn main() {
    let images = Tensor::<f32, shape![32, 784]>::zeros();
    let weights = Tensor::<f32, shape![784, 128]>::zeros();
    let bias = Tensor::<f32, shape![100]>::zeros();
    let _ = images.matmul(&weights) + bias;
}
