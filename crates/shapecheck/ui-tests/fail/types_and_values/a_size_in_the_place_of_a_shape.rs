use shapecheck::{Shape, dim};

fn require<S: Shape>() {}

fn main() {
    require::<dim!(3)>();
}
