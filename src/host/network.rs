//! Layers on this machine.

use super::Inline;
use super::inline::network::{self, Batch, Recurrent, Rows};
use super::memory::{self, InlineArray};
#[cfg(feature = "alloc")]
use super::{Host, array::Array, attention, normalize};
use crate::algebra::with_last;
use crate::engine::loss::LossReduction;
use crate::engine::{Networks, composed};
use crate::{DynShape, Shape, ShapeError};

macro_rules! networks_on_the_heap {
    ($($T:ident)*) => {$(
        #[cfg(feature = "alloc")]
        impl Networks<$T> for Host {
            fn number(value: f64) -> $T {
                value as $T
            }

            #[track_caller]
            fn normalize_at_once(
                data: &Array<$T>,
                parameters: (&Array<$T>, Option<&Array<$T>>),
                centred: bool,
                epsilon: &$T,
            ) -> Option<Array<$T>> {
                normalize::normalize(data, parameters, centred, *epsilon)
            }

            #[track_caller]
            fn attend_at_once(
                queries: &Array<$T>,
                (keys, values): (&Array<$T>, &Array<$T>),
                mask: Option<&Array<$T>>,
                scale: &$T,
            ) -> Option<Array<$T>> {
                attention::attend(queries, (keys, values), mask, *scale)
            }
        }
    )*};
}

networks_on_the_heap!(f32 f64);

/// A tensor that `fill` writes, with zeros before.
fn made<T: num_traits::Zero, O: Shape>(fill: impl FnOnce(&mut [T])) -> InlineArray<T, O> {
    memory::changed_cells(T::zero, fill)
}

/// A state of zeros, or a copy of the one that is given.
fn state<T: num_traits::Zero + Copy, S: Shape, H: Shape>(
    given: Option<&InlineArray<T, S>>,
) -> InlineArray<T, H> {
    made(|state| {
        if let Some(given) = given {
            state.copy_from_slice(given.as_slice());
        }
    })
}

fn batch<T, S: Shape>(data: &InlineArray<T, S>) -> Batch<'_, T> {
    Batch {
        elements: data.as_slice(),
        sizes: data.sizes(),
    }
}

/// The last sizes of a tensor.
fn last<const N: usize, T, S: Shape>(data: &InlineArray<T, S>) -> [usize; N] {
    let sizes = data.sizes();
    core::array::from_fn(|axis| sizes[sizes.len() - N + axis])
}

/// A recurrent layer on inputs of so many steps.
fn recurrent_layer<'a, T, S: Shape, W: Shape, R: Shape, B: Shape>(
    data: &'a InlineArray<T, S>,
    (weights, recurrent, bias): (
        &'a InlineArray<T, W>,
        &'a InlineArray<T, R>,
        &'a InlineArray<T, B>,
    ),
    steps: usize,
) -> Recurrent<'a, T> {
    let ([inputs], [hidden]) = (last(data), last(bias));
    Recurrent {
        x: data.as_slice(),
        weights: weights.as_slice(),
        recurrent: recurrent.as_slice(),
        bias: bias.as_slice(),
        sizes: [steps, inputs, hidden],
    }
}

/// Sizes with other ones for the last three: heads in groups.
#[track_caller]
fn with_heads(sizes: &[usize], last: [usize; 4]) -> DynShape {
    match with_last(&sizes[..sizes.len() - 3], &last) {
        Ok(sizes) => sizes,
        Err(error) => panic!("{error}"),
    }
}

