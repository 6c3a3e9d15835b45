//! Indexing by another tensor: whole parts along an axis, or one element for each index.
//!
//! ```
//! use shapecheck::algebra::{TakeAlongAxis, TakeAxis};
//! use shapecheck::shape;
//!
//! type Rows<S, I> = <S as TakeAxis<-2, I>>::Output;
//! let _: Rows<shape![100, 16], shape![8, 5]> = <shape![8, 5, 16]>::default();
//!
//! type Chosen<S, I> = <S as TakeAlongAxis<-1, I>>::Output;
//! let _: Chosen<shape![8, 10], shape![8, 1]> = <shape![8, 1]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::TakeAlongAxis;
//! use shapecheck::shape;
//!
//! type Chosen<S, I> = <S as TakeAlongAxis<-1, I>>::Output;
//! fn wrong(_: Chosen<shape![8, 10], shape![7, 1]>) {} // size 8 does not match size 7 at axis -2
//! ```

use super::network::with_last;
use super::{Equals, without_axis};
use crate::broadcast::{AxisMeets, MeetsDynamicRank, broadcast_sizes, check_broadcast_to};
use crate::dim::{AtMost, Extent};
use crate::error::{BroadcastErrorKind, Rule};
use crate::shape::axis::place_of;
use crate::shape::list::after;
use crate::verdict::{
    Accept, AxisVerdict, Count, CountAxes, Excess, Fits, IndicesRule, Last as AtLast,
    LeadingIndicesRule, LeadingValuesRule, MaskRule, Operands, OperandsWith, Outcome, ShapeVerdict,
};
use crate::{Axes, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A shape from which indices of shape `I` take parts along an axis. The axes of `I` replace that axis.
///
/// ```text
/// [100, 16] by [8, 5] at axis -2 = [8, 5, 16]
/// [..S, N, K] by [M] at axis -2  = [..S, M, K]
/// [..S, N] by [] at axis -1      = [..S]
/// ```
///
/// The rule is that of NumPy's `take`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell what shape indices of this shape take at axis {AXIS}",
    label = "nothing here says what `{I}` takes of `{Self}`",
    note = "add the bound `where {Self}: TakeAxis<{AXIS}, {I}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait TakeAxis<const AXIS: isize, I>: HasAxis<AXIS> {
    /// The shape of the result.
    type Output: Shape;
}

/// A list of axes, appended to those of `Lead`.
#[doc(hidden)]
pub trait Follows<Lead> {
    /// The shape with all of them.
    type Output: Shape;
}

/// `[] after [..L] = [..L]`
impl<Lead: Shape> Follows<Lead> for Scalar {
    type Output = Lead;
}

/// `[..S, N] after [..L] = [..(S after L), N]`
impl<Lead, S: Follows<Lead>, N: Dim> Follows<Lead> for Axes<S, N> {
    type Output = Axes<S::Output, N>;
}

/// `dynamic rank after [..L] = dynamic rank`
impl<Lead> Follows<Lead> for DynShape {
    type Output = DynShape;
}

macro_rules! take {
    ($($distance:tt [$($after:ident)*];)*) => {$(
        /// `[..S, N, A, B, ...] by [..I] = [..S, ..I, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<Lead: Shape, N: Dim, I: Follows<Lead>, $($after: Dim),*> TakeAxis<-$distance, I>
            for after!(Axes<Lead, N>; $($after)*)
        {
            type Output = after!(<I as Follows<Lead>>::Output; $($after)*);
        }

        take!(@ $distance [$($after)*]);
    )*};
    (@ $distance:tt [$($after:ident)*]) => {
        /// `[..dynamic rank, A, B, ...]`, if the axis is one of those of run-time rank
        #[diagnostic::do_not_recommend]
        impl<I, $($after),*> TakeAxis<-$distance, I> for after!(DynShape; $($after)*) where Self: Shape {
            type Output = Self;
        }

        take!(@fewer $distance [$($after)*]);
    };
    (@fewer $distance:tt []) => {};
    (@fewer $distance:tt [$first:ident $($after:ident)*]) => {
        take!(@ $distance [$($after)*]);
    };
}

