use shapecheck::window::{Conv, Pad, Stride};
use shapecheck::{Tensor, dim, shape};
use shapecheck_nn::{BatchNorm2d, Conv2d, Evaluating, Flatten, Layer, Linear, Relu, Sequential};

type Halves = Conv<Stride<2>, Pad<1>>;

type Model = Sequential<(
    Conv2d<dim!(3), dim!(8), dim!(3), Halves>,
    BatchNorm2d<dim!(8), Evaluating>,
    Relu,
    Flatten,
    Linear<dim!(512), dim!(10)>, // of images of 16 by 16
)>;

fn scores(model: &Model, images: &Tensor<f32, shape![4, 3, 32, 32]>) -> Tensor<f32, shape![4, 10]> {
    model.forward(images)
}

fn main() {}
