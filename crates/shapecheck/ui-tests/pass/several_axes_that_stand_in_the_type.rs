use shapecheck::shape::HasAxes;
use shapecheck::{Dim, Shape, axes, shape};

fn over_axes<S: HasAxes<axes![-1, -2]>>(_: S) {}

fn over_all<S: Shape, N: Dim, K: Dim>(x: shape![..S, N, K]) {
    over_axes(x);
}

fn main() {
    over_all(<shape![2, 3]>::default());
}
