//! Equations that name axes, such as `b h q d, b h k d -> b h q k`: axes of one name have one size.
//!
//! The types are asked of by what [`einsum!`](crate::einsum) and its kin expand to. Over slices of sizes the same is [`einsum_shapes`](crate::einsum_shapes).
//!
//! ```
//! use shapecheck::verdict::Naming;
//! use shapecheck::{NamesAxes, shape};
//!
//! fn named<S: NamesAxes<Naming<1>, shape![A, B]>, A, B>() {}
//! named::<shape![2, 3], _, _>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::verdict::Naming;
//! use shapecheck::{NamesAxes, shape};
//!
//! fn named<S: NamesAxes<Naming<1>, shape![A, B]>, A, B>() {}
//! named::<shape![2, 3, 4], _, _>(); // operand 1 has 3 axes, the equation names 2
//! ```

use core::marker::PhantomData;

use super::{Equals, First, FromFirst, NoAxis, Onto, RunTimeFirst};
use crate::shape::list::*;
use crate::verdict::{
    Accept, AtLeast, Clash, Count, CountAxes, Decimal, Excess, Fits, Operands, Tell, Undecided,
};
use crate::{Dyn, DynShape};

/// A shape whose axes an equation names: as many as `Axes` has, up to 8, which are these sizes. `Naming` says which operand it is.
///
/// What follows from one impl is cheap to compile, where a recursion over axes is not; so there is an impl for each number of axes.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the equation names each axis of this operand",
    label = "nothing here says how many axes `{Self}` has",
    note = "axes that have no name here are `...`"
)]
pub trait NamesAxes<Naming, Axes> {}

/// A shape with any number of axes in front of those that have a name.
#[doc(hidden)]
pub struct Others<Lead, Axes>(PhantomData<(Lead, Axes)>);

/// `[A]` after `[Z]`, and so on: the names so far, then what is left.
macro_rules! names_axes {
    // An operand of as many axes, or with a run-time rank in front; one of more axes; and those of fewer.
    ($($name:ident)* => $count:literal $Shape:ident $Then:ident [$($fewer:tt)*]) => {
        impl<Naming, $($name),*> NamesAxes<Naming, $Shape<$($name),*>> for $Shape<$($name),*> {}

        impl<Naming, $($name),*> NamesAxes<Naming, $Shape<$($name),*>> for $Then<DynShape, $($name),*> {}

        impl<Naming, Lead, $($name),*> NamesAxes<Naming, Others<Lead, $Shape<$($name),*>>> for $Then<Lead, $($name),*> {}

        impl<Naming, Lead, Last, $($name),*> NamesAxes<Naming, $Shape<$($name),*>> for $Then<Axes<Lead, Last>, $($name),*>
        where
            Self: CountAxes,
            Operands: Accept<Naming, Excess<<Self as CountAxes>::Count, Count<$count>>>,
        {
        }

        names_axes!(@ $count $Shape $Then [] [$($name)*] $($fewer)*);
    };
    (@ $count:literal $Shape:ident $Then:ident $dynamic:tt $named:tt) => {};
    // One axis fewer: the first name is gone.
    (@ $count:literal $Shape:ident $Then:ident [$($dynamic:ident)*] [$first:ident $($name:ident)*] [$axes:literal $FewerShape:ident $FewerThen:ident] $($fewer:tt)*) => {
        impl<Naming, $($dynamic,)* $first, $($name),*> NamesAxes<Naming, $Shape<$($dynamic,)* $first, $($name),*>>
            for $FewerShape<$($name),*>
        where
            Operands: Accept<Naming, Excess<Count<$axes>, Count<$count>>>,
        {
        }

        impl<Naming, $($name),*> NamesAxes<Naming, $Shape<$(names_axes!(dynamic $dynamic),)* Dyn, $($name),*>>
            for $FewerThen<DynShape, $($name),*>
        {
        }

        impl<Naming, Lead, $($dynamic,)* $first, $($name),*>
            NamesAxes<Naming, Others<Lead, $Shape<$($dynamic,)* $first, $($name),*>>> for $FewerShape<$($name),*>
        where
            Operands: Accept<Naming, Excess<Count<$axes>, AtLeast<$count>>>,
        {
        }

        impl<Naming, $($name),*> NamesAxes<Naming, Others<DynShape, $Shape<$(names_axes!(dynamic $dynamic),)* Dyn, $($name),*>>>
            for $FewerThen<DynShape, $($name),*>
        {
        }

        names_axes!(@ $count $Shape $Then [$($dynamic)* $first] [$($name)*] $($fewer)*);
    };
    (dynamic $name:ident) => { Dyn };
}

/// `[]` as the others are written.
type Shape0 = Scalar;
type Then0<S> = S;

names_axes!(=> 0 Shape0 Then0 []);
names_axes!(A => 1 Shape1 Then1 [[0 Shape0 Then0]]);
names_axes!(A B => 2 Shape2 Then2 [[1 Shape1 Then1] [0 Shape0 Then0]]);
names_axes!(A B C => 3 Shape3 Then3 [[2 Shape2 Then2] [1 Shape1 Then1] [0 Shape0 Then0]]);
names_axes!(A B C D => 4 Shape4 Then4 [[3 Shape3 Then3] [2 Shape2 Then2] [1 Shape1 Then1] [0 Shape0 Then0]]);
names_axes!(A B C D E => 5 Shape5 Then5 [[4 Shape4 Then4] [3 Shape3 Then3] [2 Shape2 Then2] [1 Shape1 Then1] [0 Shape0 Then0]]);
names_axes!(A B C D E F => 6 Shape6 Then6 [[5 Shape5 Then5] [4 Shape4 Then4] [3 Shape3 Then3] [2 Shape2 Then2] [1 Shape1 Then1] [0 Shape0 Then0]]);
names_axes!(A B C D E F G => 7 Shape7 Then7 [[6 Shape6 Then6] [5 Shape5 Then5] [4 Shape4 Then4] [3 Shape3 Then3] [2 Shape2 Then2] [1 Shape1 Then1] [0 Shape0 Then0]]);
names_axes!(A B C D E F G H => 8 Shape8 Then8 [[7 Shape7 Then7] [6 Shape6 Then6] [5 Shape5 Then5] [4 Shape4 Then4] [3 Shape3 Then3] [2 Shape2 Then2] [1 Shape1 Then1] [0 Shape0 Then0]]);

