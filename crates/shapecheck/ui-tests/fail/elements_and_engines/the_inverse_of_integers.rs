use shapecheck::Tensor;

fn main() {
    let _ = Tensor::from([[1, 2], [3, 4]]).inverse();
}
