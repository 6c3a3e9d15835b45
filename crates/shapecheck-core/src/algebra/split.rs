//! Rules for splitting an axis into two axes or into pieces, and for merging two axes. The other axes may be anything,
//! so that generic code needs no bounds on them.
//!
//! ```
//! use shapecheck::{Dim, algebra::{MergeAxes, SplitAxis}, dim, shape};
//!
//! type Heads<S> = <S as SplitAxis<-1, dim!(12), dim!(64)>>::Output;
//! type Merged<S> = <S as MergeAxes<-2>>::Output;
//!
//! fn heads<B: Dim, T: Dim>(x: Heads<shape![B, T, 768]>) -> shape![B, T, 12, 64] {
//!     x
//! }
//! fn merged<B: Dim, T: Dim, H: Dim>(x: Merged<shape![B, T, H, 64]>) -> shape![B, T, H * 64] {
//!     x
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{algebra::SplitAxis, dim, shape};
//!
//! // cannot split axis -1: the product of the new sizes is 756, its size is 768
//! fn wrong(_: <shape![2, 768] as SplitAxis<-1, dim!(12), dim!(63)>>::Output) {}
//! ```

use core::marker::PhantomData;

use typenum::{B0, U0, UInt, UTerm};

use super::equal::EqualAt;
use super::topk::resized;
use super::{Answer, AnyAnswer, AxisEquals, without_axis};
use crate::dim::{
    Arithmetic, AtMost, DividedBy, Extent, MultipleVerdict, Plus, Product, Sum, Times,
};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::axis::{for_numbers_of_no_axis, place_of};
use crate::shape::list::{ArrayShape, after};
use crate::verdict::{
    Accept, AxisVerdict, Fits, MultipleRule, NextCount, Operands, SplitAxisRule, SplitEquallyRule,
    SplitIntoRule, UnstackIntoRule,
};
use crate::{Axes, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A shape whose axis `AXIS`, counted from the end, can be split into two axes of the sizes `First` and `Second`.
///
/// ```text
/// axis -1 of [..S, 768] into 12 and 64: [..S, 12, 64]
/// axis -1 of [..S, 768] into 12 and _: [..S, 12, _]     the dynamic size has to be 64
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} can be split into these sizes",
    label = "nothing here says that `{First}` times `{Second}` is the size of the axis",
    note = "add the bound `where {Self}: SplitAxis<{AXIS}, {First}, {Second}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitAxis<const AXIS: isize, First, Second> {
    /// The shape with two axes.
    type Output: Shape;
}

impl<S, First, Second, Made, Size, Distance, Rest, const AXIS: isize> SplitAxis<AXIS, First, Second>
    for S
where
    First: Dim + Arithmetic<Times<Second> = Made>,
    Second: Dim,
    S: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Size: Dim,
    Distance: NextCount,
    Made: MakesUp<Size, Rest = Rest>,
    Rest: Inference,
    Rest::If<<First::IsUnknown as Answer>::And<Second::IsUnknown>>: InfersOneFactor,
    Operands: Accept<SplitAxisRule, Rest::Equal<Distance>>
        + Accept<MultipleRule, Rest::Factor<Size, Product<OrOne<First>, OrOne<Second>>, Distance>>,
{
    type Output = S::WithTwo<First, Second>;
}

/// A shape whose axis `AXIS`, counted from the end, can be split into two axes whose sizes are values of the types `First`
/// and `Second`. Nothing is inferred, so both may be dynamic.
///
/// ```text
/// axis -1 of [..S, Heads * Head] into Heads and Head: [..S, Heads, Head]
/// axis -1 of [..S, 768] into _ and _: [..S, _, _]     the product of the values has to be 768
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} can be split into these sizes",
    label = "nothing here says that `{First}` times `{Second}` is the size of the axis",
    note = "add the bound `where {Self}: SplitAxisWith<{AXIS}, {First}, {Second}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitAxisWith<const AXIS: isize, First, Second> {
    /// The shape with two axes.
    type Output: Shape;
}

impl<S, First, Second, Made, Size, Distance, Rest, const AXIS: isize>
    SplitAxisWith<AXIS, First, Second> for S
where
    First: Dim + Arithmetic<Times<Second> = Made>,
    Second: Dim,
    S: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Distance: NextCount,
    Made: MakesUp<Size, Rest = Rest>,
    Rest: Inference,
    Operands: Accept<SplitAxisRule, Rest::Equal<Distance>>,
{
    type Output = S::WithTwo<First, Second>;
}

