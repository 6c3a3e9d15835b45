use shapecheck::algebra::Reshape;
use shapecheck::{Shape, shape};

fn read_as<A: Shape + Reshape<B>, B: Shape>(_shape: A, target: B) -> B {
    target
}

fn main() {
    let image = <shape![28, 28]>::default();
    let _ = read_as(image, <shape![10, 100]>::default());
}
