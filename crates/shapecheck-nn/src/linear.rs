//! Linear layers, embeddings, and two linear layers with a function between them.

#[cfg(feature = "rand")]
use shapecheck::StaticDim;
use shapecheck::algebra::{self, BiasFor};
use shapecheck::engine::{Engine, Networks};
#[cfg(feature = "rand")]
use shapecheck::rand::Rng;
use shapecheck::{Dim, Host, Shape, TensorOn, shape};

#[cfg(feature = "rand")]
use crate::init::{self, Random};
use crate::{Gelu, Layer, Start};

/// A linear layer: multiplies by weights, one row for each number of the output, and adds a bias if there is one.
///
/// | input | `weight` | `bias` | result |
/// | --- | --- | --- | --- |
/// | `[.., I]` | `[O, I]` | `[O]` | `[.., O]` |
///
/// ```
/// use shapecheck::{Tensor, dim, shape};
/// use shapecheck_nn::{Layer, Linear};
///
/// let layer = Linear::<dim!(2), dim!(1)> { weight: Tensor::from([[1.0, 2.0]]), bias: Some(Tensor::from([0.5])) };
/// let y: Tensor<f32, shape![3, 1]> = layer.forward(&Tensor::<f32, shape![3, 2]>::ones());
/// assert_eq!(y.to_vec(), [3.5; 3]);
/// ```
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct Linear<I: Dim, O: Dim, E: Engine = Host, T: 'static = f32> {
    /// A row for each number of the output.
    pub weight: TensorOn<T, shape![O, I], E>,
    /// What is added, if anything is. A file without it gives `None`.
    pub bias: Option<TensorOn<T, shape![O], E>>,
}

#[cfg(feature = "rand")]
/// As PyTorch does: uniform between plus and minus `1 / sqrt(I)`, the bias too.
impl<I: StaticDim, O: StaticDim, E: Networks<T>, T: 'static> Random for Linear<I, O, E, T> {
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
        let limit = (I::SIZE as f64).sqrt().recip();
        Self {
            weight: init::uniform(limit, generator),
            bias: Some(init::uniform(limit, generator)),
        }
    }
}

impl<I: Dim, O: Dim, E: Engine, T: 'static> Linear<I, O, E, T> {
    /// The same layer without a bias.
    #[must_use]
    pub fn without_bias(self) -> Self {
        Self { bias: None, ..self }
    }
}

impl<S: Shape, I: Dim, O: Dim, Out: Shape, E: Networks<T>, T: 'static> Layer<TensorOn<T, S, E>>
    for Linear<I, O, E, T>
where
    S: algebra::Linear<shape![O, I], Output = Out>,
    shape![O]: BiasFor<-1, Out>,
{
    type Output = TensorOn<T, Out, E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        match &self.bias {
            Some(bias) => x.linear_with_bias(&self.weight, bias),
            None => x.linear(&self.weight),
        }
    }
}

impl<I: Dim, O: Dim, E: Engine, T: 'static> Start for Linear<I, O, E, T> {
    type Input = TensorOn<T, shape![_, _, I], E>;
}

/// A table of vectors: of each token, which is an index, its row.
///
/// | tokens | `weight` | result |
/// | --- | --- | --- |
/// | `[..]` of `usize`, below `V` | `[V, D]` | `[.., D]` |
///
/// ```
/// use shapecheck::{Tensor, dim, shape};
/// use shapecheck_nn::{Embedding, Layer};
///
/// let table = Embedding::<dim!(3), dim!(2)> { weight: Tensor::from([[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]]) };
/// let x: Tensor<f32, shape![2, 2]> = table.forward(&Tensor::from([2, 0]));
/// assert_eq!(x.to_vec(), [2.0, 2.5, 0.0, 0.5]);
/// ```
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct Embedding<V: Dim, D: Dim, E: Engine = Host, T: 'static = f32> {
    /// A row for each token.
    pub weight: TensorOn<T, shape![V, D], E>,
}

#[cfg(feature = "rand")]
/// As PyTorch does: normal, with mean 0 and variance 1.
impl<V: StaticDim, D: StaticDim, E: Networks<T>, T: 'static> Random for Embedding<V, D, E, T> {
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
        Self {
            weight: init::normal(generator),
        }
    }
}

impl<S: Shape, V: Dim, D: Dim, E: Networks<T>, T: 'static> Layer<TensorOn<usize, S, E>>
    for Embedding<V, D, E, T>
{
    type Output = TensorOn<T, shape![..S, D], E>;

    /// # Panics
    ///
    /// Panics if a token is not below `V`.
    #[track_caller]
    fn forward(&self, tokens: &TensorOn<usize, S, E>) -> Self::Output {
        self.weight.embedding(tokens)
    }
}

impl<V: Dim, D: Dim, E: Engine, T: 'static> Start for Embedding<V, D, E, T> {
    type Input = TensorOn<usize, shape![_, _], E>;
}

/// A perceptron with one hidden layer: a linear layer to `H` numbers, a function of each, and a linear layer.
///
/// | input | `fc1.weight` | `fc2.weight` | result |
/// | --- | --- | --- | --- |
/// | `[.., I]` | `[H, I]` | `[O, H]` | `[.., O]` |
///
/// The function is a layer such as [`Gelu`] or [`Relu`](crate::Relu). A [`Sequential`](crate::Sequential) has more layers.
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct Mlp<I: Dim, H: Dim, O: Dim, Activation = Gelu, E: Engine = Host, T: 'static = f32> {
    /// The first layer.
    pub fc1: Linear<I, H, E, T>,
    /// The function of each hidden number.
    pub activation: Activation,
    /// The second layer.
    pub fc2: Linear<H, O, E, T>,
}

#[cfg(feature = "rand")]
impl<I, H, O, Activation, E, T> Random for Mlp<I, H, O, Activation, E, T>
where
    I: StaticDim,
    H: StaticDim,
    O: StaticDim,
    Activation: Default,
    E: Networks<T>,
    T: 'static,
{
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
        Self {
            fc1: Linear::random(generator),
            activation: Activation::default(),
            fc2: Linear::random(generator),
        }
    }
}

impl<Input, Hidden, Active, Out, I, H, O, Activation, E, T> Layer<Input>
    for Mlp<I, H, O, Activation, E, T>
where
    I: Dim,
    H: Dim,
    O: Dim,
    E: Engine,
    T: 'static,
    Linear<I, H, E, T>: Layer<Input, Output = Hidden>,
    Activation: Layer<Hidden, Output = Active>,
    Linear<H, O, E, T>: Layer<Active, Output = Out>,
{
    type Output = Out;

    #[track_caller]
    fn forward(&self, x: &Input) -> Out {
        let hidden = self.fc1.forward(x);
        self.fc2.forward(&self.activation.forward(&hidden))
    }
}

impl<I: Dim, H: Dim, O: Dim, Activation, E: Engine, T: 'static> Start
    for Mlp<I, H, O, Activation, E, T>
{
    type Input = TensorOn<T, shape![_, _, I], E>;
}
