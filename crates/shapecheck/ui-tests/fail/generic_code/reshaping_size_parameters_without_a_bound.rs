use shapecheck::algebra::Reshape;
use shapecheck::{Dim, Shape, shape};

fn require<A: Reshape<B>, B>() {}

fn split_heads<S: Shape, M: Dim, H: Dim, D: Dim>() {
    require::<shape![..S, M], shape![..S, H, D]>();
}

fn main() {}
