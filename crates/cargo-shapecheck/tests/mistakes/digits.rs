//! A convolutional network of windows and products, generic over the engine and the number of patterns.

use shapecheck::engine::{Engine, Numbers};
use shapecheck::{Dim, Host, Shape, StaticDim, Tensor, TensorOn, axes, dim, shape};

type Side = dim!(8);
type Reach = dim!(3);
type Places = dim!(6);
type Pooled = dim!(3);
type Classes = dim!(10);

const FOUND: usize = 36;

type Images<B, E> = TensorOn<f32, shape![B, Side, Side], E>;

struct Network<E: Engine> {
    patterns: TensorOn<f32, shape![Reach, Reach, 4, 1, 1], E>,
    thresholds: TensorOn<f32, shape![4, 1, 1], E>,
    weights: TensorOn<f32, shape![{FOUND}, Classes], E>,
    bias: TensorOn<f32, shape![Classes], E>,
}

impl<E: Numbers<f32>> Network<E> {
    fn forward(&self, images: &Images<dim!(32), E>) -> TensorOn<f32, shape![32, Classes], E> {
        let maps = relu(&(convolve(images, &self.patterns) - &self.thresholds));
        let found = max_pool(&maps).into_reshaped::<shape![32, {FOUND}]>();
        linear(&found, &self.weights, &self.bias)
    }
}

/// The sum of shifted images, each times the place of the patterns that lies on it.
fn convolve<E: Numbers<f32>, B: StaticDim, C: StaticDim>(
    images: &Images<B, E>,
    patterns: &TensorOn<f32, shape![Reach, Reach, C, 1, 1], E>,
) -> TensorOn<f32, shape![B, C, Places, Places], E> {
    let mut maps = TensorOn::zeros();
    for row in 0..Reach::SIZE {
        for column in 0..Reach::SIZE {
            let window = images.narrow::<-2, Places>(row).narrow::<-1, Places>(column);
            let weights = patterns.index_axis::<-5>(row).index_axis::<-4>(column);
            maps += window.insert_axis::<-3>() * weights;
        }
    }
    maps
}

fn relu<E: Numbers<f32>, S: Shape>(x: &TensorOn<f32, S, E>) -> TensorOn<f32, S, E> {
    x.maximum(&TensorOn::scalar(0.0))
}

fn max_pool<E: Numbers<f32>>(
    maps: &TensorOn<f32, shape![32, 4, Places, Places], E>,
) -> TensorOn<f32, shape![32, 4, Pooled, Pooled], E> {
    let pairs = maps.reshape::<shape![32, 4, Pooled, 2, Pooled, 2]>();
    let largest = pairs.max_axes::<axes![-3, -1]>();
    largest.remove_axes::<axes![-3, -1]>()
}

fn linear<E: Numbers<f32>, B: Dim, I: Dim, O: Dim>(
    x: &TensorOn<f32, shape![B, I], E>,
    weights: &TensorOn<f32, shape![I, O], E>,
    bias: &TensorOn<f32, shape![O], E>,
) -> TensorOn<f32, shape![B, O], E> {
    x.matmul(weights) + bias
}

fn accuracy<B: Dim>(scores: &Tensor<f32, shape![B, Classes]>, labels: &Tensor<usize, shape![B, 1]>) -> f32 {
    let right = scores.argmax_axis::<-1>().equal(labels);
    right.map(|right| if right { 1.0 } else { 0.0 }).mean()
}

pub fn test(network: &Network<Host>, images: &Tensor<f32, shape![32, Side, Side]>) -> f32 {
    let labels = Tensor::<usize, shape![32, 1]>::zeros();
    accuracy(&network.forward(images), &labels)
}

fn main() {}
