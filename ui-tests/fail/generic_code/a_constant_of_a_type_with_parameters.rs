use shapecheck::{Tensor, checked, shape};

struct Layer<const N: usize>;

#[checked]
impl<const N: usize> Layer<N> {
    const WIDTH: usize = 2 * N;

    fn forward(&self, _: &Tensor<f32, shape![{ Self::WIDTH }]>) {}
}

fn main() {}
