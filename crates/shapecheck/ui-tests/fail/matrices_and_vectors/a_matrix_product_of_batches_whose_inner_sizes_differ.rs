use shapecheck::algebra::MatrixProduct;
use shapecheck::shape;

fn require<A: MatrixProduct<B>, B>() {}

fn main() {
    require::<shape![8, 32, 784], shape![8, 100, 10]>();
}
