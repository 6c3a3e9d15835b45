//! Rules for an axis of channels: weights for each channel, and normalization over the other axes.
//!
//! ```
//! use shapecheck::algebra::{Channels, HasChannels, HasGroups};
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

use typenum::U1;

use super::Equals;
use crate::dim::{DividedBy, Extent, MultipleVerdict};
use crate::shape::axis::{after, place_of};
use crate::verdict::{Accept, ChannelsRule, HasGroupsRule, Operands, ShapeVerdict};
use crate::{Axes, Axis, Dim, Dyn, DynShape, HasAxis, Rule, Scalar, Shape, ShapeError};

/// A shape whose axis `AXIS`, counted from the end, holds channels, and the shapes with other axes reduced.
///
/// ```text
/// axis -3 of [..S, C, H, W]
/// weights of the channels   [C, 1, 1]
/// means of each sample      [..S, C, 1, 1]
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "the shape has no axis {AXIS}",
    label = "no axis {AXIS} here",
    note = "axes are counted from the end, from -1 for the last down to -8: channels of images [.., C, H, W] are axis -3",
    note = "in generic code the axis has to stand in the type: `shape![..S, C, H, W]` has an axis -3, whatever `S` is"
)]
pub trait HasChannels<const AXIS: isize>: HasAxis<AXIS> {
    /// `[C, 1, 1]`
    type Column: Shape;
    /// `[..S, C, 1, 1]`
    type PerSample: Shape;
    /// `[G, C / G, 1, 1]`
    type GroupedColumn<G: Dim, K: Dim>: Shape;
    /// `[..S, G, 1, 1, 1]`
    type PerGroup<G: Dim>: Shape;
}

/// A shape whose axis `AXIS`, counted from the end, holds channels, and the shape with size 1 at all other axes: that
/// of statistics over a batch.
///
/// ```text
/// axis -3 of [B, C, H, W]: [1, C, 1, 1]
/// ```
///
/// In the guide: [layers](crate::guide::layers).
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes are normalized",
    label = "nothing here says how many axes stand in front of axis {AXIS} of `{Self}`",
    note = "add the bound `where {Self}: PerChannel<{AXIS}>`, or write the axes in front one by one: `shape![B, C, H, W]`"
)]
pub trait PerChannel<const AXIS: isize>: HasChannels<AXIS> {
    /// The shape of means over the batch.
    type Means: Shape;
}

impl<S, const AXIS: isize> PerChannel<AXIS> for S
where
    S: HasChannels<
            AXIS,
            InFront: WithOnes,
            PerSample: PutAfter<<S::InFront as WithOnes>::Ones, AXIS>,
        >,
{
    type Means = <S::PerSample as PutAfter<<S::InFront as WithOnes>::Ones, AXIS>>::Output;
}

/// The axis of channels, if there are axes after it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "there are no places after the channels to be normalized over: they are the last axis",
    label = "the channels are axis -1",
    note = "channels of images [.., C, H, W] are axis -3, those of sequences [.., C, T] are axis -2",
    note = "in code that is generic over the axis add the bound `Axis<AXIS>: PlacesAfter`, with `use shapecheck::algebra::PlacesAfter`"
)]
pub trait PlacesAfter {}

macro_rules! places_after {
    ($($axis:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl PlacesAfter for Axis<$axis> {}
    )*};
}

places_after!(-2 - 3 - 4 - 5 - 6 - 7 - 8);

/// The shape with size 1 at each axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell how many axes `{Self}` has",
    label = "nothing here says how many axes are in front of the channels",
    note = "add the bound `where {Self}: WithOnes`, with `use shapecheck::algebra::WithOnes`, or write the axes in front one by one: `shape![B, C, H, W]`"
)]
pub trait WithOnes {
    /// `[1, 1, ...]`
    type Ones: Shape;
}

/// `[]`
impl WithOnes for Scalar {
    type Ones = Scalar;
}

/// `dynamic rank`
impl WithOnes for DynShape {
    type Ones = DynShape;
}

/// `[..S, N] = [..(ones of S), 1]`
impl<Lead: WithOnes, Last> WithOnes for Axes<Lead, Last> {
    type Ones = Axes<Lead::Ones, U1>;
}

/// A shape whose axes in front of `AXIS` are replaced.
#[doc(hidden)]
pub trait PutAfter<Front, const AXIS: isize> {
    /// The shape with the other axes in front.
    type Output: Shape;
}

