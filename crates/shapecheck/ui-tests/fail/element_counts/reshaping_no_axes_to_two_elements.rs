use shapecheck::algebra::Reshape;
use shapecheck::shape;

fn require<A: Reshape<B>, B>() {}

fn main() {
    require::<shape![], shape![2]>();
}
