//! Layers of neural networks with their sizes in their types, on any engine.
//!
//! ```
//! use shapecheck::{Dim, Host, Tensor, dim, shape};
//! use shapecheck_nn::{Gelu, Layer, Linear, LayerNorm, Sequential};
//!
//! /// Rows of 784 numbers to rows of ten.
//! type Model = Sequential<(LayerNorm<dim!(784)>, Linear<dim!(784), dim!(128)>, Gelu, Linear<dim!(128), dim!(10)>)>;
//!
//! fn scores<B: Dim>(model: &Model, x: &Tensor<f32, shape![B, 784]>) -> Tensor<f32, shape![B, 10]> {
//!     model.forward(x)
//! }
//! ```
//!
//! Where a layer does not take what it gets, the program does not compile, and the error has the sizes of both:
//!
//! ```compile_fail,E0277
//! # use shapecheck::{Dim, Tensor, shape};
//! use shapecheck_nn::Layer;
//! use shapecheck_nn::sized::Linear;
//!
//! fn scores<B: Dim>(first: &Linear<784, 128>, last: &Linear<100, 10>, x: &Tensor<f32, shape![B, 784]>) {
//!     let hidden = first.forward(x).relu();
//!     last.forward(&hidden); // this layer takes 100 numbers, the input has 128 at axis -1
//! }
//! ```
//!
//! | | |
//! | --- | --- |
//! | [`Layer`] | what an input becomes: the trait of all layers, and of those of your own |
//! | [`Sequential`] | layers one after the other, of which neighbours are compared |
//! | [`sized`] | the layers by numbers, `Linear<784, 128>` |
//! | `init`, `Random`, with the feature `rand` | initial weights |
//! | [`Training`], [`Evaluating`] | the modes of [`BatchNorm2d`] and of `Dropout` |
//!
//! Fields are public: a layer is made of tensors as it is, and its tensors can be read and replaced. With the feature `grad`, layers
//! have `Parameters` of shapecheck-grad, which train them. With the feature `weights`, files fill them and save them, by PyTorch's
//! names. Both derives work for structs of layers.
#![warn(clippy::too_many_lines)]

mod attention;
mod convolution;
#[cfg(feature = "rand")]
pub mod init;
mod layer;
mod linear;
mod mode;
mod norm;
mod plain;
mod recurrent;
pub mod sized;

use shapecheck::engine::Creates;
use shapecheck::{Shape, TensorOn};

pub use attention::Attention;
pub use convolution::{Conv1d, Conv2d, ConvTranspose2d};
#[cfg(feature = "rand")]
pub use init::Random;
pub use layer::{Layer, Sequential, Start};
pub use linear::{Embedding, Linear, Mlp};
#[cfg(feature = "rand")]
pub use mode::Dropout;
pub use mode::{Evaluating, Mode, Training};
pub use norm::{BatchNorm2d, Epsilon, LayerNorm, RmsNorm};
pub use plain::{Flatten, Gelu, MaxPool2d, Relu, Silu, Tanh};
pub use recurrent::{Gru, Lstm};

/// A tensor of these sizes, which are those of its shape, with these elements in row-major order.
fn made<T: 'static, S: Shape, E: Creates<T>>(
    sizes: &[usize],
    next: impl FnMut() -> T,
) -> TensorOn<T, S, E> {
    match TensorOn::try_from_data(E::generate::<S>(sizes.into(), next)) {
        Ok(tensor) => tensor,
        Err(error) => unreachable!("the sizes are those of the shape: {error}"),
    }
}

/// A tensor of the same shape with these elements in row-major order.
fn refilled<T: 'static, S: Shape, E: Creates<T>>(
    tensor: &TensorOn<T, S, E>,
    next: impl FnMut() -> T,
) -> TensorOn<T, S, E> {
    made(tensor.dims(), next)
}

/// The programs of the README and of the guide's pages on first steps and on training.
#[cfg(all(doctest, feature = "rand", feature = "grad"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../shapecheck/guide/ten_minutes.md")]
#[doc = include_str!("../../shapecheck/guide/train.md")]
struct Programs;
