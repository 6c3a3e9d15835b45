//! A network of convolutions whose blocks are added to what goes in, for a batch and channels of any number.

use shapecheck::window::{Conv, Pool};
use shapecheck::{Dim, StaticDim, Tensor, axes, dim, einsum, rearrange, shape};

type Maps<B, C, N> = Tensor<f32, shape![B, C, N, N]>;
type Kernels<O, I> = Tensor<f32, shape![O, I, 3, 3]>;
type Vector<N> = Tensor<f32, shape![N]>;

struct Norm<C: Dim> {
    gain: Vector<C>,
    shift: Vector<C>,
}

impl<C: Dim> Norm<C> {
    fn forward<B: Dim, N: Dim>(&self, x: &Maps<B, C, N>) -> Maps<B, C, N> {
        x.along::<-3>().batch_norm(&self.gain, &self.shift, 1e-5)
    }
}

struct Block<C: Dim> {
    first: Kernels<C, C>,
    second: Kernels<C, C>,
    norm: Norm<C>,
}

impl<C: Dim> Block<C> {
    fn forward<B: Dim, N: Dim>(&self, x: &Maps<B, C, N>) -> Maps<B, C, N> {
        let same = Conv::new().same();
        let maps = x.conv2d(&self.first, same).relu();
        let maps = self.norm.forward(&maps.conv2d(&self.second, same));
        (maps + x).relu()
    }
}

/// Each channel by how much it matters.
struct Gate<C: Dim, R: Dim> {
    down: Tensor<f32, shape![R, C]>,
    up: Tensor<f32, shape![C, R]>,
}

impl<C: Dim, R: Dim> Gate<C, R> {
    fn forward<B: Dim, N: Dim>(&self, x: &Maps<B, C, N>) -> Maps<B, C, N> {
        let means = x.mean_axes::<axes![-2, -1]>().remove_axes::<axes![-2, -1]>();
        let weights = means.linear(&self.down).relu().linear(&self.up).sigmoid();
        x * weights.insert_axis::<-1>().insert_axis::<-1>()
    }
}

struct Network<K: Dim> {
    stem: Tensor<f32, shape![16, 3, 5, 5]>,
    blocks: [Block<dim!(16)>; 2],
    gate: Gate<dim!(16), dim!(4)>,
    wider: Kernels<dim!(32), dim!(16)>,
    head: Tensor<f32, shape![K, 32]>,
    bias: Vector<K>,
}

impl<K: StaticDim> Network<K> {
    fn features<B: Dim>(&self, images: &Tensor<f32, shape![B, 3, 32, 32]>) -> Tensor<f32, shape![B, 32]> {
        let mut x = images.conv2d(&self.stem, Conv::new().stride::<2>().padding::<2>());
        for block in &self.blocks {
            x = block.forward(&x);
        }
        let pooled = self.gate.forward(&x).max_pool2d(Pool::of::<2>());
        let maps = pooled.conv2d(&self.wider, Conv::new());
        einsum!("b c h w -> b c"; &maps) / 36.0
    }

    fn forward<B: Dim>(&self, images: &Tensor<f32, shape![B, 3, 32, 32]>) -> Tensor<f32, shape![B, K]> {
        self.features(images).linear(&self.head) + &self.bias
    }
}

/// Images whose channels come last, as files have them.
pub fn read<B: Dim>(pixels: &Tensor<f32, shape![B, 32, 32, 3]>) -> Tensor<f32, shape![B, 3, 32, 32]> {
    rearrange!(pixels, "b h w c -> b c h w")
}

pub fn classes<B: Dim, K: StaticDim>(network: &Network<K>, pixels: &Tensor<f32, shape![B, 32, 32, 3]>) -> Tensor<usize, shape![B]> {
    let scores = network.forward(&read(pixels));
    scores.argmax_axis::<-1>().remove_axis::<-1>()
}

pub fn wrong(network: &Network<dim!(10)>, pixels: &Tensor<f32, shape![64, 32, 32, 3]>, labels: &[usize]) -> Result<usize, shapecheck::ShapeError> {
    let labels = Tensor::<usize, shape![64]>::from_slice(labels)?;
    let found = classes(network, pixels);
    Ok(found.not_equal(&labels).count_nonzero())
}

fn main() {}
