use shapecheck::{Broadcast, shape};

fn require<A: Broadcast<B>, B>() {}

fn main() {
    require::<shape![8, 224], shape![8, 128]>();
}
