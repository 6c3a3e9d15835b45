use shapecheck::shape::HasAxes;
use shapecheck::{Shape, axes};

fn over_axes<S: HasAxes<axes![-1, -2]>>(_: S) {}

fn over_all<S: Shape>(x: S) {
    over_axes(x);
}

fn main() {}
