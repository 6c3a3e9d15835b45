use shapecheck::Tensor;

fn main() {
    struct Opaque;

    let _ = Tensor::from([Opaque]);
}