take! {
    1 [];
    2 [A];
    3 [A B];
    4 [A B C];
    5 [A B C D];
    6 [A B C D E];
    7 [A B C D E F];
    8 [A B C D E F G];
}

/// A shape from which indices of shape `I` take one element each, along an axis. Both have the same rank, and all other
/// axes broadcast.
///
/// ```text
/// [8, 10] by [8, 1] at axis -1 = [8, 1]
/// [1, 10] by [8, 3] at axis -1 = [8, 3]
/// [8, 10] by [7, 1] at axis -1   is refused: 8 is not 7 at axis -2
/// [8, 10] by [8] at axis -1      is refused: 2 axes and 1 axis
/// ```
///
/// The rule is that of NumPy's `take_along_axis`. PyTorch's `gather` also takes smaller indices, and silently ignores
/// the rest of the values.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these indices fit the values",
    label = "nothing here says that indices of shape `{I}` fit `{Self}`",
    note = "add the bound `where {Self}: TakeAlongAxis<{AXIS}, {I}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait TakeAlongAxis<const AXIS: isize, I>: HasAxis<AXIS> {
    /// The shape of the result.
    type Output: Shape;
}

impl<S, I, Beside, Verdict, const AXIS: isize> TakeAlongAxis<AXIS, I> for S
where
    S: HasAxis<AXIS, WithOne = Beside>,
    I: IndicesOf<Beside, Verdict = Verdict>,
    OperandsWith<I>: Accept<IndicesRule, Verdict>,
{
    type Output = <OperandsWith<I> as Outcome<Verdict>>::Shape;
}

/// The verdict on broadcasting two shapes of the same rank. `Self` is the right one: while rustc looks for a method it
/// does not know the arguments, and stops at a trait of one of them.
// Part of `TakeAlongAxis`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether indices of shape `{Self}` fit values of shape `{Lhs}`",
    label = "nothing here says that `{Lhs}` and `{Self}` have as many axes of fitting sizes",
    note = "add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)",
    note = "where each axis stands in the type, sizes that are one parameter fit: `shape![B, N]` with indices `shape![B, K]`"
)]
pub trait IndicesOf<Lhs> {
    /// [`Fits`], [`Clash`](crate::verdict::Clash) or [`Excess`].
    type Verdict: ShapeVerdict;
}

/// `[] and [] = []`
impl IndicesOf<Scalar> for Scalar {
    type Verdict = Fits<Scalar>;
}

/// `[] and [..R, M]` have different ranks
impl<Lead: CountAxes, Last> IndicesOf<Scalar> for Axes<Lead, Last> {
    type Verdict = Excess<Count<0>, <Self as CountAxes>::Count>;
}

/// `[..L, N] and []` have different ranks
impl<Lead: CountAxes, Last> IndicesOf<Axes<Lead, Last>> for Scalar {
    type Verdict = Excess<<Axes<Lead, Last> as CountAxes>::Count, Count<0>>;
}

/// `[..L, N] and [..R, M] = [..(L and R), N with M]`
impl<LhsLead, LhsLast, RhsLead, RhsLast> IndicesOf<Axes<LhsLead, LhsLast>>
    for Axes<RhsLead, RhsLast>
where
    RhsLead: IndicesOf<LhsLead>,
    LhsLast: AxisMeets<RhsLast>,
{
    type Verdict = <LhsLast::Verdict as AxisVerdict>::Join<RhsLead::Verdict>;
}

/// `[] and dynamic rank = dynamic rank`
impl IndicesOf<DynShape> for Scalar {
    type Verdict = Fits<DynShape>;
}

/// `dynamic rank and [..R, M]` is `[..R, M] with dynamic rank`
impl<Lead, Last> IndicesOf<DynShape> for Axes<Lead, Last>
where
    Self: MeetsDynamicRank,
{
    type Verdict = <Self as MeetsDynamicRank>::Verdict;
}

/// `[..L] and dynamic rank` is `[..L] with dynamic rank`
impl<Lhs: MeetsDynamicRank> IndicesOf<Lhs> for DynShape {
    type Verdict = Lhs::Verdict;
}

