//! Bounds to add, lists of axes, and numbers of ten digits.
use shapecheck::algebra::Reshape;
use shapecheck::shape::Permute;
use shapecheck::{Broadcast, Dim, Shape, Tensor, axes, shape};

fn read_as<A: Reshape<B>, B>() {}
fn permuted<S: Permute<axes![-1, -2]>>(_: S) {}
fn broadcast<A: Broadcast<B>, B>() {}

fn halves<S: Shape, M: Dim, H: Dim>() {
    read_as::<shape![..S, M], shape![..S, 2, H]>();
}

fn transposed<S: Shape, N: Dim>(x: shape![..S, N]) {
    permuted(x);
}

fn main() {
    broadcast::<shape![4294967311], shape![128]>();
    Tensor::<f32, shape![2, 3]>::zeros().sum_axes::<axes![-1, -3]>();
}
