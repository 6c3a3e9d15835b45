//! Axes by number: their sizes, and shapes with axes changed, removed, inserted or reordered.
//!
//! An axis is counted from the end, with -1 as the last, so that it means the same whatever axes are in front.
//! Generic code needs no bounds for axes that a type spells out:
//!
//! ```
//! use shapecheck::shape::{HasAxes, HasAxis, Permute};
//! use shapecheck::{Dim, Shape, axes, shape};
//!
//! type Rows<S> = <S as HasAxis<-2>>::Size;
//! type Means<S> = <S as HasAxes<axes![-2, -1]>>::WithOnes;
//! type Transposed<S> = <S as Permute<axes![-1, -2]>>::Output;
//!
//! fn layer<S: Shape, N: Dim, K: Dim>(
//!     x: Transposed<shape![..S, N, K]>,
//!     mean: Means<shape![..S, N, K]>,
//!     rows: Rows<shape![..S, N, K]>,
//! ) -> (shape![..S, K, N], shape![..S, 1, 1], N) {
//!     (x, mean, rows)
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::shape;
//! use shapecheck::shape::HasAxis;
//!
//! type Rows = <shape![3] as HasAxis<-2>>::Size; // the shape has no axis -2
//! # fn use_it(_: Rows) {}
//! ```
//!
//! In the guide: [shapes](crate::guide::shapes).

use core::fmt::Debug;
use core::marker::PhantomData;

use typenum::{U0, U1, UInt};

use super::list::{ArrayShape, after, names};
use super::{Axes, DynShape, Scalar, Shape};
use crate::dim::Extent;
use crate::dim::NamedDim;
use crate::sealed::Sealed;
use crate::verdict::{Accept, Clash, Count, Fits, NextCount, Operands, RemoveAxisRule, Shapes};
use crate::{Dim, Dyn, ShapeError};

/// The number of an axis as a type, counted from the end: `Axis<-1>` is the last.
///
/// In the guide: [shapes](crate::guide::shapes).
#[derive(Debug)]
pub struct Axis<const AXIS: isize>;

/// Several axes as a type, written with [`axes!`](crate::axes!): a tuple of [`Axis`] in the order given, and one in the
/// order of a shape.
///
/// In the guide: [shapes](crate::guide::shapes).
#[derive(Debug)]
pub struct AxisList<Ordered, Sorted>(PhantomData<(Ordered, Sorted)>);

// `axes!` expands to these names.
#[doc(hidden)]
pub type Axis1 = Axis<-1>;
#[doc(hidden)]
pub type Axis2 = Axis<-2>;
#[doc(hidden)]
pub type Axis3 = Axis<-3>;
#[doc(hidden)]
pub type Axis4 = Axis<-4>;
#[doc(hidden)]
pub type Axis5 = Axis<-5>;
#[doc(hidden)]
pub type Axis6 = Axis<-6>;
#[doc(hidden)]
pub type Axis7 = Axis<-7>;
#[doc(hidden)]
pub type Axis8 = Axis<-8>;

/// A shape that has an axis `AXIS`, counted from the end: from -1 for the last to -8.
///
/// ```text
/// axis -2 of [..S, N, K]: size N, with one [..S, 1, K], without [..S, K], in front [..S]
/// ```
///
/// For the compiler, a shape of run-time rank has each of these axes, with a dynamic size, and stays the same shape.
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "the shape has no axis {AXIS}",
    label = "no axis {AXIS} here",
    note = "axes are counted from the end, from -1 for the last down to -8; the first of three is -3",
    note = "in generic code the axis has to stand in the type: `shape![..S, N]` has an axis -1, whatever `S` is"
)]
pub trait HasAxis<const AXIS: isize>: Shape + WithAxis<AXIS, Same = Self> {
    /// The size of that axis.
    type Size: Dim;
    /// The same shape with size 1 at that axis.
    type WithOne: Shape;
    /// The same shape with a different size at that axis.
    type With<N: Dim>: Shape;
    /// The same shape with a computed size at that axis.
    #[doc(hidden)]
    type Resized<N: Extent>: ArrayShape;
    /// The same shape with two axes in place of that one.
    #[doc(hidden)]
    type WithTwo<N: Dim, M: Dim>: Shape;
    /// The same shape without that axis.
    type Without: Shape;
    /// The axes before that axis.
    type InFront: Shape;
    /// How far the axis is from the end, for a message.
    #[doc(hidden)]
    type Distance: NextCount;
}

