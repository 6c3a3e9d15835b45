//! Gradients of typed tensors, on any engine.
//!
//! [`Grad<E>`] is an engine that computes on the engine `E`, and keeps how results came about. So what is generic over
//! its engine has gradients:
//!
//! ```
//! use shapecheck::engine::Networks;
//! use shapecheck::{Dim, Host, Tensor, TensorOn, shape};
//! use shapecheck_grad::{Grad, Traces};
//!
//! struct Linear<E: Networks<f64>, I: Dim, O: Dim> {
//!     weights: TensorOn<f64, shape![O, I], E>,
//!     bias: TensorOn<f64, shape![O], E>,
//! }
//!
//! impl<E: Networks<f64>, I: Dim, O: Dim> Linear<E, I, O> {
//!     fn forward<B: Dim>(&self, x: &TensorOn<f64, shape![B, I], E>) -> TensorOn<f64, shape![B, O], E> {
//!         x.linear(&self.weights) + &self.bias
//!     }
//! }
//!
//! let layer = Linear::<Grad<Host>, _, _> {
//!     weights: Grad::parameter(Tensor::from([[1.0, 2.0]])),
//!     bias: Grad::parameter(Tensor::from([0.5])),
//! };
//! let x = Grad::constant(Tensor::from([[1.0, 0.0], [0.0, 1.0]]));
//! let y = Grad::constant(Tensor::from([[0.5], [1.5]]));
//! let loss = layer.forward(&x).mse_loss(&y); // [1, 1] too much
//! let gradients = loss.backward();
//! let of_weights: Tensor<f64, shape![1, 2]> = gradients.of(&layer.weights);
//! assert_eq!(of_weights.to_vec(), [1.0, 1.0]);
//! assert_eq!(gradients.of(&layer.bias).to_vec(), [2.0]);
//! ```
//!
//! [`backward`](Traces::backward) of anything but one number does not compile:
//!
//! ```compile_fail,E0277
//! use shapecheck::Tensor;
//! use shapecheck_grad::{Grad, Traces};
//!
//! let x = Grad::parameter(Tensor::from([1.0, 2.0]));
//! x.exp().backward(); // gradients are those of one number: `x.exp().average()`
//! ```
//!
//! | | |
//! | --- | --- |
//! | [`Grad::parameter`], [`Grad::constant`] | tensors with and without a gradient |
//! | [`Grad::custom`] | a result with a derivative of your own |
//! | [`backward`](Traces::backward), [`detach`](Traces::detach), [`total`](Traces::total), [`average`](Traces::average) | of tensors on `Grad` |
//! | [`Gradients`] | the gradients of a number, by parameters; [`clipped`](Gradients::clipped) by their norm |
//! | [`Parameters`](trait@Parameters) | the tensors of a struct |
//! | [`Sgd`], [`Adam`] | optimisers |
//!
//! With the feature `weights`, `shapecheck-weights` fills structs of such tensors from files, and saves them.
//!
//! Each operation of the engine's traits has its derivative here, which is made of operations of the engine below: so gradients
//! have gradients on `Grad<Grad<E>>`. What has none is not implemented, and the compiler refuses it.
#![warn(clippy::too_many_lines)]

mod data;
mod decompose;
mod elementwise;
mod gradients;
mod index;
mod mixed;
mod moves;
mod network;
mod optimize;
mod parameters;
mod parts;
mod plain;
mod products;
mod reduce;
mod tape;
mod terms;
#[cfg(feature = "weights")]
mod weights;
mod window;

use std::marker::PhantomData;

use shapecheck::engine::{Models, Scatters, ops};

pub use data::Traced;
pub use gradients::{GradientError, Gradients, OneNumber, Traces};
pub use optimize::{Adam, Sgd};
pub use parameters::{Parameters, VisitsParameters};
/// Visits the parameters of a struct, field by field. See [`trait@Parameters`].
pub use shapecheck_grad_derive::Parameters;

/// The engine that computes on `E`, and keeps how results came about, for [`backward`](Traces::backward).
///
/// A tensor that is made on it has no gradient, and neither has what is computed from such tensors alone: it costs
/// what it costs on `E`. [`Grad::parameter`] makes a tensor that has one.
#[derive(Clone, Copy, Debug)]
pub struct Grad<E>(PhantomData<E>);

/// Elements that have gradients.
#[diagnostic::on_unimplemented(
    message = "elements `{Self}` have no gradients",
    label = "floats have gradients: `f32` and `f64`"
)]
pub trait Real: num_traits::Float + 'static {}

impl Real for f32 {}
impl Real for f64 {}

/// An engine on which gradients of elements `T` are computed: with all operations of models, and sums at indices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` computes no gradients of `{T}`",
    label = "no gradients of `{T}` on this engine",
    note = "it takes `Models<{T}>`, and `Scatters` of `Add`: the host, candle and burn have them",
    note = "a function that is generic over the engine below asks for `E: Differentiable<{T}>`"
)]
pub trait Differentiable<T: 'static>: Models<T> + Scatters<ops::Add, T> + 'static {}

#[diagnostic::do_not_recommend]
impl<T: 'static, E: Models<T> + Scatters<ops::Add, T> + 'static> Differentiable<T> for E {}

/// The programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Programs;
