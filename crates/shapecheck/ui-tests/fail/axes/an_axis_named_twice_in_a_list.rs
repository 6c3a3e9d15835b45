type Wrong = shapecheck::axes![-1, -3, -1];

fn main() {}
