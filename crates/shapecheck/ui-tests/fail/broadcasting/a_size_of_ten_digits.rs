use shapecheck::{Broadcast, shape};

fn require<A: Broadcast<B>, B>() {}

fn main() {
    require::<shape![4294967311], shape![128]>();
}
