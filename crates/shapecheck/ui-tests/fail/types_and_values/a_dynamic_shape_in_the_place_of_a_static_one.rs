use shapecheck::{StaticShape, shape};

fn require<S: StaticShape>() {}

fn main() {
    require::<shape![_, 3]>();
}
