use shapecheck::algebra::MatrixProduct;
use shapecheck::Shape;

fn require<A: MatrixProduct<B>, B>() {}

fn product<A: Shape, B: Shape>() {
    require::<A, B>();
}

fn main() {}