/// The shape itself, if it has an axis `AXIS`. Without the axis this is the only error, and later operations add none.
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "the shape has no axis {AXIS}",
    label = "no axis {AXIS} here",
    note = "axes are counted from the end, from -1 for the last down to -8; the first of three is -3",
    note = "in generic code the axis has to stand in the type: `shape![..S, N]` has an axis -1, whatever `S` is"
)]
pub trait WithAxis<const AXIS: isize> {
    /// The shape.
    type Same;
}

/// A shape to which one more axis, of size 1, can be added so that it becomes axis `AXIS` of the output. -1 makes it
/// the last, -8 is the furthest.
///
/// ```text
/// -1: [..S, A, B] gives [..S, A, B, 1]
/// -2: [..S, A, B] gives [..S, A, 1, B]
/// -3: [..S, A, B] gives [..S, 1, A, B]
/// ```
///
/// A shape of run-time rank takes the new axis among its axes, and stays the same shape.
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "a new axis cannot become axis {AXIS}: the shape has too few axes",
    label = "too few axes for a new axis {AXIS}",
    note = "the number is the one that the new axis has in the result, counted from the end, down to -8; a shape of two axes takes -1, -2 or -3",
    note = "in generic code the axes after it have to stand in the type: `shape![..S, N]` takes a new axis -2, whatever `S` is"
)]
pub trait InsertAxis<const AXIS: isize>: Shape {
    /// The shape with the new axis.
    type Output: Shape;
}

/// The axis `N` of `[..S, N, A, B, ...]` by its number, with the axes after it.
///
/// One impl for each axis instead of a recursive one, which would report the wrong axis in an error.
macro_rules! numbered {
    ($($distance:tt [$($after:ident)*];)*) => {$(
        /// `[..S, N, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<Lead: Shape, N: Dim, $($after: Dim),*> HasAxis<-$distance> for after!(Axes<Lead, N>; $($after)*) {
            type Size = N;
            type WithOne = after!(Axes<Lead, U1>; $($after)*);
            type With<Other: Dim> = after!(Axes<Lead, Other>; $($after)*);
            type Resized<Other: Extent> = after!(Axes<Lead, Other>; $($after)*);
            type WithTwo<First: Dim, Second: Dim> = after!(Axes<Axes<Lead, First>, Second>; $($after)*);
            type Without = after!(Lead; $($after)*);
            type InFront = Lead;
            type Distance = Count<$distance>;
        }

        #[diagnostic::do_not_recommend]
        impl<Lead, N, $($after),*> WithAxis<-$distance> for after!(Axes<Lead, N>; $($after)*) {
            type Same = Self;
        }

        /// `[..S, A, B, ...]` gives `[..S, 1, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<Lead: Shape, $($after: Dim),*> InsertAxis<-$distance> for after!(Lead; $($after)*) {
            type Output = after!(Axes<Lead, U1>; $($after)*);
        }

        numbered!(@ $distance [$($after)*]);
    )*};
    // An axis that is among the axes of run-time rank.
    (@ $distance:tt [$($after:ident)*]) => {
        /// `[..dynamic rank, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<$($after),*> HasAxis<-$distance> for after!(DynShape; $($after)*) where Self: Shape {
            type Size = Dyn;
            type WithOne = Self;
            type With<Other: Dim> = Self;
            type Resized<Other: Extent> = Self;
            type WithTwo<First: Dim, Second: Dim> = Self;
            type Without = Self;
            type InFront = DynShape;
            type Distance = Count<$distance>;
        }

        #[diagnostic::do_not_recommend]
        impl<$($after),*> WithAxis<-$distance> for after!(DynShape; $($after)*) {
            type Same = Self;
        }

        numbered!(@fewer $distance [$($after)*]);
    };
    (@fewer $distance:tt []) => {};
    (@fewer $distance:tt [$first:ident $($after:ident)*]) => {
        /// `[..dynamic rank, A, B, ...]`
        #[diagnostic::do_not_recommend]
        impl<$($after),*> InsertAxis<-$distance> for after!(DynShape; $($after)*) where Self: Shape {
            type Output = Self;
        }

        numbered!(@ $distance [$($after)*]);
    };
}