/// A shape of as many axes as `Pattern` has, whose sizes are all dynamic; any number of them, with others in front. `Naming` says which operand it is.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the equation names each axis of this operand",
    label = "nothing here says how many axes `{Self}` has",
    note = "axes that have no name here are `...`"
)]
pub trait NamesLast<Naming, Pattern> {
    /// The shape with all axes that the pattern has.
    type Axes: crate::Shape;
}

impl<S, Naming, Pattern> NamesLast<Naming, Pattern> for S
where
    S: Equals<Pattern>,
    Operands: Accept<Naming, S::Verdict>,
{
    type Axes = <Operands as Accept<Naming, S::Verdict>>::Output;
}

/// A shape whose first axes have the sizes `Front`, where [`NamesAxes`] has found `Lead` in front of its last ones; between the two are the axes
/// `Middle`, which have no name. `Named` is how many axes have one.
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes the names in front of `...` are",
    label = "nothing here says what the first axes of `{Self}` are",
    note = "in generic code the axes in front of `...` have to stand in the type, as one parameter each: names behind `...` go with `shape![..S, A, B]`"
)]
pub trait NamesFirst<Naming, Named, Lead, Front, Middle> {}

impl<S, Naming, Named, Lead, Front, Middle> NamesFirst<Naming, Named, Lead, Front, Middle> for S where
    Lead: FromFirst<Before<NoAxis>: BeginsWith<Naming, Named, S, Front, Middle>>
{
}

/// Axes from the first on, which are those of `Front` and then those of `Middle`. `Whole` is the shape that they are from.
#[doc(hidden)]
pub trait BeginsWith<Naming, Named, Whole, Front, Middle> {}

/// `rest = nothing, then the rest`
impl<Naming, Named, Whole, Rest, Middle> BeginsWith<Naming, Named, Whole, NoAxis, Middle> for Rest where
    Rest: Onto<Scalar, Output = Middle>
{
}

/// `A, rest = A and more, then the middle` where the rest is more, then the middle
impl<Naming, Named, Whole, A, Rest, More, Middle>
    BeginsWith<Naming, Named, Whole, First<A, More>, Middle> for First<A, Rest>
where
    Rest: BeginsWith<Naming, Named, Whole, More, Middle>,
{
}

/// `dynamic rank = _ and more, then the middle`
impl<Naming, Named, Whole, More, Middle> BeginsWith<Naming, Named, Whole, First<Dyn, More>, Middle>
    for RunTimeFirst
where
    RunTimeFirst: BeginsWith<Naming, Named, Whole, More, Middle>,
{
}

/// `nothing = A and more`: the shape has too few axes
impl<Naming, Named, Whole, A, More, Middle> BeginsWith<Naming, Named, Whole, First<A, More>, Middle>
    for NoAxis
where
    Whole: CountAxes,
    Operands: Accept<Naming, Excess<Whole::Count, Named>>,
{
}

/// That axes of this shape, of the sizes `Own`, have the sizes of others of the same names: `Other`, or one of two is dynamic and is checked when the
/// program runs. `Relation` names the labels, and `Sizes` is what is known of each: a static size where either is.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axes of one name have one size",
    label = "nothing here says that the sizes `{Own}` are the sizes `{Other}`",
    note = "two parameters are two sizes: use one for both (the bound that rustc may suggest below is not enough)"
)]
pub trait SameLabels<Relation, Own, Other, Sizes> {}

impl<Relation, S: ?Sized, Own, Other, Sizes> SameLabels<Relation, Own, Other, Sizes> for S
where
    Own: Equals<Other>,
    Operands: Agree<Relation, Own::Verdict, Sizes>,
{
}

/// Holds of sizes that fit, and what is known of them. It is [`Accept`] for a list of sizes, which need not be proved a shape.
#[doc(hidden)]
pub trait Agree<Relation, Verdict, Sizes> {}

impl<T, Relation, Sizes> Agree<Relation, Fits<Sizes>, Sizes> for T {}

impl<T, Relation, Sizes, Lhs: Decimal, Rhs: Decimal, Axis>
    Agree<Relation, Clash<Lhs, Rhs, Axis>, Sizes> for T
where
    Operands: Tell<Relation, Lhs::Number, Rhs::Number, Axis>,
{
}

/// As with [`Accept`], so that rustc waits for operands that are not inferred yet.
impl<T, Relation, Sizes> Agree<Relation, Undecided, Sizes> for T {}

/// What is known of two sizes that are asked to be equal elsewhere, from the verdict on them: the static size where either is.
#[doc(hidden)]
pub trait Agreed<Size> {}

impl<Size> Agreed<Size> for Fits<Size> {}

impl<Size, Lhs, Rhs, Axis> Agreed<Size> for Clash<Lhs, Rhs, Axis> {}
