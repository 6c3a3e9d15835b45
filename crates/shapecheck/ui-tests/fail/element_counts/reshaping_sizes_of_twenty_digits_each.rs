use shapecheck::algebra::Reshape;
use shapecheck::shape;

fn require<A: Reshape<B>, B>() {}

fn main() {
    require::<shape![10], shape![18446744073709551615, 18446744073709551615, 18446744073709551615]>();
}
