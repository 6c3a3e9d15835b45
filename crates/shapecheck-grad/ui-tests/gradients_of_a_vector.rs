use shapecheck::Tensor;
use shapecheck_grad::{Grad, Traces};

fn main() {
    let x = Grad::parameter(Tensor::from([1.0, 2.0, 3.0]));
    let gradients = (&x * &x).backward();
}
