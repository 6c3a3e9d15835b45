//! Rules for losses: predictions and targets of the same shape, or a target class for each row of scores.
//!
//! ```
//! use shapecheck::algebra::{Classifies, SameShape};
//! use shapecheck::verdict::SameTargetsRule;
//! use shapecheck::{Dim, shape};
//!
//! fn compares<Predictions: SameShape<SameTargetsRule, Targets>, Targets>() {}
//! fn classifies<Scores: Classifies<-1, Targets>, Targets>() {}
//!
//! fn generic<B: Dim, K: Dim>() {
//!     compares::<shape![B, K], shape![B, K]>();
//!     classifies::<shape![B, K], shape![B]>();
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Classifies;
//! use shapecheck::shape;
//!
//! fn classifies<Scores: Classifies<-1, Targets>, Targets>() {}
//! classifies::<shape![32, 10], shape![31]>(); // there are 31 targets for 32 rows
//! ```

use super::Equals;
use crate::error::Rule;
use crate::shape::axis::place_of;
use crate::verdict::{Accept, ClassifiesRule, Operands, ShapeVerdict, WeighsClassesRule};
use crate::{Axes, HasAxis, Scalar, Shape, ShapeError};

/// A shape equal to `Rhs`: the same rank and the same sizes, where dynamic sizes are checked at run time. `Relation`
/// selects the message if they differ.
///
/// ```text
/// [8, 3] and [8, 3]
/// [8, _] and [8, 3]       where the dynamic size is 3
/// [8, 1] and [8, 3]       are not: nothing is stretched
/// [8, 1] and [8]          are not
/// ```
///
/// In generic code a shape is equal to itself; two unrelated parameters need a bound.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether two shapes are equal that have to be",
    label = "nothing here says that `{Self}` is `{Rhs}`",
    note = "are the axes in the right order? `transpose()`, `swap_axes` and `insert_axis` give a tensor with others",
    note = "where the two are always equal, use one parameter for both, or add the bound `where {Self}: SameShape<{Relation}, {Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SameShape<Relation, Rhs>: Shape {}

impl<Relation, Lhs, Rhs, Verdict> SameShape<Relation, Rhs> for Lhs
where
    Lhs: Shape + Equals<Rhs, Verdict = Verdict>,
    Operands: Accept<Relation, Verdict>,
{
}

/// A shape of scores, with one class for each index of axis `AXIS`, counted from the end, and one target for each row:
/// `Targets` is the shape without that axis.
///
/// ```text
/// [32, 10] with targets [32] at axis -1
/// [8, 10, 5, 5] with targets [8, 5, 5] at axis -3
/// [10] with targets [] at axis -1
/// [32, 10] with targets [31]                is refused
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there is a target for each row of scores",
    label = "nothing here says that `{Targets}` is `{Self}` without axis {AXIS}",
    note = "add the bound `where {Self}: Classifies<{AXIS}, {Targets}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Classifies<const AXIS: isize, Targets>: HasAxis<AXIS> {}

impl<S, Targets, Without, Verdict, const AXIS: isize> Classifies<AXIS, Targets> for S
where
    S: HasAxis<AXIS, Without = Without>,
    Without: Equals<Targets, Verdict = Verdict>,
    Operands: Accept<ClassifiesRule, Verdict>,
{
}

/// A shape of scores whose axis `AXIS`, counted from the end, has as many classes as the vector of weights has
/// elements.
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there is a weight for each class",
    label = "nothing here says that `{Weights}` has a number for each index of axis {AXIS}",
    note = "add the bound `where {Self}: WeighsClasses<{AXIS}, {Weights}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait WeighsClasses<const AXIS: isize, Weights>: HasAxis<AXIS> {}

impl<S, Weights, Size, Distance, Verdict, const AXIS: isize> WeighsClasses<AXIS, Weights> for S
where
    S: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Weights: Equals<Axes<Scalar, Size>, Verdict = Verdict>,
    Verdict: ShapeVerdict,
    Operands: Accept<WeighsClassesRule, Verdict::At<Distance>>,
{
}

/// Checks that predictions and targets have the same shape: the rule of [`SameShape`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_targets;
///
/// assert!(check_targets(&[8, 3], &[8, 3]).is_ok());
/// assert_eq!(
///     check_targets(&[8, 3], &[8, 1]).unwrap_err().to_string(),
///     "predictions [8, 3] do not go with targets [8, 1]: the predictions have size 3 at axis -1, the targets 1",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the ranks or two sizes differ; the error names the size nearest to the last axis.
pub fn check_targets(predictions: &[usize], targets: &[usize]) -> Result<(), ShapeError> {
    Rule::SAME_TARGETS
        .compare(predictions, targets)
        .map_err(|kind| kind.between(predictions, targets))
}

/// Checks that there is a target for each row of scores, which have their classes along an axis, counted from the end:
/// the rule of [`Classifies`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_classes;
///
/// assert!(check_classes(&[32, 10], &[32], -1).is_ok());
/// assert_eq!(
///     check_classes(&[32, 10], &[31], -1).unwrap_err().to_string(),
///     "scores [32, 10] of classes at axis -1 do not go with targets [31]: there are 31 targets for 32 rows at axis \
///      -1",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the targets have a different shape than the scores without it.
pub fn check_classes(scores: &[usize], targets: &[usize], axis: isize) -> Result<(), ShapeError> {
    let place = place_of(scores, axis)?;
    let mut rows = crate::DynShape::from(scores);
    rows.dims_mut().copy_within(place + 1.., place);
    let rows = &rows.dims()[..scores.len() - 1];
    Rule::CLASSIFIES
        .compare(rows, targets)
        .map_err(|kind| kind.between(scores, targets).along(axis))
}

/// Checks that weights are a vector with one element for each class along an axis of scores, counted from the end: the
/// rule of [`WeighsClasses`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_class_weights;
///
/// assert!(check_class_weights(&[32, 10], &[10], -1).is_ok());
/// assert_eq!(
///     check_class_weights(&[32, 10], &[9], -1).unwrap_err().to_string(),
///     "weights [9] do not fit shape [32, 10]: there are weights for 9 classes, the scores have 10 at axis -1",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the weights have a different shape.
pub fn check_class_weights(
    scores: &[usize],
    weights: &[usize],
    axis: isize,
) -> Result<(), ShapeError> {
    place_of(scores, axis)?;
    let checked = Rule::WEIGHS_CLASSES.check_vector(weights, scores, axis);
    checked.map_err(|kind| kind.between(scores, weights))
}

/// Checks that weights are a vector with one element for each channel along an axis, counted from the end: the rule of
/// [`Channels`](super::Channels) over slices of sizes.
///
/// ```
/// use shapecheck::algebra::check_axis_weights;
///
/// assert!(check_axis_weights(&[8, 3, 5, 5], &[3], -3).is_ok());
/// assert_eq!(
///     check_axis_weights(&[8, 3, 5, 5], &[64], -3).unwrap_err().to_string(),
///     "weights [64] do not fit shape [8, 3, 5, 5]: there are weights for 64 channels, the input has 3 at axis -3",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the weights have a different shape.
pub fn check_axis_weights(
    sizes: &[usize],
    weights: &[usize],
    axis: isize,
) -> Result<(), ShapeError> {
    place_of(sizes, axis)?;
    let checked = Rule::CHANNELS.check_vector(weights, sizes, axis);
    checked.map_err(|kind| kind.between(sizes, weights))
}
