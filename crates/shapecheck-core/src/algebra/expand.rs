//! Broadcasting to sizes, some of which are kept, as -1 in PyTorch's `expand` keeps them.
//!
//! ```
//! use shapecheck::{algebra::{ExpandTo, Keep}, shape};
//!
//! let _: <shape![2, Keep, 4] as ExpandTo<shape![3, 1]>>::Target = <shape![2, 3, 4]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{algebra::{ExpandTo, Keep}, shape};
//!
//! fn wrong(_: <shape![Keep, 3, 4] as ExpandTo<shape![3, 1]>>::Target) {}
//! ```

use crate::{Axes, Dim, Dyn, DynShape, Scalar, Shape, StaticDim};

/// Stands for a size: the size that the source has.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug)]
pub struct Keep;

/// A list of static sizes and [`Keep`] that `Source` can be broadcast to. Each `Keep` stands for the source's own size.
///
/// Whether the source broadcasts to the [`Target`](Self::Target) is a separate rule: see
/// [`BroadcastTo`](crate::BroadcastTo).
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "this shape cannot be expanded to these sizes",
    label = "only static sizes, and `Keep` for axes that the source has",
    note = "`x.expand::<shape![2, Keep, 4]>()` keeps the axis -2 of `x`"
)]
pub trait ExpandTo<Source> {
    /// The shape with all sizes filled in.
    type Target: Shape;

    /// The number of axes.
    #[doc(hidden)]
    const RANK: usize;

    /// The size of an axis counted from the end, if the last axis of this list is `last`.
    #[doc(hidden)]
    fn size(source: &impl Shape, axis: usize, last: usize) -> usize;
}

/// `[]` to `[]` is `[]`; the rule of broadcasting reports a source with more axes
impl<Source> ExpandTo<Source> for Scalar {
    type Target = Scalar;
    const RANK: usize = 0;

    fn size(_source: &impl Shape, _axis: usize, _last: usize) -> usize {
        1
    }
}

/// `[..S, N]` to `[..T, M]` is `[..(S to T), M]`
impl<Source, Lead, M> ExpandTo<Source> for Axes<Lead, M>
where
    Source: LeadOf,
    Lead: ExpandTo<Source::Lead>,
    M: StaticDim,
{
    type Target = Axes<Lead::Target, M>;
    const RANK: usize = Lead::RANK + 1;

    fn size(source: &impl Shape, axis: usize, last: usize) -> usize {
        match axis == last {
            true => M::SIZE,
            false => Lead::size(source, axis, last + 1),
        }
    }
}

/// `[..S, N]` to `[..T, kept]` is `[..(S to T), N]`
impl<Source, Lead> ExpandTo<Source> for Axes<Lead, Keep>
where
    Source: LastOf,
    Lead: ExpandTo<Source::Lead>,
{
    type Target = Axes<Lead::Target, Source::Last>;
    const RANK: usize = Lead::RANK + 1;

    fn size(source: &impl Shape, axis: usize, last: usize) -> usize {
        match axis == last {
            true => source.size_from_end(axis),
            false => Lead::size(source, axis, last + 1),
        }
    }
}

/// The axes before the last one; none for no axes.
#[doc(hidden)]
pub trait LeadOf {
    /// The axes.
    type Lead;
}

impl LeadOf for Scalar {
    type Lead = Scalar;
}

impl LeadOf for DynShape {
    type Lead = DynShape;
}

impl<Lead, Last> LeadOf for Axes<Lead, Last> {
    type Lead = Lead;
}

/// The last axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an axis that the source does not have cannot be kept",
    label = "`Keep` in front of the source's first axis",
    note = "axes align at the last one; axes added in front need a size"
)]
pub trait LastOf: LeadOf {
    /// Its size.
    type Last: Dim;
}

impl LastOf for DynShape {
    type Last = Dyn;
}

impl<Lead, Last: Dim> LastOf for Axes<Lead, Last> {
    type Last = Last;
}
