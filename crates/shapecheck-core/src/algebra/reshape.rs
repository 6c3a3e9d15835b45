//! The rule of a reshape: two shapes have the same number of elements.
//!
//! ```
//! use shapecheck::algebra::Reshape;
//! use shapecheck::shape;
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![6, 4]>();
//! same_count::<shape![], shape![1, 1]>();
//! same_count::<shape![2, 3, 4], shape![_, 6]>(); // 4 is inferred
//! same_count::<shape![2, _, 4], shape![_, 5]>(); // checked at run time
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Reshape;
//! use shapecheck::shape;
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![6, 5]>(); // 24 elements are not 30
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::Reshape;
//! use shapecheck::shape;
//!
//! fn same_count<Source: Reshape<Target>, Target>() {}
//! same_count::<shape![2, 3, 4], shape![_, 5]>(); // 24 elements are not a multiple of 5
//! ```

use core::marker::PhantomData;

use typenum::{B0, B1, U0, UInt};

use super::element_counts::{KeepsNames, MovedName};
use super::{Answer, AsMany, CancelAxes, CountElements};
use crate::dim::{Name, NamedDim};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::list::StaticSizes;
use crate::shape::num_elements;
use crate::verdict::{
    Accept, AxisVerdict, BitsAnswer, Clash, CompareBits, Fits, Last, MovesName, Operands, Outcome,
    ReshapeRule, ReshapeToInferRule, Shapes, TooMany,
};
use crate::{Axes, Dyn, DynShape, Scalar, Shape, ShapeError, StaticDim};

/// A shape with as many elements as `Target`, so that the elements of one can be read as those of the other.
///
/// ```text
/// [2, 3, 4] to [6, 4]    holds: 24 elements
/// [] to [1, 1]           holds: 1 element
/// [2, 3, 4] to [6, 5]    does not: 24 elements are not 30
/// [2, 3, 4] to [_, 6]    holds: 4 is inferred
/// [2, 3, 4] to [_, 5]    does not: 24 elements are not a multiple of 5
/// ```
///
/// A name stays in its place: where `dims! { Heads = 12, Seq = 5 }` declares two names, `[Heads, Seq]` is as many elements
/// as `[Heads * Seq]` and as `[5, 12]`, and no `[Seq, Heads]`, which `rearrange!` gives. If a size is known only at run
/// time, this is checked there.
///
/// Axes that both begin or end with are left out before anything is counted. So keeping them costs little to compile,
/// and shapes with more elements than `usize` can count still fit if the rest fits.
///
/// If the first side has a dynamic axis or a run-time rank, the numbers of elements are compared at run time; see
/// [`Shape::check_reshape`](crate::Shape::check_reshape).
///
/// In the guide: [shape functions](crate::guide::shape_functions).
///
/// # In generic code
///
/// No bound is needed if parameters are in the same places at the beginning or end of both shapes, as in `[B, T, 64]`
/// and `[B, T, 4, 16]`, if only a size to infer is left then, as in `[B, T]` and `[_, T]`, if the last axes are a
/// multiple of what the target knows, as in `[B, T, 64]` and `[_, 4, 16]`, or if the target is a
/// [`DynShape`](crate::DynShape).
///
/// ```
/// use shapecheck::algebra::Reshape;
/// use shapecheck::{Dim, Shape, shape};
///
/// fn same_count<Source: Reshape<Target>, Target>() {}
/// fn generic<S: Shape, B: Dim, T: Dim>() {
///     same_count::<shape![B, T, 64], shape![B, T, 4, 16]>();
///     same_count::<shape![B, 8, 4, T], shape![B, 32, T]>();
///     same_count::<shape![..S, T], shape![_, T]>(); // inferred at run time
/// }
/// ```
///
/// Refused is what the axes at the ends do not decide: parameters in different places, `[B, T]` to `[T, B]`, and a
/// whole shape in front, `[..S, 64]` to `[..S, 4, 16]` (use [`SplitAxis`](crate::algebra::SplitAxis) for it). `[B, 64]` to `[B,
/// 60]` is refused too, although B could be 0. The bound `A: Reshape<B>` allows each of them.
///
/// ```compile_fail,E0277
/// use shapecheck::algebra::Reshape;
/// use shapecheck::{Dim, shape};
///
/// fn same_count<Source: Reshape<Target>, Target>() {}
/// fn generic<B: Dim>() {
///     same_count::<shape![B, 64], shape![B, 60]>();
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Self}` has as many elements as `{Target}`",
    note = "where axes are to change places, `rearrange!(x, \"a b -> b a\")` moves them: a reshape leaves the elements in their order",
    note = "where a parameter is in both shapes, the numbers beside it have to make the same product: `[B, 32, 7, 7]` is `[B, 1568]`",
    note = "add a bound on the whole shapes: `where {Self}: Reshape<{Target}>` (the bound that rustc may suggest below is not enough)",
    note = "to check it when the program runs instead, make the target a `DynShape`, or one with several dynamic axes, such as `shape![_, _]`",
    note = "`split_axis` and `merge_axes` change one axis, whatever the parameters on the others are"
)]
pub trait Reshape<Target> {}

