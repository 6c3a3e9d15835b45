use shapecheck::algebra::Reshape;
use shapecheck::shape;

fn require<A: Reshape<B>, B>() {}

fn main() {
    require::<shape![1000, 1000], shape![1000, 1000, 1000]>();
}
