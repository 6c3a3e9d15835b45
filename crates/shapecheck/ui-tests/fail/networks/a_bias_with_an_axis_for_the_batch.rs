use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![32, 784]>::zeros();
    let weights = Tensor::<f32, shape![10, 784]>::zeros();
    let bias = Tensor::<f32, shape![1, 10]>::zeros();
    let _ = x.linear_with_bias(&weights, &bias);
}
