use shapecheck::{Tensor, shape};

fn main() {
    let a = Tensor::<f32, shape![224, 1]>::zeros();
    let b = Tensor::<f32, shape![128]>::zeros();
    let _: Tensor<f32, shape![224, 128]> = a + b;
}
