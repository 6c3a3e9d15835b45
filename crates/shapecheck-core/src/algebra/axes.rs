//! The rules for moving, dropping, merging and splitting axes.
//!
//! ```
//! use shapecheck::algebra::{Flattens, MoveAxis, SqueezesAll, Unflattens};
//! use shapecheck::{Dim, Shape, shape};
//!
//! type Moved<S> = <S as MoveAxis<-1, -3>>::Output;
//! type Flat<S> = <S as Flattens<-3>>::Output;
//!
//! fn generic<S: Shape, C: Dim, H: Dim, W: Dim>(
//!     moved: Moved<shape![..S, H, W, C]>,
//!     flat: Flat<shape![..S, C, 5, 5]>,
//! ) -> (shape![..S, C, H, W], shape![..S, C * 5 * 5]) {
//!     (moved, flat)
//! }
//! let _: <shape![1, 3, 1, 5] as SqueezesAll>::Output = <shape![3, 5]>::default();
//! let _: <shape![2, 768] as Unflattens<-1, shape![2, 6, 64]>>::Output = <shape![2, 2, 6, 64]>::default();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::SqueezesAll;
//! use shapecheck::shape;
//!
//! fn wrong(_: <shape![1, _, 3] as SqueezesAll>::Output) {} // the dynamic size may be 1 or not
//! ```

use typenum::{B0, B1, U0, U1, UInt};

use super::network::with_last;
use super::{Inference, InfersOne, MakesUp, TakeAxis};
use crate::dim::{Extent, Product, Times};
use crate::dim::{Name, NamedDim};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::AxisList;
use crate::shape::axis::{for_numbers_of_no_axis, place_of};
use crate::shape::list::{ArrayShape, after};
use crate::shape::{InsertAxis, SwapAxes};
use crate::verdict::{Accept, MultipleRule, NextCount, Operands, SplitAxisRule};
use crate::{Axes, Axis, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A shape whose axis `FROM` can become axis `TO`, both counted from the end. All other axes keep their order.
///
/// ```text
/// -1 to -3: [..S, H, W, C] gives [..S, C, H, W]
/// -3 to -1: [..S, C, H, W] gives [..S, H, W, C]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot move axis {FROM} to {TO}: the shape does not have both",
    label = "no axis {FROM} or no axis {TO} here",
    note = "axes are counted from the end, from -1 for the last down to -8; the first of three is -3",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -1 and -2, whatever `S` is"
)]
pub trait MoveAxis<const FROM: isize, const TO: isize>: Shape {
    /// The shape with the axis in its new place.
    type Output: Shape;
}

/// `S` without axis `FROM`, with an axis `TO` of its size
impl<S, Without, Moved, const FROM: isize, const TO: isize> MoveAxis<FROM, TO> for S
where
    S: HasAxis<FROM, Without = Without>,
    Without: InsertAxis<TO, Output = Moved>,
    Moved: HasAxis<TO>,
{
    type Output = Moved::With<<S as HasAxis<FROM>>::Size>;
}

/// A shape whose axes of the list `From` can become those of the list `To`, one by one, all counted from the end. The
/// other axes keep their order.
///
/// ```text
/// axes![-2, -1] to axes![-4, -3]: [..S, A, B, C, D] gives [..S, C, D, A, B]
/// axes![-1, -2] to axes![-4, -3]: [..S, A, B, C, D] gives [..S, D, C, A, B]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot move these axes: the shape does not have all of them and of their places, or there is not a place for each",
    label = "not all of these axes and places are here, or one list is longer",
    note = "one list names the axes and the other their places: `x.move_axes::<axes![-1, -2], axes![-3, -4]>()` moves -1 to -3 and -2 to -4",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -1 and -2, whatever `S` is"
)]
pub trait MoveAxes<From, To>: Shape {
    /// The shape with the axes in their new places.
    type Output: Shape;
}

