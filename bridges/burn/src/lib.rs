//! An engine of [`shapecheck`] for burn: burn's tensors with shapes that are checked at compile time.
//!
//! ```
//! use shapecheck::engine::Floats;
//! use shapecheck::{Dim, TensorOn, shape};
//! use shapecheck_burn::Burn;
//! use shapecheck_burn::burn::tensor::{Device, Tensor};
//!
//! fn layer<E: Floats<f32>, B: Dim>(
//!     x: &TensorOn<f32, shape![B, 4], E>,
//!     weights: &TensorOn<f32, shape![4, 3], E>,
//!     bias: &TensorOn<f32, shape![3], E>,
//! ) -> TensorOn<f32, shape![B, 3], E> {
//!     (x.matmul(weights) + bias).relu()
//! }
//!
//! let x = Tensor::<2>::ones([7, 4], &Device::default());
//! let x = shapecheck_burn::typed::<f32, shape![_, 4], 2>(x)?;
//! let weights = TensorOn::<f32, shape![4, 3], Burn>::ones();
//! let y = layer(&x, &weights, &TensorOn::zeros());
//! assert_eq!(shapecheck_burn::untyped(&y).sum().into_scalar::<f32>(), 84.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_burn::Burn;
//!
//! let x = TensorOn::<f32, shape![7, 4], Burn>::ones();
//! let y = x.matmul(&TensorOn::<f32, shape![3, 4], Burn>::ones()); // 4 columns by 3 rows
//! ```
//!
//! The shape rules and their messages are those of `shapecheck`; this crate has none. Each operation calls a function
//! of burn on burn's tensors, so gradients, devices, modules and optimisers work as usual.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`data`] | the data of the engine, its element types, and conversions |
//! | [`rank`] | from the axes of a shape to burn's rank |
//! | [`device`] | the device of new tensors |
//! | [`train`] | parameters of modules, gradients |
//! | [`module!`] | modules that are generic over sizes |
//! | `weights` | structs and modules filled from files, with the feature `weights` |
//! | `elementwise`, `reduce`, `order`, `index`, `moves`, `products`, `window`, `network` | the operations |
//! | `raw` | burn's functions, for all kinds of elements |
#![warn(clippy::too_many_lines)]

#[cfg(feature = "capture")]
pub mod capture;
pub mod data;
pub mod device;
mod elementwise;
mod index;
mod module;
mod moves;
mod network;
mod order;
mod products;
pub mod rank;
mod raw;
mod reduce;
pub mod train;
#[cfg(feature = "weights")]
pub mod weights;
mod window;

pub use burn;
pub use data::{Element, Held, MisfitError, from_host, to_host, try_to_host, typed, untyped};
pub use half;
pub use rank::{OfRank, Ranked};
#[cfg(feature = "capture")]
pub use shapecheck_dry as dry;
pub use train::{Parameter, gradients};

/// The engine whose tensors are burn's.
#[derive(Clone, Copy, Debug)]
pub struct Burn;

/// The programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
