use shapecheck::shape::Permute;
use shapecheck::{Dim, Shape, axes, shape};

fn permuted<S: Permute<axes![-1, -2]>>(_: S) {}

fn transposed<S: Shape, N: Dim>(x: shape![..S, N]) {
    permuted(x);
}

fn main() {
    transposed(<shape![2, 3]>::default());
}
