//! Products of two arrays of any rank that sum over some of their axes, or over none. Nothing broadcasts, and all other
//! axes stay.
//!
//! ```
//! use shapecheck::algebra::{Inner, Kron, TensorDot};
//! use shapecheck::shape;
//!
//! type Contracted<Lhs, Rhs> = <Lhs as TensorDot<-2, Rhs>>::Output;
//! let _: Contracted<shape![8, 3, 4], shape![3, 4, 5]> = <shape![8, 5]>::default();
//! let _: <shape![8, 3] as Inner<shape![5, 3]>>::Output = <shape![8, 5]>::default();
//! let _: <shape![2, 3] as Kron<shape![4, 5]>>::Output = <shape![8, 15]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::TensorDot;
//! use shapecheck::shape;
//!
//! type Contracted<Lhs, Rhs> = <Lhs as TensorDot<-2, Rhs>>::Output;
//! fn wrong(_: Contracted<shape![8, 3, 4], shape![4, 3, 5]>) {} // size 4 at axis -1 of the left
//! ```

use core::marker::PhantomData;

use super::{AxisEquals, First, Follows, FromFirst, MatchesInner, NoAxis, SameSize};
use crate::dim::Times;
use crate::error::Rule;
use crate::shape::axis::{for_numbers_of_no_axis, place_of};
use crate::shape::list::ArrayShape;
use crate::verdict::{
    Accept, AxisVerdict, ContractedRule, Count, NeedsFirstAxes, NextCount, Operands, Shapes,
    VectorsRule,
};
use crate::{Axes, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A shape whose axes from `FROM` on, counted from the end, are contracted with as many first axes of `Rhs`: products
/// of elements are summed over them.
///
/// ```text
/// [..L, A, B] with [A, B, ..R] from axis -2 on = [..L, ..R]
/// [8, 3, 4] with [3, 4, 5] from axis -2 on     = [8, 5]
/// [8, 3, 4] with [4, 3, 5] from axis -2 on       is refused
/// [8, 1] with [3, 5] from axis -1 on             is refused: nothing is repeated
/// [..L] with [..R] from 0 on, no axis            = [..L, ..R]
/// ```
///
/// NumPy's `tensordot` counts the axes: `axes=2` is -2 here. At most four axes can be contracted.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the axes from {FROM} on can be contracted with those of the other shape",
    label = "nothing here says that `{Rhs}` begins with the axes that `{Self}` has from {FROM} on",
    note = "axes are counted from the end, from -1 for the last down to -4, and the left side has to have them; 0 contracts none",
    note = "in generic code the axes have to stand in the types: `shape![..S, M, K]` from -1 on goes with `shape![K, N]`"
)]
pub trait TensorDot<const FROM: isize, Rhs>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

impl<Lhs, Rhs, Taken, Left, Firsts, const FROM: isize> TensorDot<FROM, Rhs> for Lhs
where
    Lhs: TakesLast<FROM, Taken = Taken, Left = Left>,
    Rhs: FromFirst<Before<NoAxis> = Firsts>,
    Taken: ContractsFirst<Firsts, Left>,
{
    type Output = Taken::Output;
}

/// The axes of a shape from `FROM` on.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the shape has no axis {FROM}",
    label = "no axis {FROM} on the left side",
    note = "the last axes of the left side are contracted, counted from the end, from -1 for the last down to -4; 0 contracts none",
    note = "in generic code the axes have to stand in the type: `shape![..S, N]` has an axis -1, whatever `S` is"
)]
pub trait TakesLast<const FROM: isize>: Shape {
    /// From the first to the last: [`First`] and the rest, with [`NoAxis`] at the end.
    type Taken;
    /// The axes before them.
    type Left: Shape;
}

/// `nothing of [..S]`
#[diagnostic::do_not_recommend]
impl<S: Shape> TakesLast<0> for S {
    type Taken = NoAxis;
    type Left = S;
}

for_numbers_of_no_axis! { [] TakesLast for Scalar {
    type Taken = NoAxis;
    type Left = Self;
} }

macro_rules! takes_last {
    ($([$($parameter:tt)*] $distance:literal $shape:ty => $left:ty, [$($taken:ty,)*];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> TakesLast<$distance> for $shape {
            type Taken = takes_last!(@ $($taken,)*);
            type Left = $left;
        }
    )*};
    // A, then B.
    (@) => { NoAxis };
    (@ $size:ty, $($rest:ty,)*) => { First<$size, takes_last!(@ $($rest,)*)> };
}

