//! An associated type of another shape: E0271.
use shapecheck::{Broadcast, Shape, shape};

fn same<A: Shape + Broadcast<B, Output = A>, B: Shape>(_: A, _: B) {}

fn main() {
    same(<shape![3, 1]>::default(), <shape![3, 224]>::default());
}
