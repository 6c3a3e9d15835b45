use shapecheck::algebra::MatrixProduct;
use shapecheck::shape;

fn require<A: MatrixProduct<B>, B>() {}

fn main() {
    require::<shape![5, 8, 32, 784], shape![7, 784, 10]>();
}