/// Whether both of two sizes are to be inferred: no.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot split an axis: one of the two new sizes can be inferred, not both",
    label = "`_` twice",
    note = "`x.split_axis::<-1, dim!(12), dim!(_)>()` infers the second",
    note = "`x.split_axis_with::<-1, _, _>(Dyn(heads), Dyn(head))` takes both as values"
)]
pub trait InfersOneFactor {}

impl InfersOneFactor for B0 {}

/// The sum or the product of sizes, which is the size `Whole` of an axis: what the compiler has to infer.
///
/// A size makes itself, and nothing is to be inferred: the axis is not known where a part of it is not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the sizes `{Self}` and `{Whole}` are equal",
    label = "nothing here says that `{Self}` is `{Whole}`",
    note = "make the axis what its parts make, as in `shape![A * B]` or `shape![A + B]`",
    note = "where the two are always equal, use one parameter for both, or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait MakesUp<Whole>: AxisEquals<Whole> {
    /// [`Inferred`] or [`NothingInferred`].
    type Rest: Inference;
}

/// All parts are known.
impl<Whole, Verdict> MakesUp<Whole> for UTerm
where
    Self: AxisEquals<Whole, Verdict = Verdict>,
    Verdict: AxisVerdict,
{
    type Rest = NothingInferred<Verdict>;
}

/// All parts are known.
impl<U, B, Whole, Verdict> MakesUp<Whole> for UInt<U, B>
where
    Self: AxisEquals<Whole, Verdict = Verdict>,
    Verdict: AxisVerdict,
{
    type Rest = NothingInferred<Verdict>;
}

/// Neither the parts are known nor what they make.
impl MakesUp<Dyn> for Dyn {
    type Rest = NothingInferred<Fits<Dyn>>;
}

/// A part of 0 elements is not known.
impl MakesUp<UTerm> for Dyn {
    type Rest = Inferred;
}

/// A part of a number is not known.
impl<U, B> MakesUp<UInt<U, B>> for Dyn {
    type Rest = Inferred;
}

/// What is to be inferred of a size from the others of which one is made.
///
/// All that a rule asks of the sizes is asked of this one type, so that nothing is reported beside a size that is not known
/// to be made.
#[doc(hidden)]
pub trait Inference {
    /// The verdict that the size is what the others make.
    type Equal<Axis: NextCount>;
    /// The verdict that `Whole` is a multiple of `Known`.
    type Factor<Whole: Extent, Known: Extent, Axis: NextCount>: AxisVerdict;
    /// The verdict that `Whole` is at least `Known`.
    type Piece<Whole: Extent, Known: Extent, Axis: NextCount>: AxisVerdict;
    /// The answer, if there is something to be inferred, or else no.
    type If<Asked: AnyAnswer>: AnyAnswer;
}

/// A size is inferred by the compiler.
#[doc(hidden)]
pub struct Inferred;

/// A size is inferred at run time, or none is, with the verdict on whether the size is what the others make.
#[doc(hidden)]
pub struct NothingInferred<Verdict>(PhantomData<Verdict>);

impl Inference for Inferred {
    type Equal<Axis: NextCount> = Fits<Scalar>;
    type Factor<Whole: Extent, Known: Extent, Axis: NextCount> =
        MultipleVerdict<Whole, Known, Whole, Known, Axis>;
    type Piece<Whole: Extent, Known: Extent, Axis: NextCount> = AtMost<Known, Whole, Axis>;
    type If<Asked: AnyAnswer> = Asked;
}

impl<Verdict: AxisVerdict> Inference for NothingInferred<Verdict> {
    type Equal<Axis: NextCount> = Verdict::At<Axis>;
    type Factor<Whole: Extent, Known: Extent, Axis: NextCount> = Fits<Scalar>;
    type Piece<Whole: Extent, Known: Extent, Axis: NextCount> = Fits<Scalar>;
    type If<Asked: AnyAnswer> = B0;
}

type OrOne<N> = <N as Extent>::OrOne;

/// A shape whose axis `AXIS`, counted from the end, can be merged with the one after it.
///
/// ```text
/// axis -2 of [..S, M, N]: [..S, M * N]
/// axis -3 of [..S, M, N, K]: [..S, M * N, K]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "the shape does not have an axis {AXIS} and one after it",
    label = "no axis {AXIS} with an axis after it here",
    note = "`merge_axes::<-2>()` makes one axis of the last two, and `merge_axes::<-3>()` of the two in front of the last",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -2 and -1, whatever `S` is"
)]
pub trait MergeAxes<const AXIS: isize> {
    /// The shape with one axis in place of the two.
    type Output: ArrayShape;
}