/// Impls for two numbers that no axis has.
///
/// While rustc looks for a method, it does not know which axis is meant. If a shape could have none, it would not find
/// the method, and say so in its own words. With one number, it would take that for the one that is meant.
macro_rules! for_numbers_of_no_axis {
    ([$($parameter:tt)*] $Relation:ident for $shape:ty { $($body:tt)* }) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> $Relation<{ isize::MIN }> for $shape {
            $($body)*
        }

        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> $Relation<{ isize::MAX }> for $shape {
            $($body)*
        }
    };
}

pub(crate) use for_numbers_of_no_axis;

for_numbers_of_no_axis! { [] HasAxis for Scalar {
    type Size = Dyn;
    type WithOne = Self;
    type With<Other: Dim> = Self;
    type Resized<Other: Extent> = Self;
    type WithTwo<First: Dim, Second: Dim> = Self;
    type Without = Self;
    type InFront = Self;
    type Distance = Count<1>;
} }

for_numbers_of_no_axis! { [] WithAxis for Scalar {
    type Same = Self;
} }

numbered! {
    1 [];
    2 [A];
    3 [A B];
    4 [A B C];
    5 [A B C D];
    6 [A B C D E];
    7 [A B C D E F];
    8 [A B C D E F G];
}

/// A shape whose axis `AXIS` can be removed, because it has size 1, or a dynamic size that is checked at run time.
///
/// In the guide: [shapes](crate::guide::shapes).
// rustc reports this trait instead of `HasAxis` if the axis is missing, because both are about the same shape.
#[diagnostic::on_unimplemented(
    message = "the shape has no axis {AXIS}",
    label = "no axis {AXIS} here that could be removed",
    note = "axes are counted from the end, from -1 for the last down to -8; the first of three is -3",
    note = "in generic code the axis has to stand in the type: axis -1 of `shape![..S, 1]` can be removed, whatever `S` is"
)]
pub trait RemoveAxis<const AXIS: isize>: HasAxis<AXIS> {}

impl<S, Size, Distance, const AXIS: isize> RemoveAxis<AXIS> for S
where
    S: HasAxis<AXIS, Size = Size, Distance = Distance>,
    Size: RemovableSize,
    Operands: Accept<RemoveAxisRule, Size::Verdict<Distance>>,
{
}

/// The verdict on removing an axis of this size.
// Part of `RemoveAxis` and `RemoveAxes`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the axis of size `{Self}` can be removed",
    label = "nothing here says that the size `{Self}` is 1",
    note = "only an axis of size 1, or of a size known at run time, can be removed: write `1` or `_` instead of `{Self}`",
    note = "or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait RemovableSize {
    /// [`Fits`] or [`Clash`].
    type Verdict<Distance>;
}

/// `1` can be removed
impl RemovableSize for U1 {
    type Verdict<Distance> = Fits<Scalar>;
}

/// `_` can be removed if it is 1
impl RemovableSize for Dyn {
    type Verdict<Distance> = Fits<Scalar>;
}

/// `0` cannot be removed
impl RemovableSize for U0 {
    type Verdict<Distance> = Clash<U0, U1, Distance>;
}

/// a name cannot be removed, whatever its size is
impl<T, N> RemovableSize for NamedDim<T, N> {
    type Verdict<Distance> = Clash<Self, U1, Distance>;
}

/// sizes from 2 up cannot be removed
impl<U, B, C> RemovableSize for UInt<UInt<U, B>, C> {
    type Verdict<Distance> = Clash<Self, U1, Distance>;
}

/// A shape with axes `A` and `B`, which can be exchanged. `A` and `B` may be the same axis.
///
/// ```text
/// -1 and -3: [..S, K, M, N] gives [..S, N, M, K]
/// ```
///
/// A size that moves to an axis of run-time rank is dynamic afterwards.
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "cannot swap axes {A} and {B}: the shape does not have both",
    label = "no axis {A} or no axis {B} here",
    note = "axes are counted from the end, from -1 for the last down to -8; the first of three is -3",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -1 and -2, whatever `S` is"
)]
pub trait SwapAxes<const A: isize, const B: isize>: Shape {
    /// The shape with the two sizes swapped.
    type Output: Shape;
}

