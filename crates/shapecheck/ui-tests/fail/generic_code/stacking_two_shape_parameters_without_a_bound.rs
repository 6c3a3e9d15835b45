use shapecheck::{Axis, Shape, Tensor};

fn pair<S: Shape, R: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, R>) {
    let _ = x.stack_with(y, Axis::<-1>);
}

fn main() {}
