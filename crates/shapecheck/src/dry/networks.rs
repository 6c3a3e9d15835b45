//! Layers: each is one row, made of the operations that it is made of on the host.

use alloc::vec::Vec;

use super::Sizes;
use super::held::Held;
use super::note::{self, made};
use super::products::times;
use crate::engine::network::Parts;
use crate::engine::{
    FloatOperations, Floats, ModelOperations, Models, Networks, NumberOperations, Numbers,
};
use crate::host::attention::Attention;
use crate::host::layout;
use crate::host::normalize::is_by_rows;
use crate::{DynShape, Shape};

impl<T: 'static> Numbers<T> for Sizes where Sizes: NumberOperations<T> {}
impl<T: 'static> Floats<T> for Sizes where Sizes: FloatOperations<T> {}
impl<T: 'static> Models<T> for Sizes where Sizes: ModelOperations<T> {}

/// The count for the weights of a norm: once for each index of the first axis.
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

            fn parts(statistics: &[&Held]) -> Parts {
                statistics.iter().for_each(|held| held.memory().is_no_parameter());
                note::parts()
            }

            /// Counts the weights and the bias of a norm, the last operands.
            fn noted<O: Shape, H: Shape>(
                name: &'static str,
                operands: &[Option<&Held>],
                results: &mut [Held],
            ) {
                let multiply_adds = match *operands {
                    _ if name == "rotary_embedding" => Some(0),
                    [Some(data), .., weights, bias] if name.ends_with("_norm") => of_norm(data, &[weights, bias]),
                    _ => None,
                };
                if let [first, others @ ..] = results {
                    first.name::<O>();
                    others.iter_mut().for_each(Held::name::<H>);
                }
                let operands: Vec<&Held> = operands.iter().copied().flatten().collect();
                let results: Vec<&Held> = results.iter().collect();
                note::layer(name, multiply_adds, [&operands, &results]);
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
            fn attend_at_once(
                queries: &Held,
                (keys, values): (&Held, &Held),
                mask: Option<&Held>,
                _scale: &$T,
            ) -> Option<Held> {
                attended::<$T>(queries, (keys, values), mask)
            }

            #[track_caller]
            fn causal_mask<M: Shape>(queries: usize, keys: usize) -> Held {
                let mask = Held::new::<$T, M>(&DynShape::from([queries, keys]));
                made(|| "causal_mask".into(), &[], 0, mask)
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