takes_last! {
    [Lead: Shape, A: Dim] -1 Axes<Lead, A> => Lead, [A,];
    [Lead: Shape, A: Dim, B: Dim] -2 Axes<Axes<Lead, A>, B> => Lead, [A, B,];
    [Lead: Shape, A: Dim, B: Dim, C: Dim] -3 Axes<Axes<Axes<Lead, A>, B>, C> => Lead, [A, B, C,];
    [Lead: Shape, A: Dim, B: Dim, C: Dim, D: Dim] -4 Axes<Axes<Axes<Axes<Lead, A>, B>, C>, D> => Lead, [A, B, C, D,];
    [] -1 DynShape => DynShape, [Dyn,];
    [] -2 DynShape => DynShape, [Dyn, Dyn,];
    [A: Dim] -2 Axes<DynShape, A> => DynShape, [Dyn, A,];
    [] -3 DynShape => DynShape, [Dyn, Dyn, Dyn,];
    [A: Dim] -3 Axes<DynShape, A> => DynShape, [Dyn, Dyn, A,];
    [A: Dim, B: Dim] -3 Axes<Axes<DynShape, A>, B> => DynShape, [Dyn, A, B,];
    [] -4 DynShape => DynShape, [Dyn, Dyn, Dyn, Dyn,];
    [A: Dim] -4 Axes<DynShape, A> => DynShape, [Dyn, Dyn, Dyn, A,];
    [A: Dim, B: Dim] -4 Axes<Axes<DynShape, A>, B> => DynShape, [Dyn, Dyn, A, B,];
    [A: Dim, B: Dim, C: Dim] -4 Axes<Axes<Axes<DynShape, A>, B>, C> => DynShape, [Dyn, A, B, C,];
}

/// Axes to contract with the first axes of another list, and the shape of what is left of that list after `Lead`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these axes can be contracted",
    label = "nothing here says that the right side begins with the axes that are contracted",
    note = "in generic code the axes have to stand in the types, as one parameter each: `shape![..S, M, K]` from -1 on goes with `shape![K, N]`"
)]
pub trait ContractsFirst<Rhs, Lead> {
    /// The shape of the result.
    type Output: Shape;
}

/// `[..L] with [..R] = [..L, ..R]`
impl<Rhs: Onto<Lead>, Lead> ContractsFirst<Rhs, Lead> for NoAxis {
    type Output = Rhs::Output;
}

/// `A, rest with B, more`: the rest with more, if A is B
impl<A, Rest, B, More, Lead, Count, Verdict> ContractsFirst<First<B, More>, Lead> for First<A, Rest>
where
    Rest: ContractsFirst<More, Lead> + CountFirst<Count = Count>,
    A: AxisEquals<B, Verdict = Verdict>,
    Count: NextCount,
    Verdict: AxisVerdict,
    Operands: Accept<ContractedRule, Verdict::At<Count::Next>>,
{
    type Output = Rest::Output;
}

/// `A, rest with nothing`: the right operand has too few axes
impl<A, Rest, Lead> ContractsFirst<NoAxis, Lead> for First<A, Rest>
where
    Shapes: NeedsFirstAxes<A>,
{
    type Output = DynShape;
}

/// A shape of run-time rank from its first axis on.
#[doc(hidden)]
pub struct RunTimeFirst;

/// `dynamic rank` in front of any axes: their positions are not known
impl FromFirst for DynShape {
    type Before<After> = RunTimeFirst;
}

/// `A, rest with dynamic rank = dynamic rank`
impl<A, Rest, Lead> ContractsFirst<RunTimeFirst, Lead> for First<A, Rest> {
    type Output = DynShape;
}

/// How many axes there are.
#[doc(hidden)]
pub trait CountFirst {
    /// The number.
    type Count: NextCount;
}

/// none
impl CountFirst for NoAxis {
    type Count = Count<0>;
}

/// one more than the rest has
impl<A, Rest: CountFirst> CountFirst for First<A, Rest> {
    type Count = <Rest::Count as NextCount>::Next;
}

/// A list of axes, appended to those of a shape.
#[doc(hidden)]
pub trait Onto<Lead> {
    /// The shape with all of them.
    type Output: Shape;
}

/// `nothing after [..L] = [..L]`
impl<Lead: Shape> Onto<Lead> for NoAxis {
    type Output = Lead;
}

