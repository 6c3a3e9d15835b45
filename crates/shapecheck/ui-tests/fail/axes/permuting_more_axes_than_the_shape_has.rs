use shapecheck::shape::Permute;
use shapecheck::{axes, shape};

fn permuted<S: Permute<axes![-1, -3, -2]>>(_: S) {}

fn main() {
    permuted(<shape![2, 3]>::default());
}
