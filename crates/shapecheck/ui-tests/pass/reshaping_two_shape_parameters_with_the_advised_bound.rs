use shapecheck::algebra::Reshape;
use shapecheck::{DynShape, Shape, shape};

fn require<A: Reshape<B>, B>() {}

fn reshape<A: Shape, B: Shape>()
where
    A: Reshape<B>,
{
    require::<A, B>();
}

/// The other advice: a target that is looked at when the program runs.
fn flatten<A: Shape>() {
    require::<A, DynShape>();
    require::<A, shape![_, _]>();
}

fn main() {
    reshape::<shape![2, 3, 4], shape![6, 4]>();
    flatten::<shape![2, 3, 4]>();
}