/// A shape from whose leading elements indices of shape `I` take one each, along an axis. Both have the same rank.
/// Along each other axis there are at most as many indices as elements, and nothing is broadcast: the result has the
/// shape of the indices.
///
/// ```text
/// [8, 10] by [8, 3] at axis -1 = [8, 3]
/// [8, 10] by [7, 12] at axis -1 = [7, 12]   of the first 7 rows
/// [8, 10] by [9, 3] at axis -1    is refused: there are 9 indices for 8 elements at axis -2
/// [8, 10] by [8] at axis -1       is refused: 2 axes and 1 axis
/// ```
///
/// The rule is that of PyTorch's `gather`, and of `scatter` for the tensor that is changed. With NumPy's rule,
/// [`TakeAlongAxis`], the other axes broadcast.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there are at most as many indices as elements",
    label = "nothing here says that indices of shape `{I}` are within `{Self}`",
    note = "add the bound `where {Self}: HoldsLeading<{AXIS}, {I}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait HoldsLeading<const AXIS: isize, I>: HasAxis<AXIS> {}

// Along the axis itself there may be any number of indices.
impl<S, I, OfAny, Verdict, const AXIS: isize> HoldsLeading<AXIS, I> for S
where
    S: HasAxis<AXIS, With<Dyn> = OfAny>,
    I: LeadingOf<OfAny, Verdict = Verdict>,
    S: Accept<LeadingIndicesRule, Verdict>,
{
}

/// The shape of values of which indices of shape `I` place the leading ones: of the same rank, and at most as many
/// indices as values along each axis.
///
/// ```text
/// [3, 5] for [3, 2]   holds: the first 2 values of each row are placed
/// [3, 5] for [4, 2]   does not: there are 4 indices for 3 values at axis -2
/// ```
///
/// The rule is that of PyTorch's `scatter` for its source.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there are at most as many indices as values",
    label = "nothing here says that indices of shape `{I}` are within `{Self}`",
    note = "add the bound `where {Self}: ValuesFor<{I}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait ValuesFor<I> {}

impl<V, I, Verdict> ValuesFor<I> for V
where
    I: LeadingOf<V, Verdict = Verdict>,
    V: Accept<LeadingValuesRule, Verdict>,
{
}

/// The verdict on indices that choose among the leading elements of a shape: at most as many along each axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether indices of shape `{Self}` are within the shape `{Whole}`",
    label = "nothing here says that `{Self}` has as many axes as `{Whole}`, and at most as many elements along each",
    note = "add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait LeadingOf<Whole> {
    /// [`Fits`], [`Clash`](crate::verdict::Clash) or [`Excess`].
    type Verdict: ShapeVerdict;
}

/// `[] within []`
impl LeadingOf<Scalar> for Scalar {
    type Verdict = Fits<Scalar>;
}

/// `[..R, M] and []` have different ranks
impl<Lead: CountAxes, Last> LeadingOf<Scalar> for Axes<Lead, Last> {
    type Verdict = Excess<Count<0>, <Self as CountAxes>::Count>;
}

/// `[] and [..L, N]` have different ranks
impl<Lead: CountAxes, Last> LeadingOf<Axes<Lead, Last>> for Scalar {
    type Verdict = Excess<<Axes<Lead, Last> as CountAxes>::Count, Count<0>>;
}

/// `[..R, M] within [..L, N]` if `N - M` is a size, and `[..R]` is within `[..L]`
impl<WholeLead, WholeLast: Extent, Lead, Last: Extent> LeadingOf<Axes<WholeLead, WholeLast>>
    for Axes<Lead, Last>
where
    Lead: LeadingOf<WholeLead>,
{
    type Verdict = <AtMost<Last, WholeLast, AtLast> as AxisVerdict>::And<Lead::Verdict>;
}

/// `[] within dynamic rank`
impl LeadingOf<DynShape> for Scalar {
    type Verdict = Fits<Scalar>;
}

/// `[..R, M] within dynamic rank`
impl<Lead, Last> LeadingOf<DynShape> for Axes<Lead, Last> {
    type Verdict = Fits<Scalar>;
}

