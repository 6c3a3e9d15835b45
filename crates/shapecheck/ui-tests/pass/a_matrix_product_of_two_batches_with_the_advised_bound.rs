use shapecheck::algebra::MatrixProduct;
use shapecheck::{Dim, Dyn, Shape, dim, shape};

fn require<A: MatrixProduct<B>, B>() {}

fn product<S: Shape, R: Shape, M: Dim, K: Dim, N: Dim>()
where
    shape![..S, M, K]: MatrixProduct<shape![..R, K, N]>,
{
    require::<shape![..S, M, K], shape![..R, K, N]>();
}

/// The other advice: one parameter, or axes that are named.
fn attention<S: Shape, Q: Dim, K: Dim, D: Dim>() {
    require::<shape![..S, Q, D], shape![..S, D, K]>();
    require::<shape![..S, Q, D], shape![D, K]>();
}

fn main() {
    product::<shape![5, 1], shape![8], dim!(32), Dyn, dim!(10)>();
    attention::<shape![8, 12], dim!(32), dim!(32), dim!(64)>();
}
