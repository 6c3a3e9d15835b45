//! Normalization.

use std::cell::RefCell;

use shapecheck::algebra::{Channels, EndsIn, OfShape};
use shapecheck::engine::{Engine, Networks, ReadsElements};
use shapecheck::num_traits::Float;
use shapecheck::{Dim, HasAxis, Host, Shape, StaticDim, TensorOn, axes, shape};

use crate::mode::{Evaluating, Mode, Training};
use crate::plain::{not_random, without_weights};
use crate::{Layer, Start, refilled};

/// What a norm adds to a variance, so that nothing is divided by 0: 1e-5 by default, also after reading a file, which does not
/// have it.
///
/// ```
/// use shapecheck::dim;
/// use shapecheck_nn::{Epsilon, RmsNorm};
///
/// let norm = RmsNorm::<dim!(4)> { epsilon: Epsilon(1e-6), ..RmsNorm::new() };
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epsilon(pub f64);

impl Default for Epsilon {
    fn default() -> Self {
        Self(1e-5)
    }
}

without_weights!([] Epsilon);

/// Layer normalization of the last axis, with a weight and a bias for each element.
///
/// | input | `weight`, `bias` | result |
/// | --- | --- | --- |
/// | `[.., N]` | `[N]` | `[.., N]` |
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct LayerNorm<N: Dim, E: Engine = Host, T: 'static = f32> {
    /// What multiplies each normalized element.
    pub weight: TensorOn<T, shape![N], E>,
    /// What is added then.
    pub bias: TensorOn<T, shape![N], E>,
    /// What is added to the variance.
    pub epsilon: Epsilon,
}

impl<N: StaticDim, E: Networks<T>, T: 'static> LayerNorm<N, E, T> {
    /// A layer with weights of 1 and a bias of 0.
    #[must_use]
    pub fn new() -> Self {
        Self {
            weight: filled(1.0),
            bias: filled(0.0),
            epsilon: Epsilon::default(),
        }
    }
}

not_random!([N: StaticDim, E: Networks<T>, T: 'static] LayerNorm<N, E, T>);

impl<N: StaticDim, E: Networks<T>, T: 'static> Default for LayerNorm<N, E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Shape, N: Dim, E: Networks<T>, T: 'static> Layer<TensorOn<T, S, E>> for LayerNorm<N, E, T>
where
    S: EndsIn<shape![N]>,
{
    type Output = TensorOn<T, S, E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        x.layer_norm_with_bias(&self.weight, &self.bias, E::number(self.epsilon.0))
    }
}

impl<N: Dim, E: Engine, T: 'static> Start for LayerNorm<N, E, T> {
    type Input = TensorOn<T, shape![_, _, N], E>;
}

/// RMS normalization of the last axis, with a weight for each element.
///
/// | input | `weight` | result |
/// | --- | --- | --- |
/// | `[.., N]` | `[N]` | `[.., N]` |
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct RmsNorm<N: Dim, E: Engine = Host, T: 'static = f32> {
    /// What multiplies each normalized element.
    pub weight: TensorOn<T, shape![N], E>,
    /// What is added to the mean of the squares.
    pub epsilon: Epsilon,
}

impl<N: StaticDim, E: Networks<T>, T: 'static> RmsNorm<N, E, T> {
    /// A layer with weights of 1.
    #[must_use]
    pub fn new() -> Self {
        Self {
            weight: filled(1.0),
            epsilon: Epsilon::default(),
        }
    }
}

not_random!([N: StaticDim, E: Networks<T>, T: 'static] RmsNorm<N, E, T>);

impl<N: StaticDim, E: Networks<T>, T: 'static> Default for RmsNorm<N, E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Shape, N: Dim, E: Networks<T>, T: 'static> Layer<TensorOn<T, S, E>> for RmsNorm<N, E, T>
where
    S: EndsIn<shape![N]>,
{
    type Output = TensorOn<T, S, E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        x.rms_norm(&self.weight, E::number(self.epsilon.0))
    }
}

impl<N: Dim, E: Engine, T: 'static> Start for RmsNorm<N, E, T> {
    type Input = TensorOn<T, shape![_, _, N], E>;
}

