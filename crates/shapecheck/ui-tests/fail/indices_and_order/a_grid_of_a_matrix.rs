use shapecheck::Tensor;
use shapecheck::tensor::meshgrid;

fn main() {
    let (x, y) = (Tensor::from([1, 2]), Tensor::from([[3, 4]]));
    let _ = meshgrid((&x, &y));
}
