use shapecheck::algebra::MayEqual;
use shapecheck::{Dim, Tensor, shape};

fn named<N: Dim, K: Dim>(x: Tensor<f32, shape![N, 3]>) -> Tensor<f32, shape![K, 3]>
where
    shape![N, 3]: MayEqual<shape![K, 3]>,
{
    x.try_into_shape().unwrap()
}

fn main() {
    let _: Tensor<f32, shape![_, 3]> = named(Tensor::<f32, shape![2, 3]>::zeros());
}
