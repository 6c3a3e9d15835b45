use shapecheck::shape;

type Wrong = shape![.., 3];

fn main() {}
