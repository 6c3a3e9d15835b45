//! An engine of [`shapecheck`] for candle: candle's tensors with shapes that are checked at compile time.
//!
//! ```
//! use shapecheck::engine::Floats;
//! use shapecheck::{Dim, TensorOn, shape};
//! use shapecheck_candle::{Candle, candle_core::Device};
//!
//! fn layer<E: Floats<f32>, B: Dim>(
//!     x: &TensorOn<f32, shape![B, 4], E>,
//!     weights: &TensorOn<f32, shape![4, 3], E>,
//!     bias: &TensorOn<f32, shape![3], E>,
//! ) -> TensorOn<f32, shape![B, 3], E> {
//!     (x.matmul(weights) + bias).relu()
//! }
//!
//! let x = shapecheck_candle::typed::<f32, shape![_, 4]>(
//!     candle_core::Tensor::ones((7, 4), candle_core::DType::F32, &Device::Cpu)?,
//! )?;
//! let weights = TensorOn::<f32, shape![4, 3], Candle>::ones();
//! let y = layer(&x, &weights, &TensorOn::zeros());
//! assert_eq!(shapecheck_candle::untyped(&y).sum_all()?.to_scalar::<f32>()?, 84.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::Candle;
//!
//! let x = TensorOn::<f32, shape![7, 4], Candle>::ones();
//! let y = x.matmul(&TensorOn::<f32, shape![3, 4], Candle>::ones()); // 4 columns by 3 rows
//! ```
//!
//! The shape rules and their messages are those of `shapecheck`; this crate has none. Each operation calls a function
//! of candle on candle's tensors, so gradients and devices work as usual.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`data`] | the data of the engine, its element types, and conversions |
//! | [`device`] | the device of new tensors |
//! | [`train`] | weights, gradients, parameters |
//! | [`quantized`] | weights in blocks of a few bits, from GGUF files |
//! | `failure` | failures of candle itself, as panics |
//! | `capture` | runs that compute nothing, with the feature `capture` |
//! | `weights` | structs filled from safetensors files, with the feature `weights` |
//! | `pickle` | structs filled from PyTorch's files, with the feature `weights` |
//! | `elementwise`, `reduce`, `moves`, `index`, `products`, `window`, `network`, `norm`, `rotary` | the operations |
#![warn(clippy::too_many_lines)]

pub mod data;
pub mod device;
mod elementwise;
mod failure;
mod index;
mod moves;
mod network;
mod norm;
#[cfg(feature = "weights")]
pub mod pickle;
mod products;
pub mod quantized;
mod reduce;
mod rotary;
pub mod train;
#[cfg(feature = "weights")]
pub mod weights;
mod window;

pub use candle_core;
pub use candle_nn;
pub use data::{
    Element, Held, MisfitError, from_host, to_host, try_from_host, try_to_host, typed, untyped,
};
use failure::or_panic;
pub use half;
#[cfg(feature = "weights")]
pub use pickle::Pickle;
pub use quantized::Quantized;
#[cfg(feature = "capture")]
pub use shapecheck_candle_dry::{candle_0_11 as capture, dry};
pub use train::{Gradients, Parameter, gradients, weight};

/// The engine whose tensors are candle's.
#[derive(Clone, Copy, Debug)]
pub struct Candle;

/// The programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
