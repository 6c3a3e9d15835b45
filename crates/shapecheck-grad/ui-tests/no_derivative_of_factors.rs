use shapecheck::Tensor;
use shapecheck_grad::Grad;

fn main() {
    let x = Grad::parameter(Tensor::from([[1.0, 2.0], [3.0, 4.0]]));
    let (q, r) = x.qr();
}
