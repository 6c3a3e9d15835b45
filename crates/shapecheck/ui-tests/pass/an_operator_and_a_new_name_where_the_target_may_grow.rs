use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![1, 3, 1]>::zeros();
    let b = Tensor::<f32, shape![3, 1, 7]>::zeros();
    let a = a + b;
    let _: Tensor<f32, shape![3, 3, 7]> = a;
}
