//! Rules for slices of an axis, with steps in both directions, and for splitting an axis at an index.
//!
//! ```
//! use shapecheck::algebra::{Sliced, Slices};
//! use shapecheck::{Dim, dim, shape};
//!
//! fn odd<B: Dim>(y: Sliced<shape![B, 10], -1, dim!(1), dim!(9), dim!(3)>) -> shape![B, 3] {
//!     y
//! }
//! fn slices<S: Slices<-1, dim!(1), dim!(9), dim!(3)>>() {}
//! slices::<shape![10]>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Slices;
//! use shapecheck::{dim, shape};
//!
//! fn slices<S: Slices<-1, dim!(1), dim!(9), dim!(3)>>() {}
//! slices::<shape![5]>(); // a slice up to 9 of an axis of 5
//! ```

use typenum::{U0, U1};

use crate::dim::{DividedBy, DividedUp, Extent, Minus};
use crate::shape::axis::place_of;
use crate::verdict::{Accept, Cutting, Narrowing, SliceEnds, Slicing, Stepping};
use crate::{DynShape, HasAxis, ShapeError, ShapeErrorKind};

/// The shape `S` with the indices `Start..End` of an axis, in steps of `Step`: `(End - Start) / Step` indices, rounded
/// up.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type Sliced<S, const AXIS: isize, Start, End, Step> =
    <S as HasAxis<AXIS>>::Resized<DividedUp<Minus<End, Start>, Step>>;

/// `N - At`, the number of indices left after the first `At`; 0 if that is negative.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type RestOf<N, At> = <Minus<N, At> as Extent>::IfSize<Minus<N, At>, U0>;

/// A shape whose axis `AXIS`, counted from the end, has the indices `Start..End`.
///
/// ```text
/// 1..9 in steps of 3 of axis -1 of [..S, 10]: [..S, 3]
/// 1..9 of axis -1 of [..S, 5]                   is refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has the indices of this slice",
    label = "nothing here says that the axis goes from `{Start}` to `{End}`",
    note = "add the bound `where {Self}: Slices<{AXIS}, {Start}, {End}, {Step}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Slices<const AXIS: isize, Start, End, Step>: HasAxis<AXIS> {}

impl<S, Start: Extent, End: Extent, Step: Extent, const AXIS: isize> Slices<AXIS, Start, End, Step>
    for S
where
    S: HasAxis<AXIS>,
    S: Accept<Slicing, <Minus<S::Size, End> as Extent>::Or<End, S::Size, S::Distance>>
        + Accept<SliceEnds, <Minus<End, Start> as Extent>::Or<Start, End, S::Distance>>
        + Accept<Stepping, <DividedBy<U1, Step> as Extent>::Or<Step, Step, S::Distance>>,
{
}

/// A shape whose axis `AXIS`, counted from the end, has at least `At` indices, so that it can be split there.
///
/// ```text
/// axis -1 of [..S, 8] at 3: [..S, 3] and [..S, 5]
/// axis -1 of [..S, 2] at 3: refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` can be cut at this index",
    label = "nothing here says that the axis has `{At}` indices",
    note = "add the bound `where {Self}: SplitsAt<{AXIS}, {At}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitsAt<const AXIS: isize, At>: HasAxis<AXIS> {}

impl<S, At: Extent, const AXIS: isize> SplitsAt<AXIS, At> for S
where
    S: HasAxis<AXIS>,
    S: Accept<Cutting, <Minus<S::Size, At> as Extent>::Or<At, S::Size, S::Distance>>,
{
}

/// A shape whose axis `AXIS`, counted from the end, has at least `N` indices.
///
/// ```text
/// 4 indices along axis -1 of [..S, 8]: [..S, 4]
/// 4 indices along axis -1 of [..S, _]: [..S, 4]   where there are 4 or more
/// 4 indices along axis -1 of [..S, 2]:              refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` has this many indices",
    label = "nothing here says that axis {AXIS} of `{Self}` has `{N}` indices",
    note = "add the bound `where {Self}: Narrows<{AXIS}, {N}>` (the bound that rustc may suggest below is not enough)",
    note = "or see it when the program runs: `try_narrow` asks for no bound and gives an error"
)]
pub trait Narrows<const AXIS: isize, N>: HasAxis<AXIS> {}

impl<S, N: Extent, const AXIS: isize> Narrows<AXIS, N> for S
where
    S: HasAxis<AXIS>,
    S: Accept<Narrowing, <Minus<S::Size, N> as Extent>::Or<N, S::Size, S::Distance>>,
{
}

/// The shape with the indices `start..end` of an axis, counted from the end, in steps of either sign: the rule of
/// [`Sliced`] and [`Slices`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::slice_shape;
///
/// assert_eq!(slice_shape(&[2, 10], -1, (1, 9), 3)?.dims(), [2, 3]);
/// assert_eq!(slice_shape(&[2, 10], -1, (1, 9), -4)?.dims(), [2, 2]);
/// assert_eq!(
///     slice_shape(&[2, 5], -1, (1, 9), 3).unwrap_err().to_string(),
///     "range 1..9 along axis -1 of shape [2, 5], which has size 5",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if the start is beyond the end or the end beyond the size, or if the step
/// is 0.
pub fn slice_shape(
    sizes: &[usize],
    axis: isize,
    (start, end): (usize, usize),
    step: isize,
) -> Result<DynShape, ShapeError> {
    let place = place_of(sizes, axis)?;
    let size = sizes[place];
    if start > end || end > size {
        let kind = ShapeErrorKind::Slice {
            axis,
            start,
            end,
            size,
        };
        return Err(ShapeError::between(kind, sizes, &[]));
    }
    if step == 0 {
        let kind = ShapeErrorKind::StepOfZero { axis };
        return Err(ShapeError::between(kind, sizes, &[]));
    }
    let mut shape = DynShape::from(sizes);
    shape.dims_mut()[place] = (end - start).div_ceil(step.unsigned_abs());
    Ok(shape)
}

/// The sizes of the two parts of an axis, counted from the end, that is split at an index: the rule of [`SplitsAt`]
/// over slices of sizes.
///
/// ```
/// use shapecheck::algebra::split_at_sizes;
///
/// assert_eq!(split_at_sizes(&[2, 8], -1, 3), Ok((3, 5)));
/// assert_eq!(
///     split_at_sizes(&[2, 2], -1, 3).unwrap_err().to_string(),
///     "cannot split axis -1 of shape [2, 2] at 3: its size is 2",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if its size is below the place.
pub fn split_at_sizes(
    sizes: &[usize],
    axis: isize,
    at: usize,
) -> Result<(usize, usize), ShapeError> {
    let size = sizes[place_of(sizes, axis)?];
    match size.checked_sub(at) {
        Some(rest) => Ok((at, rest)),
        None => {
            let kind = ShapeErrorKind::SplitAt { axis, at, size };
            Err(ShapeError::between(kind, sizes, &[]))
        }
    }
}
