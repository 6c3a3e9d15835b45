//! Initial weights: those of PyTorch, by [`Random`], and functions that fill the weights of a layer with others. They take any
//! tensor `[O, I, ..]`, whose axes after the first two are the places of a kernel.
//!
//! ```
//! use shapecheck::dim;
//! use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
//! use shapecheck_nn::init::{self, Random};
//! use shapecheck_nn::{Linear, Relu, Sequential};
//!
//! type Model = Sequential<(Linear<dim!(64), dim!(32)>, Relu, Linear<dim!(32), dim!(10)>)>;
//!
//! let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
//! let mut model = Model::random(&mut generator);
//! init::kaiming_normal(&mut model.0.0.weight, &mut generator);
//! ```
//!
//! A tensor that is filled is not a parameter any more: fill it before `tracked()`.

use rand_distr::{Distribution, StandardNormal};
use shapecheck::engine::Networks;
use shapecheck::rand::{Rng, RngExt};
use shapecheck::{HasAxis, StaticShape, Tensor, TensorOn, shape};

use crate::{made, refilled};

/// A layer with random weights, those that PyTorch begins with. The page of each layer says which.
///
/// A struct of layers implements it by its fields, and a [`Sequential`](crate::Sequential) has it if its layers do:
///
/// ```
/// use shapecheck::rand::{Rng, SeedableRng, rngs::Xoshiro256PlusPlus};
/// use shapecheck_nn::Random;
/// use shapecheck_nn::sized::{Embedding, Linear};
///
/// struct Model {
///     tokens: Embedding<100, 32>,
///     scores: Linear<32, 100>,
/// }
///
/// impl Random for Model {
///     fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
///         Self { tokens: Random::random(generator), scores: Random::random(generator) }
///     }
/// }
///
/// let model = Model::random(&mut Xoshiro256PlusPlus::seed_from_u64(1));
/// ```
#[diagnostic::on_unimplemented(
    message = "this layer has no random weights to begin with",
    label = "not a layer with random weights",
    note = "the layer is `{Self}`",
    note = "a struct of layers implements `Random` by its fields; a `Dropout` is made with a probability and a seed"
)]
pub trait Random {
    /// A layer with weights from this generator.
    #[must_use]
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self;
}

/// A tensor of numbers between plus and minus a limit.
pub(crate) fn uniform<T: 'static, S: StaticShape, E: Networks<T>, R: Rng + ?Sized>(
    limit: f64,
    generator: &mut R,
) -> TensorOn<T, S, E> {
    made(S::SIZES, || {
        E::number(generator.random_range(-limit..=limit))
    })
}

/// A tensor of numbers with mean 0 and variance 1.
pub(crate) fn normal<T: 'static, S: StaticShape, E: Networks<T>, R: Rng + ?Sized>(
    generator: &mut R,
) -> TensorOn<T, S, E> {
    made(S::SIZES, || E::number(StandardNormal.sample(generator)))
}

/// Fills a tensor with uniform numbers of variance `2 / (fan_in + fan_out)`, for layers before `tanh` (Glorot and Bengio, 2010).
///
/// # Panics
///
/// Panics if a shape of run-time rank has fewer than two axes.
#[track_caller]
pub fn xavier_uniform<T, S, E, R>(weights: &mut TensorOn<T, S, E>, generator: &mut R)
where
    T: 'static,
    S: HasAxis<-2>,
    E: Networks<T>,
    R: Rng + ?Sized,
{
    let [fan_in, fan_out] = fans(weights.dims());
    let limit = (6.0 / (fan_in + fan_out)).sqrt();
    *weights = refilled(weights, || {
        E::number(generator.random_range(-limit..=limit))
    });
}

/// Fills a tensor with normal numbers of variance `2 / fan_in`, for layers before `relu` (He et al., 2015).
///
/// # Panics
///
/// Panics if a shape of run-time rank has fewer than two axes.
#[track_caller]
pub fn kaiming_normal<T, S, E, R>(weights: &mut TensorOn<T, S, E>, generator: &mut R)
where
    T: 'static,
    S: HasAxis<-2>,
    E: Networks<T>,
    R: Rng + ?Sized,
{
    let [fan_in, _] = fans(weights.dims());
    let deviation = (2.0 / fan_in).sqrt();
    let mut next = || -> f64 { StandardNormal.sample(generator) };
    *weights = refilled(weights, || E::number(deviation * next()));
}

/// Fills a tensor so that its rows, of all elements after the first axis, are orthogonal and of length 1, or its columns if there
/// are more rows than columns (Saxe et al., 2013).
///
/// The host computes it in `f64`, for any engine.
///
/// # Panics
///
/// Panics if a shape of run-time rank has fewer than two axes.
#[track_caller]
pub fn orthogonal<T, S, E, R>(weights: &mut TensorOn<T, S, E>, generator: &mut R)
where
    T: 'static,
    S: HasAxis<-2>,
    E: Networks<T>,
    R: Rng + ?Sized,
{
    let sizes = weights.dims();
    fans(sizes);
    let (rows, columns) = (sizes[0], sizes[1..].iter().product());
    let tall = <shape![_, _]>::of([rows.max(columns), rows.min(columns)]);
    let normal = Tensor::<f64, _>::random_with(tall, StandardNormal, generator);
    let (q, r) = normal.qr();
    // The signs of the diagonal make the result uniform among all such matrices.
    let is_negative = |column| r[[column, column]] < 0.0;
    let element = |row: usize, column: usize| match is_negative(column) {
        true => -q[[row, column]],
        false => q[[row, column]],
    };
    let mut places = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    *weights = refilled(weights, || {
        let [row, column] = places.next().expect("a place for each element");
        E::number(match rows < columns {
            true => element(column, row),
            false => element(row, column),
        })
    });
}

/// The numbers of terms in an element of the output, and of elements of the output that an element of the input is a term of.
#[track_caller]
fn fans(sizes: &[usize]) -> [f64; 2] {
    let [outputs, inputs, kernel @ ..] = sizes else {
        panic!("weights have two axes or more, not the sizes {sizes:?}")
    };
    let places: usize = kernel.iter().product();
    [inputs * places, outputs * places].map(|terms| terms as f64)
}
