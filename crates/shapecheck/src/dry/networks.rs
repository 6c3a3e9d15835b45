//! Layers: each is one row, made of the operations that it is made of on the host.

use super::Sizes;
use super::held::Held;
use super::note::{Layer, made};
use super::products::times;
use crate::engine::{
    FloatOperations, Floats, ModelOperations, Models, Networks, NumberOperations, Numbers, composed,
};
use crate::host::attention::Attention;
use crate::host::layout;
use crate::host::normalize::is_by_rows;
use crate::{DynShape, Shape};

impl<T: 'static> Numbers<T> for Sizes where Sizes: NumberOperations<T> {}
impl<T: 'static> Floats<T> for Sizes where Sizes: FloatOperations<T> {}
impl<T: 'static> Models<T> for Sizes where Sizes: ModelOperations<T> {}

/// A layer, whose operations `work` does.
fn layer<const RESULTS: usize>(
    name: &'static str,
    operands: &[Option<&Held>],
    multiply_adds: Option<u64>,
    work: impl FnOnce() -> [Held; RESULTS],
) -> [Held; RESULTS] {
    let layer = Layer::begin();
    let results = work();
    let operands: alloc::vec::Vec<&Held> = operands.iter().copied().flatten().collect();
    layer.end(name, multiply_adds, [&operands, &results.each_ref()]);
    results
}

/// What the weights of a norm count: once for each index of the first axis.
fn of_norm(data: &Held, parameters: &[Option<&Held>]) -> Option<u64> {
    let first = data.sizes().first().copied().unwrap_or(1);
    let count = parameters.iter().flatten().map(|held| held.elements());
    Some(times(count.sum(), first))
}

/// Attention with the memory that it takes on the host.
#[track_caller]
fn attended<T: 'static>(
    queries: &Held,
    (keys, values): (&Held, &Held),
    mask: Option<&Held>,
) -> Option<Held> {
    let mask = mask.map(Held::sizes);
    let attention = Attention::of(queries.sizes(), keys.sizes(), values.sizes(), mask)?;
    let _room = Held::new::<T, DynShape>(&DynShape::from([attention.room()]));
    let result = Held::new::<T, DynShape>(&attention.sizes()?);
    let multiply_adds = times(attention.matrices(), attention.steps());
    let operands = [queries, keys, values];
    Some(made(
        || "attention".into(),
        &operands,
        multiply_adds,
        result,
    ))
}

