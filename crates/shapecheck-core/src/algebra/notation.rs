//! Equations that name axes, such as `b h q d, b h k d -> b h q k`: axes with the same name have the same size.
//!
//! [`einsum!`](crate::einsum) and similar macros expand to code that asks these types.
//! [`einsum_shapes`](crate::algebra::einsum_shapes) is the same over slices of sizes.
//!
//! ```
//! use shapecheck::verdict::Naming;
//! use shapecheck::algebra::NamesAxes;
//! use shapecheck::shape;
//!
//! fn named<S: NamesAxes<Naming<1>, shape![A, B]>, A, B>() {}
//! named::<shape![2, 3], _, _>();
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::verdict::Naming;
//! use shapecheck::algebra::NamesAxes;
//! use shapecheck::shape;
//!
//! fn named<S: NamesAxes<Naming<1>, shape![A, B]>, A, B>() {}
//! named::<shape![2, 3, 4], _, _>(); // operand 1 has 3 axes, the equation names 2
//! ```

use core::marker::PhantomData;

use super::{AxisEqualTo, AxisEquals, Equals, First, FromFirst, NoAxis, Onto, RunTimeFirst};
use crate::for_each::for_each;
use crate::shape::list::*;
use crate::verdict::{
    Accept, Among, AtLeast, AxisVerdict, Clash, Count, CountAxes, Decimal, Excess, Fits, Letter,
    Number, Ones, Operands, ShapeVerdict, Tell, Undecided, Word,
};
use crate::{Dyn, DynShape};

/// A shape whose axes an equation names: it has as many axes as `Axes`, up to 8, with these sizes. `Naming` says which
/// operand it is.
///
/// A single impl is cheap for the compiler and a recursion over axes is not, so there is an impl for each number of
/// axes.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the equation names each axis of this operand",
    label = "nothing here says how many axes `{Self}` has",
    note = "axes that have no name here are `...`"
)]
pub trait NamesAxes<Naming, Axes> {}

/// A shape with any number of axes before the named ones.
#[doc(hidden)]
pub struct Others<Lead, Axes>(PhantomData<(Lead, Axes)>);

/// `[A]` after `[Z]`, and so on: the names so far, then the rest.
macro_rules! names_axes {
    // An operand with as many axes, or with a run-time rank in front; one with more axes; and those with fewer.
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
    // One axis fewer: without the first name.
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

/// `[]`, written like the others.
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

/// A shape of as many axes as `Pattern`, all dynamic, or of any number with others in front. `Naming` says which
/// operand it is.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the equation names each axis of this operand",
    label = "nothing here says how many axes `{Self}` has",
    note = "axes that have no name here are `...`"
)]
pub trait NamesLast<Naming, Pattern> {
    /// The shape with all axes of the pattern.
    type Axes: crate::Shape;
}

impl<S, Naming, Pattern, Verdict, Fitting> NamesLast<Naming, Pattern> for S
where
    S: Equals<Pattern, Verdict = Verdict>,
    Operands: Accept<Naming, Verdict, Output = Fitting>,
    Fitting: crate::Shape,
{
    type Axes = Fitting;
}

/// A shape whose first axes have the sizes `Front`, where [`NamesAxes`] has found `Lead` in front of the last named
/// axes. Between the two are axes without a name, `Middle`. `Named` is the number of axes with a name.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes the names in front of `...` are",
    label = "nothing here says what the first axes of `{Self}` are",
    note = "in generic code the axes in front of `...` have to stand in the type, as one parameter each: names after `...` go with `shape![..S, A, B]`"
)]
pub trait NamesFirst<Naming, Named, Lead, Front, Middle> {}

impl<S, Naming, Named, Lead, Front, Middle, Firsts> NamesFirst<Naming, Named, Lead, Front, Middle>
    for S
where
    Lead: FromFirst<Before<NoAxis> = Firsts>,
    Firsts: BeginsWith<Naming, Named, S, Front, Middle>,
{
}

/// A list of axes that begins with those of `Front`, followed by those of `Middle`. `Whole` is the shape they come
/// from.
#[doc(hidden)]
pub trait BeginsWith<Naming, Named, Whole, Front, Middle> {}

/// `rest = nothing, then the rest`
impl<Naming, Named, Whole, Rest, Middle> BeginsWith<Naming, Named, Whole, NoAxis, Middle> for Rest where
    Rest: Onto<Scalar, Output = Middle>
{
}

/// `A, rest = A and more, then the middle` if the rest is more, then the middle
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
impl<Naming, Named, Whole, A, More, Middle, Count>
    BeginsWith<Naming, Named, Whole, First<A, More>, Middle> for NoAxis
where
    Whole: CountAxes<Count = Count>,
    Operands: Accept<Naming, Excess<Count, Named>>,
{
}

/// A shape whose axes without a name, `Others`, the result of an equation has no place for: they are none. `Relation`
/// says which operand it is.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether dots stand for axes, and the result has no `...`",
    label = "nothing here says that `{Others}` has no axes",
    note = "axes without a name are not summed up: `...` in the result keeps them"
)]
pub trait LeavesOut<Relation, Others> {}

impl<S: ?Sized, Relation, Others: AreNone<Relation>> LeavesOut<Relation, Others> for S {}

/// Axes that are none, or whose number is known only at run time.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether dots stand for axes, and the result has no `...`",
    label = "nothing here says that `{Self}` has no axes",
    note = "axes without a name are not summed up: `...` in the result keeps them"
)]
pub trait AreNone<Relation> {}

/// `[]`
impl<Relation> AreNone<Relation> for Scalar {}

