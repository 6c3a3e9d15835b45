//! Layers on this machine.

use super::Inline;
use super::inline::WithSizes as Ref;
use super::inline::network::{self, Recurrent, Rows};
use super::memory::{self, InlineArray};
#[cfg(feature = "alloc")]
use super::{Host, array::Array, attention, normalize};
use crate::engine::{Networks, Reduction};
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

/// A tensor that a kernel writes, with zeros before.
#[inline]
fn made<T: num_traits::Zero, O: Shape, Arguments>(
    kernel: impl FnOnce(&mut [T], Arguments),
    arguments: Arguments,
) -> InlineArray<T, O> {
    memory::changed_cells(T::zero, |to| kernel(to, arguments))
}

/// Written out, so that rustc reports this trait for other elements.
macro_rules! networks {
    ($($T:ident)*) => {$(
        impl Networks<$T> for Inline {
            fn number(value: f64) -> $T {
                value as $T
            }

            #[inline]
            fn linear<O: Shape>(
                data: Ref<'_, $T>,
                weights: Ref<'_, $T>,
                bias: Option<Ref<'_, $T>>,
            ) -> InlineArray<$T, O> {
                made(network::linear, (data, weights, bias))
            }

            #[inline]
            fn normalize<O: Shape>(
                data: Ref<'_, $T>,
                parameters: (Ref<'_, $T>, Option<Ref<'_, $T>>),
                centred: bool,
                epsilon: $T,
            ) -> InlineArray<$T, O> {
                made(network::normalize, (data, parameters, centred, epsilon))
            }

            #[inline]
            fn rotate<O: Shape>(
                data: Ref<'_, $T>,
                cosines_and_sines: (Ref<'_, $T>, Ref<'_, $T>),
            ) -> InlineArray<$T, O> {
                made(network::rotate, (data, cosines_and_sines))
            }

            #[inline]
            fn normalize_channels<O: Shape>(
                data: Ref<'_, $T>,
                weights_and_bias: (Ref<'_, $T>, Ref<'_, $T>),
                split: [usize; 4],
                samples: bool,
                epsilon: $T,
            ) -> InlineArray<$T, O> {
                let arguments = (data, weights_and_bias, split, samples, epsilon);
                made(network::normalize_channels, arguments)
            }

            #[inline]
            fn normalize_channels_by<O: Shape>(
                data: Ref<'_, $T>,
                means_and_variances: (Ref<'_, $T>, Ref<'_, $T>),
                weights_and_bias: (Ref<'_, $T>, Ref<'_, $T>),
                after: usize,
                epsilon: $T,
            ) -> InlineArray<$T, O> {
                let arguments = (data, means_and_variances, weights_and_bias, after, epsilon);
                made(network::normalize_channels_by, arguments)
            }

            #[inline]
            fn attend<O: Shape>(
                queries: Ref<'_, $T>,
                keys_and_values: (Ref<'_, $T>, Ref<'_, $T>),
                mask: Option<Ref<'_, $T>>,
            ) -> InlineArray<$T, O> {
                let (mask, sizes) = (network::Mask::of(mask), memory::known::<O>().sizes());
                made(network::attend, (queries, keys_and_values, mask, sizes))
            }

            #[inline]
            fn attend_in_groups<O: Shape>(
                queries: Ref<'_, $T>,
                keys_and_values: (Ref<'_, $T>, Ref<'_, $T>),
                mask: Option<Ref<'_, $T>>,
            ) -> InlineArray<$T, O> {
                let (mask, sizes) = (network::Mask::of(mask), memory::known::<O>().sizes());
                made(network::attend_in_groups, (queries, keys_and_values, mask, sizes))
            }

            #[inline]
            fn attend_causally<O: Shape>(
                queries: Ref<'_, $T>,
                keys_and_values: (Ref<'_, $T>, Ref<'_, $T>),
                _sizes: (DynShape, [usize; 2]),
                in_groups: bool,
            ) -> InlineArray<$T, O> {
                let (mask, sizes) = (network::Mask::Causal, memory::known::<O>().sizes());
                match in_groups {
                    true => made(network::attend_in_groups, (queries, keys_and_values, mask, sizes)),
                    false => made(network::attend, (queries, keys_and_values, mask, sizes)),
                }
            }

            #[inline]
            fn lstm<O: Shape, H: Shape>(
                data: Ref<'_, $T>,
                layer: (Ref<'_, $T>, Ref<'_, $T>, Ref<'_, $T>),
                given: Option<(Ref<'_, $T>, Ref<'_, $T>)>,
            ) -> (InlineArray<$T, O>, InlineArray<$T, H>, InlineArray<$T, H>) {
                let (hidden, cells) = given.unzip();
                let mut hidden: InlineArray<$T, H> = made(network::state, hidden);
                let mut cells: InlineArray<$T, H> = made(network::state, cells);
                let states = (hidden.as_mut_slice(), cells.as_mut_slice());
                let output = made(Recurrent::lstm, (Recurrent::sequence(data, layer), states));
                (output, hidden, cells)
            }

            #[inline]
            fn lstm_cell<H: Shape>(
                data: Ref<'_, $T>,
                layer: (Ref<'_, $T>, Ref<'_, $T>, Ref<'_, $T>),
                (hidden, cells): (Ref<'_, $T>, Ref<'_, $T>),
            ) -> (InlineArray<$T, H>, InlineArray<$T, H>) {
                let mut hidden: InlineArray<$T, H> = made(network::state, Some(hidden));
                let mut cells: InlineArray<$T, H> = made(network::state, Some(cells));
                let states = (hidden.as_mut_slice(), cells.as_mut_slice());
                let output = made(Recurrent::lstm, (Recurrent::cell(data, layer), states));
                (output, cells)
            }

            #[inline]
            fn gru<O: Shape, H: Shape>(
                data: Ref<'_, $T>,
                (weights, recurrent): (Ref<'_, $T>, Ref<'_, $T>),
                (bias, recurrent_bias): (Ref<'_, $T>, Ref<'_, $T>),
                given: Option<Ref<'_, $T>>,
            ) -> (InlineArray<$T, O>, InlineArray<$T, H>) {
                let mut hidden: InlineArray<$T, H> = made(network::state, given);
                let layer = Recurrent::sequence(data, (weights, recurrent, bias));
                let output = made(Recurrent::gru, (layer, recurrent_bias, hidden.as_mut_slice()));
                (output, hidden)
            }

            #[inline]
            fn gru_cell<H: Shape>(
                data: Ref<'_, $T>,
                (weights, recurrent): (Ref<'_, $T>, Ref<'_, $T>),
                (bias, recurrent_bias): (Ref<'_, $T>, Ref<'_, $T>),
                given: Ref<'_, $T>,
            ) -> InlineArray<$T, H> {
                let mut hidden: InlineArray<$T, H> = made(network::state, Some(given));
                let layer = Recurrent::cell(data, (weights, recurrent, bias));
                made(Recurrent::gru, (layer, recurrent_bias, hidden.as_mut_slice()))
            }

            #[inline]
            fn mse_loss<O: Shape>(
                predictions: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: Reduction,
            ) -> InlineArray<$T, O> {
                made(network::losses, (network::squared, predictions, targets, by))
            }

            #[inline]
            fn l1_loss<O: Shape>(
                predictions: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: Reduction,
            ) -> InlineArray<$T, O> {
                made(network::losses, (network::absolute, predictions, targets, by))
            }

            #[inline]
            fn binary_cross_entropy<O: Shape>(
                probabilities: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: Reduction,
            ) -> InlineArray<$T, O> {
                let each = network::binary_cross_entropy;
                made(network::losses, (each, probabilities, targets, by))
            }

            #[inline]
            fn binary_cross_entropy_with_logits<O: Shape>(
                logits: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: Reduction,
            ) -> InlineArray<$T, O> {
                let each = network::binary_cross_entropy_with_logits;
                made(network::losses, (each, logits, targets, by))
            }

            #[inline]
            fn nll_loss<O: Shape>(
                logarithms: Ref<'_, $T>,
                targets: Ref<'_, usize>,
                weights: Option<Ref<'_, $T>>,
                (axis, by): (usize, Reduction),
            ) -> Result<InlineArray<$T, O>, ShapeError> {
                let rows = Rows { data: logarithms, axis };
                match rows.check(targets) {
                    Ok(()) => Ok(made(Rows::nll_loss, (rows, targets, weights, by))),
                    Err(error) => Err(error),
                }
            }

            #[inline]
            fn cross_entropy<O: Shape>(
                scores: Ref<'_, $T>,
                targets: Ref<'_, usize>,
                weights: Option<Ref<'_, $T>>,
                (axis, by): (usize, Reduction),
            ) -> Result<InlineArray<$T, O>, ShapeError> {
                let rows = Rows { data: scores, axis };
                match rows.check(targets) {
                    Ok(()) => Ok(made(Rows::cross_entropy, (rows, targets, weights, by))),
                    Err(error) => Err(error),
                }
            }

            #[inline]
            fn soft_cross_entropy<O: Shape>(
                scores: Ref<'_, $T>,
                probabilities: Ref<'_, $T>,
                weights: Option<Ref<'_, $T>>,
                (axis, by): (usize, Reduction),
            ) -> InlineArray<$T, O> {
                let rows = Rows { data: scores, axis };
                made(Rows::soft_cross_entropy, (rows, probabilities, weights, by))
            }

            #[inline]
            fn bilinear<O: Shape>(
                lhs: Ref<'_, $T>,
                rhs: Ref<'_, $T>,
                weights: Ref<'_, $T>,
            ) -> InlineArray<$T, O> {
                made(network::bilinear, (lhs, rhs, weights))
            }

            #[inline]
            fn lengths<O: Shape>(vectors: Ref<'_, $T>, least: f64) -> InlineArray<$T, O> {
                made(network::lengths, (vectors, least as $T))
            }

            #[inline]
            fn distances<O: Shape>(lhs: Ref<'_, $T>, rhs: Ref<'_, $T>) -> InlineArray<$T, O> {
                made(network::distances, (lhs, rhs, memory::known::<O>().sizes()))
            }
        }
    )*};
}

networks!(f32 f64);
