use shapecheck::algebra::Reshape;
use shapecheck::{Dim, Shape, dim, shape};

fn require<A: Reshape<B>, B>() {}

fn split_heads<S: Shape, M: Dim, H: Dim, D: Dim>()
where
    shape![..S, M]: Reshape<shape![..S, H, D]>,
{
    require::<shape![..S, M], shape![..S, H, D]>();
}

fn square<N: Dim>()
where
    shape![N]: Reshape<shape![2, 3]>,
{
    require::<shape![N], shape![2, 3]>();
}

fn main() {
    split_heads::<shape![8, 100], dim!(768), dim!(12), dim!(64)>();
    square::<dim!(6)>();
}
