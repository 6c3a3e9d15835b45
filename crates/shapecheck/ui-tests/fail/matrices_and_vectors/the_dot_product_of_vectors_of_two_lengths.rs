use shapecheck::InlineTensor;

fn main() {
    let (x, y) = (InlineTensor::from([1, 2, 3]), InlineTensor::from([1, 2]));
    let _ = x.dot(&y);
}