/// One impl for lists of each length: the axes are removed, the one furthest from the end first, so that the numbers of
/// the others stay. Then there is an axis more at each of the places, the last one first, and each gets its size. The
/// sizes are parameters of the impl, and so is the shape after each step, for which there are enough `names`.
macro_rules! move_axes {
    ($([$($axis:ident)*] [$($sorted:ident)*] to [$($place:ident)*] [$($first:ident)*] [$($last:ident)*] sizes [$($size:ident)*];)*) => {$(
        move_axes! {
            @remove [$($sorted)*] insert [$($last)*] resize [$($place $size)*] names [S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 S14 S15 S16 S17 S18 S19 S20 S21 S22 S23 S24]
            lists [$($axis)*] [$($sorted)*] [$($place)*] [$($first)*] [$($size)*] S [];
            S: $(HasAxis<$axis, Size = $size> +)*, $($size: Dim,)*
        }
    )*};
    (@remove [$next:ident $($rest:ident)*] insert $insert:tt resize $resize:tt names [$name:ident $($names:ident)*] lists $a:tt $b:tt $c:tt $d:tt $e:tt $shape:ident [$($used:ident)*]; $($bounds:tt)*) => {
        move_axes! {
            @remove [$($rest)*] insert $insert resize $resize names [$($names)*] lists $a $b $c $d $e
            $name [$($used)* $name]; $($bounds)* $shape: HasAxis<$next, Without = $name>,
        }
    };
    (@remove [] insert [$next:ident $($rest:ident)*] resize $resize:tt names [$name:ident $($names:ident)*] lists $a:tt $b:tt $c:tt $d:tt $e:tt $shape:ident [$($used:ident)*]; $($bounds:tt)*) => {
        move_axes! {
            @remove [] insert [$($rest)*] resize $resize names [$($names)*] lists $a $b $c $d $e
            $name [$($used)* $name]; $($bounds)* $shape: InsertAxis<$next, Output = $name>,
        }
    };
    (@remove [] insert [] resize [$place:ident $size:ident $($rest:ident)*] names [$name:ident $($names:ident)*] lists $a:tt $b:tt $c:tt $d:tt $e:tt $shape:ident [$($used:ident)*]; $($bounds:tt)*) => {
        move_axes! {
            @remove [] insert [] resize [$($rest)*] names [$($names)*] lists $a $b $c $d $e
            $name [$($used)* $name]; $($bounds)* $shape: HasAxis<$place, With<$size> = $name>,
        }
    };
    (@remove [] insert [] resize [] names $names:tt lists [$($axis:ident)*] [$($sorted:ident)*] [$($place:ident)*] [$($first:ident)*] [$($size:ident)*] $shape:ident [$($used:ident)*]; $($bounds:tt)*) => {
        impl<S, $($size,)* $($used,)* $(const $axis: isize, const $sorted: isize, const $place: isize, const $first: isize),*>
            MoveAxes<
                AxisList<($(Axis<$axis>,)*), ($(Axis<$sorted>,)*)>,
                AxisList<($(Axis<$place>,)*), ($(Axis<$first>,)*)>,
            > for S
        where
            $($bounds)*
            $shape: Shape,
        {
            type Output = $shape;
        }
    };
}

// For each length the axes, the same in the order of a shape, the places, and these in the order of a shape and
// backwards.
move_axes! {
    [A] [A2] to [I] [I2] [I2] sizes [Size1];
    [A B] [A2 B2] to [I J] [I2 J2] [J2 I2] sizes [Size1 Size2];
    [A B C] [A2 B2 C2] to [I J K] [I2 J2 K2] [K2 J2 I2] sizes [Size1 Size2 Size3];
    [A B C D] [A2 B2 C2 D2] to [I J K L] [I2 J2 K2 L2] [L2 K2 J2 I2] sizes [Size1 Size2 Size3 Size4];
    [A B C D E] [A2 B2 C2 D2 E2] to [I J K L M] [I2 J2 K2 L2 M2] [M2 L2 K2 J2 I2] sizes [Size1 Size2 Size3 Size4 Size5];
    [A B C D E F] [A2 B2 C2 D2 E2 F2] to [I J K L M N] [I2 J2 K2 L2 M2 N2] [N2 M2 L2 K2 J2 I2] sizes [Size1 Size2 Size3 Size4 Size5 Size6];
    [A B C D E F G] [A2 B2 C2 D2 E2 F2 G2] to [I J K L M N O] [I2 J2 K2 L2 M2 N2 O2] [O2 N2 M2 L2 K2 J2 I2] sizes [Size1 Size2 Size3 Size4 Size5 Size6 Size7];
    [A B C D E F G H] [A2 B2 C2 D2 E2 F2 G2 H2] to [I J K L M N O P] [I2 J2 K2 L2 M2 N2 O2 P2] [P2 O2 N2 M2 L2 K2 J2 I2] sizes [Size1 Size2 Size3 Size4 Size5 Size6 Size7 Size8];
}

