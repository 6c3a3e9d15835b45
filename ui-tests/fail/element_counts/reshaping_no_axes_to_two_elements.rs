use shapecheck::{Reshape, shape};

fn require<A: Reshape<B>, B>() {}

fn main() {
    require::<shape![], shape![2]>();
}
