use shapecheck::Tensor;

fn main() {
    let signal = Tensor::from([1.0, 2.0, 4.0]);
    let _ = signal.convolve(&Tensor::from([1.0, -1.0]), "same");
}
