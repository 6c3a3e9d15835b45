use shapecheck::shape;

const HIDDEN: usize = 16;

type Wrong = shape![2 * HIDDEN, 3];

fn main() {}