macro_rules! merge {
    ($($distance:tt [$($after:ident)*];)*) => {$(
        /// `[..S, M, N, A, B, ...]` gives `[..S, M * N, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<Lead: ArrayShape, M: Dim, N: Dim, $($after: Dim),*> MergeAxes<-$distance> for after!(Axes<Axes<Lead, M>, N>; $($after)*) {
            type Output = after!(Axes<Lead, Times<M, N>>; $($after)*);
        }

        /// `[..dynamic rank, N, A, B, ...]` gives `[..dynamic rank, _, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<N: Dim, $($after: Dim),*> MergeAxes<-$distance> for after!(Axes<DynShape, N>; $($after)*) {
            type Output = after!(Axes<DynShape, Dyn>; $($after)*);
        }

        merge!(@ $distance [$($after)*]);
    )*};
    (@ $distance:tt [$($after:ident)*]) => {
        /// `[..dynamic rank, A, B, ...]`, if both axes are of run-time rank
        #[diagnostic::do_not_recommend]
        impl<$($after),*> MergeAxes<-$distance> for after!(DynShape; $($after)*) where Self: Shape {
            type Output = Self;
        }

        merge!(@fewer $distance [$($after)*]);
    };
    (@fewer $distance:tt []) => {};
    (@fewer $distance:tt [$first:ident $($after:ident)*]) => {
        merge!(@ $distance [$($after)*]);
    };
}

for_numbers_of_no_axis! { [] MergeAxes for Scalar {
    type Output = Self;
} }

for_numbers_of_no_axis! { [N: Dim] MergeAxes for Axes<Scalar, N> {
    type Output = Self;
} }

merge! {
    2 [];
    3 [A];
    4 [A B];
    5 [A B C];
    6 [A B C D];
    7 [A B C D E];
    8 [A B C D E F];
}

/// A shape whose axis `AXIS`, counted from the end, can be split into pieces of the sizes `Pieces`, a list such as
/// `shape![3, 5]`. A piece of dynamic size is what the others leave.
///
/// ```text
/// axis -1 of [..S, 8] into [3, 5]: [..S, 3] and [..S, 5]
/// axis -1 of [..S, 8] into [3, 4]: refused, they make 7
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these pieces make up axis {AXIS}",
    label = "nothing here says that the sizes of `{Pieces}` make up the axis",
    note = "add the bound `where {Self}: SplitInto<{AXIS}, {Pieces}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitInto<const AXIS: isize, Pieces>: HasAxis<AXIS> {}

impl<S, Pieces, Total, Known, Size, Distance, Rest, const AXIS: isize> SplitInto<AXIS, Pieces> for S
where
    S: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Size: Dim,
    Distance: NextCount,
    Pieces: AddUp<Total = Total, Known = Known>,
    Known: Extent,
    Total: MakesUp<Size, Rest = Rest>,
    Rest: Inference,
    Rest::If<Pieces::HasUnknowns>: InfersOnePiece,
    Operands: Accept<SplitIntoRule, Rest::Equal<Distance>>
        + Accept<SplitIntoRule, Rest::Piece<Size, Known, Distance>>,
{
}

/// Whether more than one piece is to be inferred: no.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot split an axis: one piece can be inferred, not two",
    label = "more than one `_` among the sizes of the pieces",
    note = "one `_` is what the other pieces leave; sizes that are known only when the program runs go into `split_at_indices`"
)]
pub trait InfersOnePiece {}

impl InfersOnePiece for B0 {}

/// A list of sizes to add up.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a list of sizes",
    label = "not a list of sizes",
    note = "`x.along::<-1>().split::<shape![3, 5]>()` gives two tensors"
)]
pub trait AddUp {
    /// Their sum.
    type Total: Dim;
    /// The sum of those that are known.
    type Known: Extent;
    /// Whether one is not known.
    type HasUnknown: AnyAnswer;
    /// Whether more than one is not known.
    type HasUnknowns: AnyAnswer;
}

/// `[]` is 0
#[diagnostic::do_not_recommend]
impl AddUp for Scalar {
    type Total = U0;
    type Known = U0;
    type HasUnknown = B0;
    type HasUnknowns = B0;
}

/// a number is not a list; the error is reported where a list is needed
#[diagnostic::do_not_recommend]
impl<U, B> AddUp for UInt<U, B> {
    type Total = Dyn;
    type Known = U0;
    type HasUnknown = B0;
    type HasUnknowns = B0;
}

