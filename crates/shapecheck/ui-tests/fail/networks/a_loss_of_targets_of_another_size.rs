use shapecheck::{InlineTensor, shape};

fn main() {
    let predictions = InlineTensor::<f32, shape![8, 3]>::zeros();
    let targets = InlineTensor::<f32, shape![8, 1]>::zeros();
    let _ = predictions.mse_loss(&targets);
}
