use shapecheck::Tensor;
use shapecheck::tensor::Element;

struct Opaque;

impl Element for Opaque {}

fn main() {
    let _ = Tensor::from([Opaque, Opaque]);
}