macro_rules! networks {
    ($($(#[$attribute:meta])* $T:ty, |$value:ident| $number:expr;)*) => {$(
        $(#[$attribute])*
        impl Networks<$T> for Sizes {
            fn number($value: f64) -> $T {
                $number
            }

            #[track_caller]
            fn linear<O: Shape>(
                data: &Held,
                weights: &Held,
                bias: Option<&Held>,
            ) -> Held {
                let [found] = layer("linear", &[Some(data), Some(weights), bias], None, || {
                    [composed::linear::<$T, Self>(data, weights, bias).named::<O>()]
                });
                found
            }

            #[track_caller]
            fn normalize<O: Shape>(
                data: &Held,
                (weights, bias): (&Held, Option<&Held>),
                centred: bool,
                epsilon: $T,
            ) -> Held {
                let name = if centred { "layer_norm" } else { "rms_norm" };
                let operands = [Some(data), Some(weights), bias];
                let [found] = layer(name, &operands, of_norm(data, &operands[1..]), || {
                    [composed::normalize::<$T, Self>(data, (weights, bias), centred, epsilon).named::<O>()]
                });
                found
            }

            #[track_caller]
            fn normalize_at_once(
                data: &Held,
                (weights, bias): (&Held, Option<&Held>),
                _centred: bool,
                _epsilon: &$T,
            ) -> Option<Held> {
                // As on the host.
                if !is_by_rows(layout::count(weights.sizes()), layout::count(data.sizes())) {
                    return None;
                }
                let operands = [data, weights, bias.unwrap_or(weights)];
                let result = Held::new::<$T, DynShape>(&data.sizes().into());
                Some(made(|| "normalize".into(), &operands, 0, result))
            }

            #[track_caller]
            fn normalize_channels<O: Shape>(
                data: &Held,
                (weights, bias): (&Held, &Held),
                split: [usize; 4],
                samples: bool,
                epsilon: $T,
            ) -> Held {
                let name = match (samples, split[1]) {
                    (true, _) => "batch_norm",
                    (false, _) => "group_norm",
                };
                let operands = [Some(data), Some(weights), Some(bias)];
                let [found] = layer(name, &operands, of_norm(data, &operands[1..]), || {
                    [composed::normalize_channels::<$T, Self>(data, (weights, bias), split, samples, epsilon).named::<O>()]
                });
                found
            }

            #[track_caller]
            fn normalize_channels_by<O: Shape>(
                data: &Held,
                (means, variances): (&Held, &Held),
                (weights, bias): (&Held, &Held),
                after: usize,
                epsilon: $T,
            ) -> Held {
                means.memory().is_no_parameter();
                variances.memory().is_no_parameter();
                let operands = [Some(data), Some(means), Some(variances), Some(weights), Some(bias)];
                let [found] = layer("batch_norm", &operands, of_norm(data, &operands[3..]), || {
                    let normal = composed::normalize_channels_by::<$T, Self>(data, (means, variances), (weights, bias), after, epsilon);
                    [normal.named::<O>()]
                });
                found
            }

            #[track_caller]
            fn attend<O: Shape>(
                queries: &Held,
                (keys, values): (&Held, &Held),
                mask: Option<&Held>,
            ) -> Held {
                let operands = [Some(queries), Some(keys), Some(values), mask];
                let [found] = layer("attention", &operands, None, || {
                    [composed::attend::<$T, Self>(queries, (keys, values), mask).named::<O>()]
                });
                found
            }

            #[track_caller]
            fn attend_at_once(
                queries: &Held,
                (keys, values): (&Held, &Held),
                mask: Option<&Held>,
                _scale: &$T,
            ) -> Option<Held> {
                attended::<$T>(queries, (keys, values), mask)
            }

            #[track_caller]
            fn attend_in_groups<O: Shape>(
                queries: &Held,
                (keys, values): (&Held, &Held),
                mask: Option<&Held>,
            ) -> Held {
                let operands = [Some(queries), Some(keys), Some(values), mask];
                let [found] = layer("attention", &operands, None, || {
                    [composed::attend_in_groups::<$T, Self>(queries, (keys, values), mask).named::<O>()]
                });
                found
            }

            #[track_caller]
            fn rotate<O: Shape>(
                data: &Held,
                (cosines, sines): (&Held, &Held),
            ) -> Held {
                let operands = [Some(data), Some(cosines), Some(sines)];
                let [found] = layer("rotary_embedding", &operands, Some(0), || {
                    [composed::rotate::<$T, Self>(data, (cosines, sines)).named::<O>()]
                });
                found
            }

            #[track_caller]
            fn causal_mask<M: Shape>(queries: usize, keys: usize) -> Held {
                let mask = Held::new::<$T, M>(&DynShape::from([queries, keys]));
                made(|| "causal_mask".into(), &[], 0, mask)
            }

            #[track_caller]
            fn lstm<O: Shape, H: Shape>(
                data: &Held,
                (weights, recurrent, bias): (&Held, &Held, &Held),
                state: Option<(&Held, &Held)>,
            ) -> (Held, Held, Held) {
                let operands = [Some(data), Some(weights), Some(recurrent), Some(bias)];
                let [output, hidden, cells] = layer("lstm", &operands, None, || {
                    let [output, hidden, cells] = composed::lstm::<$T, Self>(data, (weights, recurrent, bias), state);
                    [output.named::<O>(), hidden.named::<H>(), cells.named::<H>()]
                });
                (output, hidden, cells)
            }

            #[track_caller]
            fn lstm_cell<H: Shape>(
                data: &Held,
                (weights, recurrent, bias): (&Held, &Held, &Held),
                (hidden, cells): (&Held, &Held),
            ) -> (Held, Held) {
                let operands = [Some(data), Some(weights), Some(recurrent), Some(bias)];
                let [hidden, cells] = layer("lstm_cell", &operands, None, || {
                    composed::lstm_cell::<$T, Self>(data, (weights, recurrent, bias), (hidden, cells)).map(Held::named::<H>)
                });
                (hidden, cells)
            }

            #[track_caller]
            fn gru<O: Shape, H: Shape>(
                data: &Held,
                (weights, recurrent): (&Held, &Held),
                (bias, recurrent_bias): (&Held, &Held),
                state: Option<&Held>,
            ) -> (Held, Held) {
                let operands = [data, weights, recurrent, bias, recurrent_bias].map(Some);
                let [output, hidden] = layer("gru", &operands, None, || {
                    let [output, hidden] = composed::gru::<$T, Self>(data, (weights, recurrent), (bias, recurrent_bias), state);
                    [output.named::<O>(), hidden.named::<H>()]
                });
                (output, hidden)
            }

            #[track_caller]
            fn gru_cell<H: Shape>(
                data: &Held,
                (weights, recurrent): (&Held, &Held),
                (bias, recurrent_bias): (&Held, &Held),
                state: &Held,
            ) -> Held {
                let operands = [data, weights, recurrent, bias, recurrent_bias].map(Some);
                let [hidden] = layer("gru_cell", &operands, None, || {
                    [composed::gru_cell::<$T, Self>(data, (weights, recurrent), (bias, recurrent_bias), state).named::<H>()]
                });
                hidden
            }

            /// Without its value, which the default reads.
            #[track_caller]
            fn total(data: &Held) -> Held {
                let total = Held::new::<$T, DynShape>(&DynShape::default());
                made(|| "sum".into(), &[data], 0, total)
            }
        }
    )*};
}

networks! {
    f32, |value| value as f32;
    f64, |value| value;
    #[cfg(feature = "half")]
    half::f16, |value| half::f16::from_f64(value);
    #[cfg(feature = "half")]
    half::bf16, |value| half::bf16::from_f64(value);
}
