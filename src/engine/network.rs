//! Layers, normalization, attention and losses.

use super::{Floats, composed};
use crate::{DynShape, Scalar, Shape, ShapeError};

/// Layers, normalization, attention and losses.
///
/// Each function has a default made of other operations, which an engine can override.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no layers of elements `{T}`",
    label = "no layers of `{T}` here",
    note = "layers are there for floats, on `Tensor` and `InlineTensor`; `to_tensor()` copies a view",
    note = "a function that is generic over its engine asks for `E: Networks<{T}>`"
)]
pub trait Networks<T: 'static>: Floats<T> {
    /// Converts a number to an element, rounded.
    fn number(value: f64) -> T;

    /// A linear layer: the weights have one row for each number of the output. The sizes are those of the result.
    #[track_caller]
    fn linear<S: Shape, W: Shape, Transposed: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        weights: &Self::Data<T, W>,
        sizes: DynShape,
    ) -> Self::Data<T, O> {
        composed::linear::<T, Self, S, W, Transposed, O>(data, weights, sizes)
    }

    /// Divides elements by the root of the mean of their squares along axes, and multiplies them by weights. If
    /// `centred`, it first subtracts the mean. The axes are given as for [`Reduces`](super::Reduces); `M` is the shape
    /// of means along them.
    #[track_caller]
    fn normalize<S: Shape, M: Shape, W: Shape>(
        data: &Self::Data<T, S>,
        weights: &Self::Data<T, W>,
        axes: &[usize],
        centred: bool,
        epsilon: T,
    ) -> Self::Data<T, S> {
        composed::normalize::<T, Self, S, M, W>(data, weights, axes, centred, epsilon)
    }

    /// Subtracts the mean along axes, divides by the root of the variance, multiplies by a weight and adds a bias for
    /// each channel. Weights and bias are vectors, and the channels are an axis with `after` axes after it. `C` is the
    /// shape `[channels, 1, ...]`; axes and `M` are those of [`normalize`](Self::normalize).
    #[track_caller]
    fn normalize_channels<S: Shape, M: Shape, C: Shape, W: Shape, B: Shape>(
        data: &Self::Data<T, S>,
        weights_and_bias: (&Self::Data<T, W>, &Self::Data<T, B>),
        axes: &[usize],
        after: usize,
        epsilon: T,
    ) -> Self::Data<T, S> {
        composed::normalize_channels::<T, Self, S, M, C, W, B>(
            data,
            weights_and_bias,
            axes,
            after,
            epsilon,
        )
    }

    /// The same with a mean and a variance for each channel.
    #[track_caller]
    fn normalize_channels_by<S: Shape, C: Shape, M: Shape, V: Shape, W: Shape, B: Shape>(
        data: &Self::Data<T, S>,
        means_and_variances: (&Self::Data<T, M>, &Self::Data<T, V>),
        weights_and_bias: (&Self::Data<T, W>, &Self::Data<T, B>),
        after: usize,
        epsilon: T,
    ) -> Self::Data<T, S> {
        composed::normalize_channels_by::<T, Self, S, C, M, V, W, B>(
            data,
            means_and_variances,
            weights_and_bias,
            after,
            epsilon,
        )
    }

    /// The same over groups of channels. `grouped` are the sizes with the channels split into groups and channels of a
    /// group, and `G` is that shape; `K` is the shape `[groups, channels of each, 1, ...]`, and `M` that of means.
    #[track_caller]
    fn normalize_groups<S: Shape, G: Shape, M: Shape, K: Shape, C: Shape, W: Shape, B: Shape>(
        data: &Self::Data<T, S>,
        weights_and_bias: (&Self::Data<T, W>, &Self::Data<T, B>),
        grouped: DynShape,
        after: usize,
        epsilon: T,
    ) -> Self::Data<T, S> {
        composed::normalize_groups::<T, Self, S, G, M, K, C, W, B>(
            data,
            weights_and_bias,
            grouped,
            after,
            epsilon,
        )
    }

    /// Attention: the mean of the values, weighted by the softmax of the scores (the products of queries and keys,
    /// divided by the square root of a query's size). `mask` is added to the scores. The sizes are those of the result
    /// and of the scores; `Ones` is the shape of sums of scores.
    #[track_caller]
    fn attend<
        Q: Shape,
        K: Shape,
        V: Shape,
        Transposed: Shape,
        Scores: Shape,
        Ones: Shape,
        O: Shape,
        M: Shape,
    >(
        queries: &Self::Data<T, Q>,
        (keys, values): (&Self::Data<T, K>, &Self::Data<T, V>),
        mask: Option<&Self::Data<T, M>>,
        (sizes, scores): (DynShape, DynShape),
    ) -> Self::Data<T, O> {
        composed::attend::<T, Self, Q, K, V, Transposed, Scores, Ones, O, M>(
            queries,
            (keys, values),
            mask,
            (sizes, scores),
        )
    }

    /// The same with heads in groups: queries, keys and values are first reshaped to `InGroups`, `KeyHeads` and
    /// `ValueHeads`, with one more axis, and the result from `Grouped` to `O`. The shapes are those of the result, of
    /// queries, keys and values, in this order.
    #[track_caller]
    fn attend_in_groups<
        Q: Shape,
        K: Shape,
        V: Shape,
        InGroups: Shape,
        KeyHeads: Shape,
        ValueHeads: Shape,
        Transposed: Shape,
        Scores: Shape,
        Ones: Shape,
        Grouped: Shape,
        O: Shape,
        M: Shape,
    >(
        queries: &Self::Data<T, Q>,
        (keys, values): (&Self::Data<T, K>, &Self::Data<T, V>),
        mask: Option<&Self::Data<T, M>>,
        shapes: [DynShape; 4],
        sizes: (DynShape, DynShape),
    ) -> Self::Data<T, O> {
        composed::attend_in_groups::<
            T,
            Self,
            Q,
            K,
            V,
            InGroups,
            KeyHeads,
            ValueHeads,
            Transposed,
            Scores,
            Ones,
            Grouped,
            O,
            M,
        >(queries, (keys, values), mask, shapes, sizes)
    }

    /// The mask `[queries, keys]` that hides later keys from each query. The last query belongs to the last key.
    #[track_caller]
    fn causal_mask<M: Shape>(queries: usize, keys: usize) -> Self::Data<T, M> {
        composed::causal_mask::<T, Self, M>(queries, keys)
    }

    /// The next state and cells of an LSTM, from what the inputs contribute to its gates (input, forget, cell, output)
    /// and from the state and cells before. The recurrent weights have a matrix `M` for each gate.
    #[track_caller]
    fn lstm_step<H: Shape, R: Shape, M: Shape>(
        gates: [Self::Data<T, H>; 4],
        state: (&Self::Data<T, H>, &Self::Data<T, H>),
        recurrent: &Self::Data<T, R>,
    ) -> (Self::Data<T, H>, Self::Data<T, H>) {
        composed::lstm_step::<T, Self, H, R, M>(gates, state, recurrent)
    }

    /// The next state of a GRU, from what the inputs contribute to its gates (reset, update, new) and from the state
    /// before. The recurrent weights have a matrix `M` for each gate, the biases of the state a vector `V`.
    #[track_caller]
    fn gru_step<H: Shape, R: Shape, M: Shape, B: Shape, V: Shape>(
        gates: [Self::Data<T, H>; 3],
        state: &Self::Data<T, H>,
        recurrent_and_bias: (&Self::Data<T, R>, &Self::Data<T, B>),
    ) -> Self::Data<T, H> {
        composed::gru_step::<T, Self, H, R, M, B, V>(gates, state, recurrent_and_bias)
    }

    /// An LSTM over inputs `[.., T, I]`: the results of all steps, and the state and cells after the last step. Without
    /// a state it begins with zeros. The weights and the bias are those of all gates. The sizes are those of the
    /// results `O` and of a state `H`; a gate has weights `G` (`Transposed` are they transposed) and `M` and a bias
    /// `V`.
    #[track_caller]
    fn lstm<
        S: Shape,
        W: Shape,
        R: Shape,
        B: Shape,
        G: Shape,
        Transposed: Shape,
        M: Shape,
        V: Shape,
        A: Shape,
        C: Shape,
        O: Shape,
        H: Shape,
    >(
        data: &Self::Data<T, S>,
        weights: (&Self::Data<T, W>, &Self::Data<T, R>, &Self::Data<T, B>),
        state: Option<(&Self::Data<T, A>, &Self::Data<T, C>)>,
        sizes: (DynShape, DynShape),
    ) -> (Self::Data<T, O>, Self::Data<T, H>, Self::Data<T, H>) {
        composed::lstm::<T, Self, S, W, R, B, G, Transposed, M, V, A, C, O, H>(
            data, weights, state, sizes,
        )
    }

    /// One step of an LSTM on inputs `[.., I]`: the next state and cells. The parameters are those of
    /// [`lstm`](Self::lstm).
    #[track_caller]
    fn lstm_cell<
        S: Shape,
        W: Shape,
        R: Shape,
        B: Shape,
        G: Shape,
        Transposed: Shape,
        M: Shape,
        V: Shape,
        A: Shape,
        C: Shape,
        H: Shape,
    >(
        data: &Self::Data<T, S>,
        weights: (&Self::Data<T, W>, &Self::Data<T, R>, &Self::Data<T, B>),
        state: (&Self::Data<T, A>, &Self::Data<T, C>),
        sizes: DynShape,
    ) -> (Self::Data<T, H>, Self::Data<T, H>) {
        composed::lstm_cell::<T, Self, S, W, R, B, G, Transposed, M, V, A, C, H>(
            data, weights, state, sizes,
        )
    }

    /// A GRU over inputs `[.., T, I]`: the results of all steps, and the state after the last step. There are two
    /// biases, of the inputs and of the state. The other parameters are those of [`lstm`](Self::lstm).
    #[track_caller]
    fn gru<
        S: Shape,
        W: Shape,
        R: Shape,
        B: Shape,
        C: Shape,
        G: Shape,
        Transposed: Shape,
        M: Shape,
        V: Shape,
        A: Shape,
        O: Shape,
        H: Shape,
    >(
        data: &Self::Data<T, S>,
        weights: (&Self::Data<T, W>, &Self::Data<T, R>),
        biases: (&Self::Data<T, B>, &Self::Data<T, C>),
        state: Option<&Self::Data<T, A>>,
        sizes: (DynShape, DynShape),
    ) -> (Self::Data<T, O>, Self::Data<T, H>) {
        composed::gru::<T, Self, S, W, R, B, C, G, Transposed, M, V, A, O, H>(
            data, weights, biases, state, sizes,
        )
    }

    /// One step of a GRU on inputs `[.., I]`: the next state. The parameters are those of [`gru`](Self::gru).
    #[track_caller]
    fn gru_cell<
        S: Shape,
        W: Shape,
        R: Shape,
        B: Shape,
        C: Shape,
        G: Shape,
        Transposed: Shape,
        M: Shape,
        V: Shape,
        A: Shape,
        H: Shape,
    >(
        data: &Self::Data<T, S>,
        weights: (&Self::Data<T, W>, &Self::Data<T, R>),
        biases: (&Self::Data<T, B>, &Self::Data<T, C>),
        state: &Self::Data<T, A>,
        sizes: DynShape,
    ) -> Self::Data<T, H> {
        composed::gru_cell::<T, Self, S, W, R, B, C, G, Transposed, M, V, A, H>(
            data, weights, biases, state, sizes,
        )
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
        composed::mse_loss::<T, Self, S, R>(predictions, targets)
    }

    /// The absolute differences of predictions and targets with the same sizes.
    #[track_caller]
    fn l1_loss<S: Shape, R: Shape>(
        predictions: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        composed::l1_loss::<T, Self, S, R>(predictions, targets)
    }

    /// `- t ln p - (1 - t) ln (1 - p)` for probabilities `p` and targets `t` with the same sizes. Logarithms count as
    /// -100 at least.
    #[track_caller]
    fn binary_cross_entropy<S: Shape, R: Shape>(
        probabilities: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        composed::binary_cross_entropy::<T, Self, S, R>(probabilities, targets)
    }

    /// The same for the logistic function of `logits`, without overflow: `max (x, 0) - x t + ln (1 + exp -|x|)`.
    #[track_caller]
    fn binary_cross_entropy_with_logits<S: Shape, R: Shape>(
        logits: &Self::Data<T, S>,
        targets: &Self::Data<T, R>,
    ) -> Self::Data<T, S> {
        composed::binary_cross_entropy_with_logits::<T, Self, S, R>(logits, targets)
    }

    /// Minus the log probabilities of the target classes, for each row; if there are weights, times that of the class,
    /// beside which the weights of the rows are returned. The classes are along an axis counted from the first, from 0;
    /// `K` is the shape with size 1 there.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn nll_loss<S: Shape, I: Shape, K: Shape, W: Shape>(
        logarithms: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<(Self::Data<T, K>, Option<Self::Data<T, K>>), ShapeError> {
        composed::nll_loss::<T, Self, S, I, K, W>(logarithms, targets, weights, axis)
    }

    /// [`nll_loss`](Self::nll_loss) of the log softmax of scores.
    ///
    /// # Errors
    ///
    /// Returns an error if a target is not below the number of classes.
    #[track_caller]
    #[allow(clippy::type_complexity)]
    fn cross_entropy<S: Shape, I: Shape, K: Shape, W: Shape>(
        scores: &Self::Data<T, S>,
        targets: &Self::Data<usize, I>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Result<(Self::Data<T, K>, Option<Self::Data<T, K>>), ShapeError> {
        composed::cross_entropy::<T, Self, S, I, K, W>(scores, targets, weights, axis)
    }

    /// Minus the sum of probabilities times the log softmax of scores, for each row; if there are weights, each class
    /// is multiplied by its own. Classes are along an axis counted from the first, from 0; `K` is the shape with size 1
    /// there, and `C` the shape `[classes, 1, ...]`.
    #[track_caller]
    fn soft_cross_entropy<S: Shape, P: Shape, K: Shape, W: Shape, C: Shape>(
        scores: &Self::Data<T, S>,
        probabilities: &Self::Data<T, P>,
        weights: Option<&Self::Data<T, W>>,
        axis: usize,
    ) -> Self::Data<T, K> {
        composed::soft_cross_entropy::<T, Self, S, P, K, W, C>(scores, probabilities, weights, axis)
    }

    /// For each number of the result the first input times its matrix times the second input. The sizes are those of
    /// the inputs with two axes of size 1 in front of their last, `LhsRows` and `RhsRows`, and of the products,
    /// `[.., O, 1, J]`.
    #[track_caller]
    fn bilinear<
        L: Shape,
        R: Shape,
        W: Shape,
        LhsRows: Shape,
        RhsRows: Shape,
        Products: Shape,
        Sums: Shape,
        O: Shape,
    >(
        lhs: &Self::Data<T, L>,
        rhs: &Self::Data<T, R>,
        weights: &Self::Data<T, W>,
        sizes: [DynShape; 3],
    ) -> Self::Data<T, O> {
        composed::bilinear::<T, Self, L, R, W, LhsRows, RhsRows, Products, Sums, O>(
            lhs, rhs, weights, sizes,
        )
    }

    /// The square roots of the sums of squares along the last axis, at least `least`. `K` is the shape with size 1 at
    /// that axis, `O` the shape without it.
    #[track_caller]
    fn lengths<S: Shape, K: Shape, O: Shape>(
        vectors: &Self::Data<T, S>,
        least: f64,
    ) -> Self::Data<T, O> {
        composed::lengths::<T, Self, S, K, O>(vectors, least)
    }

    /// The distance of each of the first points, `[.., N, D]`, to each of the others, `[.., M, D]`. The sizes are those
    /// of the points as `[.., N, 1, D]` and `[.., 1, M, D]`, `LhsRows` and `RhsRows`, and of their differences; `K` is
    /// the shape of the latter with size 1 at the last axis, `O` the shape without it.
    #[track_caller]
    fn distances<
        L: Shape,
        R: Shape,
        LhsRows: Shape,
        RhsRows: Shape,
        Differences: Shape,
        K: Shape,
        O: Shape,
    >(
        lhs: &Self::Data<T, L>,
        rhs: &Self::Data<T, R>,
        sizes: [DynShape; 3],
    ) -> Self::Data<T, O> {
        composed::distances::<T, Self, L, R, LhsRows, RhsRows, Differences, K, O>(lhs, rhs, sizes)
    }
}