impl<Source, Target> Reshape<Target> for Source
where
    Source: SameElements<Target>,
    Operands: Accept<ReshapeRule, Source::Verdict>,
{
}

/// The verdict on the numbers of elements of two shapes.
// Part of `Reshape`.
#[doc(hidden)]
pub trait SameElements<Target> {
    /// [`Fits`], [`Clash`] or [`TooMany`].
    type Verdict;
}

#[diagnostic::do_not_recommend]
impl<Source, Target> SameElements<Target> for Source
where
    Source: CancelAxes,
    Target: CancelAxes,
    MayHaveAsMany<Source, Target>: OrWhole<Source, Target>,
{
    type Verdict = <MayHaveAsMany<Source, Target> as OrWhole<Source, Target>>::Verdict;
}

/// Whether two shapes have the same number of elements by the axes at their ends, or may have it because a size is not
/// known.
///
/// The answer from the axes comes first, because it holds whatever is not known.
type MayHaveAsMany<Source, Target> = OneOf<
    AsMany<Source, Target>,
    OneOf<
        <Source as CancelAxes>::HasUnknown,
        <<Target as CancelAxes>::HasUnknown as Answer>::IfUnknown<Source, Target>,
    >,
>;

/// Whether one of two answers is yes.
type OneOf<Lhs, Rhs> = <Lhs as Answer>::Or<Rhs>;

/// A shape of which the compiler knows all sizes except at most one, so that a reshape can infer that one.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "a reshape infers one size, and the sizes of this shape are not all but one known to the compiler",
    label = "expected a static shape, or one with a single `_`",
    note = "to reshape to sizes that are known at run time, give a shape value: `x.try_reshape(<shape![_, _]>::of([2, 3]))`",
    note = "in generic code `split_axis` and `merge_axes` change one axis, whatever the others are",
    note = "sizes with names stay at the front or at the end: `rearrange!(x, \"b s h d -> b h s d\")` moves axes, which a reshape never does"
)]
pub trait InfersOne: Shape + CancelAxes<HasUnknowns = B0> {}

/// `[]`
impl InfersOne for Scalar {}

/// `[..S, N]` if `[..S]` has at most one to infer
impl<Lead: InfersOne, Last: StaticDim> InfersOne for Axes<Lead, Last> {}

/// `[..S, _]` if `[..S]` has none
impl<Lead: StaticSizes> InfersOne for Axes<Lead, Dyn> {}

/// `[..S, name]` as `[..S, _]`
#[diagnostic::do_not_recommend]
impl<Lead: StaticSizes, T: Name> InfersOne for Axes<Lead, NamedDim<T>> {}

/// A shape from which a reshape to `Target` can find all sizes of the target at run time: at most one dynamic size of
/// the target is inferred, or several that the two shapes begin or end with.
///
/// ```text
/// [_, 64] to [_, 4, 16]            the size is inferred
/// [_, _, 64] to [_, _, 4, 16]      both sizes stay
/// [_, 64] to [_, _, 16]            refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "a reshape infers one size, and the sizes of this shape are not all but one known to the compiler",
    label = "expected a static shape, or one with a single `_`"
)]
pub trait InfersSizesOf<Target> {}

impl<Source, Target> InfersSizesOf<Target> for Source
where
    Source: CancelAxes,
    Target: CancelAxes,
    OneOf<AsMany<Source, Target>, <Target::HasUnknowns as Answer>::Not>: OrInfersOne<Target>,
{
}

