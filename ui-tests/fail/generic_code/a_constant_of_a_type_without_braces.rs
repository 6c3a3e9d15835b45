use shapecheck::{Tensor, checked, shape};

struct Layer<const N: usize>;

#[checked]
impl<const N: usize> Layer<N> {
    const WIDTH: usize = 2 * N;

    fn forward(&self, _: &Tensor<f32, shape![4, Self::WIDTH]>) {}
}

fn twice() -> Tensor<f32, shape![2 * Plain::WIDTH]> {
    Tensor::zeros()
}

struct Plain;

impl Plain {
    const WIDTH: usize = 3;

    fn once() -> Tensor<f32, shape![{ Self::WIDTH }]> {
        Tensor::zeros()
    }
}

fn main() {}
