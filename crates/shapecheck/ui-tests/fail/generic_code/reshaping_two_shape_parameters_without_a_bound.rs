use shapecheck::algebra::Reshape;
use shapecheck::Shape;

fn require<A: Reshape<B>, B>() {}

fn reshape<A: Shape, B: Shape>() {
    require::<A, B>();
}

fn main() {}
