//! The traits of the crate approx: tensors of one shape are compared element by element.
//!
//! ```
//! use approx::{assert_abs_diff_eq, assert_relative_eq, relative_ne};
//! use shapecheck::{InlineTensor, Tensor};
//!
//! let x = Tensor::from([[0.1 + 0.2, 1.0], [2.0, 3.0]]);
//! assert_abs_diff_eq!(x, InlineTensor::from([[0.3, 1.0], [2.0, 3.0]]));
//! assert_relative_eq!(&x * 1e9, Tensor::from([[3e8, 1e9], [2e9, 3e9]]), max_relative = 1e-12);
//! assert!(relative_ne!(x, Tensor::from([[0.3, 1.0], [2.0, 4.0]])));
//! ```
//!
//! Both have one shape in their types: nothing is broadcast, and sizes known only at run time that differ are not equal.
//!
//! ```compile_fail,E0308
//! approx::assert_abs_diff_eq!(shapecheck::Tensor::from([1.0, 2.0]), shapecheck::Tensor::from([[1.0, 2.0]]));
//! ```

use approx::{AbsDiffEq, RelativeEq, UlpsEq};

use super::TensorOn;
use crate::Shape;
use crate::host::Memory;

impl<T: 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// Whether both have the same sizes, and all pairs of elements are equal in this sense.
    fn all_pairs<F: Memory>(
        &self,
        other: &TensorOn<T, S, F>,
        mut is_equal: impl FnMut(&T, &T) -> bool,
    ) -> bool {
        self.dims() == other.dims()
            && self
                .iter()
                .zip(other.iter())
                .all(|(lhs, rhs)| is_equal(lhs, rhs))
    }
}

impl<T, S, E, F> AbsDiffEq<TensorOn<T, S, F>> for TensorOn<T, S, E>
where
    T: AbsDiffEq<Epsilon: Clone> + 'static,
    S: Shape,
    E: Memory,
    F: Memory,
{
    type Epsilon = T::Epsilon;

    fn default_epsilon() -> T::Epsilon {
        T::default_epsilon()
    }

    fn abs_diff_eq(&self, other: &TensorOn<T, S, F>, epsilon: T::Epsilon) -> bool {
        self.all_pairs(other, |lhs, rhs| lhs.abs_diff_eq(rhs, epsilon.clone()))
    }
}

impl<T, S, E, F> RelativeEq<TensorOn<T, S, F>> for TensorOn<T, S, E>
where
    T: RelativeEq<Epsilon: Clone> + 'static,
    S: Shape,
    E: Memory,
    F: Memory,
{
    fn default_max_relative() -> T::Epsilon {
        T::default_max_relative()
    }

    fn relative_eq(
        &self,
        other: &TensorOn<T, S, F>,
        epsilon: T::Epsilon,
        max_relative: T::Epsilon,
    ) -> bool {
        self.all_pairs(other, |lhs, rhs| {
            lhs.relative_eq(rhs, epsilon.clone(), max_relative.clone())
        })
    }
}

impl<T, S, E, F> UlpsEq<TensorOn<T, S, F>> for TensorOn<T, S, E>
where
    T: UlpsEq<Epsilon: Clone> + 'static,
    S: Shape,
    E: Memory,
    F: Memory,
{
    fn default_max_ulps() -> u32 {
        T::default_max_ulps()
    }

    fn ulps_eq(&self, other: &TensorOn<T, S, F>, epsilon: T::Epsilon, max_ulps: u32) -> bool {
        self.all_pairs(other, |lhs, rhs| {
            lhs.ulps_eq(rhs, epsilon.clone(), max_ulps)
        })
    }
}
