//! Layers: candle's own kernels where they need no gradient.

use candle_core::FloatDType;
use shapecheck::engine::{Floats, Networks};

use crate::Candle;
use crate::data::Number;

impl<T: Number + FloatDType> Networks<T> for Candle
where
    Candle: Floats<T>,
{
    fn number(value: f64) -> T {
        T::from_f64(value)
    }
}
