use shapecheck::{Tensor, shape};
use shapecheck_grad::{Grad, Traces};

fn main() {
    let x = Grad::parameter(Tensor::from([1.0, 2.0, 3.0]));
    let gradients = x.total().backward();
    let gradient: Tensor<f64, shape![2]> = gradients.of(&x);
}
