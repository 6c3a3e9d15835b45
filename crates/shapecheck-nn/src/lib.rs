//! Layers of neural networks with their sizes in their types, on any engine.
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
