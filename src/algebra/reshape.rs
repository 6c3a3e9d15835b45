//! Whether two shapes have the same number of elements.
//!
//! ```
//! use shapecheck::{Reshape, shape};
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![6, 4]>();
//! same_count::<shape![], shape![1, 1]>();
//! same_count::<shape![2, 3, 4], shape![_, 5]>(); // checked when the program runs
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Reshape, shape};
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![6, 5]>(); // 24 elements are not 30
//! ```

use typenum::{U0, UInt};

use super::{CancelsLast, CountElements, Known, KnowsSizes};
use crate::shape::list::StaticSizes;
use crate::shape::num_elements;
use crate::verdict::{
    Accept, AxisVerdict, Clash, CompareBits, Fits, Last, Operands, Reshaping, TooMany,
};
use crate::{Axes, Dyn, DynShape, Scalar, Shape, ShapeError, StaticDim};

/// A shape of as many elements as `Target` has, so that the elements of one can be read as those of the other.
///
/// ```text
/// [2, 3, 4] to [6, 4]    holds: 24 elements
/// [] to [1, 1]           holds: 1 element
/// [2, 3, 4] to [6, 5]    does not: 24 elements are not 30
/// [2, 3, 4] to [_, 5]    holds as far as the compiler knows
/// ```
///
/// Axes that both begin or end with are left out before anything is counted, so that keeping them costs little to
/// compile, and shapes of more elements than can be counted still fit where the rest does.
///
/// Where either side has a dynamic axis or a run-time rank, the numbers are compared when the program runs; see
/// [`Shape::check_reshape`](crate::Shape::check_reshape). In generic code a target such as `shape![_]`
/// or [`DynShape`](crate::DynShape) needs no bound; parameters in the target need `A: Reshape<B>`, also those that
/// the source begins with: such a parameter may be `_`, and then nothing is left out.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Self}` has as many elements as `{Target}`",
    note = "add a bound on the whole shapes: `where {Self}: Reshape<{Target}>` (the bound that rustc may suggest below is not enough)",
    note = "to check it when the program runs instead, make the target a `DynShape`, or one with a dynamic axis and no parameter, such as `shape![_, 3]`"
)]
pub trait Reshape<Target> {}

impl<Source, Target> Reshape<Target> for Source
where
    Source: SameElements<Target>,
    Operands: Accept<Reshaping, Source::Verdict>,
{
}

/// A shape of which the compiler knows all sizes but one at most, up to 8 axes, so that a reshape can infer that one.
#[diagnostic::on_unimplemented(
    message = "a reshape infers one size, and the sizes of this shape are not all but one known to the compiler",
    label = "expected a static shape, or one with a single `_`",
    note = "to reshape to sizes that are known at run time, give a shape value: `x.try_reshape(<shape![_, _]>::of([2, 3]))`",
    note = "in generic code `split_axis` and `merge_axes` change one axis, whatever the others are"
)]
pub trait InfersOne: Shape {}

/// `[]`
impl InfersOne for Scalar {}

/// `[..S, N]` where `[..S]` has one to infer, or none
impl<Lead: InfersOne, Last: StaticDim> InfersOne for Axes<Lead, Last> {}

/// `[..S, _]` where `[..S]` has none
impl<Lead: StaticSizes> InfersOne for Axes<Lead, Dyn> {}

/// The shape of as many elements, of which one size may be `None`, and is inferred: the rule of [`Reshape`] over slices of sizes.
///
/// ```
/// use shapecheck::reshape_sizes;
///
/// assert_eq!(reshape_sizes(&[5, 64], &[None, Some(4), Some(16)])?.dims(), [5, 4, 16]);
/// let error = reshape_sizes(&[5, 8], &[None, Some(3)]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot reshape [5, 8]: 40 elements are not a multiple of 3");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Where the number of elements is another, or no multiple of what the known sizes make, where more than one size is to be inferred, or one beside a
/// size of 0, and where a number of elements overflows `usize`.
pub fn reshape_sizes(shape: &[usize], target: &[Option<usize>]) -> Result<DynShape, ShapeError> {
    let build = |inferred: usize| {
        let rank = target.len();
        let size = |end: usize| target[rank - end].unwrap_or(inferred);
        DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
    };
    let unknown = target.iter().filter(|size| size.is_none()).count();
    if unknown == 0 {
        let target = build(0)?;
        crate::shape::check_reshape(shape, target.dims())?;
        return Ok(target);
    }
    let count = num_elements(shape)?;
    let known = num_elements(build(1)?.dims())?;
    match (count.checked_div(known), count.checked_rem(known)) {
        (Some(inferred), Some(0)) if unknown == 1 => build(inferred),
        _ => Err(ShapeError::reshape_to_infer(shape, count, (known, unknown))),
    }
}

