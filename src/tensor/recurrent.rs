//! Recurrent layers: LSTM and GRU, over a sequence or one step at a time.
//!
//! The first axis of the weights is that of the gates: an LSTM has weights `[4, H, I]` and `[4, H, H]` and biases `[4,
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
//! x.lstm(&weights, &recurrent, &Tensor::<f32, shape![4, 64]>::zeros()); // this layer takes 28 numbers, the input has 32 at axis -1
//! ```

use typenum::{U3, U4};

use super::{TensorOn, must};
use crate::algebra::{Recurs, SameSizes, check_part, check_state, recurrent_shape};
use crate::engine::{Engine, Moves, Networks, Operand, Pairs, ops};
use crate::error::LayerPart;
use crate::verdict::{GateBiasing, Starting};
use crate::{DynShape, HasAxis, Shape, ShapeError};

/// The state of one step, `[.., H]`, if the results are `[.., T, H]`.
pub type StateOf<Output> = <Output as HasAxis<-2>>::Without;

/// What an LSTM gives: the results of all steps, `[.., T, H]`, and the state and the cells after the last step, `[.., H]`.
pub type LstmOutput<T, Output, E> = (
    TensorOn<T, Output, E>,
    TensorOn<T, StateOf<Output>, E>,
    TensorOn<T, StateOf<Output>, E>,
);

/// What a GRU gives: the results of all steps, `[.., T, H]`, and the state after the last step, `[.., H]`.
pub type GruOutput<T, Output, E> = (TensorOn<T, Output, E>, TensorOn<T, StateOf<Output>, E>);

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// One step of an LSTM: inputs `[.., I]`, a state `[.., H]` and cells `[.., H]` give the next state and cells.
    ///
    /// The gates are in PyTorch's order: input, forget, cell, output. The bias is the sum of PyTorch's two biases.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn lstm_cell<H, C, W: Shape, R: Shape, B, O: Shape>(
        &self,
        (hidden, cells): (&TensorOn<T, H, E>, &TensorOn<T, C, E>),
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> (TensorOn<T, O, E>, TensorOn<T, O, E>)
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, O>,
        C: SameSizes<Starting, O>,
    {
        must(self.try_lstm_cell((hidden, cells), weights, recurrent, bias))
    }

    /// Like [`lstm_cell`](Self::lstm_cell), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
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
        B: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, O>,
        C: SameSizes<Starting, O>,
    {
        let dims = (weights.dims(), recurrent.dims());
        let sizes = recurrent_shape(self.dims(), 4, dims.0, dims.1, &[bias.dims()])?;
        for state in [hidden.dims(), cells.dims()] {
            check_part(LayerPart::State, state, sizes.dims(), sizes.dims())?;
        }
        let gates = self.gates::<U4, W, R, B, 4>(weights, bias, &sizes);
        let state = (
            &retyped::<T, H, O, E>(&hidden.data),
            &retyped::<T, C, O, E>(&cells.data),
        );
        let (hidden, cells) = E::lstm_step::<O, R, S::Square>(gates, state, &recurrent.data);
        Ok((TensorOn::of(hidden), TensorOn::of(cells)))
    }

    /// One step of a GRU: inputs `[.., I]` and a state `[.., H]` give the next state.
    ///
    /// The gates are in PyTorch's order: reset, update, new. There are two biases, one of the inputs and one of the
    /// state, because the last gate treats them differently.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[track_caller]
    pub fn gru_cell<H, W: Shape, R: Shape, B, C, O: Shape>(
        &self,
        hidden: &TensorOn<T, H, E>,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> TensorOn<T, O, E>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        C: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, O>,
    {
        must(self.try_gru_cell(hidden, weights, recurrent, (bias, recurrent_bias)))
    }

    /// Like [`gru_cell`](Self::gru_cell), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
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
        B: SameSizes<GateBiasing, S::Bias>,
        C: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, O>,
    {
        let dims = (weights.dims(), recurrent.dims());
        let biases = [bias.dims(), recurrent_bias.dims()];
        let sizes = recurrent_shape(self.dims(), 3, dims.0, dims.1, &biases)?;
        check_part(LayerPart::State, hidden.dims(), sizes.dims(), sizes.dims())?;
        let gates = self.gates::<U3, W, R, B, 3>(weights, bias, &sizes);
        let state = retyped::<T, H, O, E>(&hidden.data);
        let weights = (&recurrent.data, &recurrent_bias.data);
        Ok(TensorOn::of(E::gru_step::<O, R, S::Square, C, S::Vector>(
            gates, &state, weights,
        )))
    }

    /// What the inputs contribute to each gate.
    #[track_caller]
    fn gates<G, W: Shape, R: Shape, B: Shape, const GATES: usize>(
        &self,
        weights: &TensorOn<T, W, E>,
        bias: &TensorOn<T, B, E>,
        sizes: &DynShape,
    ) -> [E::Data<T, S::Output>; GATES]
    where
        E: Networks<T>,
        S: Recurs<G, W, R>,
    {
        core::array::from_fn(|gate| {
            let weights = <E as Moves<T>>::index::<W, S::Gate>(&weights.data, 0, gate);
            let bias = <E as Moves<T>>::index::<B, S::Vector>(&bias.data, 0, gate);
            let product = <E as Networks<T>>::linear::<S, S::Gate, S::Transposed, S::Output>(
                &self.data,
                &weights,
                sizes.clone(),
            );
            <E as Pairs<ops::Add, T>>::pairs::<S::Output, S::Vector, S::Output>(
                Operand::Given(product),
                Operand::Given(bias),
                sizes.clone(),
            )
        })
    }
}

