//! The texts about equations that name axes, and the traits that carry them; as in [`text`](super::text).

use core::marker::PhantomData;

use super::{Accept, AtLeast, Count, Digits, End, Excess, Operands, Shapes, Tell};
use crate::Shape;

/// Axes of the same names in two operands of an equation: `(Letter<'i'>, (Word<batch>, ()))`, the last one first; [`Count`]s of the operands.
pub struct Among<Labels, First, Second>(PhantomData<(Labels, First, Second)>);

/// In the place of the first operand: the names are in the second one twice.
pub struct Twice;

/// A label of one letter.
pub struct Letter<const LABEL: char>;

/// A label, as a type of this name.
pub struct Word<Label>(PhantomData<Label>);

/// Axes of one letter in two operands of an equation.
pub struct Lettering<const LABEL: char, const FIRST: usize, const SECOND: usize>;

/// Axes of one name in two operands of an equation.
pub struct Labelling<Label, const FIRST: usize, const SECOND: usize>(PhantomData<Label>);

/// Axes of one letter in one operand of an equation.
pub struct LetterTwice<const LABEL: char, const OPERAND: usize>;

/// Axes of one name in one operand of an equation.
pub struct LabelTwice<Label, const OPERAND: usize>(PhantomData<Label>);

/// An axis of an operand that an equation writes as `1`.
pub struct Ones<const OPERAND: usize>;

/// The axes of an operand, which an equation names.
pub struct Naming<const OPERAND: usize>;

shapecheck_macros::messages! {
    SameLetter for Lettering<const LABEL: char, const FIRST: usize, const SECOND: usize> {
        message = "label {LABEL} has size {rhs} in operand {FIRST} and {lhs} in operand {SECOND}",
        label = "{LABEL} is {lhs} here, and {rhs} in operand {FIRST}",
        note = "axes of one name have one size",
        note = "a size of 1 is not stretched: write `1` in the place of the name where it is 1, and the other operand's size is taken",
    }
    SameName for Labelling<Label, const FIRST: usize, const SECOND: usize> {
        message = "label `{Label}` has size {rhs} in operand {FIRST} and {lhs} in operand {SECOND}",
        label = "`{Label}` is {lhs} here, and {rhs} in operand {FIRST}",
        note = "axes of one name have one size",
        note = "a size of 1 is not stretched: write `1` in the place of the name where it is 1, and the other operand's size is taken",
    }
    OneLetter for LetterTwice<const LABEL: char, const OPERAND: usize> {
        message = "label {LABEL} has sizes {rhs} and {lhs} in operand {OPERAND}",
        label = "{LABEL} is {rhs} and {lhs} here",
        note = "axes of one name have one size: a name that stands twice in an operand is its diagonal",
    }
    OneName for LabelTwice<Label, const OPERAND: usize> {
        message = "label `{Label}` has sizes {rhs} and {lhs} in operand {OPERAND}",
        label = "`{Label}` is {rhs} and {lhs} here",
        note = "axes of one name have one size: a name that stands twice in an operand is its diagonal",
    }
    OfSizeOne for Ones<const OPERAND: usize> {
        message = "operand {OPERAND} has an axis of size {lhs} where the equation says 1",
        label = "an axis of size {lhs} that is written as `1`",
        note = "`1` is an axis of size 1, which is left out; a name in its place stands for any size",
    }
}

/// The last of several labels tells, or, for a clash further in front, the last of the others.
macro_rules! among {
    ($([$($parameters:tt)*] $Label:ty, $First:ty => $Relation:ty;)*) => {$(
        impl<T, Lhs, Rhs, Others, $($parameters)*, const OPERAND: usize>
            Tell<Among<($Label, Others), $First, Count<OPERAND>>, Lhs, Rhs, Count<1>> for T
        where
            Operands: Tell<$Relation, Lhs, Rhs, Count<1>>,
        {
            type Output = <Operands as Tell<$Relation, Lhs, Rhs, Count<1>>>::Output;
        }
    )*};
    ($last:literal) => {};
    ($number:literal $next:literal $($rest:literal)*) => {
        impl<T, Lhs, Rhs, Label, Others, First, Second>
            Tell<Among<(Label, Others), First, Second>, Lhs, Rhs, Count<$next>> for T
        where
            Operands: Tell<Among<Others, First, Second>, Lhs, Rhs, Count<$number>>,
        {
            type Output =
                <Operands as Tell<Among<Others, First, Second>, Lhs, Rhs, Count<$number>>>::Output;
        }
        among!($next $($rest)*);
    };
}

among! {
    [const LABEL: char, const FIRST: usize] Letter<LABEL>, Count<FIRST> => Lettering<LABEL, FIRST, OPERAND>;
    [Label, const FIRST: usize] Word<Label>, Count<FIRST> => Labelling<Label, FIRST, OPERAND>;
    [const LABEL: char] Letter<LABEL>, Twice => LetterTwice<LABEL, OPERAND>;
    [Label] Word<Label>, Twice => LabelTwice<Label, OPERAND>;
}
among!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
among!(16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

/// Carries the message for an operand of another number of axes than an equation names.
#[diagnostic::on_unimplemented(
    message = "operand {OPERAND} has {AXES} axes, the equation names {NAMED}",
    label = "{AXES} axes here, and {NAMED} in the equation",
    note = "an equation names each axis; `...` stands for any number of them in front"
)]
pub trait NamesEach<const OPERAND: usize, const AXES: usize, const NAMED: usize> {
    /// Never known.
    type Output: Shape;
}

/// Carries the same message where the operand has more axes in any case.
#[diagnostic::on_unimplemented(
    message = "operand {OPERAND} has {AXES} axes or more, the equation names {NAMED}",
    label = "at least {AXES} axes here, and {NAMED} in the equation"
)]
pub trait NamesLeast<const OPERAND: usize, const AXES: usize, const NAMED: usize> {
    /// Never known.
    type Output: Shape;
}

/// Carries the same message where the equation names more axes in any case.
#[diagnostic::on_unimplemented(
    message = "operand {OPERAND} has {AXES} axes, the equation names {NAMED} or more",
    label = "{AXES} axes here, and at least {NAMED} in the equation"
)]
pub trait NamesMore<const OPERAND: usize, const AXES: usize, const NAMED: usize> {
    /// Never known.
    type Output: Shape;
}

macro_rules! named_axes {
    ($($Lhs:ident $Rhs:ident => $Message:ident;)*) => {$(
        impl<T, const OPERAND: usize, const AXES: usize, const NAMED: usize>
            Accept<Naming<OPERAND>, Excess<$Lhs<AXES>, $Rhs<NAMED>>> for T
        where
            Shapes: $Message<OPERAND, AXES, NAMED>,
        {
            type Output = <Shapes as $Message<OPERAND, AXES, NAMED>>::Output;
        }
    )*};
}

named_axes! {
    Count Count => NamesEach;
    AtLeast Count => NamesLeast;
    Count AtLeast => NamesMore;
}
