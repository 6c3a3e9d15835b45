use shapecheck::Tensor;

fn main() {
    let (positions, values) = (Tensor::from([0.0, 1.0, 3.0]), Tensor::from([5.0, 6.0]));
    let _ = Tensor::from([0.5, 2.0]).interp(&positions, &values);
}
