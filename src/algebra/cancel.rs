//! Whether two shapes of static sizes have one number of elements, found without counting what both begin or end
//! with: `[32, 128, 768]` and `[32, 128, 12, 64]` have, since 768 is 12 times 64.
//!
//! Multiplying is the dearest that a reshape asks of the compiler, and most reshapes keep most axes.

use core::marker::PhantomData;

use super::{CountElements, CountTimes, SameCount};
use crate::verdict::{Clash, Fits};
use crate::{Axes, Scalar};

/// No axis.
#[doc(hidden)]
pub struct NoAxis;

/// An axis and those after it: a shape from its first axis on.
#[doc(hidden)]
pub struct First<Size, Rest>(PhantomData<(Size, Rest)>);

/// A shape from its first axis on.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell what the first axes of `{Self}` are",
    label = "nothing here says how the shape `{Self}` begins",
    note = "axes behind those of a type parameter are known, as in `shape![..S, A, B]`; the first ones are known where each axis stands in the type"
)]
pub trait FromFirst {
    /// The axes of this shape, then those of `After`.
    type Before<After>;
}

/// `[] before after = after`
impl FromFirst for Scalar {
    type Before<After> = After;
}

/// `[..S, N] before after = [..S] before (N, after)`
impl<Lead: FromFirst, Last> FromFirst for Axes<Lead, Last> {
    type Before<After> = Lead::Before<First<Last, After>>;
}

type FirstToLast<Shape> = <Shape as FromFirst>::Before<NoAxis>;

/// The number of elements without axes.
type One = <Scalar as CountElements>::Count;

/// The empty product, which is not multiplied.
impl CountElements for NoAxis {
    type Count = NoAxis;
}

/// `nothing * N = N`
impl<Size> CountTimes<Size> for NoAxis {
    type Count = Size;
}

/// `N, rest` has those of the rest, N times
impl<Size, Rest: CountElements<Count: CountTimes<Size>>> CountElements for First<Size, Rest> {
    type Count = <Rest::Count as CountTimes<Size>>::Count;
}

/// The verdict on two shapes of static sizes, equal axes at the end left out, then those at the front.
#[doc(hidden)]
pub trait CancelsLast<Target> {
    /// [`Fits`]; or another verdict, but on what is left of the two.
    type Verdict;
}

/// `[] to []`
impl CancelsLast<Scalar> for Scalar {
    type Verdict = Fits<Scalar>;
}

/// `[] to [..T, M]`: nothing to leave out
impl<Lead, Last> CancelsLast<Axes<Lead, Last>> for Scalar
where
    Axes<Lead, Last>: CountElements,
    One: SameCount<<Axes<Lead, Last> as CountElements>::Count>,
{
    type Verdict = <One as SameCount<<Axes<Lead, Last> as CountElements>::Count>>::Verdict;
}

/// `[..S, N] to []`: nothing to leave out
impl<Lead, Last> CancelsLast<Scalar> for Axes<Lead, Last>
where
    Self: CountElements<Count: SameCount<One>>,
{
    type Verdict = <<Self as CountElements>::Count as SameCount<One>>::Verdict;
}

/// `[..S, N] to [..T, M]`: `[..S] to [..T]` where N = M
impl<Lead, Last, TargetLead, TargetLast> CancelsLast<Axes<TargetLead, TargetLast>>
    for Axes<Lead, Last>
where
    Last: SameCount<TargetLast>,
    Last::Verdict: IfLast<Self, Axes<TargetLead, TargetLast>>,
{
    type Verdict = <Last::Verdict as IfLast<Self, Axes<TargetLead, TargetLast>>>::Verdict;
}

/// What the verdict on the last axes means for the two shapes.
#[doc(hidden)]
pub trait IfLast<Source, Target> {
    /// As [`CancelsLast::Verdict`].
    type Verdict;
}

/// They are equal: the axes in front decide.
impl<N, Lead: CancelsLast<TargetLead>, Last, TargetLead, TargetLast>
    IfLast<Axes<Lead, Last>, Axes<TargetLead, TargetLast>> for Fits<N>
{
    type Verdict = Lead::Verdict;
}

/// They are not: from the front, then.
impl<L, R, Axis, Source: FromFirst, Target: FromFirst> IfLast<Source, Target> for Clash<L, R, Axis>
where
    FirstToLast<Source>: CancelsFirst<FirstToLast<Target>>,
{
    type Verdict = <FirstToLast<Source> as CancelsFirst<FirstToLast<Target>>>::Verdict;
}

/// The verdict on two lists of sizes, equal ones at the front left out.
#[doc(hidden)]
pub trait CancelsFirst<Target> {
    /// As [`CancelsLast::Verdict`].
    type Verdict;
}

/// Nothing is left of the source.
impl<Target: CountElements> CancelsFirst<Target> for NoAxis
where
    One: SameCount<Target::Count>,
{
    type Verdict = <One as SameCount<Target::Count>>::Verdict;
}

/// Nothing is left of the target.
impl<Size, Rest> CancelsFirst<NoAxis> for First<Size, Rest>
where
    Self: CountElements<Count: SameCount<One>>,
{
    type Verdict = <<Self as CountElements>::Count as SameCount<One>>::Verdict;
}

/// `N, rest to M, rest`: the rests where N = M
impl<Size, Rest, TargetSize, TargetRest> CancelsFirst<First<TargetSize, TargetRest>>
    for First<Size, Rest>
where
    Size: SameCount<TargetSize>,
    Size::Verdict: IfFirst<Self, First<TargetSize, TargetRest>>,
{
    type Verdict = <Size::Verdict as IfFirst<Self, First<TargetSize, TargetRest>>>::Verdict;
}

/// What the verdict on the first axes means for the two lists.
#[doc(hidden)]
pub trait IfFirst<Source, Target> {
    /// As [`CancelsLast::Verdict`].
    type Verdict;
}

/// They are equal: the axes after them decide.
impl<N, Size, Rest: CancelsFirst<TargetRest>, TargetSize, TargetRest>
    IfFirst<First<Size, Rest>, First<TargetSize, TargetRest>> for Fits<N>
{
    type Verdict = Rest::Verdict;
}

/// They are not: the numbers of elements decide.
impl<L, R, Axis, Source, Target: CountElements> IfFirst<Source, Target> for Clash<L, R, Axis>
where
    Source: CountElements<Count: SameCount<Target::Count>>,
{
    type Verdict = <Source::Count as SameCount<Target::Count>>::Verdict;
}