/// Batch normalization of images, in one of two modes: [`Training`] normalizes by the statistics of the batch and updates the
/// running ones, and [`Evaluating`] normalizes by these.
///
/// | input | `weight`, `bias`, `running_mean`, `running_var` | result |
/// | --- | --- | --- |
/// | `[B, C, H, W]` | `[C]` | `[B, C, H, W]` |
///
/// As in PyTorch, a running statistic becomes 0.9 of itself and 0.1 of the batch's, and a running variance is that of a sample.
///
/// ```
/// use shapecheck::{Tensor, dim, shape};
/// use shapecheck_nn::{BatchNorm2d, Layer};
///
/// let norm = BatchNorm2d::<dim!(1)>::new();
/// let _ = norm.forward(&Tensor::<f32, shape![1, 1, 1, 2]>::from([[[[1.0, 3.0]]]]));
/// assert_eq!(norm.running_mean().to_vec(), [0.2]); // 0.1 of the mean 2
/// let norm = norm.evaluating();
/// let y = norm.forward(&Tensor::<f32, shape![1, 1, 1, 1]>::from([[[[1.2]]]]));
/// assert!((y[[0, 0, 0, 0]] - 1.0 / 1.1_f32.sqrt()).abs() < 1e-4); // the variance is 0.9 + 0.1 * 2
/// ```
pub struct BatchNorm2d<C: Dim, M: Mode = Training, E: Engine = Host, T: 'static = f32> {
    /// What multiplies each normalized channel.
    pub weight: TensorOn<T, shape![C], E>,
    /// What is added then.
    pub bias: TensorOn<T, shape![C], E>,
    /// What is added to the variance.
    pub epsilon: Epsilon,
    running: M::Kept<Running<C, E, T>>,
}

/// The running statistics, and the number of batches they are of.
pub struct Running<C: Dim, E: Engine, T: 'static> {
    mean: TensorOn<T, shape![C], E>,
    var: TensorOn<T, shape![C], E>,
    batches: i64,
}

impl<C: StaticDim, E: Networks<T>, T: 'static> BatchNorm2d<C, Training, E, T> {
    /// A layer with weights of 1, a bias of 0, and running statistics of mean 0 and variance 1.
    #[must_use]
    pub fn new() -> Self {
        Self {
            weight: filled(1.0),
            bias: filled(0.0),
            epsilon: Epsilon::default(),
            running: RefCell::new(Running {
                mean: filled(0.0),
                var: filled(1.0),
                batches: 0,
            }),
        }
    }
}

not_random!([C: StaticDim, E: Networks<T>, T: 'static] BatchNorm2d<C, Training, E, T>);

impl<C: StaticDim, E: Networks<T>, T: 'static> Default for BatchNorm2d<C, Training, E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Dim, M: Mode, E: Networks<T>, T: 'static> BatchNorm2d<C, M, E, T> {
    /// The running means of the channels.
    pub fn running_mean(&self) -> TensorOn<T, shape![C], E> {
        M::read(&self.running, |running| running.mean.clone())
    }

    /// The running variances of the channels.
    pub fn running_var(&self) -> TensorOn<T, shape![C], E> {
        M::read(&self.running, |running| running.var.clone())
    }
}

impl<C: Dim, E: Engine, T: 'static> BatchNorm2d<C, Training, E, T> {
    /// The layer for inputs after training.
    #[must_use]
    pub fn evaluating(self) -> BatchNorm2d<C, Evaluating, E, T> {
        self.in_mode()
    }
}

impl<C: Dim, E: Engine, T: 'static> BatchNorm2d<C, Evaluating, E, T> {
    /// The layer for more training.
    #[must_use]
    pub fn training(self) -> BatchNorm2d<C, Training, E, T> {
        self.in_mode()
    }
}

impl<C: Dim, M: Mode, E: Engine, T: 'static> BatchNorm2d<C, M, E, T> {
    fn in_mode<Other: Mode>(self) -> BatchNorm2d<C, Other, E, T> {
        BatchNorm2d {
            weight: self.weight,
            bias: self.bias,
            epsilon: self.epsilon,
            running: Other::keep(M::take(self.running)),
        }
    }
}

