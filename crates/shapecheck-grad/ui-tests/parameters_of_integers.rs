use shapecheck::Tensor;
use shapecheck_grad::Grad;

fn main() {
    let x = Grad::parameter(Tensor::from([1, 2, 3]));
}
