use shapecheck::Tensor;
use shapecheck_grad::Grad;

fn main() {
    let mut x = Grad::parameter(Tensor::from([1.0_f32, 2.0, 3.0]));
    let places = Grad::constant(Tensor::from([2_usize, 0]));
    let values = Grad::constant(Tensor::from([5.0, 6.0]));
    x.along_mut::<-1>().index_assign(&places, &values);
}
