//! Recurrent layers.

#[cfg(feature = "rand")]
use shapecheck::StaticDim;
use shapecheck::algebra::Recurs;
use shapecheck::engine::{Engine, Networks};
#[cfg(feature = "rand")]
use shapecheck::rand::Rng;
use shapecheck::tensor::{GruOutput, LstmOutput, StateOf};
use shapecheck::typenum::{U3, U4};
use shapecheck::{Dim, HasAxis, Host, Shape, TensorOn, shape};

#[cfg(feature = "rand")]
use crate::init::{self, Random};
use crate::{Layer, Start};

/// An LSTM with one layer.
///
/// | input | `weight_ih` | `weight_hh` | `bias_ih`, `bias_hh` | result |
/// | --- | --- | --- | --- | --- |
/// | `[.., T, I]` | `[4, H, I]` | `[4, H, H]` | `[4, H]` | `[.., T, H]` |
///
/// A file has them as PyTorch does: `weight_ih_l0`, `[4 * H, I]`, and so on. [`run`](Self::run) gives the states after the last
/// step too.
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct Lstm<I: Dim, H: Dim, E: Engine = Host, T: 'static = f32> {
    /// The weights of the input: for the gates input, forget, cell and output.
    #[cfg_attr(feature = "weights", weights(name = "weight_ih_l0", merged = -3..=-2))]
    pub weight_ih: TensorOn<T, shape![4, H, I], E>,
    /// The weights of the state.
    #[cfg_attr(feature = "weights", weights(name = "weight_hh_l0", merged = -3..=-2))]
    pub weight_hh: TensorOn<T, shape![4, H, H], E>,
    /// The bias of the input.
    #[cfg_attr(feature = "weights", weights(name = "bias_ih_l0", merged = -2..=-1))]
    pub bias_ih: TensorOn<T, shape![4, H], E>,
    /// The bias of the state, which is added to that of the input.
    #[cfg_attr(feature = "weights", weights(name = "bias_hh_l0", merged = -2..=-1))]
    pub bias_hh: TensorOn<T, shape![4, H], E>,
}

#[cfg(feature = "rand")]
/// As PyTorch does: uniform between plus and minus `1 / sqrt(H)`.
impl<I: StaticDim, H: StaticDim, E: Networks<T>, T: 'static> Random for Lstm<I, H, E, T> {
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
        let limit = (H::SIZE as f64).sqrt().recip();
        Self {
            weight_ih: init::uniform(limit, generator),
            weight_hh: init::uniform(limit, generator),
            bias_ih: init::uniform(limit, generator),
            bias_hh: init::uniform(limit, generator),
        }
    }
}

impl<I: Dim, H: Dim, E: Networks<T>, T: 'static> Lstm<I, H, E, T> {
    /// The results of all steps, `[.., T, H]`, and the state and the cells after the last one, `[.., H]`, from zeros.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only at run time do not fit, or if there are no steps.
    #[track_caller]
    pub fn run<S, Out: HasAxis<-2>>(&self, x: &TensorOn<T, S, E>) -> LstmOutput<T, Out, E>
    where
        S: Shape + Recurs<U4, shape![4, H, I], shape![4, H, H], Output = Out, Bias = shape![4, H]>,
    {
        let bias = &self.bias_ih + &self.bias_hh;
        x.lstm(&self.weight_ih, &self.weight_hh, &bias)
    }

    /// [`run`](Self::run) from a state and cells, such as those after an earlier part of the sequence.
    ///
    /// # Panics
    ///
    /// Panics as [`run`](Self::run) does.
    #[track_caller]
    pub fn run_from<S, Out: HasAxis<-2>>(
        &self,
        state: (&TensorOn<T, StateOf<Out>, E>, &TensorOn<T, StateOf<Out>, E>),
        x: &TensorOn<T, S, E>,
    ) -> LstmOutput<T, Out, E>
    where
        S: Shape + Recurs<U4, shape![4, H, I], shape![4, H, H], Output = Out, Bias = shape![4, H]>,
    {
        let bias = &self.bias_ih + &self.bias_hh;
        x.lstm_with_state(state, &self.weight_ih, &self.weight_hh, &bias)
    }
}

impl<S: Shape, Out: HasAxis<-2>, I: Dim, H: Dim, E: Networks<T>, T: 'static>
    Layer<TensorOn<T, S, E>> for Lstm<I, H, E, T>
where
    S: Recurs<U4, shape![4, H, I], shape![4, H, H], Output = Out, Bias = shape![4, H]>,
{
    type Output = TensorOn<T, Out, E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        self.run(x).0
    }
}