/// A shape with at most one size to infer. `Self` is yes if this is known already.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a reshape infers one size, and the sizes of this shape are not all but one known to the compiler",
    label = "expected a static shape, or one with a single `_`",
    note = "to reshape to sizes that are known at run time, give a shape value: `x.try_reshape(<shape![_, _]>::of([2, 3]))`",
    note = "in generic code parameters may stand where the source begins or ends with the same; and `split_axis` and `merge_axes` change one axis, whatever the others are"
)]
pub trait OrInfersOne<Target> {}

/// Yes
impl<Target> OrInfersOne<Target> for B1 {}

/// No
impl<Target: InfersOne> OrInfersOne<Target> for B0 {}

/// The shape with the same number of elements; one size may be `None` and is inferred: the rule of [`Reshape`]
/// over slices of sizes.
///
/// ```
/// use shapecheck::algebra::reshape_sizes;
///
/// assert_eq!(reshape_sizes(&[5, 64], &[None, Some(4), Some(16)])?.dims(), [5, 4, 16]);
/// let error = reshape_sizes(&[5, 8], &[None, Some(3)]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot reshape [5, 8]: 40 elements are not a multiple of 3");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the number of elements differs, or no multiple of what the known sizes make, if more than one
/// size is to be inferred, or one next to a size of 0, or if a number of elements overflows `usize`.
pub fn reshape_sizes(shape: &[usize], target: &[Option<usize>]) -> Result<DynShape, ShapeError> {
    let build = |inferred: usize| {
        let rank = target.len();
        let size = |end: usize| target[rank - end].unwrap_or(inferred);
        DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
    };
    let unknown = target.iter().filter(|size| size.is_none()).count();
    infer(shape, unknown, build)
}

/// What a type says of the size of an axis, counted from the end.
#[doc(hidden)]
pub type StaticSizeFromEnd = fn(usize) -> Option<usize>;

/// The sizes of a target of this rank, whose dynamic sizes are those that the shape begins or ends with: the rule of
/// [`InfersSizesOf`] over slices of sizes. Axes count as the same if the types of both say the same of them. A single
/// dynamic size is inferred.
#[doc(hidden)]
pub fn reshape_kept_sizes(
    shape: &[usize],
    of_shape: StaticSizeFromEnd,
    rank: usize,
    of_target: StaticSizeFromEnd,
) -> Result<DynShape, ShapeError> {
    let several = (1..=rank).filter(|&end| of_target(end).is_none()).count() > 1;
    let alike = |axis, target_axis| several && of_shape(axis) == of_target(target_axis);
    let both = shape.len().min(rank);
    let first = (0..both)
        .take_while(|axis| alike(shape.len() - axis, rank - axis))
        .count();
    let last = (1..=both - first)
        .take_while(|&axis| alike(axis, axis))
        .count();
    let size = |end: usize| match rank - end {
        place if place < first => Some(shape[place]),
        _ if end <= last => Some(shape[shape.len() - end]),
        _ => of_target(end),
    };
    let build = |inferred: usize| {
        let size = |end: usize| size(end).unwrap_or(inferred);
        DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
    };
    infer(
        shape,
        (1..=rank).filter(|&end| size(end).is_none()).count(),
        build,
    )
}

/// The target with as many elements as the shape, where `build` gets the size to infer.
fn infer(
    shape: &[usize],
    unknown: usize,
    build: impl Fn(usize) -> Result<DynShape, ShapeError>,
) -> Result<DynShape, ShapeError> {
    if unknown == 0 {
        let target = build(0)?;
        crate::shape::check_reshape(shape, target.dims())?;
        return Ok(target);
    }
    let count = num_elements(shape)?;
    let known = num_elements(build(1)?.dims())?;
    match (count.checked_div(known), count.checked_rem(known)) {
        (Some(inferred), Some(0)) if unknown == 1 => build(inferred),
        _ if unknown == 1 => Err(Rule::RESHAPE_TO_INFER.sizes(0, count, known).of(shape)),
        _ => Err(ShapeErrorKind::Inferring { unknown }.of(shape)),
    }
}

