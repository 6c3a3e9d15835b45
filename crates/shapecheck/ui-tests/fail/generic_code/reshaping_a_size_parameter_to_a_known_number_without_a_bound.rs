use shapecheck::algebra::Reshape;
use shapecheck::{Dim, shape};

fn require<A: Reshape<B>, B>() {}

fn square<N: Dim>() {
    require::<shape![N], shape![2, 3]>();
}

fn main() {}
