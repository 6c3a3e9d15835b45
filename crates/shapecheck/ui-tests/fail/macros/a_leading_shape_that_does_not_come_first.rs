use shapecheck::shape;

type Lead = shape![2];

type Wrong = shape![3, ..Lead];

fn main() {}