/// The same data with a shape that has the same sizes.
#[track_caller]
fn retyped<T: 'static, S: Shape, O: Shape, E: Networks<T>>(data: &E::Data<T, S>) -> E::Data<T, O> {
    let sizes = DynShape::from(E::sizes::<T, S>(data));
    <E as crate::engine::Reshapes<T>>::reshape::<S, O>(Operand::Lent(data), sizes)
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// An LSTM over a sequence, from a state of zeros: inputs `[.., T, I]` give results `[.., T, H]`, and the state and
    /// the cells after the last step, both `[.., H]`.
    ///
    /// The gates are in PyTorch's order: input, forget, cell, output. The bias is the sum of PyTorch's two biases.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the sequence has no steps.
    #[track_caller]
    pub fn lstm<W: Shape, R: Shape, B, O: HasAxis<-2>>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> LstmOutput<T, O, E>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
    {
        must(self.try_lstm(weights, recurrent, bias))
    }

    /// Like [`lstm`](Self::lstm), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    pub fn try_lstm<W: Shape, R: Shape, B, O: HasAxis<-2>>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<LstmOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
    {
        self.through_lstm::<W, R, B>(weights, recurrent, bias, None)
    }

    /// Like [`lstm`](Self::lstm), from a state and cells `[.., H]`, such as those of an earlier sequence.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the sequence has no steps.
    #[track_caller]
    pub fn lstm_from<H, C, W: Shape, R: Shape, B, O: HasAxis<-2>>(
        &self,
        (hidden, cells): (&TensorOn<T, H, E>, &TensorOn<T, C, E>),
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> LstmOutput<T, O, E>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, StateOf<O>>,
        C: SameSizes<Starting, StateOf<O>>,
    {
        must(self.try_lstm_from((hidden, cells), weights, recurrent, bias))
    }

    /// Like [`lstm_from`](Self::lstm_from), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    pub fn try_lstm_from<H, C, W: Shape, R: Shape, B, O: HasAxis<-2>>(
        &self,
        (hidden, cells): (&TensorOn<T, H, E>, &TensorOn<T, C, E>),
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
    ) -> Result<LstmOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, StateOf<O>>,
        C: SameSizes<Starting, StateOf<O>>,
    {
        let dims = (weights.dims(), recurrent.dims());
        let sizes = recurrent_shape(self.dims(), 4, dims.0, dims.1, &[bias.dims()])?;
        check_state(hidden.dims(), sizes.dims())?;
        check_state(cells.dims(), sizes.dims())?;
        let state = (
            retyped::<T, H, StateOf<O>, E>(&hidden.data),
            retyped::<T, C, StateOf<O>, E>(&cells.data),
        );
        self.through_lstm::<W, R, B>(weights, recurrent, bias, Some(state))
    }

    fn through_lstm<W: Shape, R: Shape, B: Shape>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        bias: &TensorOn<T, B, E>,
        state: Option<(
            E::Data<T, StateOf<S::Output>>,
            E::Data<T, StateOf<S::Output>>,
        )>,
    ) -> Result<LstmOutput<T, S::Output, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U4, W, R, Output: HasAxis<-2>>,
    {
        let dims = (weights.dims(), recurrent.dims());
        let sizes = recurrent_shape(self.dims(), 4, dims.0, dims.1, &[bias.dims()])?;
        let (axis, steps, step) = steps_of(&sizes)?;
        let gates = self.gates::<U4, W, R, B, 4>(weights, bias, &sizes);
        let (mut hidden, mut cells) = state.unwrap_or_else(|| {
            let zeros = || E::generate::<StateOf<S::Output>>(step.clone(), || E::number(0.0));
            (zeros(), zeros())
        });
        let output = E::join_made::<StateOf<S::Output>, S::Output>(steps, axis, sizes, |place| {
            let gates = core::array::from_fn(|gate| {
                <E as Moves<T>>::index::<S::Output, StateOf<S::Output>>(&gates[gate], axis, place)
            });
            (hidden, cells) = E::lstm_step::<StateOf<S::Output>, R, S::Square>(
                gates,
                (&hidden, &cells),
                &recurrent.data,
            );
            E::keep::<StateOf<S::Output>>(&hidden)
        });
        Ok((
            TensorOn::of(output),
            TensorOn::of(hidden),
            TensorOn::of(cells),
        ))
    }

    /// A GRU over a sequence, from a state of zeros: inputs `[.., T, I]` give results `[.., T, H]`, and the state after
    /// the last step, `[.., H]`.
    ///
    /// The gates are in PyTorch's order: reset, update, new. There are two biases, one of the inputs and one of the
    /// state, because the last gate treats them differently.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the sequence has no steps.
    #[track_caller]
    pub fn gru<W: Shape, R: Shape, B, C, O: HasAxis<-2>>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> GruOutput<T, O, E>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        C: SameSizes<GateBiasing, S::Bias>,
    {
        must(self.try_gru(weights, recurrent, (bias, recurrent_bias)))
    }

    /// Like [`gru`](Self::gru), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    pub fn try_gru<W: Shape, R: Shape, B, C, O: HasAxis<-2>>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<GruOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        C: SameSizes<GateBiasing, S::Bias>,
    {
        self.through_gru::<W, R, B, C>(weights, recurrent, (bias, recurrent_bias), None)
    }

    /// Like [`gru`](Self::gru), from a state `[.., H]`, such as that of an earlier sequence.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit, or if the sequence has no steps.
    #[track_caller]
    pub fn gru_from<H, W: Shape, R: Shape, B, C, O: HasAxis<-2>>(
        &self,
        hidden: &TensorOn<T, H, E>,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> GruOutput<T, O, E>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        C: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, StateOf<O>>,
    {
        must(self.try_gru_from(hidden, weights, recurrent, (bias, recurrent_bias)))
    }

    /// Like [`gru_from`](Self::gru_from), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the sequence has no steps.
    pub fn try_gru_from<H, W: Shape, R: Shape, B, C, O: HasAxis<-2>>(
        &self,
        hidden: &TensorOn<T, H, E>,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
    ) -> Result<GruOutput<T, O, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output = O>,
        B: SameSizes<GateBiasing, S::Bias>,
        C: SameSizes<GateBiasing, S::Bias>,
        H: SameSizes<Starting, StateOf<O>>,
    {
        let dims = (weights.dims(), recurrent.dims());
        let sizes = recurrent_shape(self.dims(), 3, dims.0, dims.1, &[bias.dims()])?;
        check_state(hidden.dims(), sizes.dims())?;
        let state = retyped::<T, H, StateOf<O>, E>(&hidden.data);
        let biases = (bias, recurrent_bias);
        self.through_gru::<W, R, B, C>(weights, recurrent, biases, Some(state))
    }

    fn through_gru<W: Shape, R: Shape, B: Shape, C: Shape>(
        &self,
        weights: &TensorOn<T, W, E>,
        recurrent: &TensorOn<T, R, E>,
        (bias, recurrent_bias): (&TensorOn<T, B, E>, &TensorOn<T, C, E>),
        state: Option<E::Data<T, StateOf<S::Output>>>,
    ) -> Result<GruOutput<T, S::Output, E>, ShapeError>
    where
        E: Networks<T>,
        S: Recurs<U3, W, R, Output: HasAxis<-2>>,
    {
        let dims = (weights.dims(), recurrent.dims());
        let biases = [bias.dims(), recurrent_bias.dims()];
        let sizes = recurrent_shape(self.dims(), 3, dims.0, dims.1, &biases)?;
        let (axis, steps, step) = steps_of(&sizes)?;
        let gates = self.gates::<U3, W, R, B, 3>(weights, bias, &sizes);
        let mut hidden = state
            .unwrap_or_else(|| E::generate::<StateOf<S::Output>>(step.clone(), || E::number(0.0)));
        let output = E::join_made::<StateOf<S::Output>, S::Output>(steps, axis, sizes, |place| {
            let gates = core::array::from_fn(|gate| {
                <E as Moves<T>>::index::<S::Output, StateOf<S::Output>>(&gates[gate], axis, place)
            });
            hidden = E::gru_step::<StateOf<S::Output>, R, S::Square, C, S::Vector>(
                gates,
                &hidden,
                (&recurrent.data, &recurrent_bias.data),
            );
            E::keep::<StateOf<S::Output>>(&hidden)
        });
        Ok((TensorOn::of(output), TensorOn::of(hidden)))
    }
}

/// The axis of the steps counted from the first, the number of steps, and the sizes of the state of one step.
fn steps_of(sizes: &DynShape) -> Result<(usize, usize, DynShape), ShapeError> {
    let &[ref lead @ .., steps, hidden] = sizes.dims() else {
        return Err(ShapeError::rank(sizes.dims(), 2, true));
    };
    match steps {
        0 => Err(ShapeError::between(
            crate::ShapeErrorKind::NoSteps,
            sizes.dims(),
            &[],
        )),
        _ => Ok((
            lead.len(),
            steps,
            crate::algebra::with_last(lead, &[hidden])?,
        )),
    }
}
