use shapecheck::{Shape, Tensor};

fn loss<S: Shape, R: Shape>(predictions: &Tensor<f32, S>, targets: &Tensor<f32, R>) {
    let _ = predictions.mse_loss(targets);
}

fn main() {}