/// The verdict on two shapes. `Self` says whether the axes at their ends allow the same number of elements.
///
/// Shapes that fit without the axes at their ends fit with them. Those that do not may still fit through an axis of
/// size 0, and a message gives the numbers of the whole shapes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes have the same number of elements",
    label = "nothing here says that `{Source}` has as many elements as the target",
    note = "where axes are to change places, `rearrange!(x, \"a b -> b a\")` moves them: a reshape leaves the elements in their order",
    note = "`split_axis` and `merge_axes` change one axis, whatever the parameters on the others are",
    note = "or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait OrWhole<Source, Target> {
    /// As [`SameElements::Verdict`].
    type Verdict;
}

/// Yes
impl<Source, Target> OrWhole<Source, Target> for B1 {
    type Verdict = Fits<Scalar>;
}

/// No, and all sizes are known but one to infer.
impl<Source, Target: CountElements + CancelAxes> OrWhole<Source, Target> for B0
where
    Source: CountElements,
    Target::HasUnknown: OfCounts<Source::Count, Target::Count>,
    OfBoth<Source, Target>: AndNames<Source, Target>,
{
    type Verdict = <OfBoth<Source, Target> as AndNames<Source, Target>>::Verdict;
}

/// The verdict on the numbers of elements of two shapes.
type OfBoth<Source, Target> = <<Target as CancelAxes>::HasUnknown as OfCounts<
    <Source as CountElements>::Count,
    <Target as CountElements>::Count,
>>::Verdict;

/// The verdict on two shapes where `Self` is that on their numbers of elements.
#[doc(hidden)]
pub trait AndNames<Source, Target> {
    /// The same, or [`Moves`].
    type Verdict;
}

/// As many elements, so that the names decide
impl<Source: CancelAxes, Target: CancelAxes> AndNames<Source, Target> for Fits<Scalar>
where
    KeepsNames<Source, Target>: OrMoves<MovedName<Source, Target>>,
{
    type Verdict = <KeepsNames<Source, Target> as OrMoves<MovedName<Source, Target>>>::Verdict;
}

impl<Source, Target, L, R> AndNames<Source, Target> for Clash<L, R, Last> {
    type Verdict = Self;
}

impl<Source, Target, L, R> AndNames<Source, Target> for NoMultiple<L, R> {
    type Verdict = Self;
}

impl<Source, Target> AndNames<Source, Target> for TooMany {
    type Verdict = Self;
}

/// The verdict on names. `Self` says whether each stays in its place.
#[doc(hidden)]
pub trait OrMoves<Size> {
    /// [`Fits`] or [`Moves`].
    type Verdict;
}

impl<Size> OrMoves<Size> for B1 {
    type Verdict = Fits<Scalar>;
}

impl<Size> OrMoves<Size> for B0 {
    type Verdict = Moves<Size>;
}

/// A size with a name that would get another place.
#[doc(hidden)]
pub struct Moves<Size>(PhantomData<Size>);

impl<T, Size> Outcome<Moves<Size>> for T {
    type Shape = Scalar;
}

impl<T, Moved, N> Accept<ReshapeRule, Moves<NamedDim<Moved, N>>> for T
where
    Shapes: MovesName<Moved>,
{
    type Output = Scalar;
}

/// The verdict on two numbers of elements. `Self` says whether the second one is times a size to infer.
#[doc(hidden)]
pub trait OfCounts<Source, Target> {
    /// As [`SameElements::Verdict`].
    type Verdict;
}

/// The numbers are the same.
impl<Source: SameCount<Target>, Target> OfCounts<Source, Target> for B0 {
    type Verdict = Source::Verdict;
}

/// The first is not a multiple of the second.
impl<Source, Target> OfCounts<Source, Target> for B1 {
    type Verdict = NoMultiple<Source, Target>;
}

/// A number of elements that leaves a remainder by the sizes that are known.
#[doc(hidden)]
pub struct NoMultiple<Lhs, Rhs>(PhantomData<(Lhs, Rhs)>);

impl<T, Lhs, Rhs> Outcome<NoMultiple<Lhs, Rhs>> for T {
    type Shape = Scalar;
}

impl<T, Lhs, Rhs> Accept<ReshapeRule, NoMultiple<Lhs, Rhs>> for T
where
    T: Accept<ReshapeToInferRule, Clash<Lhs, Rhs, Last>>,
{
    type Output = Scalar;
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
    type Verdict = <<<UInt<V, D> as CompareBits<Self>>::Answer as BitsAnswer>::Verdict<
        Self,
        UInt<V, D>,
    > as AxisVerdict>::At<Last>;
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
