use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 5, 32]>::zeros();
    let weights = Tensor::<f32, shape![4, 64, 32]>::zeros();
    let recurrent = Tensor::<f32, shape![4, 64, 64]>::zeros();
    let bias = Tensor::<f32, shape![256]>::zeros();
    let _ = x.lstm(&weights, &recurrent, &bias);
}