/// `N` are the channels of the input: those of the layer, or a number that is known only at run time.
impl<S, B, N, H, W, C, M, E, T> Layer<TensorOn<T, S, E>> for BatchNorm2d<C, M, E, T>
where
    S: HasAxis<-4, Size = B>
        + HasAxis<-3, Size = N>
        + HasAxis<-2, Size = H>
        + HasAxis<-1, Size = W>,
    S: OfShape<shape![B, N, H, W]> + Shape,
    shape![B, N, H, W]: Channels<-3, shape![C]>,
    B: Dim,
    N: Dim,
    H: Dim,
    W: Dim,
    C: Dim,
    M: Mode,
    E: Networks<T>,
    T: Float + 'static,
{
    type Output = TensorOn<T, shape![B, N, H, W], E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        let x = x.of_shape_ref();
        let (weight, bias, epsilon) = (&self.weight, &self.bias, E::number(self.epsilon.0));
        let trained = M::update(&self.running, |running| {
            let y = x.along::<-3>().batch_norm(weight, bias, epsilon);
            let means = x.mean_axes::<axes![-4, -2, -1]>();
            let variances = x.var_axes::<axes![-4, -2, -1]>();
            let count = (x.dims()[0] * x.dims()[2] * x.dims()[3]) as f64;
            running.mean = moved(&running.mean, &means, 1.0);
            // The variance of a sample; of one number, it is 0 and not infinite.
            running.var = moved(&running.var, &variances, count / (count - 1.0).max(1.0));
            running.batches += 1;
            y
        });
        trained.unwrap_or_else(|| {
            M::read(&self.running, |Running { mean, var, .. }| {
                let statistics = (mean, var);
                x.along::<-3>()
                    .batch_norm_with_statistics(statistics, weight, bias, epsilon)
            })
        })
    }
}

/// A running statistic after a batch, whose statistic counts this many times. It is made of numbers, so that it has no gradient,
/// which would keep the batch.
fn moved<C: Dim, N: Dim, E: Networks<T>, T: Float + 'static>(
    running: &TensorOn<T, shape![C], E>,
    batch: &TensorOn<T, shape![1, N, 1, 1], E>,
    times: f64,
) -> TensorOn<T, shape![C], E> {
    let [kept, times] = [0.9, 0.1 * times].map(E::number);
    let (running_numbers, batch) = (numbers(running), numbers(batch));
    let pairs = running_numbers.into_iter().zip(batch);
    let mut next = pairs.map(|(running, batch)| kept * running + times * batch);
    refilled(running, || next.next().expect("a number for each channel"))
}

fn numbers<S: Shape, E: ReadsElements<T>, T: Copy + 'static>(x: &TensorOn<T, S, E>) -> Vec<T> {
    E::show::<S, _>(x.data(), |elements| elements.copied().collect())
}

impl<C: Dim, M: Mode, E: Engine, T: 'static> Start for BatchNorm2d<C, M, E, T> {
    type Input = TensorOn<T, shape![_, C, _, _], E>;
}

/// The statistics are not parameters.
#[cfg(feature = "grad")]
impl<C: Dim, M: Mode, E: Engine, T: 'static> shapecheck_grad::Parameters for BatchNorm2d<C, M, E, T>
where
    TensorOn<T, shape![C], E>: shapecheck_grad::Parameters,
{
    fn visit<Visitor: shapecheck_grad::VisitsParameters>(&mut self, visitor: &mut Visitor) {
        self.weight.visit(visitor);
        self.bias.visit(visitor);
    }
}

/// PyTorch's files have the number of batches too.
#[cfg(feature = "weights")]
impl<'data, C: Dim, M: Mode, E: Engine, T: 'static> shapecheck_weights::Load<'data>
    for BatchNorm2d<C, M, E, T>
where
    TensorOn<T, shape![C], E>: shapecheck_weights::Load<'data>,
{
    fn read(from: &mut shapecheck_weights::Reader<'data>) -> Option<Self> {
        let [weight, bias, mean, var] =
            ["weight", "bias", "running_mean", "running_var"].map(|name| from.field(name));
        let batches: Option<Option<shapecheck::Tensor<i64, shape![]>>> =
            from.field("num_batches_tracked");
        Some(Self {
            weight: weight?,
            bias: bias?,
            epsilon: Epsilon::default(),
            running: M::keep(Running {
                mean: mean?,
                var: var?,
                batches: batches?.map_or(0, TensorOn::into_scalar),
            }),
        })
    }
}

#[cfg(feature = "weights")]
impl<C: Dim, M: Mode, E: Engine, T: 'static> shapecheck_weights::Save for BatchNorm2d<C, M, E, T>
where
    TensorOn<T, shape![C], E>: shapecheck_weights::Save,
{
    fn write(&self, to: &mut shapecheck_weights::Writer) {
        to.field("weight", &self.weight);
        to.field("bias", &self.bias);
        M::read(&self.running, |running| {
            to.field("running_mean", &running.mean);
            to.field("running_var", &running.var);
            to.field(
                "num_batches_tracked",
                &shapecheck::Tensor::<i64, shape![]>::full(running.batches),
            );
        });
    }
}

fn filled<N: StaticDim, E: Networks<T>, T: 'static>(value: f64) -> TensorOn<T, shape![N], E> {
    TensorOn::from_fn(|[_]| E::number(value))
}
