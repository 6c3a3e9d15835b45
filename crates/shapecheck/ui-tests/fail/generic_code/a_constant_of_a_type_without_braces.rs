use shapecheck::{Tensor, shape};

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