/// A shape that can be rotated by `Turns` quarter turns in the plane of the two axes of a list, `List`, counted from
/// the end: from the first of them towards the second. The two sizes are swapped by an odd number of turns.
///
/// ```text
/// 1 in axes![-3, -1]: [..S, A, B, C] gives [..S, C, B, A]
/// 2 in axes![-3, -1]: [..S, A, B, C] gives [..S, A, B, C]
/// _ in axes![-3, -1]: [..S, A, B, C] gives [..S, _, B, _]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot rotate in these axes: the list does not name two axes of the shape",
    label = "not two axes of this shape",
    note = "a rotation goes from the first of two axes towards the second: `x.rot90_axes::<axes![-3, -1], dim!(1)>()`",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -1 and -2, whatever `S` is"
)]
pub trait Rot90<List, Turns>: Shape {
    /// The shape after these turns.
    type Output: Shape;
}

impl<S, Half, Sorted, Turns, const A: isize, const B: isize>
    Rot90<AxisList<(Axis<A>, Axis<B>), Sorted>, Turns> for S
where
    S: SwapAxes<A, B> + HasAxis<A, With<Dyn> = Half>,
    Half: HasAxis<B>,
    Turns: QuarterTurns,
{
    type Output = Turns::Turned<S, <S as SwapAxes<A, B>>::Output, Half::With<Dyn>>;
}

/// A number of quarter turns.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the number of quarter turns is even",
    label = "nothing here says whether `{Self}` is even",
    note = "`rot90_axes::<axes![-2, -1], dim!(3)>()` is a rotation by three quarter turns"
)]
pub trait QuarterTurns {
    /// One of the shapes: the same, the one with both sizes swapped, or the one where both may be either.
    type Turned<Same: Shape, Swapped: Shape, Either: Shape>: Shape;
}

/// `0`
impl QuarterTurns for U0 {
    type Turned<Same: Shape, Swapped: Shape, Either: Shape> = Same;
}

/// even numbers
impl<U> QuarterTurns for UInt<U, B0> {
    type Turned<Same: Shape, Swapped: Shape, Either: Shape> = Same;
}

/// odd numbers
impl<U> QuarterTurns for UInt<U, B1> {
    type Turned<Same: Shape, Swapped: Shape, Either: Shape> = Swapped;
}

/// a name, of which only the size is known, if that
impl<T, N: QuarterTurns> QuarterTurns for NamedDim<T, N> {
    type Turned<Same: Shape, Swapped: Shape, Either: Shape> = N::Turned<Same, Swapped, Either>;
}

/// `_`
impl QuarterTurns for Dyn {
    type Turned<Same: Shape, Swapped: Shape, Either: Shape> = Either;
}

/// A shape from which all axes of size 1 can be removed. The compiler has to know of each size whether it is 1.
///
/// ```text
/// [1, 3, 1, 5] gives [3, 5]
/// [1, _, 5] is refused
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of this shape have size 1",
    label = "nothing here says which axes of `{Self}` have size 1",
    note = "`remove_axis::<-1>()` removes one axis, and asks nothing of the others"
)]
pub trait SqueezesAll: Shape {
    /// The shape without these axes.
    type Output: Shape;
}

