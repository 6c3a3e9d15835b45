use shapecheck::algebra::MatrixProduct;
use shapecheck::{Dim, Shape, shape};

fn require<A: MatrixProduct<B>, B>() {}

fn product<S: Shape, R: Shape, M: Dim, K: Dim, N: Dim>() {
    require::<shape![..S, M, K], shape![..R, K, N]>();
}

fn main() {}