/// `dynamic rank within [..L]`
impl<Whole> LeadingOf<Whole> for DynShape {
    type Verdict = Fits<Scalar>;
}

/// The shape of a mask for an axis of size `N`: a vector with as many elements. `Axis` is where that axis is, for the
/// message.
///
/// ```text
/// [5] masks an axis of 5
/// [_] masks an axis of 5      where it has 5 elements
/// [1] does not
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether this mask has as many elements as the axis",
    label = "nothing here says that `{Self}` masks an axis of size `{N}`",
    note = "where the two are always equal, use one parameter for both sizes, or add the bound `where {Self}: MaskOf<{N}, {Axis}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait MaskOf<N, Axis = AtLast> {}

impl<M, N, Axis, Verdict> MaskOf<N, Axis> for M
where
    M: Equals<Axes<Scalar, N>, Verdict = Verdict>,
    Verdict: ShapeVerdict,
    Operands: Accept<MaskRule, Verdict::At<Axis>>,
{
}

/// Checks that a mask is a vector with as many elements as an axis, counted from the end: the rule of [`MaskOf`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_mask;
///
/// assert!(check_mask(&[5], &[5, 3], -2).is_ok());
/// let error = check_mask(&[4], &[5, 3], -2).unwrap_err();
/// assert_eq!(error.to_string(), "mask [4] does not fit shape [5, 3]: the mask has 4 elements, axis -2 has 5");
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the mask has a different shape.
pub fn check_mask(mask: &[usize], sizes: &[usize], axis: isize) -> Result<(), ShapeError> {
    place_of(sizes, axis)?;
    let checked = Rule::MASK.check_vector(mask, sizes, axis);
    checked.map_err(|kind| kind.between(mask, sizes))
}