/// `N, rest after [..L] = rest after [..L, N]`
impl<Lead: Shape, N: Dim, Rest: Onto<Axes<Lead, N>>> Onto<Lead> for First<N, Rest> {
    type Output = Rest::Output;
}

/// `dynamic rank after [..L] = dynamic rank`
impl<Lead> Onto<Lead> for RunTimeFirst {
    type Output = DynShape;
}

/// A shape of vectors along the last axis, each of which has a dot product with each vector of `Rhs`.
///
/// ```text
/// [..L, N] with [..R, N] = [..L, ..R]
/// [8, 3] with [5, 3]     = [8, 5]
/// [8, 3] with [5, 1]       is refused: nothing is repeated
/// ```
///
/// The rule is that of NumPy's `inner`, without its products with numbers.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "both sides end in vectors of as many numbers, and nothing here says that these do",
    label = "nothing here says that vectors of shape `{Self}` and `{Rhs}` can be multiplied",
    note = "in generic code the axes have to stand in the types: `shape![..S, K]` goes with `shape![N, K]`"
)]
pub trait Inner<Rhs>: Shape {
    /// The shape of the products.
    type Output: Shape;
}

impl<Lhs, Rhs, LhsSize, RhsSize, LhsLead, RhsLead> Inner<Rhs> for Lhs
where
    Lhs: HasAxis<-1, Size = LhsSize, InFront = LhsLead>,
    Rhs: HasAxis<-1, Size = RhsSize, InFront = RhsLead>,
    RhsLead: Follows<LhsLead>,
    LhsSize: SameSize<VectorsRule, RhsSize>,
{
    type Output = RhsLead::Output;
}

/// A shape that has a dot product with `Rhs`, by NumPy's rule of `dot`: over the last axis of both if `Rhs` is a
/// vector, and over the last axis and the second-to-last of `Rhs` if it has more axes. Nothing broadcasts. A single
/// number is multiplied by each element.
///
/// ```text
/// [N] with [N]               = []
/// [..L, K] with [K]          = [..L]
/// [..L, K] with [..R, K, N]  = [..L, ..R, N]
/// [..L] with []              = [..L]
/// [] with [..R]              = [..R]
/// [8, 3] with [5, 4]           is refused
/// ```
///
/// In generic code the axes stand in the types: `[..S, M, K]` with `[K]` and with `[K, N]`, whatever `S` is.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell the shape of this dot product",
    label = "nothing here says over which axes `{Self}` and `{Rhs}` are multiplied",
    note = "in generic code the axes have to stand in the types: `shape![..S, K]` has a dot product with `shape![K]` and with `shape![K, N]`"
)]
pub trait Dot<Rhs>: Shape {
    /// The shape of the products.
    type Output: Shape;
    /// `Rhs` with its last two axes in the other order, or `Rhs` itself if it has fewer.
    #[doc(hidden)]
    type Swapped: Shape;
}

impl<Lhs, Rhs, Sizes> Dot<Rhs> for Lhs
where
    Lhs: Shape + Dots<Rhs, Sizes = Sizes>,
    Sizes: Meet,
{
    type Output = <Lhs as Dots<Rhs>>::Products;
    type Swapped = <Lhs as Dots<Rhs>>::Turned;
}

/// The shape of dot products, and the sizes that they sum over.
#[doc(hidden)]
pub trait Dots<Rhs> {
    /// The shape of the products, if the sizes meet.
    type Products: Shape;
    /// The last size on the left, and that on the right, as those of vectors or of matrices.
    type Sizes;
    /// See [`Dot::Swapped`].
    type Turned: Shape;
}

/// Sizes that are summed over together, because they are equal.
#[doc(hidden)]
pub trait Meet {}

/// No sizes that have to be equal, as far as the types know.
#[doc(hidden)]
pub struct NoSizes;
impl Meet for NoSizes {}

/// Those of vectors.
#[doc(hidden)]
pub struct OfVectors<K, M>(PhantomData<(K, M)>);
impl<K: SameSize<VectorsRule, M>, M> Meet for OfVectors<K, M> {}

/// The columns on the left and the rows on the right.
#[doc(hidden)]
pub struct OfMatrices<K, M>(PhantomData<(K, M)>);
impl<K: MatchesInner<M>, M> Meet for OfMatrices<K, M> {}

/// `[] with [..R] = [..R]`
impl<Rhs: WithLastSwapped> Dots<Rhs> for Scalar {
    type Products = Rhs;
    type Sizes = NoSizes;
    type Turned = Rhs::Swapped;
}

