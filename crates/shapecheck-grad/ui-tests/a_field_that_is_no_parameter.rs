use shapecheck::{Host, TensorOn, shape};
use shapecheck_grad::{Grad, Parameters};

#[derive(Parameters)]
struct Layer {
    weights: TensorOn<f32, shape![3], Grad<Host>>,
    name: String,
}

fn main() {}
