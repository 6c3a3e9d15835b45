use shapecheck::{InlineTensor, shape};

fn main() {
    let x = InlineTensor::<i32, shape![8]>::zeros();
    let _ = x.mse_loss(&x);
}
