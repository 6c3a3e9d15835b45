// What the note on reshaping with parameters advises.
use shapecheck::algebra::Reshape;
use shapecheck::{StaticDim, Tensor, shape};

fn rows<N: StaticDim, K: StaticDim>(x: Tensor<f32, shape![N, K]>) -> Tensor<f32, shape![K, N]>
where
    shape![N, K]: Reshape<shape![K, N]>,
{
    x.into_reshaped::<shape![K, N]>()
}

fn main() {
    let _ = rows(Tensor::from([[1.0_f32, 2.0]]));
}
