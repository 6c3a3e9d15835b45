use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![32, 784]>::zeros();
    let b = Tensor::<f32, shape![10, 784]>::zeros();
    let _: Tensor<f32, shape![32, 10]> = a.matmul(&b.transpose());
}
