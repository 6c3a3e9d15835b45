use shapecheck::shape;

type Wrong = shape![2, , 3];

fn main() {}
