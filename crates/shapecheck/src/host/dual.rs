//! Numbers with slopes as elements. What else they have, they have by `num_traits`.

use num_traits::Float;
use num_traits::float::FloatCore;

use super::float_element::FloatElement;
use super::matrix::{MatrixElement, Multiply};
use super::memory::Element;
use crate::dual::{Dual, Variables};

impl<T, N: Variables<T>> Element for Dual<T, N> {}

impl<T: Float + FloatCore, N: Variables<T>> FloatElement for Dual<T, N> {
    /// Elimination ends where the slopes of the other pivots would be.
    fn det_of_singular() -> Self {
        Self::without_slopes(T::zero())
    }
}

impl<T: Float + Send + Sync, N: Variables<T>> Multiply for Dual<T, N> {
    // As of plain floats.
    const ANY_ORDER: bool = true;
}

impl<T: Float + Send + Sync + 'static, N: Variables<T>> MatrixElement for Dual<T, N> {}
