//! Layers, normalization, attention and losses.

use super::{Casts, Floats, Lends, ReducedLosses, composed};
use crate::{DynShape, Shape, ShapeError};

/// What ends the parts of a layer where it is dropped, also by a panic.
#[doc(hidden)]
pub struct Parts(pub(crate) Option<fn()>);

impl Drop for Parts {
    #[inline]
    fn drop(&mut self) {
        if let Some(end) = self.0 {
            end();
        }
    }
}

/// `operands!(data, weights; bias)`: what is lent as data, and what may be there.
macro_rules! operands {
    ($($data:expr),* $(; $option:expr)?) => {
        [$(Some(Self::of_any_shape($data)),)* $($option.map(Self::of_any_shape))?]
    };
}

/// Layers, normalization, attention and losses.
///
/// Operands are [lent](Lends) without their shapes; a function has the shapes of its results only. Each has a default made
/// of other operations, which an engine can override. An engine whose data depends on the shape overrides all that the
/// default makes of [other data](Lends::of_any_shape): the compiler refuses to build a call of one that is left out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no layers of elements `{T}`",
    label = "no layers of `{T}` here",
    note = "layers are there for floats, on `Tensor` and `InlineTensor`; `to_tensor()` copies a view",
    note = "a function that is generic over its engine asks for `E: Networks<{T}>`"
)]
pub trait Networks<T: 'static>: Floats<T> + Lends {
    /// Converts a number to an element, rounded.
    fn number(value: f64) -> T;

    /// Marks what follows, until the value is dropped, as parts of a layer. These operands are not parameters
    /// of the model, and a dry run does not list them.
    #[doc(hidden)]
    #[inline(always)]
    fn parts(statistics: &[&Self::Data<T, DynShape>]) -> Parts {
        let _ = statistics;
        Parts(None)
    }

    /// Says what a layer gave: first what has the shape `O`, then states of shape `H`. A dry run notes it as a row.
    #[doc(hidden)]
    #[inline(always)]
    fn noted<O: Shape, H: Shape>(
        name: &'static str,
        operands: &[Option<&Self::Data<T, DynShape>>],
        results: &mut [Self::Data<T, DynShape>],
    ) {
        let _ = (name, operands, results);
    }

    /// A linear layer: the weights have one row, and the bias one element, for each number of the output.
    #[track_caller]
    fn linear<O: Shape>(
        data: Self::Ref<'_, T>,
        weights: Self::Ref<'_, T>,
        bias: Option<Self::Ref<'_, T>>,
    ) -> Self::Data<T, O> {
        let operands = operands!(data, weights; bias);
        let mut found = [composed::linear::<T, Self>(data, weights, bias)];
        Self::noted::<O, O>("linear", &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// Divides elements by the root of the mean of their squares along the last axes, all that the weights have, and
    /// multiplies them by the weights. If `centred`, it first subtracts the mean. In the end it adds the bias, in whose axes
    /// the tensor ends too.
    #[track_caller]
    fn normalize<O: Shape>(
        data: Self::Ref<'_, T>,
        parameters: (Self::Ref<'_, T>, Option<Self::Ref<'_, T>>),
        centred: bool,
        epsilon: T,
    ) -> Self::Data<T, O> {
        let name = if centred { "layer_norm" } else { "rms_norm" };
        let operands = operands!(data, parameters.0; parameters.1);
        let mut found = [composed::normalize::<T, Self>(
            data, parameters, centred, epsilon,
        )];
        Self::noted::<O, O>(name, &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// The result of [`normalize`](Self::normalize), where the engine has one function for it. `None`, the default, leaves
    /// it to other operations.
    #[track_caller]
    fn normalize_at_once(
        data: &Self::Data<T, DynShape>,
        (weights, bias): (&Self::Data<T, DynShape>, Option<&Self::Data<T, DynShape>>),
        centred: bool,
        epsilon: &T,
    ) -> Option<Self::Data<T, DynShape>> {
        let _ = (data, weights, bias, centred, epsilon);
        None
    }

    /// Subtracts the mean of each group of channels, divides by the root of its variance, multiplies by a weight and
    /// adds a bias for each channel. Weights and bias are vectors. `split` are the numbers of elements before the
    /// channels, of groups, of channels in each, and of elements after the channels. Means are those of each index in
    /// front of the channels, or of all `samples` together.
    #[track_caller]
    fn normalize_channels<O: Shape>(
        data: Self::Ref<'_, T>,
        pair: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        split: [usize; 4],
        samples: bool,
        epsilon: T,
    ) -> Self::Data<T, O> {
        let name = if samples { "batch_norm" } else { "group_norm" };
        let operands = operands!(data, pair.0, pair.1);
        let mut found = [composed::normalize_channels::<T, Self>(
            data, pair, split, samples, epsilon,
        )];
        Self::noted::<O, O>(name, &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// The same with a mean and a variance for each channel. There are `after` axes after the channels.
    #[track_caller]
    fn normalize_channels_by<O: Shape>(
        data: Self::Ref<'_, T>,
        means_and_variances: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        weights_and_bias: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        after: usize,
        epsilon: T,
    ) -> Self::Data<T, O> {
        let ((means, variances), (weights, bias)) = (means_and_variances, weights_and_bias);
        let operands = operands!(data, means, variances, weights, bias);
        let mut found = [composed::normalize_channels_by::<T, Self>(
            data,
            (means, variances),
            (weights, bias),
            after,
            epsilon,
        )];
        Self::noted::<O, O>("batch_norm", &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// Attention: the mean of the values, weighted by the softmax of the scores (the products of queries and keys,
    /// divided by the square root of a query's size). `mask` is added to the scores.
    #[track_caller]
    fn attend<O: Shape>(
        queries: Self::Ref<'_, T>,
        keys_and_values: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        mask: Option<Self::Ref<'_, T>>,
    ) -> Self::Data<T, O> {
        let (keys, values) = keys_and_values;
        let operands = operands!(queries, keys, values; mask);
        let mut found = [composed::attend::<T, Self>(queries, (keys, values), mask)];
        Self::noted::<O, O>("attention", &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// The result of [`attend`](Self::attend), where the engine has one function for it. Scores are multiplied by `scale`.
    /// `None`, the default, leaves it to other operations.
    #[track_caller]
    fn attend_at_once(
        queries: &Self::Data<T, DynShape>,
        (keys, values): (&Self::Data<T, DynShape>, &Self::Data<T, DynShape>),
        mask: Option<&Self::Data<T, DynShape>>,
        scale: &T,
    ) -> Option<Self::Data<T, DynShape>> {
        let _ = (queries, keys, values, mask, scale);
        None
    }

    /// The same with heads in groups: queries are `[.., H, L, E]`, keys and values have G heads, and H is a multiple of
    /// G. The mask is added to scores `[.., G, H / G, L, S]`.
    #[track_caller]
    fn attend_in_groups<O: Shape>(
        queries: Self::Ref<'_, T>,
        keys_and_values: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        mask: Option<Self::Ref<'_, T>>,
    ) -> Self::Data<T, O> {
        let (keys, values) = keys_and_values;
        let operands = operands!(queries, keys, values; mask);
        let mut found = [composed::attend_in_groups::<T, Self>(
            queries,
            (keys, values),
            mask,
        )];
        Self::noted::<O, O>("attention", &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// Attention, maybe in groups, with a [causal mask](Self::causal_mask) for these numbers of queries and keys, which gives
    /// a result of these sizes. One without elements is not computed.
    #[doc(hidden)]
    #[track_caller]
    fn attend_causally<O: Shape>(
        queries: Self::Ref<'_, T>,
        keys_and_values: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        sizes: (DynShape, [usize; 2]),
        in_groups: bool,
    ) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::attend_causally::<T, Self>(
            queries,
            keys_and_values,
            sizes,
            in_groups,
        ))
    }

    /// Rotates pairs of numbers by angles `[.., T, P]`, given by their cosines and sines: number `i` of `[.., T, 2 * P]`
    /// together with number `P + i`.
    #[track_caller]
    fn rotate<O: Shape>(
        data: Self::Ref<'_, T>,
        cosines_and_sines: (Self::Ref<'_, T>, Self::Ref<'_, T>),
    ) -> Self::Data<T, O> {
        let (cosines, sines) = cosines_and_sines;
        let operands = operands!(data, cosines, sines);
        let mut found = [composed::rotate::<T, Self>(data, (cosines, sines))];
        Self::noted::<O, O>("rotary_embedding", &operands, &mut found);
        let [found] = found;
        Self::typed::<T, O>(found)
    }

    /// The result of [`rotate`](Self::rotate), where the engine has one function for it. `None`, the default, leaves it to
    /// other operations.
    #[track_caller]
    fn rotate_at_once(
        data: &Self::Data<T, DynShape>,
        (cosines, sines): (&Self::Data<T, DynShape>, &Self::Data<T, DynShape>),
    ) -> Option<Self::Data<T, DynShape>> {
        let _ = (data, cosines, sines);
        None
    }

    /// The mask `[queries, keys]` that hides later keys from each query. The last query belongs to the last key.
    #[track_caller]
    fn causal_mask<M: Shape>(queries: usize, keys: usize) -> Self::Data<T, M> {
        composed::causal_mask::<T, Self, M>(queries, keys)
    }

    /// An LSTM over inputs `[.., T, I]`: the results of all steps, and the state and cells after the last step. Without
    /// a state it begins with zeros. The weights, the weights of the state and the bias have an index for each gate:
    /// input, forget, cell, output.
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn lstm<O: Shape, H: Shape>(
        data: Self::Ref<'_, T>,
        layer: (Self::Ref<'_, T>, Self::Ref<'_, T>, Self::Ref<'_, T>),
        state: Option<(Self::Ref<'_, T>, Self::Ref<'_, T>)>,
    ) -> (Self::Data<T, O>, Self::Data<T, H>, Self::Data<T, H>) {
        let operands = operands!(data, layer.0, layer.1, layer.2);
        let mut found = composed::lstm::<T, Self>(data, layer, state);
        Self::noted::<O, H>("lstm", &operands, &mut found);
        let [output, hidden, cells] = found;
        (
            Self::typed::<T, O>(output),
            Self::typed::<T, H>(hidden),
            Self::typed::<T, H>(cells),
        )
    }

    /// One step of an LSTM on inputs `[.., I]`: the next state and cells. The parameters are those of
    /// [`lstm`](Self::lstm).
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn lstm_cell<H: Shape>(
        data: Self::Ref<'_, T>,
        layer: (Self::Ref<'_, T>, Self::Ref<'_, T>, Self::Ref<'_, T>),
        state: (Self::Ref<'_, T>, Self::Ref<'_, T>),
    ) -> (Self::Data<T, H>, Self::Data<T, H>) {
        let operands = operands!(data, layer.0, layer.1, layer.2);
        let mut found = composed::lstm_cell::<T, Self>(data, layer, state);
        Self::noted::<H, H>("lstm_cell", &operands, &mut found);
        let [hidden, cells] = found;
        (Self::typed::<T, H>(hidden), Self::typed::<T, H>(cells))
    }

    /// A GRU over inputs `[.., T, I]`: the results of all steps, and the state after the last step. The gates are reset,
    /// update and new. There are two biases, of the inputs and of the state. The other parameters are those of
    /// [`lstm`](Self::lstm).
    #[track_caller]
    fn gru<O: Shape, H: Shape>(
        data: Self::Ref<'_, T>,
        weights: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        biases: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        state: Option<Self::Ref<'_, T>>,
    ) -> (Self::Data<T, O>, Self::Data<T, H>) {
        let operands = operands!(data, weights.0, weights.1, biases.0, biases.1);
        let mut found = composed::gru::<T, Self>(data, weights, biases, state);
        Self::noted::<O, H>("gru", &operands, &mut found);
        let [output, hidden] = found;
        (Self::typed::<T, O>(output), Self::typed::<T, H>(hidden))
    }

    /// One step of a GRU on inputs `[.., I]`: the next state. The parameters are those of [`gru`](Self::gru).
    #[track_caller]
    fn gru_cell<H: Shape>(
        data: Self::Ref<'_, T>,
        weights: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        biases: (Self::Ref<'_, T>, Self::Ref<'_, T>),
        state: Self::Ref<'_, T>,
    ) -> Self::Data<T, H> {
        let operands = operands!(data, weights.0, weights.1, biases.0, biases.1);
        let mut found = [composed::gru_cell::<T, Self>(data, weights, biases, state)];
        Self::noted::<H, H>("gru_cell", &operands, &mut found);
        let [found] = found;
        Self::typed::<T, H>(found)
    }

    /// The sum of all elements as a tensor without axes, so that an engine with gradients can go on with it.
    fn total(data: &Self::Data<T, DynShape>) -> Self::Data<T, DynShape> {
        composed::total::<T, Self>(data)
    }

    /// The squared differences of predictions and targets with the same sizes, by a reduction.
    #[track_caller]
    fn mse_loss<O: Shape>(
        predictions: Self::Ref<'_, T>,
        targets: Self::Ref<'_, T>,
        by: ReducedLosses,
    ) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::mse_loss::<T, Self>(predictions, targets, by))
    }

    /// The absolute differences of predictions and targets with the same sizes, by a reduction.
    #[track_caller]
    fn l1_loss<O: Shape>(
        predictions: Self::Ref<'_, T>,
        targets: Self::Ref<'_, T>,
        by: ReducedLosses,
    ) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::l1_loss::<T, Self>(predictions, targets, by))
    }

    /// `- t ln p - (1 - t) ln (1 - p)` for probabilities `p` and targets `t` with the same sizes, by a reduction. Logarithms
    /// count as -100 at least.
    #[track_caller]
    fn binary_cross_entropy<O: Shape>(
        probabilities: Self::Ref<'_, T>,
        targets: Self::Ref<'_, T>,
        by: ReducedLosses,
    ) -> Self::Data<T, O> {
        let found = composed::binary_cross_entropy::<T, Self>(probabilities, targets, by);
        Self::typed::<T, O>(found)
    }

    /// The same for the logistic function of `logits`, without overflow: `max (x, 0) - x t + ln (1 + exp -|x|)`.
    #[track_caller]
    fn binary_cross_entropy_with_logits<O: Shape>(
        logits: Self::Ref<'_, T>,
        targets: Self::Ref<'_, T>,
        by: ReducedLosses,
    ) -> Self::Data<T, O> {
        let found = composed::binary_cross_entropy_with_logits::<T, Self>(logits, targets, by);
        Self::typed::<T, O>(found)
    }

    /// Minus the log probabilities of the target classes, for each row, by a reduction; if there are weights, times that of
    /// the class, and a mean is divided by the weights of the rows. The classes are along an axis counted from the first,
    /// from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[track_caller]
    fn nll_loss<O: Shape>(
        logarithms: Self::Ref<'_, T>,
        targets: Self::Ref<'_, usize>,
        weights: Option<Self::Ref<'_, T>>,
        (axis, by): (usize, ReducedLosses),
    ) -> Result<Self::Data<T, O>, ShapeError> {
        match composed::nll_loss::<T, Self>(logarithms, targets, weights, (axis, by)) {
            Ok(losses) => Ok(Self::typed::<T, O>(losses)),
            Err(error) => Err(error),
        }
    }

    /// [`nll_loss`](Self::nll_loss) of the log softmax of scores.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[track_caller]
    fn cross_entropy<O: Shape>(
        scores: Self::Ref<'_, T>,
        targets: Self::Ref<'_, usize>,
        weights: Option<Self::Ref<'_, T>>,
        (axis, by): (usize, ReducedLosses),
    ) -> Result<Self::Data<T, O>, ShapeError> {
        match composed::cross_entropy::<T, Self>(scores, targets, weights, (axis, by)) {
            Ok(losses) => Ok(Self::typed::<T, O>(losses)),
            Err(error) => Err(error),
        }
    }

    /// Minus the sum of probabilities times the log softmax of scores, for each row, by a reduction; if there are weights,
    /// each class is multiplied by its own. The classes are along an axis counted from the first, from 0.
    #[track_caller]
    fn soft_cross_entropy<O: Shape>(
        scores: Self::Ref<'_, T>,
        probabilities: Self::Ref<'_, T>,
        weights: Option<Self::Ref<'_, T>>,
        (axis, by): (usize, ReducedLosses),
    ) -> Self::Data<T, O> {
        let how = (axis, by);
        let found = composed::soft_cross_entropy::<T, Self>(scores, probabilities, weights, how);
        Self::typed::<T, O>(found)
    }

    /// For each number of the result the first input times its matrix times the second input.
    #[track_caller]
    fn bilinear<O: Shape>(
        lhs: Self::Ref<'_, T>,
        rhs: Self::Ref<'_, T>,
        weights: Self::Ref<'_, T>,
    ) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::bilinear::<T, Self>(lhs, rhs, weights))
    }

    /// The square roots of the sums of squares along the last axis, at least `least`.
    #[track_caller]
    fn lengths<O: Shape>(vectors: Self::Ref<'_, T>, least: f64) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::lengths::<T, Self>(vectors, least))
    }

    /// The distance of each of the first points, `[.., N, D]`, to each of the others, `[.., M, D]`.
    #[track_caller]
    fn distances<O: Shape>(lhs: Self::Ref<'_, T>, rhs: Self::Ref<'_, T>) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::distances::<T, Self>(lhs, rhs))
    }
}

/// An engine with layers of elements `T` and of `f32`, and with casts between them: the one bound for functions in mixed
/// precision that are generic over the engine. Every engine that has all of this implements it.
///
/// ```
/// use shapecheck::engine::MixedPrecision;
/// use shapecheck::{Dim, Tensor, TensorOn, shape};
///
/// /// The product in `T`, the softmax in `f32`.
/// fn head<T: 'static, E: MixedPrecision<T>, I: Dim, O: Dim>(
///     x: &TensorOn<T, shape![_, I], E>,
///     weights: &TensorOn<T, shape![O, I], E>,
/// ) -> TensorOn<T, shape![_, O], E> {
///     x.linear(weights).in_f32(|x| x.softmax::<-1>())
/// }
///
/// let x = Tensor::<f64, shape![_, 3]>::ones_with(<shape![_, 3]>::of([2]));
/// assert_eq!(head(&x, &Tensor::<f64, shape![4, 3]>::ones()).to_vec(), [0.25; 8]);
/// ```
///
/// In the guide: [engines](crate::guide::engines).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not compute in both `{T}` and `f32`",
    label = "no mixed precision of `{T}` and `f32` here",
    note = "it takes `Networks<{T}>`, `Networks<f32>`, and casts from one to the other: the engines of this machine's memory have them for `f32` and `f64`, those of candle and burn for `f16` and `bf16` too",
    note = "a function that is generic over its engine asks for `E: MixedPrecision<{T}>`"
)]
pub trait MixedPrecision<T: 'static>:
    Networks<T>
    + Networks<f32>
    + Casts<T, f32, OutputEngine = Self>
    + Casts<f32, T, OutputEngine = Self>
{
}

#[diagnostic::do_not_recommend]
impl<T: 'static, E> MixedPrecision<T> for E where
    E: Networks<T>
        + Networks<f32>
        + Casts<T, f32, OutputEngine = Self>
        + Casts<f32, T, OutputEngine = Self>
{
}