/// `[..L, K] with [] = [..L, K]`
impl<Lead: Shape, K: Dim> Dots<Scalar> for Axes<Lead, K> {
    type Products = Self;
    type Sizes = NoSizes;
    type Turned = Scalar;
}

/// `[..L, K] with [K] = [..L]`
#[diagnostic::do_not_recommend]
impl<Lead: Shape, K: Dim, M: Dim> Dots<Axes<Scalar, M>> for Axes<Lead, K> {
    type Products = Lead;
    type Sizes = OfVectors<K, M>;
    type Turned = Axes<Scalar, M>;
}

/// `[..L, K] with [..R, K, N] = [..L, ..R, N]`
#[diagnostic::do_not_recommend]
impl<Lead, K, Batch: Shape, M: Dim, N: Dim> Dots<Axes<Axes<Batch, M>, N>> for Axes<Lead, K>
where
    Batch: Follows<Lead, Output: Shape>,
{
    type Products = Axes<Batch::Output, N>;
    type Sizes = OfMatrices<K, M>;
    type Turned = Axes<Axes<Batch, N>, M>;
}

/// `[..L, K] with [..dynamic rank, N] = dynamic rank`: the right side may be a vector
impl<Lead, K, N> Dots<Axes<DynShape, N>> for Axes<Lead, K> {
    type Products = DynShape;
    type Sizes = NoSizes;
    type Turned = DynShape;
}

/// `[..L, K] with dynamic rank = dynamic rank`
impl<Lead, K> Dots<DynShape> for Axes<Lead, K> {
    type Products = DynShape;
    type Sizes = NoSizes;
    type Turned = DynShape;
}

/// `dynamic rank with [..R] = dynamic rank`
impl<Rhs: WithLastSwapped> Dots<Rhs> for DynShape {
    type Products = DynShape;
    type Sizes = NoSizes;
    type Turned = Rhs::Swapped;
}

/// The shape with its last two axes in the other order, or the shape itself if it has fewer.
#[doc(hidden)]
pub trait WithLastSwapped: Shape {
    /// That shape.
    type Swapped: Shape;
}

/// `[]`
impl WithLastSwapped for Scalar {
    type Swapped = Self;
}

/// `[N]`
impl<N: Dim> WithLastSwapped for Axes<Scalar, N> {
    type Swapped = Self;
}

/// `[..S, M, N] to [..S, N, M]`
impl<Lead: Shape, M: Dim, N: Dim> WithLastSwapped for Axes<Axes<Lead, M>, N> {
    type Swapped = Axes<Axes<Lead, N>, M>;
}

/// `[..dynamic rank, N] to dynamic rank`
impl<N: Dim> WithLastSwapped for Axes<DynShape, N> {
    type Swapped = DynShape;
}

/// `dynamic rank`
impl WithLastSwapped for DynShape {
    type Swapped = Self;
}

/// A shape whose sizes are multiplied by those of `Rhs`, aligned at the last axis: the rule of a Kronecker product.
///
/// ```text
/// [2, 3] by [4, 5] = [8, 15]
/// [3] by [4, 5]    = [4, 15]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell which shape this Kronecker product has",
    label = "nothing here says which sizes of `{Self}` and `{Rhs}` are multiplied",
    note = "add a bound on the whole shapes of the two operands: `where {Self}: Kron<{Rhs}>`"
)]
pub trait Kron<Rhs> {
    /// The shape of the product.
    type Output: ArrayShape;
}

/// `[] by [..R] = [..R]`
impl<Rhs: ArrayShape> Kron<Rhs> for Scalar {
    type Output = Rhs;
}

/// `[..L, N] by [] = [..L, N]`
impl<Lead: ArrayShape, N: Dim> Kron<Scalar> for Axes<Lead, N> {
    type Output = Self;
}

/// `[..L, N] by [..R, M] = [..(L by R), N * M]`
impl<Lead: Kron<RhsLead>, N: Dim, RhsLead, M: Dim> Kron<Axes<RhsLead, M>> for Axes<Lead, N> {
    type Output = Axes<Lead::Output, Times<N, M>>;
}

/// `[..L, N] by dynamic rank = dynamic rank`
impl<Lead, N> Kron<DynShape> for Axes<Lead, N> {
    type Output = DynShape;
}

/// `dynamic rank by [..R] = dynamic rank`
impl<Rhs> Kron<Rhs> for DynShape {
    type Output = DynShape;
}

