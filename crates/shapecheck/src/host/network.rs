//! Layers on this machine.

use super::Inline;
use super::inline::WithSizes as Ref;
use super::inline::network::{self, Recurrent, Rows};
use super::memory::{self, InlineArray};
#[cfg(feature = "alloc")]
use super::{Host, array::Array, attention, normalize};
use crate::engine::{Networks, ReducedLosses};
use crate::{DynShape, Shape, ShapeError};

/// A tensor that a kernel writes, with zeros before.
#[inline]
fn made<T: num_traits::Zero, O: Shape>(kernel: impl FnOnce(&mut [T])) -> InlineArray<T, O> {
    memory::changed_cells(T::zero, kernel)
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
                let (x, sizes) = (data.elements, network::last(weights));
                let layer = (weights.elements, bias.map(|bias| bias.elements));
                made(|to| network::linear(to, x, layer, sizes))
            }

            #[inline]
            fn normalize<O: Shape>(
                data: Ref<'_, $T>,
                (weights, bias): (Ref<'_, $T>, Option<Ref<'_, $T>>),
                centred: bool,
                epsilon: $T,
            ) -> InlineArray<$T, O> {
                let layer = (weights.elements, bias.map(|bias| bias.elements));
                made(|to| network::normalize(to, data.elements, layer, centred, epsilon))
            }

            #[inline]
            fn rotate<O: Shape>(
                data: Ref<'_, $T>,
                (cosines, sines): (Ref<'_, $T>, Ref<'_, $T>),
            ) -> InlineArray<$T, O> {
                let ([width], angles) = (network::last(data), (cosines.elements, sines.elements));
                made(|to| network::rotate(to, data.elements, angles, width / 2))
            }

            #[inline]
            fn normalize_channels<O: Shape>(
                data: Ref<'_, $T>,
                (weights, bias): (Ref<'_, $T>, Ref<'_, $T>),
                split: [usize; 4],
                samples: bool,
                epsilon: $T,
            ) -> InlineArray<$T, O> {
                let (x, pair) = (data.elements, (weights.elements, bias.elements));
                made(|to| network::normalize_channels(to, x, pair, split, samples, epsilon))
            }

            #[inline]
            fn normalize_channels_by<O: Shape>(
                data: Ref<'_, $T>,
                (means, variances): (Ref<'_, $T>, Ref<'_, $T>),
                (weights, bias): (Ref<'_, $T>, Ref<'_, $T>),
                after: usize,
                epsilon: $T,
            ) -> InlineArray<$T, O> {
                let statistics = (means.elements, variances.elements);
                let (x, pair) = (data.elements, (weights.elements, bias.elements));
                let after = data.sizes[data.sizes.len() - after..].iter().product();
                made(|to| network::normalize_channels_by(to, x, statistics, pair, after, epsilon))
            }

            #[inline]
            fn attend<O: Shape>(
                queries: Ref<'_, $T>,
                keys_and_values: (Ref<'_, $T>, Ref<'_, $T>),
                mask: Option<Ref<'_, $T>>,
            ) -> InlineArray<$T, O> {
                let (mask, sizes) = (network::Mask::of(mask), memory::known::<O>().sizes());
                made(|to| network::attend(to, (queries, keys_and_values, mask, sizes)))
            }

            #[inline]
            fn attend_in_groups<O: Shape>(
                queries: Ref<'_, $T>,
                keys_and_values: (Ref<'_, $T>, Ref<'_, $T>),
                mask: Option<Ref<'_, $T>>,
            ) -> InlineArray<$T, O> {
                let (mask, sizes) = (network::Mask::of(mask), memory::known::<O>().sizes());
                made(|to| network::attend_in_groups(to, (queries, keys_and_values, mask, sizes)))
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
                    true => made(|to| network::attend_in_groups(to, (queries, keys_and_values, mask, sizes))),
                    false => made(|to| network::attend(to, (queries, keys_and_values, mask, sizes))),
                }
            }

            #[inline]
            fn lstm<O: Shape, H: Shape>(
                data: Ref<'_, $T>,
                layer: (Ref<'_, $T>, Ref<'_, $T>, Ref<'_, $T>),
                given: Option<(Ref<'_, $T>, Ref<'_, $T>)>,
            ) -> (InlineArray<$T, O>, InlineArray<$T, H>, InlineArray<$T, H>) {
                let (hidden, cells) = given.unzip();
                let mut hidden: InlineArray<$T, H> = made(|to| network::state(to, hidden));
                let mut cells: InlineArray<$T, H> = made(|to| network::state(to, cells));
                let states = (hidden.as_mut_slice(), cells.as_mut_slice());
                let output = made(|to| Recurrent::lstm(to, (Recurrent::sequence(data, layer), states)));
                (output, hidden, cells)
            }

            #[inline]
            fn lstm_cell<H: Shape>(
                data: Ref<'_, $T>,
                layer: (Ref<'_, $T>, Ref<'_, $T>, Ref<'_, $T>),
                (hidden, cells): (Ref<'_, $T>, Ref<'_, $T>),
            ) -> (InlineArray<$T, H>, InlineArray<$T, H>) {
                let mut hidden: InlineArray<$T, H> = made(|to| network::state(to, Some(hidden)));
                let mut cells: InlineArray<$T, H> = made(|to| network::state(to, Some(cells)));
                let states = (hidden.as_mut_slice(), cells.as_mut_slice());
                let output = made(|to| Recurrent::lstm(to, (Recurrent::cell(data, layer), states)));
                (output, cells)
            }

            #[inline]
            fn gru<O: Shape, H: Shape>(
                data: Ref<'_, $T>,
                (weights, recurrent): (Ref<'_, $T>, Ref<'_, $T>),
                (bias, recurrent_bias): (Ref<'_, $T>, Ref<'_, $T>),
                given: Option<Ref<'_, $T>>,
            ) -> (InlineArray<$T, O>, InlineArray<$T, H>) {
                let mut hidden: InlineArray<$T, H> = made(|to| network::state(to, given));
                let layer = Recurrent::sequence(data, (weights, recurrent, bias));
                let output = made(|to| Recurrent::gru(to, (layer, recurrent_bias, hidden.as_mut_slice())));
                (output, hidden)
            }

            #[inline]
            fn gru_cell<H: Shape>(
                data: Ref<'_, $T>,
                (weights, recurrent): (Ref<'_, $T>, Ref<'_, $T>),
                (bias, recurrent_bias): (Ref<'_, $T>, Ref<'_, $T>),
                given: Ref<'_, $T>,
            ) -> InlineArray<$T, H> {
                let mut hidden: InlineArray<$T, H> = made(|to| network::state(to, Some(given)));
                let layer = Recurrent::cell(data, (weights, recurrent, bias));
                made(|to| Recurrent::gru(to, (layer, recurrent_bias, hidden.as_mut_slice())))
            }

            #[inline]
            fn mse_loss<O: Shape>(
                predictions: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: ReducedLosses,
            ) -> InlineArray<$T, O> {
                made(|to| network::losses(to, (network::squared, predictions, targets, by)))
            }

            #[inline]
            fn l1_loss<O: Shape>(
                predictions: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: ReducedLosses,
            ) -> InlineArray<$T, O> {
                made(|to| network::losses(to, (network::absolute, predictions, targets, by)))
            }

            #[inline]
            fn binary_cross_entropy<O: Shape>(
                probabilities: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: ReducedLosses,
            ) -> InlineArray<$T, O> {
                let each = network::binary_cross_entropy;
                made(|to| network::losses(to, (each, probabilities, targets, by)))
            }

            #[inline]
            fn binary_cross_entropy_with_logits<O: Shape>(
                logits: Ref<'_, $T>,
                targets: Ref<'_, $T>,
                by: ReducedLosses,
            ) -> InlineArray<$T, O> {
                let each = network::binary_cross_entropy_with_logits;
                made(|to| network::losses(to, (each, logits, targets, by)))
            }

            #[inline]
            fn nll_loss<O: Shape>(
                logarithms: Ref<'_, $T>,
                targets: Ref<'_, usize>,
                weights: Option<Ref<'_, $T>>,
                (axis, by): (usize, ReducedLosses),
            ) -> Result<InlineArray<$T, O>, ShapeError> {
                let rows = Rows { data: logarithms, axis };
                match rows.check(targets) {
                    Ok(()) => Ok(made(|to| Rows::nll_loss(to, (rows, targets, weights, by)))),
                    Err(error) => Err(error),
                }
            }

            #[inline]
            fn cross_entropy<O: Shape>(
                scores: Ref<'_, $T>,
                targets: Ref<'_, usize>,
                weights: Option<Ref<'_, $T>>,
                (axis, by): (usize, ReducedLosses),
            ) -> Result<InlineArray<$T, O>, ShapeError> {
                let rows = Rows { data: scores, axis };
                match rows.check(targets) {
                    Ok(()) => Ok(made(|to| Rows::cross_entropy(to, (rows, targets, weights, by)))),
                    Err(error) => Err(error),
                }
            }

            #[inline]
            fn soft_cross_entropy<O: Shape>(
                scores: Ref<'_, $T>,
                probabilities: Ref<'_, $T>,
                weights: Option<Ref<'_, $T>>,
                (axis, by): (usize, ReducedLosses),
            ) -> InlineArray<$T, O> {
                let rows = Rows { data: scores, axis };
                made(|to| Rows::soft_cross_entropy(to, (rows, probabilities, weights, by)))
            }

            #[inline]
            fn bilinear<O: Shape>(
                lhs: Ref<'_, $T>,
                rhs: Ref<'_, $T>,
                weights: Ref<'_, $T>,
            ) -> InlineArray<$T, O> {
                made(|to| network::bilinear(to, (lhs, rhs, weights)))
            }

            #[inline]
            fn lengths<O: Shape>(vectors: Ref<'_, $T>, least: f64) -> InlineArray<$T, O> {
                made(|to| network::lengths(to, (vectors, least as $T)))
            }

            #[inline]
            fn distances<O: Shape>(lhs: Ref<'_, $T>, rhs: Ref<'_, $T>) -> InlineArray<$T, O> {
                made(|to| network::distances(to, (lhs, rhs, memory::known::<O>().sizes())))
            }
        }

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

networks!(f32 f64);
