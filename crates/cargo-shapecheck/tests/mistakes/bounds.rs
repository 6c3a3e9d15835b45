//! Functions in which parameters leave open what an operation asks: one for each kind of operands.

use shapecheck::window::{Conv, ConvTranspose, Pool};
use shapecheck::algebra::Negative;
use shapecheck::{Dim, Shape, StaticDim, Tensor, dim, pack, rearrange, shape};

fn shapes<A: Shape, B: Shape>(x: &mut Tensor<f32, A>, y: &Tensor<f32, B>) {
    let _ = ("shapes", x, y);
}

fn rows<S: Shape, R: Shape, M: Dim, N: Dim, K: Dim>(
    x: &mut Tensor<f32, shape![..S, M, N]>,
    y: &Tensor<f32, shape![..R, N, K]>,
    z: &Tensor<f32, shape![..R, K]>,
    at: &Tensor<usize, R>,
    weights: &Tensor<f32, shape![K]>,
) {
    let _ = ("rows", x, y, z, at, weights);
}

fn vectors<S: Shape, M: Dim, N: Dim>(x: &mut Tensor<f32, shape![N]>, y: &Tensor<f32, shape![M]>, mask: &Tensor<bool, shape![M]>, s: &Tensor<f32, S>) {
    let _ = ("vectors", x, y, mask, s);
}

fn images<S: Shape, C: StaticDim, D: StaticDim, H: StaticDim, W: StaticDim>(
    x: &Tensor<f32, shape![..S, C, H, W]>,
    kernels: &Tensor<f32, shape![16, D, 3, 3]>,
    weights: &Tensor<f32, shape![D]>,
) {
    let _ = ("images", x, kernels, weights);
}

fn parts<S: Shape, R: Shape, A: Shape, C: Dim, N: Dim>(
    x: &Tensor<f32, shape![..S, C, N]>,
    square: &Tensor<f64, shape![..S, N, N]>,
    tall: &Tensor<f64, shape![..S, C, N]>,
    right: &Tensor<f64, shape![..R, N, 2]>,
    weights: &Tensor<f32, A>,
    classes: &Tensor<usize, S>,
    mask: &Tensor<bool, A>,
) {
    let _ = ("parts", x, square, tall, right, weights, classes, mask);
}

fn main() {}

fn computed<A: Dim, C: Dim, M: Dim, N: Dim>(x: &Tensor<f32, shape![M, A + C]>, y: &Tensor<f32, shape![N, 2]>, z: &Tensor<f32, shape![N]>) {
    let _ = ("computed", x, y, z);
}
