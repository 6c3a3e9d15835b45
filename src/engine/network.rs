//! Layers, normalization, attention and losses.

use super::loss::LossReduction;
use super::{Casts, Floats, composed};
use crate::{DynShape, Scalar, Shape, ShapeError};

/// Data without its shape.
macro_rules! of {
    ($S:ident $data:ident) => {
        Self::untyped::<T, $S>($data)
    };
}

/// Layers, normalization, attention and losses.
///
/// Each function has a default made of other operations, which an engine can override. An engine whose data depends on
/// the shape overrides all that the default makes of [untyped](super::Engine::untyped) data: the compiler refuses to
/// build a call of one that is left out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no layers of elements `{T}`",
    label = "no layers of `{T}` here",
    note = "layers are there for floats, on `Tensor` and `InlineTensor`; `to_tensor()` copies a view",
    note = "a function that is generic over its engine asks for `E: Networks<{T}>`"
)]
pub trait Networks<T: 'static>: Floats<T> {
    /// Converts a number to an element, rounded.
    fn number(value: f64) -> T;

    /// A linear layer: the weights have one row, and the bias one element, for each number of the output.
    #[track_caller]
    fn linear<S: Shape, W: Shape, B: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        weights: &Self::Data<T, W>,
        bias: Option<&Self::Data<T, B>>,
    ) -> Self::Data<T, O> {
        let (data, weights, bias) = (
            of!(S data),
            of!(W weights),
            Self::untyped_option::<T, B>(bias),
        );
        Self::typed::<T, O>(composed::linear::<T, Self>(data, weights, bias))
    }

    /// Divides elements by the root of the mean of their squares along the last axes, all that the weights have, and
    /// multiplies them by the weights. If `centred`, it first subtracts the mean. In the end it adds the bias, in whose axes
    /// the tensor ends too.
    #[track_caller]
    fn normalize<S: Shape, W: Shape, B: Shape>(
        data: &Self::Data<T, S>,
        weights: &Self::Data<T, W>,
        bias: Option<&Self::Data<T, B>>,
        centred: bool,
        epsilon: T,
    ) -> Self::Data<T, S> {
        let (data, weights, bias) = (
            of!(S data),
            of!(W weights),
            Self::untyped_option::<T, B>(bias),
        );
        Self::typed::<T, S>(composed::normalize::<T, Self>(
            data,
            (weights, bias),
            centred,
            epsilon,
        ))
    }

    /// What [`normalize`](Self::normalize) gives, where the engine has one function for it. `None`, the default, leaves it
    /// to other operations.
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
    /// adds a bias for each channel. Weights and bias are vectors. `split` are the numbers of elements in front of the
    /// channels, of groups, of channels in each, and of elements after the channels. Means are those of each index in
    /// front of the channels, or of all `samples` together.
    #[track_caller]
    fn normalize_channels<S: Shape, W: Shape, B: Shape>(
        data: &Self::Data<T, S>,
        (weights, bias): (&Self::Data<T, W>, &Self::Data<T, B>),
        split: [usize; 4],
        samples: bool,
        epsilon: T,
    ) -> Self::Data<T, S> {
        let weights_and_bias = (of!(W weights), of!(B bias));
        Self::typed::<T, S>(composed::normalize_channels::<T, Self>(
            of!(S data),
            weights_and_bias,
            split,
            samples,
            epsilon,
        ))
    }

    /// The same with a mean and a variance for each channel. There are `after` axes after the channels.
    #[track_caller]
    fn normalize_channels_by<S: Shape, M: Shape, V: Shape, W: Shape, B: Shape>(
        data: &Self::Data<T, S>,
        (means, variances): (&Self::Data<T, M>, &Self::Data<T, V>),
        (weights, bias): (&Self::Data<T, W>, &Self::Data<T, B>),
        after: usize,
        epsilon: T,
    ) -> Self::Data<T, S> {
        let means_and_variances = (of!(M means), of!(V variances));
        let weights_and_bias = (of!(W weights), of!(B bias));
        Self::typed::<T, S>(composed::normalize_channels_by::<T, Self>(
            of!(S data),
            means_and_variances,
            weights_and_bias,
            after,
            epsilon,
        ))
    }

    /// Attention: the mean of the values, weighted by the softmax of the scores (the products of queries and keys,
    /// divided by the square root of a query's size). `mask` is added to the scores.
    #[track_caller]
    fn attend<Q: Shape, K: Shape, V: Shape, M: Shape, O: Shape>(
        queries: &Self::Data<T, Q>,
        (keys, values): (&Self::Data<T, K>, &Self::Data<T, V>),
        mask: Option<&Self::Data<T, M>>,
    ) -> Self::Data<T, O> {
        let (queries, mask) = (of!(Q queries), Self::untyped_option::<T, M>(mask));
        Self::typed::<T, O>(composed::attend::<T, Self>(
            queries,
            (of!(K keys), of!(V values)),
            mask,
        ))
    }

    /// What [`attend`](Self::attend) gives, where the engine has one function for it. Scores are multiplied by `scale`. `None`,
    /// the default, leaves it to other operations.
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
    fn attend_in_groups<Q: Shape, K: Shape, V: Shape, M: Shape, O: Shape>(
        queries: &Self::Data<T, Q>,
        (keys, values): (&Self::Data<T, K>, &Self::Data<T, V>),
        mask: Option<&Self::Data<T, M>>,
    ) -> Self::Data<T, O> {
        let (queries, mask) = (of!(Q queries), Self::untyped_option::<T, M>(mask));
        Self::typed::<T, O>(composed::attend_in_groups::<T, Self>(
            queries,
            (of!(K keys), of!(V values)),
            mask,
        ))
    }

    /// Attention, in groups if `GROUPS`, with a [causal mask](Self::causal_mask) for these numbers of queries and keys. A
    /// result without elements is not computed.
    #[doc(hidden)]
    #[track_caller]
    fn attend_causally<const GROUPS: bool, Q: Shape, K: Shape, V: Shape, M: Shape, O: Shape>(
        queries: &Self::Data<T, Q>,
        (keys, values): (&Self::Data<T, K>, &Self::Data<T, V>),
        sizes: (DynShape, [usize; 2]),
    ) -> Self::Data<T, O> {
        type Any = DynShape;
        let pairs = (of!(K keys), of!(V values));
        let attend = composed::attend_causally::<GROUPS, T, Self, Any, Any, Any, Any, Any>;
        Self::typed::<T, O>(attend(of!(Q queries), pairs, sizes))
    }

    /// Rotates pairs of numbers by angles `[.., T, P]`, given by their cosines and sines: number `i` of `[.., T, 2 * P]`
    /// together with number `P + i`.
    #[track_caller]
    fn rotate<S: Shape, C: Shape, N: Shape>(
        data: &Self::Data<T, S>,
        (cosines, sines): (&Self::Data<T, C>, &Self::Data<T, N>),
    ) -> Self::Data<T, S> {
        let angles = (of!(C cosines), of!(N sines));
        Self::typed::<T, S>(composed::rotate::<T, Self>(of!(S data), angles))
    }

    /// What [`rotate`](Self::rotate) gives, where the engine has one function for it. `None`, the default, leaves it to
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
    fn lstm<S: Shape, W: Shape, R: Shape, B: Shape, A: Shape, C: Shape, O: Shape, H: Shape>(
        data: &Self::Data<T, S>,
        (weights, recurrent, bias): (&Self::Data<T, W>, &Self::Data<T, R>, &Self::Data<T, B>),
        state: Option<(&Self::Data<T, A>, &Self::Data<T, C>)>,
    ) -> (Self::Data<T, O>, Self::Data<T, H>, Self::Data<T, H>) {
        let layer = (of!(W weights), of!(R recurrent), of!(B bias));
        let state = match state {
            Some((hidden, cells)) => Some((of!(A hidden), of!(C cells))),
            None => None,
        };
        Self::typed_three::<T, O, H, H>(composed::lstm::<T, Self>(of!(S data), layer, state))
    }

    /// One step of an LSTM on inputs `[.., I]`: the next state and cells. The parameters are those of
    /// [`lstm`](Self::lstm).
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn lstm_cell<S: Shape, W: Shape, R: Shape, B: Shape, A: Shape, C: Shape, H: Shape>(
        data: &Self::Data<T, S>,
        (weights, recurrent, bias): (&Self::Data<T, W>, &Self::Data<T, R>, &Self::Data<T, B>),
        (hidden, cells): (&Self::Data<T, A>, &Self::Data<T, C>),
    ) -> (Self::Data<T, H>, Self::Data<T, H>) {
        let layer = (of!(W weights), of!(R recurrent), of!(B bias));
        let state = (of!(A hidden), of!(C cells));
        Self::typed_two::<T, H, H>(composed::lstm_cell::<T, Self>(of!(S data), layer, state))
    }

    /// A GRU over inputs `[.., T, I]`: the results of all steps, and the state after the last step. The gates are reset,
    /// update and new. There are two biases, of the inputs and of the state. The other parameters are those of
    /// [`lstm`](Self::lstm).
    #[track_caller]
    fn gru<S: Shape, W: Shape, R: Shape, B: Shape, C: Shape, A: Shape, O: Shape, H: Shape>(
        data: &Self::Data<T, S>,
        (weights, recurrent): (&Self::Data<T, W>, &Self::Data<T, R>),
        (bias, recurrent_bias): (&Self::Data<T, B>, &Self::Data<T, C>),
        state: Option<&Self::Data<T, A>>,
    ) -> (Self::Data<T, O>, Self::Data<T, H>) {
        let weights = (of!(W weights), of!(R recurrent));
        let biases = (of!(B bias), of!(C recurrent_bias));
        let state = Self::untyped_option::<T, A>(state);
        let found = composed::gru::<T, Self>(of!(S data), weights, biases, state);
        Self::typed_two::<T, O, H>(found)
    }

    /// One step of a GRU on inputs `[.., I]`: the next state. The parameters are those of [`gru`](Self::gru).
    #[track_caller]
    fn gru_cell<S: Shape, W: Shape, R: Shape, B: Shape, C: Shape, A: Shape, H: Shape>(
        data: &Self::Data<T, S>,
        (weights, recurrent): (&Self::Data<T, W>, &Self::Data<T, R>),
        (bias, recurrent_bias): (&Self::Data<T, B>, &Self::Data<T, C>),
        state: &Self::Data<T, A>,
    ) -> Self::Data<T, H> {
        let weights = (of!(W weights), of!(R recurrent));
        let biases = (of!(B bias), of!(C recurrent_bias));
        Self::typed::<T, H>(composed::gru_cell::<T, Self>(
            of!(S data),
            weights,
            biases,
            of!(A state),
        ))
    }

    /// The sum of all elements as a tensor, so that an engine with gradients can go on with it.
    fn total<S: Shape>(data: &Self::Data<T, S>) -> Self::Data<T, Scalar> {
        composed::total::<T, Self, S>(data)
    }

    /// The squared differences of predictions and targets with the same sizes.
    #[track_caller]
    fn mse_loss<S: Shape, R: Shape>(
        predictions: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        Self::typed::<T, S>(composed::mse_loss::<T, Self>(
            of!(S predictions),
            of!(R targets),
        ))
    }

    /// The absolute differences of predictions and targets with the same sizes.
    #[track_caller]
    fn l1_loss<S: Shape, R: Shape>(
        predictions: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        Self::typed::<T, S>(composed::l1_loss::<T, Self>(
            of!(S predictions),
            of!(R targets),
        ))
    }

    /// `- t ln p - (1 - t) ln (1 - p)` for probabilities `p` and targets `t` with the same sizes. Logarithms count as
    /// -100 at least.
    #[track_caller]
    fn binary_cross_entropy<S: Shape, R: Shape>(
        probabilities: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        Self::typed::<T, S>(composed::binary_cross_entropy::<T, Self>(
            of!(S probabilities),
            of!(R targets),
        ))
    }

    /// The same for the logistic function of `logits`, without overflow: `max (x, 0) - x t + ln (1 + exp -|x|)`.
    #[track_caller]
    fn binary_cross_entropy_with_logits<S: Shape, R: Shape>(
        logits: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        Self::typed::<T, S>(composed::binary_cross_entropy_with_logits::<T, Self>(
            of!(S logits),
            of!(R targets),
        ))
    }

    /// Minus the log probabilities of the target classes, for each row; if there are weights, times that of the class,
    /// beside which the weights of the rows are returned. The classes are along an axis counted from the first, from 0,
    /// which the results do not have.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn nll_loss<S: Shape, I: Shape, W: Shape, O: Shape>(
        logarithms: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<(Self::Data<T, O>, Option<Self::Data<T, O>>), ShapeError> {
        let weights = Self::untyped_option::<T, W>(weights);
        let targets = Self::untyped::<usize, I>(targets);
        let (losses, weights) =
            composed::nll_loss::<T, Self>(of!(S logarithms), targets, weights, axis)?;
        Ok((
            Self::typed::<T, O>(losses),
            weights.map(|weights| Self::typed::<T, O>(weights)),
        ))
    }

    /// [`nll_loss`](Self::nll_loss) of the log softmax of scores.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn cross_entropy<S: Shape, I: Shape, W: Shape, O: Shape>(
        scores: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<(Self::Data<T, O>, Option<Self::Data<T, O>>), ShapeError> {
        let weights = Self::untyped_option::<T, W>(weights);
        let targets = Self::untyped::<usize, I>(targets);
        let (losses, weights) =
            composed::cross_entropy::<T, Self>(of!(S scores), targets, weights, axis)?;
        Ok((
            Self::typed::<T, O>(losses),
            weights.map(|weights| Self::typed::<T, O>(weights)),
        ))
    }

    /// Minus the sum of probabilities times the log softmax of scores, for each row; if there are weights, each class
    /// is multiplied by its own. The classes are along an axis counted from the first, from 0, which the result does
    /// not have.
    #[track_caller]
    fn soft_cross_entropy<S: Shape, P: Shape, W: Shape, O: Shape>(
        scores: &Self::Data<T, S>,
        probabilities: &Self::Data<T, P>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Self::Data<T, O> {
        let weights = Self::untyped_option::<T, W>(weights);
        let losses = (of!(S scores), of!(P probabilities));
        Self::typed::<T, O>(composed::soft_cross_entropy::<T, Self>(
            losses.0, losses.1, weights, axis,
        ))
    }

    /// The losses of elements or of rows by a reduction.
    #[doc(hidden)]
    #[track_caller]
    fn reduced<S: Shape, By: LossReduction>(
        losses: &Self::Data<T, S>,
    ) -> Self::Data<T, By::Output<S>> {
        Self::typed::<T, By::Output<S>>(composed::reduced_untyped::<T, Self, By>(of!(S losses)))
    }

    /// What [`cross_entropy`](Self::cross_entropy) gives if `SCORES`, otherwise [`nll_loss`](Self::nll_loss), by a
    /// reduction. `O` is the shape of the losses.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[doc(hidden)]
    #[track_caller]
    fn losses_of_classes<const SCORES: bool, S, I, W, O, By>(
        data: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<Self::Data<T, By::Output<O>>, ShapeError>
    where
        S: Shape,
        I: Shape,
        W: Shape,
        O: Shape,
        By: LossReduction,
    {
        let weights = Self::untyped_option::<T, W>(weights);
        let targets = Self::untyped::<usize, I>(targets);
        let losses = composed::losses_of_classes_untyped::<SCORES, T, Self, By>(
            of!(S data),
            targets,
            weights,
            axis,
        );
        match losses {
            Ok(losses) => Ok(Self::typed::<T, By::Output<O>>(losses)),
            Err(error) => Err(error),
        }
    }

    /// For each number of the result the first input times its matrix times the second input.
    #[track_caller]
    fn bilinear<L: Shape, R: Shape, W: Shape, O: Shape>(
        lhs: &Self::Data<T, L>,
        rhs: &Self::Data<T, R>,
        weights: &Self::Data<T, W>,
    ) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::bilinear::<T, Self>(
            of!(L lhs),
            of!(R rhs),
            of!(W weights),
        ))
    }

    /// The square roots of the sums of squares along the last axis, at least `least`.
    #[track_caller]
    fn lengths<S: Shape, O: Shape>(vectors: &Self::Data<T, S>, least: f64) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::lengths::<T, Self>(of!(S vectors), least))
    }

    /// The distance of each of the first points, `[.., N, D]`, to each of the others, `[.., M, D]`.
    #[track_caller]
    fn distances<L: Shape, R: Shape, O: Shape>(
        lhs: &Self::Data<T, L>,
        rhs: &Self::Data<T, R>,
    ) -> Self::Data<T, O> {
        Self::typed::<T, O>(composed::distances::<T, Self>(of!(L lhs), of!(R rhs)))
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
