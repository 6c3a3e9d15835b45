use shapecheck::dim;

type Wrong = dim!(-1);

fn main() {}
