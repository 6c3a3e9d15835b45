use shapecheck::shape::HasAxes;
use shapecheck::{axes, shape};

fn over_axes<S: HasAxes<axes![-1, -3]>>(_: S) {}

fn main() {
    over_axes(<shape![2, 3]>::default());
}