/// `[..S, N]` is `[..S]` plus N
#[diagnostic::do_not_recommend]
impl<Lead: AddUp, Last: Dim> AddUp for Axes<Lead, Last> {
    type Total = Plus<Lead::Total, Last>;
    type Known = Sum<Lead::Known, Last::OrZero>;
    type HasUnknown = <Last::IsUnknown as Answer>::Or<Lead::HasUnknown>;
    type HasUnknowns =
        <<Last::IsUnknown as Answer>::And<Lead::HasUnknown> as Answer>::Or<Lead::HasUnknowns>;
}

/// A shape whose axis `AXIS`, counted from the end, can be split into `K` equal pieces.
///
/// ```text
/// axis -1 of [..S, 8] into 4: four of [..S, 2]
/// axis -1 of [..S, 8] into 3: refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` can be split into this many equal parts",
    label = "nothing here says that the size of the axis is a multiple of `{K}`",
    note = "add the bound `where {Self}: SplitEqually<{AXIS}, {K}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait SplitEqually<const AXIS: isize, K> {
    /// The shape of the result.
    type Output: ArrayShape;
}

impl<Lhs, K: Dim, const AXIS: isize> SplitEqually<AXIS, K> for Lhs
where
    Lhs: HasAxis<AXIS>,
    Lhs: Accept<
            SplitEquallyRule,
            MultipleVerdict<
                <Lhs as HasAxis<AXIS>>::Size,
                K,
                <Lhs as HasAxis<AXIS>>::Size,
                K,
                <Lhs as HasAxis<AXIS>>::Distance,
            >,
        >,
{
    type Output = <Lhs as HasAxis<AXIS>>::Resized<DividedBy<<Lhs as HasAxis<AXIS>>::Size, K>>;
}

/// The shape of each part of an axis, counted from the end, in this many equal parts: the rule of [`SplitEqually`] over slices
/// of sizes.
///
/// ```
/// use shapecheck::algebra::split_equal_shape;
///
/// assert_eq!(split_equal_shape(&[2, 8], -1, 4)?.dims(), [2, 2]);
/// let error = split_equal_shape(&[2, 8], -1, 3).unwrap_err();
/// assert_eq!(error.to_string(), "cannot split axis -1 of shape [2, 8] into 3 equal parts: 8 is not a multiple of 3");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if its size is not a multiple of the number of parts.
pub fn split_equal_shape(
    shape: &[usize],
    axis: isize,
    parts: usize,
) -> Result<DynShape, ShapeError> {
    let size = shape[place_of(shape, axis)?];
    if size.checked_rem(parts) != Some(0) {
        return Err(Rule::SPLIT_EQUALLY.sizes(axis, size, parts).of(shape));
    }
    resized(shape, axis, |size| size.checked_div(parts))
}

/// A shape whose axis `AXIS`, counted from the end, has `K` indices. Each index becomes a tensor without that axis.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell how many indices axis {AXIS} has",
    label = "nothing here says that there are `{K}`",
    note = "`iter_axis` yields what lies at the indices, however many there are"
)]
pub trait UnstackInto<const AXIS: isize, K> {
    /// The shape of the result.
    type Output: ArrayShape;
}

impl<Lhs, K: Dim, const AXIS: isize> UnstackInto<AXIS, K> for Lhs
where
    Lhs: HasAxis<AXIS>,
    K: AxisEquals<<Lhs as HasAxis<AXIS>>::Size>,
    Operands: Accept<
            UnstackIntoRule,
            EqualAt<K, <Lhs as HasAxis<AXIS>>::Size, <Lhs as HasAxis<AXIS>>::Distance>,
        >,
{
    type Output = <Lhs as HasAxis<AXIS>>::Without;
}

/// The shape of each of the tensors that an axis, counted from the end, is taken apart into, one for each of its
/// indices: the rule of [`UnstackInto`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::unstack_shape;
///
/// assert_eq!(unstack_shape(&[2, 3, 8], -2, 3)?.dims(), [2, 8]);
/// let error = unstack_shape(&[2, 5, 8], -2, 3).unwrap_err();
/// assert_eq!(error.to_string(), "cannot unstack axis -2 of shape [2, 5, 8] into 3 tensors: its size is 5");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if its size is not the number of tensors.
pub fn unstack_shape(shape: &[usize], axis: isize, count: usize) -> Result<DynShape, ShapeError> {
    let size = shape[place_of(shape, axis)?];
    if count != size {
        return Err(Rule::UNSTACK_INTO.sizes(axis, count, size).of(shape));
    }
    without_axis(shape, axis)
}

