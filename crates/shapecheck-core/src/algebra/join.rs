//! Joining arrays: [`Concat`] along an axis that they have, stacking along a new one.
//!
//! ```
//! use shapecheck::{Dim, algebra::Concat, shape};
//!
//! type Joined<Lhs, Rhs> = <Lhs as Concat<Rhs, -2>>::Output;
//! let _: Joined<shape![2, 3], shape![4, 3]> = <shape![6, 3]>::default();
//!
//! fn rows<A: Dim, B: Dim>(x: Joined<shape![A, 3], shape![B, 3]>) -> shape![A + B, 3] {
//!     x
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{algebra::Concat, shape};
//!
//! // cannot join: size 3 does not match size 4 at axis -1
//! fn wrong(_: <shape![2, 3] as Concat<shape![2, 4], -2>>::Output) {}
//! ```

use core::cmp::Ordering;

use typenum::U2;

use super::{EqualTo, Equals};
use crate::dim::{Extent, Plus};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::InsertAxis;
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::verdict::{Accept, Clash, ConcatRule, Excess, Fits, Operands, OperandsWith, StackRule};
use crate::{DynShape, HasAxis, Shape, ShapeError};

/// A shape that can be joined with `Rhs` along axis `AXIS`, counted from the end. Both have the same rank and the same
/// sizes, except at that axis, where the sizes add up.
///
/// ```text
/// [2, 3] and [4, 3] along -2 = [6, 3]
/// [2, 3] and [_, 3] along -2 = [_, 3]
/// [_, 3] and [4, 5] along -1 = [4, 8]     the dynamic size has to be 4
/// ```
///
/// In generic code, parameters that are in the same place on both sides need no bound, nor do those at the axis.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` and `{Rhs}` can be joined along axis {AXIS}",
    label = "nothing here says that `{Self}` can be joined with `{Rhs}`",
    note = "the axis is counted from the end, from -1 for the last down to -8, and both shapes have it",
    note = "in generic code a parameter is equal to itself; for two unrelated ones add a bound on the whole shapes: `where {Self}: Concat<{Rhs}, {AXIS}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Concat<Rhs, const AXIS: isize> {
    /// The shape of the joined array.
    type Output: ArrayShape;
}

/// The verdict is on all axes except the one along which the shapes are joined.
impl<Lhs, Rhs, LhsBeside, RhsBeside, Verdict, const AXIS: isize> Concat<Rhs, AXIS> for Lhs
where
    Lhs: HasAxis<AXIS, WithOne = LhsBeside>,
    Rhs: HasAxis<AXIS, WithOne = RhsBeside>,
    RhsBeside: EqualTo<LhsBeside, Verdict = Verdict>,
    Verdict: ThenResize<AXIS>,
    OperandsWith<Rhs>: Accept<ConcatRule, Verdict>,
{
    type Output = Verdict::Output<Plus<Lhs::Size, Rhs::Size>>;
}

/// The shape of two joined arrays, from the verdict on their shapes with 1 at the axis.
#[doc(hidden)]
pub trait ThenResize<const AXIS: isize> {
    /// The shape with this size at the axis.
    type Output<Size: Extent>: ArrayShape;
}

impl<S: HasAxis<AXIS>, const AXIS: isize> ThenResize<AXIS> for Fits<S> {
    type Output<Size: Extent> = S::Resized<Size>;
}

/// A mistake, of which another bound tells: any shape, so that what is done with it adds no error.
impl<L, R, Axis, const AXIS: isize> ThenResize<AXIS> for Clash<L, R, Axis> {
    type Output<Size: Extent> = DynShape;
}

/// A mistake, of which another bound tells: any shape, so that what is done with it adds no error.
impl<L, R, const AXIS: isize> ThenResize<AXIS> for Excess<L, R> {
    type Output<Size: Extent> = DynShape;
}

/// A shape that can be stacked with `Rhs` along a new axis, which becomes `AXIS`, counted from the end. Both have the
/// same rank and the same sizes.
///
/// ```text
/// [2, 3] and [2, 3] along -1 = [2, 3, 2]
/// [_, 3] and [5, _] along -3 = [2, 5, 3]     the dynamic sizes have to be 5 and 3
/// [2, 3] and [2, 4]            is refused
/// ```
///
/// In generic code, parameters that are in the same place on both sides need no bound.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` and `{Rhs}` can be stacked along axis {AXIS}",
    label = "nothing here says that `{Self}` can be stacked with `{Rhs}`",
    note = "in generic code a parameter is equal to itself; for two unrelated ones add a bound on the whole shapes: `where {Self}: Stacks<{Rhs}, {AXIS}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Stacks<Rhs, const AXIS: isize> {
    /// The shape of both.
    type Output: Shape;
}

