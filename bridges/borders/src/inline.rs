//! Inline tensors of numbers that lie in memory as another library has them.

use shapecheck::{InlineTensor, StaticDim, StaticShape, shape};

/// A tensor of elements in row-major order.
///
/// # Panics
///
/// Panics if their number is not that of the shape.
#[inline]
pub fn of_elements<T: Clone + 'static, S: StaticShape>(elements: &[T]) -> InlineTensor<T, S> {
    match InlineTensor::from_slice(elements) {
        Ok(tensor) => tensor,
        Err(error) => panic!("{error}"),
    }
}

/// A matrix of elements that lie one column after the other. Nothing is left of the shuffle but the copy.
///
/// # Panics
///
/// Panics if their number is not that of the shape.
#[inline]
pub fn of_columns<T: Copy + 'static, M: StaticDim, N: StaticDim>(
    elements: &[T],
) -> InlineTensor<T, shape![M, N]> {
    of_elements::<T, shape![N, M]>(elements).transpose()
}