/// The verdict on the numbers of elements of two shapes.
#[doc(hidden)]
pub trait SameElements<Target> {
    /// [`Fits`], [`Clash`] or [`TooMany`].
    type Verdict;
}

#[diagnostic::do_not_recommend]
impl<Source, Target> SameElements<Target> for Source
where
    Target: KnowsSizes,
    Target::Answer: AsTarget<Source, Target>,
{
    type Verdict = <Target::Answer as AsTarget<Source, Target>>::Verdict;
}

/// The verdict where `Self` says whether the sizes of the target are known.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Source}` has as many elements as the target",
    note = "`split_axis` and `merge_axes` change one axis, whatever the parameters on the others are",
    note = "or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait AsTarget<Source, Target> {
    /// As [`SameElements::Verdict`].
    type Verdict;
}

/// Any source may have as many elements as a target whose number is not known.
impl<Source, Target> AsTarget<Source, Target> for Dyn {
    type Verdict = Fits<Scalar>;
}

#[diagnostic::do_not_recommend]
impl<Source, Target> AsTarget<Source, Target> for Known
where
    Source: KnowsSizes,
    Source::Answer: AsSource<Source, Target>,
{
    type Verdict = <Source::Answer as AsSource<Source, Target>>::Verdict;
}

/// The verdict where `Self` says whether the sizes of the source are known, and those of the target are.
#[doc(hidden)]
pub trait AsSource<Source, Target> {
    /// As [`SameElements::Verdict`].
    type Verdict;
}

/// `_` may be any number
impl<Source, Target> AsSource<Source, Target> for Dyn {
    type Verdict = Fits<Scalar>;
}

/// All is known.
impl<Source, Target> AsSource<Source, Target> for Known
where
    Source: CancelsLast<Target>,
    Source::Verdict: OrWhole<Source, Target>,
{
    type Verdict = <Source::Verdict as OrWhole<Source, Target>>::Verdict;
}

/// The verdict on two whole shapes, where `Self` is that on what is left of them when equal axes are left out.
///
/// What fits without them fits with them. What does not may still, by an axis of size 0; and numbers that are told
/// are those of the whole shapes.
#[doc(hidden)]
pub trait OrWhole<Source, Target> {
    /// As [`SameElements::Verdict`].
    type Verdict;
}

impl<N, Source, Target> OrWhole<Source, Target> for Fits<N> {
    type Verdict = Fits<Scalar>;
}

impl<L, R, Axis, Source, Target: CountElements> OrWhole<Source, Target> for Clash<L, R, Axis>
where
    Source: CountElements<Count: SameCount<Target::Count>>,
{
    type Verdict = <Source::Count as SameCount<Target::Count>>::Verdict;
}

impl<Source, Target: CountElements> OrWhole<Source, Target> for TooMany
where
    Source: CountElements<Count: SameCount<Target::Count>>,
{
    type Verdict = <Source::Count as SameCount<Target::Count>>::Verdict;
}

/// The verdict on two numbers, of elements or of an axis.
#[doc(hidden)]
pub trait SameCount<Target> {
    /// [`Fits`], [`Clash`] or [`TooMany`].
    type Verdict;
}

/// `0 = 0`
impl SameCount<U0> for U0 {
    type Verdict = Fits<Scalar>;
}

/// `0` is not `M`
impl<V, D> SameCount<UInt<V, D>> for U0 {
    type Verdict = Clash<U0, UInt<V, D>, Last>;
}

/// `N` is not `0`
impl<U, B> SameCount<U0> for UInt<U, B> {
    type Verdict = Clash<Self, U0, Last>;
}

/// `N = N`, any other `M` clashes
impl<U, B, V, D> SameCount<UInt<V, D>> for UInt<U, B>
where
    UInt<V, D>: CompareBits<Self>,
{
    type Verdict =
        <<UInt<V, D> as CompareBits<Self>>::Verdict<Self, UInt<V, D>> as AxisVerdict>::At<Last>;
}

/// Too many to be compared.
impl<Target> SameCount<Target> for TooMany {
    type Verdict = TooMany;
}

/// Too many to be compared.
impl SameCount<TooMany> for U0 {
    type Verdict = TooMany;
}

/// Too many to be compared.
impl<U, B> SameCount<TooMany> for UInt<U, B> {
    type Verdict = TooMany;
}
