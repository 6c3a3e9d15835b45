//! Layers, made of candle's operations, and which elements have all operations.

use candle_core::WithDType;
use half::{bf16, f16};
use shapecheck::engine::{Floats, Models, Networks, Numbers};

use crate::data::Held;
use crate::{Candle, norm, or_panic, rotary};

/// Candle cannot multiply matrices of integers, so integers do not have `Numbers`.
macro_rules! floats {
    ($($T:ty)*) => {$(
        impl Numbers<$T> for Candle {}

        impl Floats<$T> for Candle {}

        impl Networks<$T> for Candle {
            fn number(value: f64) -> $T {
                <$T as WithDType>::from_f64(value)
            }

            #[track_caller]
            fn normalize_at_once(
                data: &Held<$T>,
                parameters: (&Held<$T>, Option<&Held<$T>>),
                centred: bool,
                epsilon: &$T,
            ) -> Option<Held<$T>> {
                norm::at_once(data, parameters, centred, (*epsilon).into())
            }

            #[track_caller]
            fn rotate_at_once(
                data: &Held<$T>,
                angles: (&Held<$T>, &Held<$T>),
            ) -> Option<Held<$T>> {
                rotary::at_once(data, angles)
            }

            /// The sum as a tensor of candle, so that gradients go through it.
            #[track_caller]
            fn total(data: &Held<$T>) -> Held<$T> {
                Held::of(or_panic(data.tensor().sum_all()))
            }
        }

        impl Models<$T> for Candle {}
    )*};
}

floats!(f16 bf16 f32 f64);