/// `S` with the size of axis `B` at `A`, then that of `A` at `B`
impl<S, First, Second, Half, const A: isize, const B: isize> SwapAxes<A, B> for S
where
    S: HasAxis<A, Size = First> + HasAxis<B, Size = Second>,
    First: Dim,
    Second: Dim,
    S: HasAxis<A, With<Second> = Half>,
    Half: HasAxis<B>,
{
    type Output = Half::With<First>;
}

/// The numbers of an [`AxisList`].
///
/// Unsafe code reads memory by these lists, so the trait is sealed, and each axis is named once.
///
/// ```compile_fail,E0277
/// #[derive(Debug)]
/// struct Tenth;
/// impl shapecheck::shape::AxisNames for Tenth {
///     const ORDERED: &'static [usize] = &[10];
///     const SORTED: &'static [usize] = &[10];
/// }
/// ```
///
/// ```compile_fail,E0080
/// use shapecheck::{InlineTensor, shape};
/// use shapecheck::shape::{Axis, AxisList};
///
/// type FromTheLast = AxisList<(Axis<-2>, Axis<-1>), (Axis<-1>, Axis<-2>)>;
/// InlineTensor::<f32, shape![3, 1, 1]>::full(1.0).drop_axes::<FromTheLast>();
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "this is not a list of axes",
    label = "expected axes, not `{Self}`",
    note = "axes are named by their numbers: `axes![-1, -3]`"
)]
pub trait AxisNames: Debug + Send + Sync + 'static + Sealed {
    /// The distance of each axis from the end, 1 for the last, in the order given.
    const ORDERED: &'static [usize];
    /// The same in the order of a shape: from the largest number to the smallest.
    const SORTED: &'static [usize];
}

#[diagnostic::do_not_recommend]
impl<Ordered: AxisTuple, Sorted: AxisTuple> AxisNames for AxisList<Ordered, Sorted> {
    const ORDERED: &'static [usize] = checked(Ordered::DISTANCES, Sorted::DISTANCES).0;
    const SORTED: &'static [usize] = checked(Ordered::DISTANCES, Sorted::DISTANCES).1;
}

/// Both lists, after a check that they contain the same axes and that `sorted` is sorted.
const fn checked<'a>(ordered: &'a [usize], sorted: &'a [usize]) -> (&'a [usize], &'a [usize]) {
    let mut same = ordered.len() == sorted.len();
    let mut place = 0;
    while same && place < sorted.len() {
        same = (place == 0 || sorted[place] < sorted[place - 1]) && names(ordered, sorted[place]);
        place += 1;
    }
    assert!(same, "a list of axes is written `axes![-1, -3]`");
    (ordered, sorted)
}

/// An order of the last axes.
#[doc(hidden)]
pub trait AxisOrder: Sealed {
    /// For each place, the axis that moves there, by its distance from the end.
    const ORDERED: &'static [usize];
}

impl<List: AxisNames> AxisOrder for List {
    const ORDERED: &'static [usize] = <List as AxisNames>::ORDERED;
}

/// Two axes exchanged.
#[doc(hidden)]
#[derive(Debug)]
pub struct Swapped<const A: isize, const B: isize>;

impl<const A: isize, const B: isize> Swapped<A, B> {
    const RANK: usize = if A < B { A } else { B }.unsigned_abs();
    const ORDER: [usize; 8] = {
        let (a, b) = (A.unsigned_abs(), B.unsigned_abs());
        let (mut order, mut place) = ([0; 8], 0);
        while place < Self::RANK {
            let axis = Self::RANK - place;
            order[place] = match axis {
                axis if axis == a => b,
                axis if axis == b => a,
                axis => axis,
            };
            place += 1;
        }
        order
    };
}

impl<const A: isize, const B: isize> AxisOrder for Swapped<A, B> {
    const ORDERED: &'static [usize] = Self::ORDER.split_at(Self::RANK).0;
}

/// The index of an axis, counted from the first, from 0.
#[doc(hidden)]
#[inline]
pub fn place_of(sizes: &[usize], axis: isize) -> Result<usize, ShapeError> {
    match sizes.len().checked_sub(axis.unsigned_abs()) {
        Some(place) if axis < 0 => Ok(place),
        _ => Err(ShapeError::no_axis(sizes, axis)),
    }
}

