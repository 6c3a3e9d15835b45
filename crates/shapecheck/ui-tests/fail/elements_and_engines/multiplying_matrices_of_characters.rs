use shapecheck::Tensor;

fn main() {
    let a = Tensor::from([['a', 'b'], ['c', 'd']]);
    let _ = a.matmul(&a);
}