impl<I: Dim, H: Dim, E: Engine, T: 'static> Start for Lstm<I, H, E, T> {
    type Input = TensorOn<T, shape![_, _, I], E>;
}

/// A GRU with one layer.
///
/// | input | `weight_ih` | `weight_hh` | `bias_ih`, `bias_hh` | result |
/// | --- | --- | --- | --- | --- |
/// | `[.., T, I]` | `[3, H, I]` | `[3, H, H]` | `[3, H]` | `[.., T, H]` |
///
/// A file has them as PyTorch does: `weight_ih_l0`, `[3 * H, I]`, and so on. [`run`](Self::run) gives the state after the last
/// step too.
#[cfg_attr(feature = "grad", derive(shapecheck_grad::Parameters))]
#[cfg_attr(
    feature = "weights",
    derive(shapecheck_weights::Load, shapecheck_weights::Save)
)]
pub struct Gru<I: Dim, H: Dim, E: Engine = Host, T: 'static = f32> {
    /// The weights of the input: for the gates reset, update and new.
    #[cfg_attr(feature = "weights", weights(name = "weight_ih_l0", merged = -3..=-2))]
    pub weight_ih: TensorOn<T, shape![3, H, I], E>,
    /// The weights of the state.
    #[cfg_attr(feature = "weights", weights(name = "weight_hh_l0", merged = -3..=-2))]
    pub weight_hh: TensorOn<T, shape![3, H, H], E>,
    /// The bias of the input.
    #[cfg_attr(feature = "weights", weights(name = "bias_ih_l0", merged = -2..=-1))]
    pub bias_ih: TensorOn<T, shape![3, H], E>,
    /// The bias of the state.
    #[cfg_attr(feature = "weights", weights(name = "bias_hh_l0", merged = -2..=-1))]
    pub bias_hh: TensorOn<T, shape![3, H], E>,
}

#[cfg(feature = "rand")]
/// As PyTorch does: uniform between plus and minus `1 / sqrt(H)`.
impl<I: StaticDim, H: StaticDim, E: Networks<T>, T: 'static> Random for Gru<I, H, E, T> {
    fn random<R: Rng + ?Sized>(generator: &mut R) -> Self {
        let limit = (H::SIZE as f64).sqrt().recip();
        Self {
            weight_ih: init::uniform(limit, generator),
            weight_hh: init::uniform(limit, generator),
            bias_ih: init::uniform(limit, generator),
            bias_hh: init::uniform(limit, generator),
        }
    }
}

impl<I: Dim, H: Dim, E: Networks<T>, T: 'static> Gru<I, H, E, T> {
    /// The results of all steps, `[.., T, H]`, and the state after the last one, `[.., H]`, from zeros.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only at run time do not fit, or if there are no steps.
    #[track_caller]
    pub fn run<S, Out: HasAxis<-2>>(&self, x: &TensorOn<T, S, E>) -> GruOutput<T, Out, E>
    where
        S: Shape + Recurs<U3, shape![3, H, I], shape![3, H, H], Output = Out, Bias = shape![3, H]>,
    {
        x.gru(
            &self.weight_ih,
            &self.weight_hh,
            (&self.bias_ih, &self.bias_hh),
        )
    }

    /// [`run`](Self::run) from a state, such as that after an earlier part of the sequence.
    ///
    /// # Panics
    ///
    /// Panics as [`run`](Self::run) does.
    #[track_caller]
    pub fn run_from<S, Out: HasAxis<-2>>(
        &self,
        state: &TensorOn<T, StateOf<Out>, E>,
        x: &TensorOn<T, S, E>,
    ) -> GruOutput<T, Out, E>
    where
        S: Shape + Recurs<U3, shape![3, H, I], shape![3, H, H], Output = Out, Bias = shape![3, H]>,
    {
        let biases = (&self.bias_ih, &self.bias_hh);
        x.gru_with_state(state, &self.weight_ih, &self.weight_hh, biases)
    }
}

impl<S: Shape, Out: HasAxis<-2>, I: Dim, H: Dim, E: Networks<T>, T: 'static>
    Layer<TensorOn<T, S, E>> for Gru<I, H, E, T>
where
    S: Recurs<U3, shape![3, H, I], shape![3, H, H], Output = Out, Bias = shape![3, H]>,
{
    type Output = TensorOn<T, Out, E>;

    #[track_caller]
    fn forward(&self, x: &TensorOn<T, S, E>) -> Self::Output {
        self.run(x).0
    }
}

impl<I: Dim, H: Dim, E: Engine, T: 'static> Start for Gru<I, H, E, T> {
    type Input = TensorOn<T, shape![_, _, I], E>;
}