/// The order of all axes, counted from the first, if the last ones are in the order of a list that counts from the end.
///
/// # Panics
///
/// Without the feature `alloc`, panics if there are more than 8 axes.
#[track_caller]
#[doc(hidden)]
pub fn ordered(rank: usize, list: &[usize]) -> DynShape {
    let kept = rank - list.len();
    let order = |axis: usize| match (rank - axis).checked_sub(kept) {
        Some(place) => rank - list[place],
        None => rank - axis,
    };
    match DynShape::build(rank, 1, &order) {
        Some(order) => order,
        None => panic!("{}", ShapeError::rank_needs_alloc(rank)),
    }
}

mod tuple {
    use super::*;

    /// A tuple of [`Axis`].
    pub trait AxisTuple: Debug + Send + Sync + 'static {
        /// The distance of each axis from the end.
        const DISTANCES: &'static [usize];
    }
}
use tuple::AxisTuple;

/// A shape that has all axes of a list.
///
/// ```text
/// axes![-1, -3]: [..S, A, B, C] with ones is [..S, 1, B, 1]
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "the shape does not have all of these axes",
    label = "not all of these axes are here",
    note = "axes are named by their numbers, counted from the end, from -1 for the last down to -8: `axes![-1, -3]`",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -1 and -2, whatever `S` is"
)]
pub trait HasAxes<List>: Shape {
    /// The same shape with size 1 at each of these axes.
    type WithOnes: Shape;
}

/// A shape from which all axes of a list can be removed, each by the rule of [`RemoveAxis`].
///
/// ```text
/// axes![-1, -3]: [..S, 1, B, 1] gives [..S, B]
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "the shape does not have all of these axes",
    label = "not all of these axes are here to be removed",
    note = "axes are named by their numbers, counted from the end, from -1 for the last down to -8: `axes![-1, -3]`",
    note = "in generic code the axes have to stand in the type: -1 and -2 can be removed from `shape![..S, 1, 1]`, whatever `S` is"
)]
pub trait RemoveAxes<List>: Shape {
    /// The shape without these axes.
    type Output: Shape;
}

/// A shape whose last axes can be put into the order of a list that names each of them once. The axes before them
/// keep their places.
///
/// ```text
/// axes![-1, -3, -2]: [..S, A, B, C] gives [..S, C, A, B]
/// ```
///
/// An axis of run-time rank that is named becomes a dynamic axis.
///
/// In the guide: [shapes](crate::guide::shapes).
#[diagnostic::on_unimplemented(
    message = "the shape has fewer axes than the list that permutes them",
    label = "not all of the axes of the list are here",
    note = "the list names the last axes in their new order: `axes![-1, -3, -2]` puts the last of three axes first, `axes![-1, -2]` swaps the last two",
    note = "in generic code the axes have to stand in the type: `shape![..S, N, K]` has -1 and -2, whatever `S` is"
)]
pub trait Permute<List>: Shape {
    /// The shape in the new order.
    type Output: Shape;
}

