//! Layers, made of candle's operations, and which elements have all operations.

use shapecheck::engine::{Floats, Networks, Numbers};

use crate::Candle;

/// Candle multiplies no matrices of integers: these have no `Numbers`.
macro_rules! floats {
    ($($T:ty)*) => {$(
        impl Numbers<$T> for Candle {}

        impl Floats<$T> for Candle {}

        impl Networks<$T> for Candle {
            fn number(value: f64) -> $T {
                value as $T
            }
        }
    )*};
}

floats!(f32 f64);