/// The shape of the parts at indices along an axis, counted from the end: the rule of [`TakeAxis`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::take_shape;
///
/// assert_eq!(take_shape(&[100, 16], &[8, 5], -2)?.dims(), [8, 5, 16]);
/// let error = take_shape(&[100, 16], &[8, 5], -3).unwrap_err();
/// assert_eq!(error.to_string(), "shape [100, 16] has no axis -3");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn take_shape(sizes: &[usize], indices: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    let at = place_of(sizes, axis)?;
    let rank = sizes.len() - 1 + indices.len();
    DynShape::build(rank, 1, &|axis| match rank - axis {
        place if place < at => sizes[place],
        place if place < at + indices.len() => indices[place - at],
        place => sizes[place + 1 - indices.len()],
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The shape with a vector of this many classes for each index.
///
/// ```
/// use shapecheck::algebra::one_hot_shape;
///
/// assert_eq!(one_hot_shape(&[8, 5], 10)?.dims(), [8, 5, 10]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error without the feature `alloc` if the indices have 8 axes.
pub fn one_hot_shape(indices: &[usize], classes: usize) -> Result<DynShape, ShapeError> {
    with_last(indices, &[classes])
}

/// The shape of what lies at one index of an axis, counted from the end.
///
/// ```
/// use shapecheck::algebra::index_axis_shape;
///
/// assert_eq!(index_axis_shape(&[8, 5, 3], -2, 4)?.dims(), [8, 3]);
/// let error = index_axis_shape(&[8, 5, 3], -2, 5).unwrap_err();
/// assert_eq!(error.to_string(), "index 5 is out of bounds for axis -2 of shape [8, 5, 3]: its size is 5");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has no such index.
pub fn index_axis_shape(
    sizes: &[usize],
    axis: isize,
    index: usize,
) -> Result<DynShape, ShapeError> {
    match index < sizes[place_of(sizes, axis)?] {
        true => without_axis(sizes, axis),
        false => Err(ShapeError::index(sizes, axis.unsigned_abs(), index)),
    }
}

/// Checks that values broadcast to the elements they are added to or replace: `found` is the result of
/// [`take_shape`] or [`take_along_axis_shape`].
///
/// ```
/// use shapecheck::algebra::check_indexed_values;
///
/// assert!(check_indexed_values(&[16], &[3, 16]).is_ok());
/// let error = check_indexed_values(&[4, 16], &[3, 16]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot broadcast shape [4, 16] to the target [3, 16]: size 4 does not match the target's size 3 at axis -2",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if they do not.
pub fn check_indexed_values(values: &[usize], found: &[usize]) -> Result<(), ShapeError> {
    check_broadcast_to(values, found).map_err(|error| {
        let kind = match error.kind() {
            BroadcastErrorKind::TargetSize => Rule::BROADCAST_TO.in_front(&error, 0),
            _ => Rule::BROADCAST_TO.ranks(values, found),
        };
        kind.between(values, found)
    })
}

/// The shape of the elements at indices along an axis, counted from the end: the rule of [`TakeAlongAxis`] over slices
/// of sizes.
///
/// ```
/// use shapecheck::algebra::take_along_axis_shape;
///
/// assert_eq!(take_along_axis_shape(&[8, 10], &[8, 1], -1)?.dims(), [8, 1]);
/// let error = take_along_axis_shape(&[8, 10], &[7, 1], -1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "indices of shape [7, 1] do not fit values of shape [8, 10]: size 8 does not match size 7 at axis -2",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if the ranks differ, or if sizes at another axis do not broadcast.
pub fn take_along_axis_shape(
    sizes: &[usize],
    indices: &[usize],
    axis: isize,
) -> Result<DynShape, ShapeError> {
    place_of(sizes, axis)?;
    let size = |size, indices, at| match at == axis {
        true => Some(indices),
        false => broadcast_sizes(size, indices),
    };
    let fits = |values, indices, at| size(values, indices, at).is_some();
    Rule::INDICES
        .compare_by(sizes, indices, fits)
        .map_err(|kind| kind.between(sizes, indices))?;
    let rank = sizes.len();
    DynShape::build(rank, 1, &|end| {
        let (values, indices) = (sizes[rank - end], indices[rank - end]);
        size(values, indices, -(end as isize)).unwrap_or(0)
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The shape of the leading elements at indices along an axis, counted from the end: the rule of [`HoldsLeading`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::gather_leading_shape;
///
/// assert_eq!(gather_leading_shape(&[8, 10], &[7, 12], -1)?.dims(), [7, 12]);
/// let error = gather_leading_shape(&[8, 10], &[9, 3], -1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "indices of shape [9, 3] do not fit a tensor of shape [8, 10]: there are 9 indices for 8 elements at axis -2",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if the ranks differ, or if there are more indices than elements along
/// another axis.
pub fn gather_leading_shape(
    sizes: &[usize],
    indices: &[usize],
    axis: isize,
) -> Result<DynShape, ShapeError> {
    place_of(sizes, axis)?;
    check_ranks(sizes, indices)?;
    let fits = |indices, elements, at| at == axis || indices <= elements;
    Rule::LEADING_INDICES
        .compare_by(indices, sizes, fits)
        .map_err(|kind| kind.between(sizes, indices))?;
    Ok(indices.into())
}

/// Checks that indices have the rank of the values.
fn check_ranks(values: &[usize], indices: &[usize]) -> Result<(), ShapeError> {
    match values.len() == indices.len() {
        true => Ok(()),
        false => Err(Rule::INDICES
            .ranks(values, indices)
            .between(values, indices)),
    }
}

/// Checks that there are at most as many indices as values along each axis: the rule of [`ValuesFor`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::check_values_for;
///
/// assert!(check_values_for(&[3, 5], &[3, 2]).is_ok());
/// let error = check_values_for(&[3, 5], &[4, 2]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "indices of shape [4, 2] do not fit values of shape [3, 5]: there are 4 indices for 3 values at axis -2",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the ranks differ, or if there are more indices than values.
pub fn check_values_for(values: &[usize], indices: &[usize]) -> Result<(), ShapeError> {
    check_ranks(values, indices)?;
    let fits = |indices, values, _| indices <= values;
    Rule::LEADING_VALUES
        .compare_by(indices, values, fits)
        .map_err(|kind| kind.between(values, indices))
}