/// The impls for lists of each length, and the trait that says whether axes, from the first to the last, are the last ones
/// of a shape: that many, up to -1.
macro_rules! lists {
    ($($AreLast:ident $distance:tt $first:ident [$($rest:ident)*] from [$($place:tt)*], [$($named:ident)*] $message:literal;)*) => {$(
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "the list does not name each of the last axes once",
            note = "the list names the last axes in their new order: `axes![-1, -3, -2]` puts the last of three axes first, `axes![-1, -2]` swaps the last two",
            note = "axes in front of the named ones stay; `swap_axes::<-1, -3>()` swaps two axes alone, whatever lies between them"
        )]
        pub trait $AreLast<$(const $named: isize),*> {}

        impl $AreLast<$(-$place),*> for Shapes {}

        impl<const $first: isize, $(const $rest: isize),*> AxisTuple for (Axis<$first>, $(Axis<$rest>,)*) {
            const DISTANCES: &'static [usize] = &[$first.unsigned_abs(), $($rest.unsigned_abs()),*];
        }

        lists! { @ HasAxes::WithOnes from HasAxis::WithOne; [$first $($rest)*] }
        lists! { @ RemoveAxes::Output from RemoveAxis::Without; [$first $($rest)*] }

        /// The axes before the first one that is named, then the size of `A`, the size of `B`, ...
        impl<S, const $first: isize, $(const $rest: isize,)* $(const $named: isize),*>
            Permute<AxisList<(Axis<$first>, $(Axis<$rest>,)*), ($(Axis<$named>,)*)>> for S
        where
            Shapes: $AreLast<$($named),*>,
            S: HasAxis<-$distance> + HasAxis<$first> $(+ HasAxis<$rest>)*,
        {
            type Output = lists!(@sizes S; Axes<<S as HasAxis<-$distance>>::InFront, <S as HasAxis<$first>>::Size>; $($rest)*);
        }
    )*};
    // One step for the first axis, then one for the next on the result. Axes that are removed must not change the numbers
    // of later ones, so the first axis goes first.
    //
    // The shape after each step is a parameter of the impl.
    // Not recursive over the list: in a signature rustc would report a mismatch once more for each element.
    (@ $Relation:ident::$Output:ident from $Step:ident::$Result:ident; $axes:tt) => {
        lists! { @ $Relation::$Output from $Step::$Result; $axes $axes [S1 S2 S3 S4 S5 S6 S7 S8] S []; }
    };
    (@ $Relation:ident::$Output:ident from $Step:ident::$Result:ident; [$($axis:ident)*] [] $names:tt $shape:ident [$($used:ident)*]; $($bounds:tt)*) => {
        impl<S, Ordered, $($used,)* $(const $axis: isize),*> $Relation<AxisList<Ordered, ($(Axis<$axis>,)*)>> for S
        where
            $($bounds)*
            $shape: Shape,
        {
            type $Output = $shape;
        }
    };
    (@ $Relation:ident::$Output:ident from $Step:ident::$Result:ident; $all:tt [$next:ident $($rest:ident)*] [$name:ident $($names:ident)*] $shape:ident [$($used:ident)*]; $($bounds:tt)*) => {
        lists! {
            @ $Relation::$Output from $Step::$Result; $all [$($rest)*] [$($names)*] $name [$($used)* $name];
            $($bounds)* $shape: $Step<$next> + HasAxis<$next, $Result = $name>,
        }
    };
    // `[..Lead, size of axis A in S, size of axis B in S]`.
    (@sizes $of:ident; $shape:ty;) => { $shape };
    (@sizes $of:ident; $shape:ty; $axis:ident $($rest:ident)*) => {
        lists!(@sizes $of; Axes<$shape, <$of as HasAxis<$axis>>::Size>; $($rest)*)
    };
}

lists! {
    AreLast1 1 A [] from [1], [P] "axis {P} is not the last one of the shape";
    AreLast2 2 A [B] from [2 1], [P Q] "axes {P} and {Q} are not the last two of the shape";
    AreLast3 3 A [B C] from [3 2 1], [P Q R] "axes {P}, {Q} and {R} are not the last three of the shape";
    AreLast4 4 A [B C D] from [4 3 2 1], [P Q R T] "axes {P}, {Q}, {R} and {T} are not the last four of the shape";
    AreLast5 5 A [B C D E] from [5 4 3 2 1], [P Q R T U] "axes {P}, {Q}, {R}, {T} and {U} are not the last five of the shape";
    AreLast6 6 A [B C D E F] from [6 5 4 3 2 1], [P Q R T U V] "axes {P}, {Q}, {R}, {T}, {U} and {V} are not the last six of the shape";
    AreLast7 7 A [B C D E F G] from [7 6 5 4 3 2 1], [P Q R T U V W] "axes {P}, {Q}, {R}, {T}, {U}, {V} and {W} are not the last seven of the shape";
    AreLast8 8 A [B C D E F G H] from [8 7 6 5 4 3 2 1], [P Q R T U V W X] "axes {P}, {Q}, {R}, {T}, {U}, {V}, {W} and {X} are not the last eight of the shape";
}

/// Axes by number, counted from the end, as a type: from -1 for the last to -8.
///
/// ```
/// use shapecheck::axes;
/// use shapecheck::shape::AxisNames;
///
/// assert_eq!(<axes![-1, -3]>::ORDERED, [1, 3]);
/// assert_eq!(<axes![-1, -3]>::SORTED, [3, 1]);
/// ```
///
/// ```compile_fail
/// type Wrong = shapecheck::axes![0]; // axes are counted from the end: -1 is the last
/// ```
///
/// In the guide: [shapes](crate::guide::shapes).
#[macro_export]
macro_rules! axes {
    ($($axes:tt)*) => {
        $crate::__macro::axes!([$crate] $($axes)*)
    };
}
