//! Recurrent layers: LSTM and GRU, over a sequence or one step at a time.
//!
//! The first axis of the weights is for the gates: an LSTM has weights `[4, H, I]` and `[4, H, H]` and biases `[4,
//! H]`, a GRU has three gates. The order of the gates is PyTorch's, whose weights `[4 * H, I]` are split by
//! `split_axis::<-2, dim!(4), H>()`.
//!
//! ```
//! use shapecheck::engine::Networks;
//! use shapecheck::{Dim, InlineTensor, TensorOn, shape};
//!
//! struct Lstm<E: Networks<f32>, I: Dim, H: Dim> {
//!     weights: TensorOn<f32, shape![4, H, I], E>,
//!     recurrent: TensorOn<f32, shape![4, H, H], E>,
//!     bias: TensorOn<f32, shape![4, H], E>,
//! }
//!
//! impl<E: Networks<f32>, I: Dim, H: Dim> Lstm<E, I, H> {
//!     fn forward<B: Dim, T: Dim>(&self, x: &TensorOn<f32, shape![B, T, I], E>) -> TensorOn<f32, shape![B, T, H], E> {
//!         x.lstm(&self.weights, &self.recurrent, &self.bias).0
//!     }
//! }
//!
//! let layer = Lstm { weights: InlineTensor::ones(), recurrent: InlineTensor::ones(), bias: InlineTensor::zeros() };
//! let y: InlineTensor<f32, shape![2, 3, 4]> = layer.forward(&InlineTensor::<f32, shape![2, 3, 5]>::ones());
//! assert!(y[[0, 0, 0]] > 0.7 && y[[0, 2, 0]] > y[[0, 0, 0]]);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! let x = Tensor::<f32, shape![8, 5, 32]>::zeros();
//! let (weights, recurrent) = (Tensor::<f32, shape![4, 64, 28]>::zeros(), Tensor::<f32, shape![4, 64, 64]>::zeros());
//! // this layer takes 28 numbers, the input has 32 at axis -1
//! x.lstm(&weights, &recurrent, &Tensor::<f32, shape![4, 64]>::zeros());
//! ```

use crate::typenum::{U3, U4};

use super::take::Along;
use super::{TensorOn, panicking_form};
use crate::algebra::{
    MoveAxis, Recurs, SameShape, check_part, check_state, move_axis_order, recurrent_shape,
};
use crate::engine::{Engine, MovesAxes, Networks};
use crate::error::{Rule, ShapeErrorKind};
use crate::verdict::{GateBiasRule, StateRule};
use crate::{HasAxis, Shape, ShapeError};

/// The state of one step, `[.., H]`, if the results are `[.., T, H]`.
pub type StateOf<Output> = <Output as HasAxis<-2>>::Without;

/// The output of an LSTM: the results of all steps, `[.., T, H]`, and the state and the cells after the last step,
/// `[.., H]`.
pub type LstmOutput<T, Output, E> = (
    TensorOn<T, Output, E>,
    TensorOn<T, StateOf<Output>, E>,
    TensorOn<T, StateOf<Output>, E>,
);

/// The output of a GRU: the results of all steps, `[.., T, H]`, and the state after the last step, `[.., H]`.
pub type GruOutput<T, Output, E> = (TensorOn<T, Output, E>, TensorOn<T, StateOf<Output>, E>);

/// The results of all steps, with the steps at an axis, if they are `[.., T, H]`.
type StepsAlong<const AXIS: isize, T, Output, E> =
    TensorOn<T, <Output as MoveAxis<-2, AXIS>>::Output, E>;

/// [`LstmOutput`] with the steps at an axis.
pub type LstmAlong<const AXIS: isize, T, Output, E> = (
    StepsAlong<AXIS, T, Output, E>,
    TensorOn<T, StateOf<Output>, E>,
    TensorOn<T, StateOf<Output>, E>,
);

