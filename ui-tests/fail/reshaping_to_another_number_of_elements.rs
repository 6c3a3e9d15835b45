use shapecheck::{Reshape, shape};

fn require<A: Reshape<B>, B>() {}

fn main() {
    require::<shape![2, 3, 4], shape![6, 5]>();
}