/// `[]`
impl SqueezesAll for Scalar {
    type Output = Scalar;
}

/// `dynamic rank`
impl SqueezesAll for DynShape {
    type Output = DynShape;
}

/// `[..S, 1]` gives what `[..S]` gives; `[..S, N]` gives that and N
impl<Lead: SqueezesAll, N: Dim + UnlessOne> SqueezesAll for Axes<Lead, N> {
    type Output = N::After<Lead::Output>;
}

/// A size for which the compiler knows whether it is 1.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a size that is not known here may be 1 or not: name the axes to be removed",
    label = "nothing here says whether the size `{Self}` is 1",
    note = "`remove_axis::<-1>()` and `remove_axes::<axes![-1, -3]>()` check dynamic sizes when the program runs"
)]
pub trait UnlessOne {
    /// The axes of `Lead`, and one of this size unless that is 1.
    type After<Lead: Shape>: Shape;
}

/// a name stays, whatever its size is
impl<T: Name, N: Dim> UnlessOne for NamedDim<T, N> {
    type After<Lead: Shape> = Axes<Lead, Self>;
}

/// `0` stays
impl UnlessOne for U0 {
    type After<Lead: Shape> = Axes<Lead, U0>;
}

/// `1` is removed
impl UnlessOne for U1 {
    type After<Lead: Shape> = Lead;
}

/// 2 and up stay
impl<U, B, C> UnlessOne for UInt<UInt<U, B>, C>
where
    Self: Dim,
{
    type After<Lead: Shape> = Axes<Lead, Self>;
}

/// A list of sizes to multiply.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell how many elements this shape has",
    label = "nothing here says what the product of the sizes of `{Self}` is",
    note = "add the bound `where {Self}: MultiplyUp`, with `use shapecheck::algebra::MultiplyUp`"
)]
pub trait MultiplyUp {
    /// Their product.
    type Total: Dim;
    /// The product of those that are known.
    type Known: Extent;
}

/// `[]` is 1
impl MultiplyUp for Scalar {
    type Total = U1;
    type Known = U1;
}

/// `dynamic rank` is known only at run time
impl MultiplyUp for DynShape {
    type Total = Dyn;
    type Known = Dyn;
}

/// `[..S, N]` is `[..S]` times N
impl<Lead: MultiplyUp, Last: Dim> MultiplyUp for Axes<Lead, Last> {
    type Total = Times<Lead::Total, Last>;
    type Known = Product<Lead::Known, Last::OrOne>;
}

/// A shape with an axis `AXIS`, counted from the end, that can be merged with all axes after it.
///
/// ```text
/// from -3: [..S, C, H, W] gives [..S, C * H * W]
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "the shape has no axis {AXIS}",
    label = "no axis {AXIS} here",
    note = "axes are counted from the end, from -1 for the last down to -8; the first of three is -3",
    note = "in generic code the axes have to stand in the type: `shape![..S, C, H, W]` has -3, -2 and -1, whatever `S` is"
)]
pub trait Flattens<const AXIS: isize>: Shape {
    /// The shape with one axis in place of these.
    type Output: ArrayShape;
}

macro_rules! flattens {
    ($($distance:tt [$($after:ident)*];)*) => {$(
        /// `[..S, N, A, B, ...]` gives `[..S, N * A * B * ...]`
        #[diagnostic::do_not_recommend]
        impl<Lead: Shape, N: Dim, $($after: Dim),*> Flattens<-$distance> for after!(Axes<Lead, N>; $($after)*) {
            type Output = Axes<Lead, flattens!(@product N; $($after)*)>;
        }

        flattens!(@ $distance [$($after)*]);
    )*};
    (@ $distance:tt [$($after:ident)*]) => {
        /// `[..dynamic rank, A, B, ...]` gives `[..dynamic rank, _]`
        #[diagnostic::do_not_recommend]
        impl<$($after),*> Flattens<-$distance> for after!(DynShape; $($after)*) where Self: Shape {
            type Output = Axes<DynShape, Dyn>;
        }

        flattens!(@fewer $distance [$($after)*]);
    };
    (@fewer $distance:tt []) => {};
    (@fewer $distance:tt [$first:ident $($after:ident)*]) => {
        flattens!(@ $distance [$($after)*]);
    };
    (@product $product:ty;) => { $product };
    (@product $product:ty; $first:ident $($rest:ident)*) => { flattens!(@product Times<$product, $first>; $($rest)*) };
}

