//! Element types that have means, and the library that eliminates in large matrices of them.

use num_traits::float::FloatCore;

/// An element type for means and variances: `f32` and `f64`. Other float types may implement it.
#[diagnostic::on_unimplemented(
    message = "means and variances are of floats, and not of `{Self}`: `cast::<f32>()` turns the elements into floats first",
    label = "`{Self}` is not a type of floats"
)]
pub trait FloatElement: FloatCore {
    /// A library that eliminates in large matrices, where there is one for this type.
    #[doc(hidden)]
    #[inline]
    fn library() -> Option<&'static dyn Elimination<Self>> {
        None
    }

    /// The determinant of a matrix that elimination finds to be singular.
    #[doc(hidden)]
    #[inline]
    fn det_of_singular() -> Self {
        Self::zero()
    }
}

/// What a library does with square matrices, row after row in memory, instead of the functions here.
///
/// Each function is false where it did nothing: where loops are quicker, where a matrix has elements that are not
/// finite, and where it is so near to one without a result that rounding may decide. The matrix is then as it was, and
/// the loops here decide with a library as they do without.
pub trait Elimination<T> {
    /// Like [`factor_by`], of a matrix that has an inverse.
    fn factor(&self, matrix: &mut [T], size: usize, swapped: &mut dyn FnMut(usize, usize)) -> bool;

    /// Like [`substitute_by`], of right-hand sides whose rows have changed places.
    fn substitute(&self, matrix: &[T], sizes: (usize, usize), rhs: &mut [T]) -> bool;

    /// Like [`invert_by`], of a matrix that has an inverse.
    fn invert(&self, matrix: &mut [T], size: usize) -> bool;

    /// Like [`lower_factor`], of a matrix that is positive definite.
    fn lower(&self, matrix: &mut [T], size: usize) -> bool;
}
