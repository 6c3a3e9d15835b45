use shapecheck::{InlineTensor, shape};

fn main() {
    let predictions = InlineTensor::<f32, shape![8, 1]>::zeros();
    let targets = InlineTensor::<f32, shape![8]>::zeros();
    let _ = predictions.l1_loss(&targets);
}
