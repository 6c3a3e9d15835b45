use shapecheck::shape;

type Wrong = shape![2, 18446744073709551616];

fn main() {}
