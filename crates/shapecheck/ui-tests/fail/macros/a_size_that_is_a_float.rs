use shapecheck::shape;

type Wrong = shape![2, 3.0];

fn main() {}