/// [`GruOutput`] with the steps at an axis.
pub type GruAlong<const AXIS: isize, T, Output, E> = (
    StepsAlong<AXIS, T, Output, E>,
    TensorOn<T, StateOf<Output>, E>,
);

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// One step of an LSTM: the next state and cells.
    ///
    /// | inputs | state and cells | weights | recurrent | bias | results |
    /// | --- | --- | --- | --- | --- | --- |
    /// | `[.., I]` | `[.., H]` | `[4, H, I]` | `[4, H, H]` | `[4, H]` | `[.., H]` |
    ///
    /// The gates are in PyTorch's order: input, forget, cell, output. The bias is the sum of PyTorch's two biases.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(lstm_cell)]
    pub fn try_lstm_cell<H, C, W: Shape, R: Shape, B, O: Shape>(
        &self,
        (hidden, cells): (&TensorOn<T, H, E>, &TensorOn<T, C, E>),
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<(TensorOn<T, O, E>, TensorOn<T, O, E>), ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameShape<GateBiasRule, S::Bias>,
        H: SameShape<StateRule, O>,
        C: SameShape<StateRule, O>,
    {
        let layer = [weights.dims(), recurrent.dims(), bias.dims()];
        let states = [hidden.dims(), cells.dims()];
        check_cell(self.dims(), 4, &layer, &states)?;
        let (hidden, cells) = E::lstm_cell::<O>(
            self.lent(),
            (weights.lent(), recurrent.lent(), bias.lent()),
            (hidden.lent(), cells.lent()),
        );
        Ok((TensorOn::of(hidden), TensorOn::of(cells)))
    }

    /// One step of a GRU: the next state.
    ///
    /// | inputs | state | weights | recurrent | biases | result |
    /// | --- | --- | --- | --- | --- | --- |
    /// | `[.., I]` | `[.., H]` | `[3, H, I]` | `[3, H, H]` | `[3, H]` | `[.., H]` |
    ///
    /// The gates are in PyTorch's order: reset, update, new. There are two biases, one of the inputs and one of the
    /// state, because the last gate treats them differently.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(gru_cell)]
    pub fn try_gru_cell<H, W: Shape, R: Shape, B, C, O: Shape>(
        &self,
        hidden: &TensorOn<T, H, E>,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<TensorOn<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameShape<GateBiasRule, S::Bias>,
        C: SameShape<GateBiasRule, S::Bias>,
        H: SameShape<StateRule, O>,
    {
        let biases = [bias.dims(), recurrent_bias.dims()];
        let layer = [weights.dims(), recurrent.dims(), biases[0], biases[1]];
        check_cell(self.dims(), 3, &layer, &[hidden.dims()])?;
        Ok(TensorOn::of(E::gru_cell::<O>(
            self.lent(),
            (weights.lent(), recurrent.lent()),
            (bias.lent(), recurrent_bias.lent()),
            hidden.lent(),
        )))
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// An LSTM over a sequence, from a state of zeros: the results of all steps, and the state and the cells after the
    /// last one.
    ///
    /// | inputs | weights | recurrent | bias | results | state and cells |
    /// | --- | --- | --- | --- | --- | --- |
    /// | `[.., T, I]` | `[4, H, I]` | `[4, H, H]` | `[4, H]` | `[.., T, H]` | `[.., H]` |
    ///
    /// The gates are in PyTorch's order: input, forget, cell, output. The bias is the sum of PyTorch's two biases.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    #[panicking_form(lstm)]
    pub fn try_lstm<W: Shape, R: Shape, B, O: HasAxis<-2>>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<LstmOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameShape<GateBiasRule, S::Bias>,
    {
        let layer = [weights.dims(), recurrent.dims(), bias.dims()];
        check_sequence(self.dims(), 4, &layer, &[])?;
        let layer = (weights.lent(), recurrent.lent(), bias.lent());
        Ok(lstm::<T, O, E>(E::lstm::<O, StateOf<O>>(
            self.lent(),
            layer,
            None,
        )))
    }

    /// Like [`lstm`](Self::lstm), from a state and cells `[.., H]`, such as those of an earlier sequence.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    #[panicking_form(lstm_with_state)]
    pub fn try_lstm_with_state<H, C, W: Shape, R: Shape, B, O: HasAxis<-2>>(
        &self,
        (hidden, cells): (&TensorOn<T, H, E>, &TensorOn<T, C, E>),
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<LstmOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameShape<GateBiasRule, S::Bias>,
        H: SameShape<StateRule, StateOf<O>>,
        C: SameShape<StateRule, StateOf<O>>,
    {
        let layer = [weights.dims(), recurrent.dims(), bias.dims()];
        check_sequence(self.dims(), 4, &layer, &[hidden.dims(), cells.dims()])?;
        let layer = (weights.lent(), recurrent.lent(), bias.lent());
        let state = Some((hidden.lent(), cells.lent()));
        Ok(lstm::<T, O, E>(E::lstm::<O, StateOf<O>>(
            self.lent(),
            layer,
            state,
        )))
    }

    /// A GRU over a sequence, from a state of zeros: the results of all steps, and the state after the last one.
    ///
    /// | inputs | weights | recurrent | biases | results | state |
    /// | --- | --- | --- | --- | --- | --- |
    /// | `[.., T, I]` | `[3, H, I]` | `[3, H, H]` | `[3, H]` | `[.., T, H]` | `[.., H]` |
    ///
    /// The gates are in PyTorch's order: reset, update, new. There are two biases, one of the inputs and one of the
    /// state, because the last gate treats them differently.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    #[panicking_form(gru)]
    pub fn try_gru<W: Shape, R: Shape, B, C, O: HasAxis<-2>>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<GruOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameShape<GateBiasRule, S::Bias>,
        C: SameShape<GateBiasRule, S::Bias>,
    {
        let biases = [bias.dims(), recurrent_bias.dims()];
        let layer = [weights.dims(), recurrent.dims(), biases[0], biases[1]];
        check_sequence(self.dims(), 3, &layer, &[])?;
        let weights = (weights.lent(), recurrent.lent());
        let biases = (bias.lent(), recurrent_bias.lent());
        Ok(gru::<T, O, E>(E::gru::<O, StateOf<O>>(
            self.lent(),
            weights,
            biases,
            None,
        )))
    }

    /// Like [`gru`](Self::gru), from a state `[.., H]`, such as that of an earlier sequence.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    #[panicking_form(gru_with_state)]
    pub fn try_gru_with_state<H, W: Shape, R: Shape, B, C, O: HasAxis<-2>>(
        &self,
        hidden: &TensorOn<T, H, E>,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<GruOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameShape<GateBiasRule, S::Bias>,
        C: SameShape<GateBiasRule, S::Bias>,
        H: SameShape<StateRule, StateOf<O>>,
    {
        let biases = [bias.dims(), recurrent_bias.dims()];
        let layer = [weights.dims(), recurrent.dims(), biases[0], biases[1]];
        check_sequence(self.dims(), 3, &layer, &[hidden.dims()])?;
        let weights = (weights.lent(), recurrent.lent());
        let biases = (bias.lent(), recurrent_bias.lent());
        let state = Some(hidden.lent());
        Ok(gru::<T, O, E>(E::gru::<O, StateOf<O>>(
            self.lent(),
            weights,
            biases,
            state,
        )))
    }
}

/// The tensors of an LSTM's results.
#[inline(always)]
fn lstm<T: 'static, O: HasAxis<-2>, E: Engine>(
    (output, hidden, cells): (
        E::Data<T, O>,
        E::Data<T, StateOf<O>>,
        E::Data<T, StateOf<O>>,
    ),
) -> LstmOutput<T, O, E> {
    (
        TensorOn::of(output),
        TensorOn::of(hidden),
        TensorOn::of(cells),
    )
}

/// The tensors of a GRU's results.
#[inline(always)]
fn gru<T: 'static, O: HasAxis<-2>, E: Engine>(
    (output, hidden): (E::Data<T, O>, E::Data<T, StateOf<O>>),
) -> GruOutput<T, O, E> {
    (TensorOn::of(output), TensorOn::of(hidden))
}

/// Layers over a sequence whose steps are at the axis, wherever it is: at axis -2 of `[B, T, I]`, or at axis -3 of `[T, B, I]`.
///
/// The results have it there, too. Errors name the axes of inputs `[.., T, I]`.
impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// [`lstm`](TensorOn::lstm) with the steps at this axis.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Batch, Seq }
    ///
    /// let x = Tensor::<f32, _>::ones_with(<shape![Seq, Batch, 32]>::of([5, 2]));
    /// let (weights, recurrent) = (Tensor::<f32, shape![4, 64, 32]>::ones(), Tensor::<f32, shape![4, 64, 64]>::ones());
    /// let (all, hidden, cells) = x.along_named::<Seq>().lstm(&weights, &recurrent, &Tensor::<f32, shape![4, 64]>::zeros());
    /// let all: Tensor<f32, shape![Seq, Batch, 64]> = all;
    /// let after: [Tensor<f32, shape![Batch, 64]>; 2] = [hidden, cells];
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`lstm`](TensorOn::lstm), and one if a shape of run-time rank has no such axis.
    #[panicking_form(lstm)]
    pub fn try_lstm<W: Shape, R: Shape, B, M, O>(
        self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<LstmAlong<AXIS, T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: MoveAxis<AXIS, -2, Output = M>,
        M: Recurs<U4, W, R, Output = O>,
        O: Shape + HasAxis<-2> + MoveAxis<-2, AXIS>,
        B: SameShape<GateBiasRule, M::Bias>,
    {
        let steps = self.steps()?;
        let (output, hidden, cells) = steps.try_lstm(weights, recurrent, bias)?;
        Ok((output.move_axis::<-2, AXIS>(), hidden, cells))
    }

    /// [`lstm_with_state`](TensorOn::lstm_with_state) with the steps at this axis.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`lstm_with_state`](TensorOn::lstm_with_state), and one if a shape of run-time rank has no such
    /// axis.
    #[panicking_form(lstm_with_state)]
    pub fn try_lstm_with_state<H, C, W: Shape, R: Shape, B, M, O>(
        self,
        state: (&TensorOn<T, H, E>, &TensorOn<T, C, E>),
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<LstmAlong<AXIS, T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: MoveAxis<AXIS, -2, Output = M>,
        M: Recurs<U4, W, R, Output = O>,
        O: Shape + HasAxis<-2> + MoveAxis<-2, AXIS>,
        B: SameShape<GateBiasRule, M::Bias>,
        H: SameShape<StateRule, StateOf<O>>,
        C: SameShape<StateRule, StateOf<O>>,
    {
        let steps = self.steps()?;
        let (output, hidden, cells) = steps.try_lstm_with_state(state, weights, recurrent, bias)?;
        Ok((output.move_axis::<-2, AXIS>(), hidden, cells))
    }

    /// [`gru`](TensorOn::gru) with the steps at this axis.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`gru`](TensorOn::gru), and one if a shape of run-time rank has no such axis.
    #[panicking_form(gru)]
    pub fn try_gru<W: Shape, R: Shape, B, C, M, O>(
        self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        biases: (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<GruAlong<AXIS, T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: MoveAxis<AXIS, -2, Output = M>,
        M: Recurs<U3, W, R, Output = O>,
        O: Shape + HasAxis<-2> + MoveAxis<-2, AXIS>,
        B: SameShape<GateBiasRule, M::Bias>,
        C: SameShape<GateBiasRule, M::Bias>,
    {
        let steps = self.steps()?;
        let (output, hidden) = steps.try_gru(weights, recurrent, biases)?;
        Ok((output.move_axis::<-2, AXIS>(), hidden))
    }

    /// [`gru_with_state`](TensorOn::gru_with_state) with the steps at this axis.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`gru_with_state`](TensorOn::gru_with_state), and one if a shape of run-time rank has no such
    /// axis.
    #[panicking_form(gru_with_state)]
    pub fn try_gru_with_state<H, W: Shape, R: Shape, B, C, M, O>(
        self,
        hidden: &TensorOn<T, H, E>,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        biases: (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<GruAlong<AXIS, T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: MoveAxis<AXIS, -2, Output = M>,
        M: Recurs<U3, W, R, Output = O>,
        O: Shape + HasAxis<-2> + MoveAxis<-2, AXIS>,
        B: SameShape<GateBiasRule, M::Bias>,
        C: SameShape<GateBiasRule, M::Bias>,
        H: SameShape<StateRule, StateOf<O>>,
    {
        let steps = self.steps()?;
        let (output, hidden) = steps.try_gru_with_state(hidden, weights, recurrent, biases)?;
        Ok((output.move_axis::<-2, AXIS>(), hidden))
    }

    /// The steps as inputs `[.., T, I]`.
    fn steps<M: Shape>(self) -> Result<TensorOn<T, M, E>, ShapeError>
    where
        E: MovesAxes<T>,
        S: MoveAxis<AXIS, -2, Output = M>,
    {
        move_axis_order(self.0.dims(), AXIS, -2)?;
        Ok(self.0.move_axis::<AXIS, -2>())
    }
}

/// The sizes of the result of one step. A layer has weights, recurrent weights and biases.
fn check_cell(
    input: &[usize],
    gates: usize,
    layer: &[&[usize]],
    states: &[&[usize]],
) -> Result<(), ShapeError> {
    let sizes = recurrent_shape(input, gates, layer[0], layer[1], &layer[2..])?;
    for state in states {
        check_part(Rule::STATE, state, sizes.dims(), sizes.dims())?;
    }
    Ok(())
}

/// The sizes of the results of all steps, and of the state of one step.
fn check_sequence(
    input: &[usize],
    gates: usize,
    layer: &[&[usize]],
    states: &[&[usize]],
) -> Result<(), ShapeError> {
    let sizes = recurrent_shape(input, gates, layer[0], layer[1], &layer[2..])?;
    for state in states {
        check_state(state, sizes.dims())?;
    }
    match sizes.dims() {
        [.., 0, _] => Err(ShapeErrorKind::NoSteps.of(sizes.dims())),
        [.., _, _] => Ok(()),
        _ => Err(ShapeError::rank(sizes.dims(), 2, true)),
    }
}