/// The shape with an axis, counted from the end, split into several: the rule of [`SplitAxis`] over slices of sizes.
/// One size may be `None`, and is inferred.
///
/// ```
/// use shapecheck::algebra::split_axis_shape;
///
/// assert_eq!(split_axis_shape(&[2, 768], -1, &[Some(12), Some(64)])?.dims(), [2, 12, 64]);
/// assert_eq!(split_axis_shape(&[2, 768], -1, &[Some(12), None])?.dims(), [2, 12, 64]);
/// let error = split_axis_shape(&[2, 768], -1, &[Some(12), Some(63)]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot split axis -1 of shape [2, 768]: the product of the new sizes is 756, its size is 768",
/// );
/// let error = split_axis_shape(&[2, 770], -1, &[Some(12), None]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot split axis -1 of shape [2, 770]: 770 is not a multiple of 12");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if the sizes do not multiply to its size, or if more than one is to be
/// inferred, or one next to a size of 0.
pub fn split_axis_shape(
    shape: &[usize],
    axis: isize,
    sizes: &[Option<usize>],
) -> Result<DynShape, ShapeError> {
    let place = place_of(shape, axis)?;
    let size = shape[place];
    let product = |count: usize, size: &usize| count.checked_mul(*size);
    let known = sizes.iter().flatten().try_fold(1, product);
    let known = known.ok_or_else(|| Rule::SPLIT_AXIS.sizes(axis, usize::MAX, size).of(shape))?;
    let inferred = match sizes.iter().filter(|size| size.is_none()).count() {
        0 if known == size => 0,
        0 => return Err(Rule::SPLIT_AXIS.sizes(axis, known, size).of(shape)),
        1 => match (size.checked_div(known), size.checked_rem(known)) {
            (Some(quotient), Some(0)) => quotient,
            _ => return Err(Rule::MULTIPLE.sizes(axis, size, known).of(shape)),
        },
        _ => return Err(ShapeErrorKind::TwoToInfer { axis }.of(shape)),
    };
    let rank = shape.len() + sizes.len() - 1;
    let size = |end: usize| match rank - end {
        index if index < place => shape[index],
        index if index < place + sizes.len() => sizes[index - place].unwrap_or(inferred),
        index => shape[index + 1 - sizes.len()],
    };
    DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The shape with an axis, counted from the end, merged with the one after it: the rule of [`MergeAxes`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::merge_axes_shape;
///
/// assert_eq!(merge_axes_shape(&[2, 12, 64], -2)?.dims(), [2, 768]);
/// assert_eq!(merge_axes_shape(&[2, 12, 64], -3)?.dims(), [24, 64]);
/// assert!(merge_axes_shape(&[2, 12, 64], -1).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or none after it, or if the product of the two sizes overflows `usize`.
pub fn merge_axes_shape(shape: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    if axis == -1 {
        return Err(ShapeError::no_axis(shape, 0));
    }
    let place = place_of(shape, axis)?;
    let product = shape[place].checked_mul(shape[place + 1]);
    let product = product.ok_or_else(|| ShapeError::too_many_elements(shape))?;
    let rank = shape.len() - 1;
    let size = |end: usize| match rank - end {
        index if index < place => shape[index],
        index if index == place => product,
        index => shape[index + 1],
    };
    DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The sizes of the pieces of an axis, counted from the end: the rule of [`SplitInto`] over slices of sizes. One of
/// them may be `None`: it is what the others leave.
///
/// ```
/// use shapecheck::algebra::piece_sizes;
///
/// assert_eq!(piece_sizes(&[2, 8], -1, &[Some(3), Some(5)])?.dims(), [3, 5]);
/// assert_eq!(piece_sizes(&[2, 8], -1, &[Some(3), None])?.dims(), [3, 5]);
/// let error = piece_sizes(&[2, 8], -1, &[Some(3), Some(4)]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot split axis -1 of shape [2, 8]: the pieces add up to 7, its size is 8");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if the pieces do not make up its size, or if more than one is to be
/// inferred.
pub fn piece_sizes(
    shape: &[usize],
    axis: isize,
    pieces: &[Option<usize>],
) -> Result<DynShape, ShapeError> {
    let size = shape[place_of(shape, axis)?];
    let known = pieces
        .iter()
        .flatten()
        .copied()
        .fold(0, usize::saturating_add);
    let inferred = match pieces.iter().filter(|piece| piece.is_none()).count() {
        0 if known == size => 0,
        1 if known <= size => size - known,
        0 | 1 => return Err(Rule::SPLIT_INTO.sizes(axis, known, size).of(shape)),
        _ => return Err(ShapeErrorKind::TwoToInfer { axis }.of(shape)),
    };
    let rank = pieces.len();
    let piece = |end: usize| pieces[rank - end].unwrap_or(inferred);
    DynShape::build(rank, 1, &piece).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}