/// `dynamic rank` is checked at run time
impl<Relation> AreNone<Relation> for DynShape {}

/// `[..L, N]` has at least one
impl<Relation, Lead, Last> AreNone<Relation> for Axes<Lead, Last>
where
    Self: CountAxes,
    Operands: Accept<Relation, Excess<<Self as CountAxes>::Count, Count<0>>>,
{
}

/// Axes of this shape, with the sizes `Own`, agree with those of the same names in `Other`: the sizes are equal, or one
/// of the two is dynamic and is checked at run time. `Relation` names the labels, and `Sizes` is what is known of each:
/// the static size if there is one.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axes of one name have one size",
    label = "nothing here says that the sizes `{Own}` are the sizes `{Other}`",
    note = "do the names stand in the order of the axes? where the two sizes are always equal, use one parameter for both (the bound that rustc may suggest below is not enough)"
)]
pub trait SameLabels<Relation, Own, Other, Sizes> {}

impl<Labels, First, Second, S: ?Sized, Own, Other, Sizes, Verdict>
    SameLabels<Among<Labels, First, Second>, Own, Other, Sizes> for S
where
    Own: EqualLabels<Labels, Other, Verdict = Verdict>,
    Operands: Agree<Among<Labels, First, Second>, Verdict, Sizes>,
{
}

/// Axes that are written as `1`
impl<const OPERAND: usize, S: ?Sized, Own, Other, Sizes, Verdict>
    SameLabels<Ones<OPERAND>, Own, Other, Sizes> for S
where
    Own: Equals<Other, Verdict = Verdict>,
    Operands: Agree<Ones<OPERAND>, Verdict, Sizes>,
{
}

/// The verdict on whether two lists of sizes are equal, as [`Equals`], each with a label.
#[doc(hidden)]
pub trait EqualLabels<Labels, Other> {
    /// [`Fits`] or [`Clash`].
    type Verdict: ShapeVerdict;
}

/// `[] = []`
impl EqualLabels<(), Scalar> for Scalar {
    type Verdict = Fits<Scalar>;
}

// `[..L, N] = [..R, M]` if `[..L] = [..R]` and `N = M`
for_each! {
    ([$($parameter:tt)*] $Label:ty => $Labelled:path) => {
        impl<Lead, Last, Labels, OtherLead, OtherLast, $($parameter)*>
            EqualLabels<($Label, Labels), Axes<OtherLead, OtherLast>> for Axes<Lead, Last>
        where
            Lead: EqualLabels<Labels, OtherLead>,
            OtherLast: $Labelled,
        {
            type Verdict =
                <OtherLast::Verdict as AxisVerdict>::Join<Lead::Verdict>;
        }
    }

    [const LABEL: char] Letter<LABEL> => EqualToLetter<LABEL, Last>;
    [Label] Word<Label> => EqualToWord<Label, Last>;
    [] Number => AxisEqualTo<Last>;
}

/// The verdict on whether an axis of this letter has the size that it has elsewhere: [`AxisEquals`], asked of the right
/// side.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether label {LABEL} has one size: it is `{Self}`, and `{Lhs}` in a later place",
    label = "nothing here says that {LABEL}, which is `{Lhs}` here, is `{Self}`",
    note = "do the names stand in the order of the axes? where the two sizes are always equal, use one parameter for both, or, where one is computed, add the bound `where {Lhs}: SameAs<{Self}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait EqualToLetter<const LABEL: char, Lhs> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

#[diagnostic::do_not_recommend]
impl<const LABEL: char, Lhs: AxisEquals<Rhs>, Rhs> EqualToLetter<LABEL, Lhs> for Rhs {
    type Verdict = Lhs::Verdict;
}

/// The same for a word.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether label `{Label}` has one size: it is `{Self}`, and `{Lhs}` in a later place",
    label = "nothing here says that `{Label}`, which is `{Lhs}` here, is `{Self}`",
    note = "do the names stand in the order of the axes? where the two sizes are always equal, use one parameter for both, or, where one is computed, add the bound `where {Lhs}: SameAs<{Self}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait EqualToWord<Label, Lhs> {
    /// [`Fits`] or [`Clash`].
    type Verdict: AxisVerdict;
}

#[diagnostic::do_not_recommend]
impl<Label, Lhs: AxisEquals<Rhs>, Rhs> EqualToWord<Label, Lhs> for Rhs {
    type Verdict = Lhs::Verdict;
}

/// Holds for sizes that fit, and gives what is known of them. Like [`Accept`] for a list of sizes that does not have to
/// be a shape.
#[doc(hidden)]
pub trait Agree<Relation, Verdict, Sizes> {}

impl<T, Relation, Sizes> Agree<Relation, Fits<Sizes>, Sizes> for T {}

impl<T, Relation, Sizes, Lhs: Decimal, Rhs: Decimal, Axis>
    Agree<Relation, Clash<Lhs, Rhs, Axis>, Sizes> for T
where
    Operands: Tell<Relation, Lhs::Number, Rhs::Number, Axis>,
{
}

/// Like that of [`Accept`]: rustc waits for operands that are not inferred yet.
impl<T, Relation, Sizes> Agree<Relation, Undecided, Sizes> for T {}

/// What is known of two sizes that are equal, from the verdict on them: the static size if there is one.
#[doc(hidden)]
pub trait Agreed<Size> {}

impl<Size> Agreed<Size> for Fits<Size> {}

impl<Size, Lhs, Rhs, Axis> Agreed<Size> for Clash<Lhs, Rhs, Axis> {}
