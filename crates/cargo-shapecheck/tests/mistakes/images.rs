//! An encoder of images by attention, and a network with an encoder and a decoder whose halves are joined.

use shapecheck::window::{Conv, Pool};
use shapecheck::{Dim, StaticDim, Tensor, axes, dim, shape};

/// A layer that is kept, and a change of low rank that is learned.
pub struct Lora<I: Dim, O: Dim, R: Dim> {
    kept: Tensor<f32, shape![O, I]>,
    down: Tensor<f32, shape![R, I]>,
    up: Tensor<f32, shape![O, R]>,
}

impl<I: StaticDim, O: StaticDim, R: StaticDim> Lora<I, O, R> {
    pub fn new() -> Self {
        Self { kept: Tensor::full(0.01), down: Tensor::full(0.01), up: Tensor::zeros() }
    }

    pub fn forward<B: Dim, T: Dim>(&self, x: &Tensor<f32, shape![B, T, I]>) -> Tensor<f32, shape![B, T, O]> {
        let change = x.linear(&self.down).linear(&self.up);
        x.linear(&self.kept) + change * 2.0
    }

    pub fn merged(&self) -> Tensor<f32, shape![O, I]> {
        &self.kept + self.up.matmul(&self.down)
    }
}

/// One block of the encoder, of width `W`.
pub struct Block<W: Dim> {
    queries: Lora<W, W, dim!(4)>,
    keys: Lora<W, W, dim!(4)>,
    values: Lora<W, W, dim!(4)>,
    gain: Tensor<f32, shape![W]>,
}

impl<W: StaticDim> Block<W> {
    pub fn forward<B: Dim, T: Dim>(&self, x: &Tensor<f32, shape![B, T, W]>) -> Tensor<f32, shape![B, T, W]> {
        let normal = x.layer_norm(&self.gain, 1e-5);
        let queries = self.queries.forward(&normal);
        let keys = self.keys.forward(&normal);
        let values = self.values.forward(&normal);
        x + queries.attention(&keys, &values)
    }
}

pub struct Encoder<W: Dim> {
    patches: Tensor<f32, shape![W, 48]>,
    places: Tensor<f32, shape![64, W]>,
    blocks: Vec<Block<W>>,
    head: Tensor<f32, shape![10, W]>,
}

impl<W: StaticDim> Encoder<W> {
    pub fn forward<B: Dim>(&self, images: &Tensor<f32, shape![B, 3, 32, 32]>) -> Tensor<f32, shape![B, 10]> {
        let split = images.split_axis::<-1, dim!(8), dim!(4)>().split_axis::<-3, dim!(8), dim!(4)>();
        let sorted = split.permute::<axes![-4, -2, -5, -3, -1]>();
        let flat = sorted.merge_axes::<-2>().merge_axes::<-2>().merge_axes::<-3>();
        let mut x = flat.linear(&self.patches) + &self.places;
        for block in &self.blocks {
            x = block.forward(&x);
        }
        let mean = x.mean_axis::<-2>().remove_axis::<-2>();
        mean.linear(&self.head)
    }
}

/// An encoder and a decoder of maps, whose halves are joined along the channels.
pub struct Halves<C: Dim> {
    first: Tensor<f32, shape![C, 3, 3, 3]>,
    deep: Tensor<f32, shape![C * 2, C, 3, 3]>,
    up: Tensor<f32, shape![C * 2, C, 2, 2]>,
    last: Tensor<f32, shape![1, C + C, 1, 1]>,
}

impl Halves<dim!(16)> {
    pub fn forward<B: Dim>(&self, images: &Tensor<f32, shape![B, 3, 32, 32]>) -> Tensor<f32, shape![B, 1, 32, 32]> {
        let same = Conv::new().padding::<1>();
        let wide = images.conv2d(&self.first, same).relu();
        let deep = wide.max_pool2d(Pool::of::<2>()).conv2d(&self.deep, same).relu();
        let back = deep.conv_transpose2d(&self.up, shapecheck::window::ConvTranspose::new().stride::<2>());
        let joined = wide.along::<-3>().concat(&back);
        joined.conv2d(&self.last, Conv::new()).sigmoid()
    }
}

pub fn overlap<B: Dim>(found: &Tensor<f32, shape![B, 1, 32, 32]>, truth: &Tensor<f32, shape![B, 1, 32, 32]>) -> f32 {
    let both: f32 = (found * truth).sum();
    2.0 * both / (found.sum::<f32>() + truth.sum::<f32>())
}

fn main() {}
