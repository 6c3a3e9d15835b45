use shapecheck::{Reshape, Shape};

fn require<A: Reshape<B>, B>() {}

fn reshape<A: Shape, B: Shape>() {
    require::<A, B>();
}

fn main() {}
