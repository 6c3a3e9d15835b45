type Wrong = shapecheck::axes![-1, -9];

fn main() {}
