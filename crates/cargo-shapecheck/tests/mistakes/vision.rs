//! A vision transformer with its own layers, cut from pieces of images, that runs on any engine, and what trains it.

use shapecheck::engine::{Engine, Floats, Creates, Networks};
use shapecheck::{Dim, Inline, Shape, StaticDim, Tensor, TensorOn, View, axes, dim, shape};

type Side = dim!(4);
type Pixels = dim!(48);
type Images<B> = Tensor<f32, shape![B, 3, 32, 32]>;

struct Linear<I: Dim, O: Dim, E: Engine> {
    weights: TensorOn<f32, shape![O, I], E>,
    bias: TensorOn<f32, shape![O], E>,
}

impl<I: StaticDim, O: StaticDim, E: Networks<f32>> Linear<I, O, E> {
    fn new() -> Self {
        Self { weights: TensorOn::zeros(), bias: TensorOn::zeros() }
    }

    fn forward<S: Shape>(&self, x: &TensorOn<f32, shape![..S, I], E>) -> TensorOn<f32, shape![..S, O], E> {
        x.linear(&self.weights) + &self.bias
    }
}

struct Mixer<W: StaticDim, F: StaticDim, E: Networks<f32>> {
    widen: Linear<W, F, E>,
    narrow: Linear<F, W, E>,
    gain: TensorOn<f32, shape![W], E>,
}

impl<W: StaticDim, F: StaticDim, E: Networks<f32>> Mixer<W, F, E> {
    fn forward<B: Dim, P: Dim>(&self, x: &TensorOn<f32, shape![B, P, W], E>) -> TensorOn<f32, shape![B, P, W], E> {
        let hidden = self.widen.forward(x).tanh();
        self.narrow.forward(&hidden) * &self.gain + x
    }
}

/// Pieces of `Side` by `Side` pixels, 64 of each image.
fn pieces<B: Dim>(images: &Images<B>) -> Tensor<f32, shape![B, 64, Pixels]> {
    let columns = images.split_axis::<-1, dim!(8), Side>();
    let both = columns.split_axis::<-3, dim!(8), Side>();
    let sorted = both.permute::<axes![-4, -2, -5, -3, -1]>();
    sorted.merge_axes::<-2>().merge_axes::<-2>().merge_axes::<-3>()
}

struct Model<W: StaticDim, F: StaticDim, K: StaticDim> {
    embed: Linear<Pixels, W, shapecheck::Host>,
    places: Tensor<f32, shape![64, W]>,
    mixers: Vec<Mixer<W, F, shapecheck::Host>>,
    head: Linear<W, K, shapecheck::Host>,
}

impl<W: StaticDim, F: StaticDim, K: StaticDim> Model<W, F, K> {
    fn forward<B: Dim>(&self, images: &Images<B>) -> Tensor<f32, shape![B, K]> {
        let mut x = self.embed.forward(&pieces(images)) + &self.places;
        for mixer in &self.mixers {
            x = mixer.forward(&x);
        }
        let mean = x.mean_axis::<-2>().remove_axis::<-2>();
        self.head.forward(&mean)
    }

    fn loss<B: Dim>(&self, images: &Images<B>, classes: &Tensor<usize, shape![B]>) -> f32 {
        self.forward(images).along::<-1>().cross_entropy(classes).mean()
    }
}

/// One channel of each image, brighter.
fn channel<B: Dim, C: StaticDim, H: Dim>(images: &Tensor<f32, shape![B, C, H, H]>, gains: &Tensor<f32, shape![C, 1, 1]>) -> Tensor<f32, shape![B, H, H]> {
    (images * gains).index_axis::<-3>(0)
}

fn standard<S: Shape, N: Dim, E: Floats<f32>>(x: &TensorOn<f32, shape![..S, N], E>) -> TensorOn<f32, shape![..S, N], E> {
    let centered = x - x.mean_axis::<-1>();
    let deviation = centered.var_axis::<-1>().sqrt();
    centered / deviation
}

fn ones<N: StaticDim, E: Creates<f32>>() -> TensorOn<f32, shape![N], E> {
    TensorOn::full(1.0)
}

pub fn train(pixels: &[f32], classes: &Tensor<usize, shape![16]>) -> f32 {
    let images = View::<f32, shape![16, 3, 32, 32]>::from_buffer(pixels).expect("sixteen images");
    let images = images.to_tensor();
    let model = Model::<dim!(96), dim!(384), dim!(10)> {
        embed: Linear::new(),
        places: Tensor::zeros(),
        mixers: Vec::new(),
        head: Linear::new(),
    };
    let gains = Tensor::<f32, shape![3]>::full(2.0).reshape::<shape![3, 1, 1]>();
    let small = standard(&channel(&images, &gains));
    let row = ones::<dim!(32), Inline>();
    let brightness = (small * &row).mean();
    model.loss(&images, classes) + brightness
}

fn main() {}
