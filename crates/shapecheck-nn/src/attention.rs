//! Attention.

use shapecheck::algebra::OfShape;
use shapecheck::engine::{Engine, Models, Networks};
#[cfg(feature = "rand")]
use shapecheck::rand::Rng;
use shapecheck::tensor::cache::KeyValueCache;
use shapecheck::{Dim, HasAxis, Host, Shape, StaticDim, TensorOn, dim, rearrange, shape};

#[cfg(feature = "rand")]
use crate::init::Random;
use crate::{Layer, Linear, Start};

/// Causal attention of each token to itself and to those before it, with `H` heads of keys and values, each of which `G` heads of
/// queries share. A head has `D` numbers.
///
/// | input | `q_proj` | `k_proj`, `v_proj` | `o_proj` | result |
/// | --- | --- | --- | --- | --- |
/// | `[B, T, W]` | `W` to `H * G * D` | `W` to `H * D` | `H * G * D` to `W` | `[B, T, W]` |
///
/// `W` and `H` can be names of run-time sizes, which a file says; `D` and `G` are numbers. Each layer is a [`Linear`], with
/// the names of Llama's checkpoints; those without biases are read without. A step of a decoder is
/// [`forward_cached`](Self::forward_cached). For anything between the layers and attention, such as rotary embeddings, take
/// [`heads`](Self::heads) and [`attend`](Self::attend):
///
/// ```
/// use shapecheck::{Dim, Tensor, dim, shape};
/// use shapecheck_nn::Attention;
///
/// type Layer = Attention<dim!(32), dim!(2), dim!(8), dim!(2)>;
///
/// fn with_places<B: Dim, T: Dim>(
///     layer: &Layer,
///     x: &Tensor<f32, shape![B, T, 32]>,
///     (cosines, sines): (&Tensor<f32, shape![T, 4]>, &Tensor<f32, shape![T, 4]>),
/// ) -> Tensor<f32, shape![B, T, 32]> {
///     let (queries, keys, values) = layer.heads(x);
///     let queries = queries.rotary_embedding(cosines, sines);
///     let keys = keys.rotary_embedding(cosines, sines);
///     layer.attend(&queries, &keys, &values)
/// }
/// ```
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct Attention<W: Dim, H: Dim, D: Dim, G: Dim = dim!(1), E: Engine = Host, T: 'static = f32> {
    /// From tokens to queries.
    pub q_proj: Linear<W, dim!(H * G * D), E, T>,
    /// From tokens to keys.
    pub k_proj: Linear<W, dim!(H * D), E, T>,
    /// From tokens to values.
    pub v_proj: Linear<W, dim!(H * D), E, T>,
    /// From what the heads give to tokens.
    pub o_proj: Linear<dim!(H * G * D), W, E, T>,
}

/// Queries `[B, H, G, T, D]`.
type Queries<B, H, G, L, D, E, T> = TensorOn<T, shape![B, H, G, L, D], E>;

/// Keys or values `[B, H, T, D]`.
type Pairs<B, H, L, D, E, T> = TensorOn<T, shape![B, H, L, D], E>;

/// Without biases.
#[cfg(feature = "rand")]
impl<W, H, D, G, E, T> Random for Attention<W, H, D, G, E, T>
where
    W: StaticDim,
    H: Dim,
    D: Dim,
    G: Dim,
    dim!(H * G * D): StaticDim,
    dim!(H * D): StaticDim,
    E: Networks<T>,
    T: 'static,
{
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
        Self {
            q_proj: Linear::random(generator).without_bias(),
            k_proj: Linear::random(generator).without_bias(),
            v_proj: Linear::random(generator).without_bias(),
            o_proj: Linear::random(generator).without_bias(),
        }
    }
}

impl<W: Dim, H: Dim, D: StaticDim, G: StaticDim, E: Networks<T>, T: 'static>
    Attention<W, H, D, G, E, T>
{
    /// The queries `[B, H, G, T, D]`, the keys and the values `[B, H, T, D]` of tokens.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only at run time do not fit.
    #[track_caller]
    pub fn heads<B: Dim, L: Dim>(
        &self,
        x: &TensorOn<T, shape![B, L, W], E>,
    ) -> (
        Queries<B, H, G, L, D, E, T>,
        Pairs<B, H, L, D, E, T>,
        Pairs<B, H, L, D, E, T>,
    ) {
        let queries = self.q_proj.forward(x);
        let (keys, values) = (self.k_proj.forward(x), self.v_proj.forward(x));
        (
            rearrange!(&queries, "b t (h g d) -> b h g t d"; h = H, g = G, d = D),
            rearrange!(&keys, "b t (h d) -> b h t d"; h = H, d = D),
            rearrange!(&values, "b t (h d) -> b h t d"; h = H, d = D),
        )
    }

    /// What the last tokens take from all: queries `[B, H, G, T, D]` of the last `T` of `S` tokens, with the keys and the values
    /// `[B, H, S, D]`, give `[B, T, W]`.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only at run time do not fit, or if there are fewer keys than queries.
    #[track_caller]
    pub fn attend<B: Dim, L: Dim, All: Dim>(
        &self,
        queries: &TensorOn<T, shape![B, H, G, L, D], E>,
        keys: &TensorOn<T, shape![B, H, All, D], E>,
        values: &TensorOn<T, shape![B, H, All, D], E>,
    ) -> TensorOn<T, shape![B, L, W], E> {
        let (keys, values) = (keys.insert_axis::<-3>(), values.insert_axis::<-3>());
        let attended: Queries<B, H, G, L, D, E, T> = queries.causal_attention(&keys, &values);
        self.o_proj
            .forward(&rearrange!(&attended, "b h g t d -> b t (h g d)"))
    }
}

impl<W: Dim, H: Dim, D: StaticDim, G: StaticDim, E: Models<T>, T: 'static>
    Attention<W, H, D, G, E, T>
{
    /// A step of a decoder: the new tokens `[B, T, W]` see those whose keys and values are in the cache, and themselves. The cache
    /// gets theirs.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only at run time do not fit.
    #[track_caller]
    pub fn forward_cached<B: Dim, L: Dim, Past: Dim>(
        &self,
        x: &TensorOn<T, shape![B, L, W], E>,
        cache: &mut KeyValueCache<T, shape![B, H, Past, D], E>,
    ) -> TensorOn<T, shape![B, L, W], E> {
        let (queries, keys, values) = self.heads(x);
        let (keys, values) = cache.extend(&keys, &values);
        self.attend(&queries, &keys, &values)
    }
}

impl<S, B, L, W, H, D, G, E, T> Layer<TensorOn<T, S, E>> for Attention<W, H, D, G, E, T>
where
    S: HasAxis<-3, Size = B> + HasAxis<-2, Size = L> + OfShape<shape![B, L, W]> + Shape,
    B: Dim,
    L: Dim,
    W: Dim,
    H: Dim,
    D: StaticDim,
    G: StaticDim,
    E: Networks<T>,
    T: 'static,
{
    type Output = TensorOn<T, shape![B, L, W], E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        let (queries, keys, values) = self.heads(x.of_shape_ref());
        self.attend(&queries, &keys, &values)
    }
}

impl<W: Dim, H: Dim, D: Dim, G: Dim, E: Engine, T: 'static> Start for Attention<W, H, D, G, E, T> {
    type Input = TensorOn<T, shape![_, _, W], E>;
}
