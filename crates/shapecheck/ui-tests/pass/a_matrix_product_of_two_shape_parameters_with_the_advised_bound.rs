use shapecheck::algebra::MatrixProduct;
use shapecheck::{Shape, shape};

fn require<A: MatrixProduct<B>, B>() {}

fn product<A: Shape, B: Shape>()
where
    A: MatrixProduct<B>,
{
    require::<A, B>();
}

fn main() {
    product::<shape![8, 32, 784], shape![784, 10]>();
}
