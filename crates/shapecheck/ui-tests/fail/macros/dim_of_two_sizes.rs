use shapecheck::dim;

type Wrong = dim!(2, 3);

fn main() {}
