use shapecheck::{Tensor, checked, shape};

struct Layer<const N: usize>;

#[checked]
impl<const N: usize> Layer<N> {
    const WIDTH: usize = 4 * N;

    fn forward(&self, _: &Tensor<f32, shape![{ Self::WIDTH }]>) {}

    fn backward(&self, _: &Tensor<f32, shape![4, Self::WIDTH]>) {}
}

fn main() {}