/// The axes of one shape, then those of another.
fn joined(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let rank = lhs.len() + rhs.len();
    DynShape::build(rank, 1, &|axis| match rank - axis {
        place if place < lhs.len() => lhs[place],
        place => rhs[place - lhs.len()],
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The shape that is left when the axes from `from` on, counted from the end, are contracted with as many first axes on
/// the right: the rule of [`TensorDot`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::tensordot_shape;
///
/// assert_eq!(tensordot_shape(&[8, 3, 4], &[3, 4, 5], -2)?.dims(), [8, 5]);
/// let error = tensordot_shape(&[8, 3, 4], &[4, 3, 5], -2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot contract [8, 3, 4] with [4, 3, 5]: size 4 at axis -1 of the left does not match size 3 on the right",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// From 0 on, no axis is contracted.
///
/// # Errors
///
/// Returns an error if an operand has no such axes, or if the sizes differ.
pub fn tensordot_shape(lhs: &[usize], rhs: &[usize], from: isize) -> Result<DynShape, ShapeError> {
    let count = match from {
        0 => 0,
        _ => lhs.len() - place_of(lhs, from)?,
    };
    if rhs.len() < count {
        return Err(ShapeError::rank(rhs, count, true));
    }
    let (kept, contracted) = lhs.split_at(lhs.len() - count);
    Rule::CONTRACTED
        .compare(contracted, &rhs[..count])
        .map_err(|kind| kind.between(lhs, rhs))?;
    joined(kept, &rhs[count..])
}

/// The shape of the dot products of all pairs of vectors: the rule of [`Inner`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::inner_shape;
///
/// assert_eq!(inner_shape(&[8, 3], &[5, 3])?.dims(), [8, 5]);
/// let error = inner_shape(&[8, 3], &[5, 1]).unwrap_err();
/// assert_eq!(error.to_string(), "vector lengths differ: 3 and 1, in shapes [8, 3] and [5, 1]");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if an operand has no axis, or if the last sizes differ.
pub fn inner_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let (left, numbers) = super::vectors::vectors(lhs)?;
    let (right, others) = super::vectors::vectors(rhs)?;
    Rule::VECTORS.check_size(-1, [numbers, others], lhs, rhs)?;
    joined(left, right)
}

/// The shape of dot products: the rule of [`Dot`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::dot_shape;
///
/// assert_eq!(dot_shape(&[3], &[3])?.dims(), []);
/// assert_eq!(dot_shape(&[8, 3], &[3])?.dims(), [8]);
/// assert_eq!(dot_shape(&[8, 3], &[5, 3, 4])?.dims(), [8, 5, 4]);
/// let error = dot_shape(&[3], &[4]).unwrap_err();
/// assert_eq!(error.to_string(), "vector lengths differ: 3 and 4, in shapes [3] and [4]");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the sizes that are summed over differ.
pub fn dot_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    match (lhs, rhs) {
        ([], sizes) | (sizes, []) => Ok(sizes.into()),
        ([_front @ .., _], [_]) => inner_shape(lhs, rhs),
        ([front @ .., columns], [batch @ .., rows, last]) => {
            Rule::MATRIX_PRODUCT.check_size(-1, [*columns, *rows], lhs, rhs)?;
            let rank = front.len() + batch.len() + 1;
            DynShape::build(rank, 1, &|axis| match rank - axis {
                place if place < front.len() => front[place],
                place => batch.get(place - front.len()).copied().unwrap_or(*last),
            })
            .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
        }
    }
}

/// The shape of a Kronecker product: the rule of [`Kron`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::kron_shape;
///
/// assert_eq!(kron_shape(&[2, 3], &[4, 5])?.dims(), [8, 15]);
/// assert_eq!(kron_shape(&[3], &[4, 5])?.dims(), [4, 15]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if a size overflows `usize`.
pub fn kron_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let size = |sizes: &[usize], axis: usize| match sizes.len().checked_sub(axis) {
        Some(place) => sizes[place],
        None => 1,
    };
    let rank = lhs.len().max(rhs.len());
    let product = |axis| size(lhs, axis).checked_mul(size(rhs, axis));
    if let Some(axis) = (1..=rank).find(|&axis| product(axis).is_none()) {
        let longer = if lhs.len() < axis { rhs } else { lhs };
        return Err(ShapeError::too_many_elements(longer));
    }
    DynShape::build(rank, 1, &|axis| product(axis).unwrap_or(0))
        .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}
