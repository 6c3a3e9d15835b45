use shapecheck::algebra::MatchesInner;
use shapecheck::{Dim, Tensor, shape};

fn product<M: Dim, N: Dim>(a: &Tensor<f32, shape![2, M]>, b: &Tensor<f32, shape![N, 5]>)
where
    M: MatchesInner<N>,
{
    let _: Tensor<f32, shape![2, 5]> = a.matmul(b);
}

fn main() {
    product(
        &Tensor::<f32, shape![2, 3]>::zeros(),
        &Tensor::<f32, shape![3, 5]>::zeros(),
    );
}
