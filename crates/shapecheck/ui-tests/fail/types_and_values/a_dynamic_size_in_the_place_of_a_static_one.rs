use shapecheck::{Dyn, StaticDim};

fn require<N: StaticDim>() {}

fn main() {
    require::<Dyn>();
}