/// Written out, so that rustc reports this trait for other elements.
macro_rules! networks {
    ($($T:ident)*) => {$(
        impl Networks<$T> for Inline {
            fn number(value: f64) -> $T {
                value as $T
            }

            fn linear<S: Shape, W: Shape, B: Shape, O: Shape>(
                data: &InlineArray<$T, S>,
                weights: &InlineArray<$T, W>,
                bias: Option<&InlineArray<$T, B>>,
            ) -> InlineArray<$T, O> {
                let (x, sizes) = (data.as_slice(), last(weights));
                let layer = (weights.as_slice(), bias.map(|bias| bias.as_slice()));
                made(|to| network::linear(x, layer, sizes, to))
            }

            fn normalize<S: Shape, W: Shape, B: Shape>(
                data: &InlineArray<$T, S>,
                weights: &InlineArray<$T, W>,
                bias: Option<&InlineArray<$T, B>>,
                centred: bool,
                epsilon: $T,
            ) -> InlineArray<$T, S> {
                let layer = (weights.as_slice(), bias.map(|bias| bias.as_slice()));
                made(|to| network::normalize(data.as_slice(), layer, centred, epsilon, to))
            }

            fn rotate<S: Shape, C: Shape, N: Shape>(
                data: &InlineArray<$T, S>,
                (cosines, sines): (&InlineArray<$T, C>, &InlineArray<$T, N>),
            ) -> InlineArray<$T, S> {
                let angles = (cosines.as_slice(), sines.as_slice());
                let [width] = last(data);
                made(|to| network::rotate(data.as_slice(), angles, width / 2, to))
            }

            fn normalize_channels<S: Shape, W: Shape, B: Shape>(
                data: &InlineArray<$T, S>,
                (weights, bias): (&InlineArray<$T, W>, &InlineArray<$T, B>),
                split: [usize; 4],
                samples: bool,
                epsilon: $T,
            ) -> InlineArray<$T, S> {
                let (x, pair) = (data.as_slice(), (weights.as_slice(), bias.as_slice()));
                made(|to| network::normalize_channels(x, pair, split, samples, epsilon, to))
            }

            fn normalize_channels_by<S: Shape, M: Shape, V: Shape, W: Shape, B: Shape>(
                data: &InlineArray<$T, S>,
                (means, variances): (&InlineArray<$T, M>, &InlineArray<$T, V>),
                (weights, bias): (&InlineArray<$T, W>, &InlineArray<$T, B>),
                after: usize,
                epsilon: $T,
            ) -> InlineArray<$T, S> {
                let statistics = (means.as_slice(), variances.as_slice());
                let (x, pair) = (data.as_slice(), (weights.as_slice(), bias.as_slice()));
                let after = data.sizes()[data.sizes().len() - after..].iter().product();
                made(|to| network::normalize_channels_by(x, statistics, pair, after, epsilon, to))
            }

            fn attend<Q: Shape, K: Shape, V: Shape, M: Shape, O: Shape>(
                queries: &InlineArray<$T, Q>,
                (keys, values): (&InlineArray<$T, K>, &InlineArray<$T, V>),
                mask: Option<&InlineArray<$T, M>>,
            ) -> InlineArray<$T, O> {
                let [width] = last(keys);
                let scale = 1.0 / num_traits::Float::sqrt(width as $T);
                let sizes = memory::known::<O>().sizes();
                let pair = (batch(keys), batch(values));
                made(|to| network::attend(batch(queries), pair, mask.map(batch), scale, (sizes, to)))
            }

            fn attend_in_groups<Q: Shape, K: Shape, V: Shape, M: Shape, O: Shape>(
                queries: &InlineArray<$T, Q>,
                (keys, values): (&InlineArray<$T, K>, &InlineArray<$T, V>),
                mask: Option<&InlineArray<$T, M>>,
            ) -> InlineArray<$T, O> {
                let ([heads, length, width], [groups, count, _]) = (last(queries), last(keys));
                let [output] = last(values);
                let each = heads.checked_div(groups).unwrap_or(0);
                let scale = 1.0 / num_traits::Float::sqrt(width as $T);
                                let grouped = with_heads(queries.sizes(), [groups, each, length, width]);
                let key_heads = with_heads(keys.sizes(), [groups, 1, count, width]);
                let value_heads = with_heads(values.sizes(), [groups, 1, count, output]);
                let result = with_heads(memory::known::<O>().sizes(), [groups, each, length, output]);
                let queries = Batch { elements: queries.as_slice(), sizes: grouped.dims() };
                let keys = Batch { elements: keys.as_slice(), sizes: key_heads.dims() };
                let values = Batch { elements: values.as_slice(), sizes: value_heads.dims() };
                let mask = mask.map(batch);
                made(|to| network::attend(queries, (keys, values), mask, scale, (result.dims(), to)))
            }

            fn lstm<S: Shape, W: Shape, R: Shape, B: Shape, A: Shape, C: Shape, O: Shape, H: Shape>(
                data: &InlineArray<$T, S>,
                (weights, recurrent, bias): (&InlineArray<$T, W>, &InlineArray<$T, R>, &InlineArray<$T, B>),
                given: Option<(&InlineArray<$T, A>, &InlineArray<$T, C>)>,
            ) -> (InlineArray<$T, O>, InlineArray<$T, H>, InlineArray<$T, H>) {
                let [steps, _] = last(data);
                let layer = recurrent_layer(data, (weights, recurrent, bias), steps);
                let mut states = state::<$T, A, H>(given.map(|given| given.0));
                let mut cells = state::<$T, C, H>(given.map(|given| given.1));
                let output = made(|to| layer.lstm(states.as_mut_slice(), cells.as_mut_slice(), to));
                (output, states, cells)
            }

            fn lstm_cell<S: Shape, W: Shape, R: Shape, B: Shape, A: Shape, C: Shape, H: Shape>(
                data: &InlineArray<$T, S>,
                (weights, recurrent, bias): (&InlineArray<$T, W>, &InlineArray<$T, R>, &InlineArray<$T, B>),
                (hidden, cells): (&InlineArray<$T, A>, &InlineArray<$T, C>),
            ) -> (InlineArray<$T, H>, InlineArray<$T, H>) {
                let layer = recurrent_layer(data, (weights, recurrent, bias), 1);
                let mut states = state::<$T, A, H>(Some(hidden));
                let mut cells = state::<$T, C, H>(Some(cells));
                let output = made(|to| layer.lstm(states.as_mut_slice(), cells.as_mut_slice(), to));
                (output, cells)
            }

            fn gru<S: Shape, W: Shape, R: Shape, B: Shape, C: Shape, A: Shape, O: Shape, H: Shape>(
                data: &InlineArray<$T, S>,
                (weights, recurrent): (&InlineArray<$T, W>, &InlineArray<$T, R>),
                (bias, recurrent_bias): (&InlineArray<$T, B>, &InlineArray<$T, C>),
                given: Option<&InlineArray<$T, A>>,
            ) -> (InlineArray<$T, O>, InlineArray<$T, H>) {
                let [steps, _] = last(data);
                let layer = recurrent_layer(data, (weights, recurrent, bias), steps);
                let mut states = state::<$T, A, H>(given);
                let bias = recurrent_bias.as_slice();
                let output = made(|to| layer.gru(bias, states.as_mut_slice(), to));
                (output, states)
            }

            fn gru_cell<S: Shape, W: Shape, R: Shape, B: Shape, C: Shape, A: Shape, H: Shape>(
                data: &InlineArray<$T, S>,
                (weights, recurrent): (&InlineArray<$T, W>, &InlineArray<$T, R>),
                (bias, recurrent_bias): (&InlineArray<$T, B>, &InlineArray<$T, C>),
                given: &InlineArray<$T, A>,
            ) -> InlineArray<$T, H> {
                let layer = recurrent_layer(data, (weights, recurrent, bias), 1);
                let mut states = state::<$T, A, H>(Some(given));
                made(|to| layer.gru(recurrent_bias.as_slice(), states.as_mut_slice(), to))
            }

            fn mse_loss<S: Shape, R: Shape>(
                predictions: &InlineArray<$T, S>,
                targets: &InlineArray<$T, R>,
            ) -> InlineArray<$T, S> {
                each(predictions, targets, |x, y| (x - y) * (x - y))
            }

            fn l1_loss<S: Shape, R: Shape>(
                predictions: &InlineArray<$T, S>,
                targets: &InlineArray<$T, R>,
            ) -> InlineArray<$T, S> {
                each(predictions, targets, |x, y| (x - y).abs())
            }

            fn binary_cross_entropy<S: Shape, R: Shape>(
                probabilities: &InlineArray<$T, S>,
                targets: &InlineArray<$T, R>,
            ) -> InlineArray<$T, S> {
                each(probabilities, targets, network::binary_cross_entropy)
            }

            fn binary_cross_entropy_with_logits<S: Shape, R: Shape>(
                logits: &InlineArray<$T, S>,
                targets: &InlineArray<$T, R>,
            ) -> InlineArray<$T, S> {
                each(logits, targets, network::binary_cross_entropy_with_logits)
            }

            fn nll_loss<S: Shape, I: Shape, W: Shape, O: Shape>(
                logarithms: &InlineArray<$T, S>,
                targets: &InlineArray<usize, I>,
                weights: Option<&InlineArray<$T, W>>,
                axis: usize,
            ) -> Result<OfRows<$T, O>, ShapeError> {
                of_rows(logarithms, targets, weights, axis, false)
            }

            fn cross_entropy<S: Shape, I: Shape, W: Shape, O: Shape>(
                scores: &InlineArray<$T, S>,
                targets: &InlineArray<usize, I>,
                weights: Option<&InlineArray<$T, W>>,
                axis: usize,
            ) -> Result<OfRows<$T, O>, ShapeError> {
                of_rows(scores, targets, weights, axis, true)
            }

            fn reduced<S: Shape, By: LossReduction>(
                losses: &InlineArray<$T, S>,
            ) -> InlineArray<$T, By::Output<S>> {
                composed::reduced::<$T, Inline, S, By>(losses)
            }

            fn losses_of_classes<const SCORES: bool, S, I, W, O, By>(
                data: &InlineArray<$T, S>,
                targets: &InlineArray<usize, I>,
                weights: Option<&InlineArray<$T, W>>,
                axis: usize,
            ) -> Result<InlineArray<$T, By::Output<O>>, ShapeError>
            where
                S: Shape,
                I: Shape,
                W: Shape,
                O: Shape,
                By: LossReduction,
            {
                let losses = composed::losses_of_classes::<SCORES, $T, Inline, S, I, W, O, By>;
                losses(data, targets, weights, axis)
            }

            fn attend_causally<const GROUPS: bool, Q: Shape, K: Shape, V: Shape, M: Shape, O: Shape>(
                queries: &InlineArray<$T, Q>,
                pairs: (&InlineArray<$T, K>, &InlineArray<$T, V>),
                sizes: (DynShape, [usize; 2]),
            ) -> InlineArray<$T, O> {
                composed::attend_causally::<GROUPS, $T, Inline, Q, K, V, M, O>(queries, pairs, sizes)
            }

            fn soft_cross_entropy<S: Shape, P: Shape, W: Shape, O: Shape>(
                scores: &InlineArray<$T, S>,
                probabilities: &InlineArray<$T, P>,
                weights: Option<&InlineArray<$T, W>>,
                axis: usize,
            ) -> InlineArray<$T, O> {
                let weights = weights.map(InlineArray::as_slice);
                made(|to| rows(scores, axis).soft_cross_entropy(probabilities.as_slice(), weights, to))
            }

            fn bilinear<L: Shape, R: Shape, W: Shape, O: Shape>(
                lhs: &InlineArray<$T, L>,
                rhs: &InlineArray<$T, R>,
                weights: &InlineArray<$T, W>,
            ) -> InlineArray<$T, O> {
                let (lhs, rhs) = (lhs.as_slice(), rhs.as_slice());
                made(|to| network::bilinear(lhs, rhs, weights.as_slice(), last(weights), to))
            }

            fn lengths<S: Shape, O: Shape>(
                vectors: &InlineArray<$T, S>,
                least: f64,
            ) -> InlineArray<$T, O> {
                let [size] = last(vectors);
                made(|to| network::lengths(vectors.as_slice(), size, least as $T, to))
            }

            fn distances<L: Shape, R: Shape, O: Shape>(
                lhs: &InlineArray<$T, L>,
                rhs: &InlineArray<$T, R>,
            ) -> InlineArray<$T, O> {
                let sizes = memory::known::<O>().sizes();
                made(|to| network::distances(batch(lhs), batch(rhs), sizes, to))
            }
        }
    )*};
}

