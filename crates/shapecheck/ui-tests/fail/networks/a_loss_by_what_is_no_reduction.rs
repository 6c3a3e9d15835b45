use shapecheck::{Tensor, shape};

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::zeros();
    let _ = x.mse_loss_by(&x, "sum");
}
