//! Rules for the largest elements along an axis, differences of neighbours and cumulative sums.
//!
//! ```
//! use shapecheck::algebra::TopK;
//! use shapecheck::{dim, shape};
//!
//! fn has_top<S: TopK<-1, dim!(3)>>() {}
//! has_top::<shape![8, 10]>();
//! has_top::<shape![8, _]>(); // checked at run time
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::TopK;
//! use shapecheck::{dim, shape};
//!
//! fn has_top<S: TopK<-1, dim!(3)>>() {}
//! has_top::<shape![8, 2]>(); // cannot take the 3 largest of 2 elements at axis -1
//! ```

use typenum::{U0, U1};

use crate::dim::{AtMost, DividedUp, Extent, FromOneOr, Minus, NoSize};
use crate::error::Rule;
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::verdict::{Accept, LargestRule, Last, Operands, RangeStepsRule};
use crate::{Dim, Dyn, DynShape, HasAxis, ShapeError};

/// A shape with an axis of at least `K` elements, and the shape with size `K` there.
///
/// ```text
/// the 3 largest of [8, 10] at axis -1 = [8, 3]
/// the 3 largest of [8, _] at axis -1  = [8, 3]   where the size is 3 or more
/// the 3 largest of [8, 2] at axis -1    are refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has this many elements",
    label = "nothing here says that axis {AXIS} of `{Self}` has `{K}` elements",
    note = "add the bound `where {Self}: TopK<{AXIS}, {K}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait TopK<const AXIS: isize, K> {
    /// The shape of the result.
    type Output: ArrayShape;
}

impl<Lhs, K: Extent, const AXIS: isize> TopK<AXIS, K> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            LargestRule,
            AtMost<K, <Lhs as HasAxis<AXIS>>::Size, <Lhs as HasAxis<AXIS>>::Distance>,
        >,
{
    type Output = <Lhs as HasAxis<AXIS>>::Resized<K>;
}

/// The shape of the largest elements along an axis, counted from the end: the rule of [`TopK`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::top_k_shape;
///
/// assert_eq!(top_k_shape(&[8, 10], -1, 3)?.dims(), [8, 3]);
/// let error = top_k_shape(&[8, 2], -1, 3).unwrap_err();
/// assert_eq!(error.to_string(), "cannot take the 3 largest of 2 elements at axis -1 of shape [8, 2]");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has fewer elements.
pub fn top_k_shape(sizes: &[usize], axis: isize, count: usize) -> Result<DynShape, ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    if count > size {
        return Err(Rule::LARGEST.sizes(axis, count, size).of(sizes));
    }
    resized(sizes, axis, |_| Some(count))
}

/// `N - 1`, the number of differences of `N` neighbours, or 0 for none. In generic code it needs a bound, `dim!(N - 1): Dim`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type DiffSize<N> = <Minus<N, U1> as OrNone>::Size;

/// What is left of a size, or nothing.
// Used by `DiffSize`: an associated type of every size would not be known to be `N - 1` in generic code.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell the size of this difference",
    label = "nothing here says that `{Self}` is a size",
    note = "in generic code add the bound `dim!(N - 1): Dim`, where `N` is the parameter"
)]
pub trait OrNone {
    /// The size.
    type Size: Dim;
}

impl<N: Dim> OrNone for N {
    type Size = N;
}

/// Less than nothing is left.
impl OrNone for NoSize {
    type Size = U0;
}

/// The number of values from `Start`, in steps of `Step`, before `End`: `(End - Start) / Step`, rounded up, or 0.
/// In steps of 0, which [`StepsUp`] refuses, their number is not known.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type RangeSize<Start, End, Step> =
    <<Minus<End, Start> as Extent>::IfSize<Steps<Minus<End, Start>, Step>, U0> as Extent>::Size;

/// `Distance / Step`, rounded up, or [`Dyn`] for steps of 0.
type Steps<Distance, Step> =
    <DividedUp<Distance, Step> as Extent>::IfSize<DividedUp<Distance, Step>, Dyn>;

/// A size of steps: any but 0.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub trait StepsUp {}

impl<Step: Extent> StepsUp for Step where
    Operands: Accept<RangeStepsRule, FromOneOr<Step, Step, Step, Last>>
{
}

/// The shape of differences of neighbours along an axis, counted from the end, taken `times` times: the rule of
/// [`DiffSize`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::diff_shape;
///
/// assert_eq!(diff_shape(&[8, 10], -1, 2)?.dims(), [8, 8]);
/// assert_eq!(diff_shape(&[8, 1], -1, 2)?.dims(), [8, 0]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn diff_shape(sizes: &[usize], axis: isize, times: usize) -> Result<DynShape, ShapeError> {
    resized(sizes, axis, |size| Some(size.saturating_sub(times)))
}

/// The shape of cumulative sums along an axis, counted from the end, that begin with an initial value: one more than
/// there are elements.
///
/// ```
/// use shapecheck::algebra::scanned_from_shape;
///
/// assert_eq!(scanned_from_shape(&[8, 10], -1)?.dims(), [8, 11]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the size overflows `usize`.
pub fn scanned_from_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    resized(sizes, axis, |size| size.checked_add(1))
}

/// The shape of cumulative sums of all elements in row-major order: a vector of as many.
///
/// ```
/// use shapecheck::algebra::scanned_all_shape;
///
/// assert_eq!(scanned_all_shape(&[8, 10])?.dims(), [80]);
/// assert_eq!(scanned_all_shape(&[])?.dims(), [1]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if their number overflows `usize`.
pub fn scanned_all_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    Ok([crate::shape::num_elements(sizes)?].into())
}

/// The shape with a different size at an axis, counted from the end, computed from its size.
pub(super) fn resized(
    sizes: &[usize],
    axis: isize,
    size: impl Fn(usize) -> Option<usize>,
) -> Result<DynShape, ShapeError> {
    /// Compiled once.
    fn by(
        sizes: &[usize],
        axis: isize,
        size: &dyn Fn(usize) -> Option<usize>,
    ) -> Result<DynShape, ShapeError> {
        let place = place_of(sizes, axis)?;
        let mut shape = DynShape::from(sizes);
        shape.dims_mut()[place] =
            size(sizes[place]).ok_or_else(|| ShapeError::too_many_elements(sizes))?;
        Ok(shape)
    }
    by(sizes, axis, &size)
}