/// A function of two elements of each place.
fn each<T: Copy, S: Shape, R: Shape>(
    lhs: &InlineArray<T, S>,
    rhs: &InlineArray<T, R>,
    function: impl Fn(T, T) -> T,
) -> InlineArray<T, S> {
    let mut pairs = lhs.as_slice().iter().zip(rhs.as_slice());
    memory::generate_cells(|| match pairs.next() {
        Some((&lhs, &rhs)) => function(lhs, rhs),
        None => panic!("both have as many elements"),
    })
}

fn rows<T, S: Shape>(data: &InlineArray<T, S>, axis: usize) -> Rows<'_, T> {
    Rows {
        elements: data.as_slice(),
        sizes: data.sizes(),
        axis,
    }
}

/// The losses of rows, and their weights if there are some.
type OfRows<T, O> = (InlineArray<T, O>, Option<InlineArray<T, O>>);

fn of_rows<T: num_traits::Float, S: Shape, I: Shape, W: Shape, O: Shape>(
    data: &InlineArray<T, S>,
    targets: &InlineArray<usize, I>,
    weights: Option<&InlineArray<T, W>>,
    axis: usize,
    of_scores: bool,
) -> Result<OfRows<T, O>, ShapeError> {
    let mut losses: InlineArray<T, O> = made(|_| {});
    let mut chosen: Option<InlineArray<T, O>> = weights.map(|_| made(|_| {}));
    let of_targets = match (weights, &mut chosen) {
        (Some(weights), Some(chosen)) => Some((weights.as_slice(), chosen.as_mut_slice())),
        _ => None,
    };
    let (targets, to) = (targets.as_slice(), losses.as_mut_slice());
    rows(data, axis).nll_loss(targets, of_scores, of_targets, to)?;
    Ok((losses, chosen))
}

networks!(f32 f64);