for_numbers_of_no_axis! { [] Flattens for Scalar {
    type Output = Self;
} }

flattens! {
    1 [];
    2 [A];
    3 [A B];
    4 [A B C];
    5 [A B C D];
    6 [A B C D E];
    7 [A B C D E F];
    8 [A B C D E F G];
}

/// A shape whose axis `AXIS`, counted from the end, can be split into axes of the sizes `Sizes`, a list such as
/// `shape![2, _, 64]`. One of them may be dynamic, and is inferred at run time.
///
/// ```text
/// axis -1 of [..S, 768] into [2, 6, 64]: [..S, 2, 6, 64]
/// axis -1 of [..S, 768] into [2, _, 64]: [..S, 2, _, 64]     the dynamic size is 6
/// axis -1 of [..S, 768] into [2, 6, 63]: refused, they make 756
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} can be split into these sizes",
    label = "nothing here says that the product of the sizes is the size of the axis",
    note = "add the bound `where {Self}: Unflattens<{AXIS}, {Sizes}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Unflattens<const AXIS: isize, Sizes>: HasAxis<AXIS> {
    /// The shape with all these axes.
    type Output: Shape;
}

impl<S, Sizes, Total, Known, Size, Distance, Rest, const AXIS: isize> Unflattens<AXIS, Sizes> for S
where
    S: HasAxis<AXIS, Size = Size, Distance = Distance> + TakeAxis<AXIS, Sizes>,
    Size: Dim,
    Distance: NextCount,
    Sizes: InfersOne + MultiplyUp<Total = Total, Known = Known>,
    Known: Extent,
    Total: MakesUp<Size, Rest = Rest>,
    Rest: Inference,
    Operands: Accept<SplitAxisRule, Rest::Equal<Distance>>
        + Accept<MultipleRule, Rest::Factor<Size, Known, Distance>>,
{
    type Output = <S as TakeAxis<AXIS, Sizes>>::Output;
}

/// The order of axes after axis `from` became axis `to`: the rule of [`MoveAxis`] over slices of sizes. The arguments
/// are counted from the end, the axes of the result from the first, from 0.
///
/// ```
/// use shapecheck::algebra::move_axis_order;
///
/// assert_eq!(move_axis_order(&[8, 5, 6, 3], -1, -3)?.dims(), [0, 3, 1, 2]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn move_axis_order(sizes: &[usize], from: isize, to: isize) -> Result<DynShape, ShapeError> {
    move_axes_order(sizes, &[from], &[to])
}

