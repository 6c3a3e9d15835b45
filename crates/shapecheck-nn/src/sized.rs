//! The layers with their sizes as numbers: `Linear<784, 128>` is [`Linear`](crate::Linear)`<dim!(784), dim!(128)>`.
//!
//! ```
//! use shapecheck::{Dim, Tensor, checked, shape};
//! use shapecheck_nn::sized::Linear;
//! use shapecheck_nn::{Layer, Relu, Sequential};
//!
//! struct Model(Sequential<(Linear<784, 128>, Relu, Linear<128, 10>)>);
//!
//! impl Model {
//!     fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, 784]>) -> Tensor<f32, shape![B, 10]> {
//!         self.0.forward(x)
//!     }
//! }
//!
//! // With a parameter of its own, an item has `#[checked]`.
//! #[checked]
//! struct Block<const N: usize> {
//!     layer: Linear<N, N>,
//! }
//! ```
//!
//! The numbers are those of the [table](shapecheck::dim::SizeTable): for any other, write the layer with `dim!`.

use shapecheck::Host;
use shapecheck::dim::Constant;
use shapecheck::window::{Conv, ConvTranspose};

use crate::{Gelu, Training};

/// [`Linear`](crate::Linear) by numbers.
pub type Linear<const I: usize, const O: usize, E = Host, T = f32> =
    crate::Linear<Constant<I>, Constant<O>, E, T>;

/// [`Embedding`](crate::Embedding) by numbers.
pub type Embedding<const V: usize, const D: usize, E = Host, T = f32> =
    crate::Embedding<Constant<V>, Constant<D>, E, T>;

/// [`Mlp`](crate::Mlp) by numbers.
pub type Mlp<const I: usize, const H: usize, const O: usize, Activation = Gelu, E = Host, T = f32> =
    crate::Mlp<Constant<I>, Constant<H>, Constant<O>, Activation, E, T>;

/// [`Conv1d`](crate::Conv1d) by numbers.
pub type Conv1d<
    const I: usize,
    const O: usize,
    const K: usize,
    Settings = Conv,
    E = Host,
    T = f32,
> = crate::Conv1d<Constant<I>, Constant<O>, Constant<K>, Settings, E, T>;

/// [`Conv2d`](crate::Conv2d) by numbers, with square kernels.
pub type Conv2d<
    const I: usize,
    const O: usize,
    const K: usize,
    Settings = Conv,
    E = Host,
    T = f32,
> = crate::Conv2d<Constant<I>, Constant<O>, Constant<K>, Settings, E, T>;

/// [`ConvTranspose2d`](crate::ConvTranspose2d) by numbers, with square kernels.
pub type ConvTranspose2d<
    const I: usize,
    const O: usize,
    const K: usize,
    Settings = ConvTranspose,
    E = Host,
    T = f32,
> = crate::ConvTranspose2d<Constant<I>, Constant<O>, Constant<K>, Settings, E, T>;

/// [`LayerNorm`](crate::LayerNorm) by numbers.
pub type LayerNorm<const N: usize, E = Host, T = f32> = crate::LayerNorm<Constant<N>, E, T>;

/// [`RmsNorm`](crate::RmsNorm) by numbers.
pub type RmsNorm<const N: usize, E = Host, T = f32> = crate::RmsNorm<Constant<N>, E, T>;

/// [`BatchNorm2d`](crate::BatchNorm2d) by numbers.
pub type BatchNorm2d<const C: usize, M = Training, E = Host, T = f32> =
    crate::BatchNorm2d<Constant<C>, M, E, T>;

/// [`Attention`](crate::Attention) by numbers.
pub type Attention<
    const W: usize,
    const H: usize,
    const D: usize,
    const G: usize = 1,
    E = Host,
    T = f32,
> = crate::Attention<Constant<W>, Constant<H>, Constant<D>, Constant<G>, E, T>;

/// [`Lstm`](crate::Lstm) by numbers.
pub type Lstm<const I: usize, const H: usize, E = Host, T = f32> =
    crate::Lstm<Constant<I>, Constant<H>, E, T>;

/// [`Gru`](crate::Gru) by numbers.
pub type Gru<const I: usize, const H: usize, E = Host, T = f32> =
    crate::Gru<Constant<I>, Constant<H>, E, T>;
