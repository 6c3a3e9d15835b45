use shapecheck::InlineTensor;
use shapecheck_grad::Grad;

fn main() {
    let x = Grad::parameter(InlineTensor::from([1.0, 2.0, 3.0]));
}