impl<Lhs, Rhs, Verdict, Both, Stacked, const AXIS: isize> Stacks<Rhs, AXIS> for Lhs
where
    Lhs: Equals<Rhs, Verdict = Verdict>,
    Operands: Accept<StackRule, Verdict, Output = Both>,
    Both: InsertAxis<AXIS, Output = Stacked>,
    Stacked: HasAxis<AXIS>,
{
    type Output = Stacked::With<U2>;
}

/// The shape of any number of arrays joined along an axis, counted from the end: the rule of [`Concat`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::concat_shapes;
///
/// assert_eq!(concat_shapes(&[&[2, 3], &[4, 3], &[1, 3]], -2)?.dims(), [7, 3]);
/// let error = concat_shapes(&[&[2, 3], &[2, 4]], -2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot join shapes [2, 3] and [2, 4] along axis -2: size 3 does not match size 4 at axis -1",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no shape, if the first has no such axis, if the rank of another differs, or a size but
/// at the axis, or if the sum of the sizes there overflows `usize`.
pub fn concat_shapes(shapes: &[&[usize]], axis: isize) -> Result<DynShape, ShapeError> {
    concat_sizes(shapes.len(), &|part| shapes[part], axis)
}

/// Like [`concat_shapes`].
#[doc(hidden)]
pub fn concat_sizes<'a>(
    count: usize,
    shape: &dyn Fn(usize) -> &'a [usize],
    axis: isize,
) -> Result<DynShape, ShapeError> {
    if count == 0 {
        return Err(ShapeErrorKind::NothingToJoin.of(&[]));
    }
    let first = shape(0);
    let place = place_of(first, axis)?;
    let mut joined = DynShape::from(first);
    for shape in (1..count).map(shape) {
        let other = |lhs, rhs, at| at == axis || lhs == rhs;
        Rule::CONCAT
            .compare_by(first, shape, other)
            .map_err(|kind| kind.between(first, shape).along(axis))?;
        let size = &mut joined.dims_mut()[place];
        *size = size
            .checked_add(shape[place])
            .ok_or_else(|| ShapeError::too_many_elements(shape))?;
    }
    Ok(joined)
}

/// The shape of any number of arrays of one shape, stacked along a new axis, which is axis `axis` of the result,
/// counted from the end.
///
/// ```
/// use shapecheck::algebra::stack_shapes;
///
/// assert_eq!(stack_shapes(&[&[2, 3], &[2, 3], &[2, 3], &[2, 3]], -1)?.dims(), [2, 3, 4]);
/// let error = stack_shapes(&[&[2, 3], &[4, 3]], -1).unwrap_err();
/// assert_eq!(error.to_string(), "cannot stack shapes [2, 3] and [4, 3]: size 2 does not match size 4 at axis -2");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no shape, if they are not equal, or if they have too few axes for such a new axis.
pub fn stack_shapes(shapes: &[&[usize]], axis: isize) -> Result<DynShape, ShapeError> {
    stack_sizes(shapes.len(), &|part| shapes[part], axis)
}

/// Like [`stack_shapes`].
#[doc(hidden)]
pub fn stack_sizes<'a>(
    count: usize,
    shape: &dyn Fn(usize) -> &'a [usize],
    axis: isize,
) -> Result<DynShape, ShapeError> {
    if count == 0 {
        return Err(ShapeErrorKind::NothingToJoin.of(&[]));
    }
    let first = shape(0);
    let rank = first.len() + 1;
    let end = axis.unsigned_abs();
    if axis >= 0 || end > rank {
        return Err(ShapeError::no_axis(first, axis));
    }
    for shape in (1..count).map(shape) {
        Rule::STACK
            .compare(first, shape)
            .map_err(|kind| kind.between(first, shape))?;
    }
    let size = |axis: usize| match axis.cmp(&end) {
        Ordering::Less => first[first.len() - axis],
        Ordering::Equal => count,
        Ordering::Greater => first[rank - axis],
    };
    DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}