/// The order of axes after those of one list became those of another, one by one: the rule of [`MoveAxes`] over slices
/// of sizes, and NumPy's `moveaxis`. The arguments are counted from the end, the axes of the result from the first,
/// from 0.
///
/// ```
/// use shapecheck::algebra::move_axes_order;
///
/// assert_eq!(move_axes_order(&[8, 5, 6, 3], &[-1, -2], &[-4, -3])?.dims(), [3, 2, 0, 1]);
/// assert_eq!(
///     move_axes_order(&[8, 5, 6, 3], &[-1, -2], &[-4]).unwrap_err().to_string(),
///     "cannot move axes of shape [8, 5, 6, 3]: there are 2 axes, but 1 places",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if one is named twice, or if the lists have different lengths.
pub fn move_axes_order(
    sizes: &[usize],
    from: &[isize],
    to: &[isize],
) -> Result<DynShape, ShapeError> {
    each_once(sizes, from)?;
    each_once(sizes, to)?;
    if from.len() != to.len() {
        let kind = ShapeErrorKind::MovedAxes {
            axes: from.len(),
            places: to.len(),
        };
        return Err(kind.of(sizes));
    }
    let rank = sizes.len();
    let order = |end: usize| {
        let axis = -(end as isize);
        match to.iter().position(|&place| place == axis) {
            Some(moved) => rank - from[moved].unsigned_abs(),
            None => {
                // As many of the others follow it as before.
                let behind = (1..end).filter(|&end| !to.contains(&-(end as isize)));
                let mut others = (1..=rank).filter(|&end| !from.contains(&-(end as isize)));
                rank - others.nth(behind.count()).unwrap_or(end)
            }
        }
    };
    DynShape::build(rank, 1, &order).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// Checks that a list names axes of the shape, and each of them once.
pub(super) fn each_once(sizes: &[usize], axes: &[isize]) -> Result<(), ShapeError> {
    for (named, &axis) in axes.iter().enumerate() {
        place_of(sizes, axis)?;
        if axes[..named].contains(&axis) {
            return Err(ShapeErrorKind::NamedTwice { axis }.of(sizes));
        }
    }
    Ok(())
}

/// The shape after quarter turns from one axis towards another, both counted from the end: the rule of [`Rot90`] over
/// slices of sizes, and NumPy's `rot90`. A negative number turns the other way.
///
/// ```
/// use shapecheck::algebra::rot90_shape;
///
/// assert_eq!(rot90_shape(&[8, 5, 3], [-3, -1], 1)?.dims(), [3, 5, 8]);
/// assert_eq!(rot90_shape(&[8, 5, 3], [-3, -1], -2)?.dims(), [8, 5, 3]);
/// assert_eq!(
///     rot90_shape(&[8, 5, 3], [-1, -1], 1).unwrap_err().to_string(),
///     "axis -1 of shape [8, 5, 3] is named twice",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if both are the same.
pub fn rot90_shape(
    sizes: &[usize],
    [a, b]: [isize; 2],
    turns: isize,
) -> Result<DynShape, ShapeError> {
    each_once(sizes, &[a, b])?;
    match turns % 2 {
        0 => Ok(sizes.into()),
        _ => swap_axes_shape(sizes, a, b),
    }
}

/// The shape with two axes, counted from the end, in each other's place: the rule of [`SwapAxes`](crate::shape::SwapAxes) over
/// slices of sizes. That of matrices transposed is the one of axes -2 and -1.
///
/// ```
/// use shapecheck::algebra::swap_axes_shape;
///
/// assert_eq!(swap_axes_shape(&[8, 5, 3], -1, -3)?.dims(), [3, 5, 8]);
/// assert!(swap_axes_shape(&[3], -1, -2).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn swap_axes_shape(sizes: &[usize], a: isize, b: isize) -> Result<DynShape, ShapeError> {
    let (a, b) = (place_of(sizes, a)?, place_of(sizes, b)?);
    let mut shape = DynShape::from(sizes);
    shape.dims_mut().swap(a, b);
    Ok(shape)
}

/// The shape of what has as many elements along an axis, counted from the end, as there were: of elements sorted or
/// turned round, of running totals, of shares of a sum.
///
/// ```
/// use shapecheck::algebra::kept_shape;
///
/// assert_eq!(kept_shape(&[8, 5], -2)?.dims(), [8, 5]);
/// assert_eq!(kept_shape(&[8, 5], -3).unwrap_err().to_string(), "shape [8, 5] has no axis -3");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn kept_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    place_of(sizes, axis)?;
    Ok(sizes.into())
}

/// The shape without an axis of size 1, counted from the end: the rule of [`RemoveAxis`](crate::shape::RemoveAxis) over slices
/// of sizes.
///
/// ```
/// use shapecheck::algebra::remove_axis_shape;
///
/// assert_eq!(remove_axis_shape(&[8, 1, 3], -2)?.dims(), [8, 3]);
/// assert_eq!(
///     remove_axis_shape(&[8, 1, 3], -1).unwrap_err().to_string(),
///     "cannot remove axis -1 of shape [8, 1, 3]: its size is 3, not 1",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if it has a different size.
pub fn remove_axis_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    match sizes[place_of(sizes, axis)?] {
        1 => without_axis(sizes, axis),
        size => Err(Rule::REMOVE_AXIS.sizes(axis, size, 1).of(sizes)),
    }
}