macro_rules! channels {
    ($($distance:tt [$($after:ident)*] [$($one:ident)*];)*) => {$(
        /// `[..S, C, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<Lead: Shape, C: Dim, $($after: Dim),*> HasChannels<-$distance> for after!(Axes<Lead, C>; $($after)*) {
            type Column = after!(Axes<Scalar, C>; $($one)*);
            type PerSample = after!(Axes<Lead, C>; $($one)*);
            type GroupedColumn<G: Dim, K: Dim> = after!(Axes<Axes<Scalar, G>, K>; $($one)*);
            type PerGroup<G: Dim> = after!(Axes<Axes<Lead, G>, U1>; $($one)*);
        }

        /// `[..S, C, A, B, ...] after [..F] = [..F, C, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<Front: Shape, Lead: Shape, C: Dim, $($after: Dim),*> PutAfter<Front, -$distance>
            for after!(Axes<Lead, C>; $($after)*)
        {
            type Output = after!(Axes<Front, C>; $($after)*);
        }

        channels!(@ $distance [$($after)*] [$($one)*]);
    )*};
    (@ $distance:tt [$($after:ident)*] $ones:tt) => {
        channels!(@impl $distance [$($after)*] $ones);
        channels!(@fewer $distance [$($after)*] $ones);
    };
    (@impl $distance:tt [$($after:ident)*] [$($one:ident)*]) => {
        /// `[..dynamic rank, A, B, ...]`, if the channels are one of the axes of run-time rank
        #[diagnostic::do_not_recommend]
        impl<$($after: Dim),*> HasChannels<-$distance> for after!(DynShape; $($after)*) {
            type Column = after!(Axes<Scalar, Dyn>; $($one)*);
            type PerSample = DynShape;
            type GroupedColumn<G: Dim, K: Dim> = after!(Axes<Axes<Scalar, G>, K>; $($one)*);
            type PerGroup<G: Dim> = DynShape;
        }
    };
    (@fewer $distance:tt [] $ones:tt) => {};
    (@fewer $distance:tt [$first:ident $($after:ident)*] $ones:tt) => {
        channels!(@ $distance [$($after)*] $ones);
    };
}

channels! {
    1 [] [];
    2 [A] [U1];
    3 [A B] [U1 U1];
    4 [A B D] [U1 U1 U1];
    5 [A B D E] [U1 U1 U1 U1];
    6 [A B D E F] [U1 U1 U1 U1 U1];
    7 [A B D E F H] [U1 U1 U1 U1 U1 U1];
    8 [A B D E F H I] [U1 U1 U1 U1 U1 U1 U1];
}

/// Axes of run-time rank stay as they are.
impl<Front, const AXIS: isize> PutAfter<Front, AXIS> for DynShape {
    type Output = DynShape;
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
pub trait Channels<const AXIS: isize, Weights>: HasChannels<AXIS> {}

impl<S, Weights, const AXIS: isize> Channels<AXIS, Weights> for S
where
    S: HasChannels<AXIS>,
    Weights: Equals<Axes<Scalar, S::Size>>,
    Operands: Accept<
            ChannelsRule,
            <<Weights as Equals<Axes<Scalar, S::Size>>>::Verdict as ShapeVerdict>::At<S::Distance>,
        >,
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
pub trait HasGroups<const AXIS: isize, Groups>: HasChannels<AXIS> {
    /// `[..S, G, C / G, H, W]`
    type Grouped: Shape;
    /// `[G, C / G, 1, 1]`
    type Column: Shape;
    /// `[..S, G, 1, 1, 1]`
    type Means: Shape;
}

/// The number of channels in a group. Where there is none, the groups are refused.
type GroupSize<N, Groups> = <DividedBy<N, Groups> as Extent>::Size;

impl<S, Groups: Dim, const AXIS: isize> HasGroups<AXIS, Groups> for S
where
    S: HasChannels<AXIS>,
    Operands: Accept<HasGroupsRule, MultipleVerdict<S::Size, Groups, Groups, S::Size, S::Distance>>,
{
    type Grouped = S::WithTwo<Groups, GroupSize<S::Size, Groups>>;
    type Column = S::GroupedColumn<Groups, GroupSize<S::Size, Groups>>;
    type Means = S::PerGroup<Groups>;
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
