type Wrong = shapecheck::axes![];

fn main() {}
