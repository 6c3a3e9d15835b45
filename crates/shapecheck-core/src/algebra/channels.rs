//! Rules for an axis of channels: weights for each channel, and normalization over the other axes.
//!
//! ```
//! use shapecheck::algebra::{Channels, HasGroups};
//! use shapecheck::{Dim, dim, shape};
//!
//! fn weighs<S: Channels<-3, Weights>, Weights>() {}
//! fn grouped<S: HasGroups<-3, dim!(4)>>() {}
//!
//! fn generic<B: Dim, C: Dim, H: Dim>() {
//!     weighs::<shape![B, C, H, H], shape![C]>();
//!     grouped::<shape![B, 64, H, H]>();
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Channels;
//! use shapecheck::shape;
//!
//! fn weighs<S: Channels<-3, Weights>, Weights>() {}
//! weighs::<shape![8, 3, 32, 32], shape![64]>(); // there are weights for 64 channels, the input has 3
//! ```

use super::Equals;
use crate::dim::MultipleVerdict;
use crate::error::Rule;
use crate::for_each::for_each;
use crate::shape::axis::place_of;
use crate::verdict::{Accept, ChannelsRule, HasGroupsRule, Operands, ShapeVerdict};
use crate::{Axes, Axis, Dim, HasAxis, Scalar, ShapeError};

/// The axis of channels, if there are axes after it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "there are no places after the channels to be normalized over: they are the last axis",
    label = "the channels are axis -1",
    note = "channels of images [.., C, H, W] are axis -3, those of sequences [.., C, T] are axis -2",
    note = "in code that is generic over the axis add the bound `Axis<AXIS>: PlacesAfter`, with `use shapecheck::algebra::PlacesAfter`"
)]
pub trait PlacesAfter {}

for_each! {
    ($axis:literal) => {
        #[diagnostic::do_not_recommend]
        impl PlacesAfter for Axis<$axis> {}
    }

    -2; -3; -4; -5; -6; -7; -8;
}

/// A shape whose axis `AXIS`, counted from the end, has as many channels as the vector of weights has elements.
///
/// ```text
/// [8, 3, 32, 32] with weights [3] at axis -3
/// [8, 3, 32, 32] with weights [64]            is refused
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether there is a weight for each channel",
    label = "nothing here says that `{Weights}` has a number for each index of axis {AXIS}",
    note = "add the bound `where {Self}: Channels<{AXIS}, {Weights}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Channels<const AXIS: isize, Weights>: HasAxis<AXIS> {}

impl<S, Weights, Size, Distance, Verdict, const AXIS: isize> Channels<AXIS, Weights> for S
where
    S: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Weights: Equals<Axes<Scalar, Size>, Verdict = Verdict>,
    Verdict: ShapeVerdict,
    Operands: Accept<ChannelsRule, Verdict::At<Distance>>,
{
}

/// A shape whose channels at axis `AXIS`, counted from the end, divide into `Groups` equal groups.
///
/// ```text
/// axis -3 of [8, 64, 32, 32] makes 4 groups
/// axis -3 of [8, 3, 32, 32] makes 2 groups    is refused
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the groups divide the channels",
    label = "nothing here says that the channels at axis {AXIS} of `{Self}` make groups of one size",
    note = "add the bound `where {Self}: HasGroups<{AXIS}, {Groups}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait HasGroups<const AXIS: isize, Groups> {}

impl<Lhs, Groups: Dim, const AXIS: isize> HasGroups<AXIS, Groups> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Operands: Accept<
            HasGroupsRule,
            MultipleVerdict<
                <Lhs as HasAxis<AXIS>>::Size,
                Groups,
                Groups,
                <Lhs as HasAxis<AXIS>>::Size,
                <Lhs as HasAxis<AXIS>>::Distance,
            >,
        >,
{
}

/// The number of channels in each group, for channels at an axis counted from the end: the rule of [`HasGroups`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::group_size;
///
/// assert_eq!(group_size(&[8, 64, 32, 32], -3, 4), Ok(16));
/// assert_eq!(
///     group_size(&[8, 3, 32, 32], -3, 2).unwrap_err().to_string(),
///     "2 groups do not divide 3 channels at axis -3 of shape [8, 3, 32, 32]",
/// );
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if its size is not a multiple of the number of groups.
pub fn group_size(sizes: &[usize], axis: isize, groups: usize) -> Result<usize, ShapeError> {
    let channels = sizes[place_of(sizes, axis)?];
    match (channels.checked_div(groups), channels.checked_rem(groups)) {
        (Some(size), Some(0)) => Ok(size),
        _ => Err(Rule::HAS_GROUPS.sizes(axis, groups, channels).of(sizes)),
    }
}