/// The shape without an axis, counted from the end, whatever its size: the shape of one index of the axis.
///
/// ```
/// use shapecheck::algebra::without_axis;
///
/// assert_eq!(without_axis(&[8, 5, 3], -2)?.dims(), [8, 3]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis.
pub fn without_axis(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    let place = place_of(sizes, axis)?;
    with_last(&sizes[..place], &sizes[place + 1..])
}

/// The shape with one more axis of size 1, which becomes `axis` (-1 is the last): the rule of [`InsertAxis`] over
/// slices of sizes.
///
/// ```
/// use shapecheck::algebra::insert_axis_shape;
///
/// assert_eq!(insert_axis_shape(&[8, 3], -2)?.dims(), [8, 1, 3]);
/// assert_eq!(insert_axis_shape(&[8, 3], -3)?.dims(), [1, 8, 3]);
/// assert!(insert_axis_shape(&[8, 3], -4).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the shape has too few axes for it.
pub fn insert_axis_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    match (sizes.len() + 1).checked_sub(axis.unsigned_abs()) {
        Some(place) if axis < 0 => {
            let rank = sizes.len() + 1;
            DynShape::build(rank, 1, &|end| match rank - end {
                index if index < place => sizes[index],
                index if index == place => 1,
                index => sizes[index - 1],
            })
            .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
        }
        _ => Err(ShapeError::no_axis(sizes, axis)),
    }
}

/// The shape with its axes in another order, which names each of them once, counted from the end: the rule of
/// [`Permute`](crate::shape::Permute) over slices of sizes.
///
/// ```
/// use shapecheck::algebra::permute_shape;
///
/// assert_eq!(permute_shape(&[8, 5, 3], &[-1, -3, -2])?.dims(), [3, 8, 5]);
/// assert_eq!(
///     permute_shape(&[8, 5, 3], &[-1, -3, -1]).unwrap_err().to_string(),
///     "axis -1 of shape [8, 5, 3] is named twice",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, if one is named twice, or if not all are named.
pub fn permute_shape(sizes: &[usize], order: &[isize]) -> Result<DynShape, ShapeError> {
    each_once(sizes, order)?;
    let mut shape = DynShape::from(sizes);
    for (size, &axis) in shape.dims_mut().iter_mut().zip(order) {
        *size = sizes[place_of(sizes, axis)?];
    }
    match order.len() == sizes.len() {
        true => Ok(shape),
        false => Err(ShapeError::rank(sizes, order.len(), false)),
    }
}

/// The shape without all axes of size 1: the rule of [`SqueezesAll`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::squeezed_shape;
///
/// assert_eq!(squeezed_shape(&[1, 3, 1, 5])?.dims(), [3, 5]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Without the feature `alloc`, returns an error if more than 8 axes are left.
pub fn squeezed_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    let kept = || sizes.iter().filter(|&&size| size != 1);
    let rank = kept().count();
    let size = |end: usize| kept().nth(rank - end).copied().unwrap_or(1);
    DynShape::build(rank, 1, &size).ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The shape with an axis, counted from the end, merged with all axes after it: the rule of [`Flattens`] over slices of
/// sizes.
///
/// ```
/// use shapecheck::algebra::flatten_shape;
///
/// assert_eq!(flatten_shape(&[8, 64, 5, 5], -3)?.dims(), [8, 1600]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no such axis, or if the product of the sizes overflows `usize`.
pub fn flatten_shape(sizes: &[usize], axis: isize) -> Result<DynShape, ShapeError> {
    let place = place_of(sizes, axis)?;
    let product = crate::shape::num_elements(&sizes[place..])?;
    let mut shape = DynShape::from(&sizes[..=place]);
    shape.dims_mut()[place] = product;
    Ok(shape)
}
