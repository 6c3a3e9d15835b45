//! The texts about equations that name axes, and the traits that carry them. See [`text`](super::text).

use core::marker::PhantomData;

use super::{Count, Digits, NameOf, Operands, Shapes, Tell, Unknown, Words};
use crate::dim::named::{ProductOf, SumOf};

/// Axes with the same names in two operands of an equation: `(Letter<'i'>, (Word<batch>, ()))`, the last one first, and
/// the [`Count`]s of the operands.
pub struct Among<Labels, First, Second>(PhantomData<(Labels, First, Second)>);

/// In place of the first operand, if the names occur twice in the second one.
pub struct Twice;

/// A label of one letter.
pub struct Letter<const LABEL: char>;

/// A label of several letters, as a type with this name.
pub struct Word<Label>(PhantomData<Label>);

/// Axes with the same one-letter name in two operands of an equation.
pub struct Lettering<const LABEL: char, const FIRST: usize, const SECOND: usize>;

/// Axes with the same name in two operands of an equation.
pub struct Labelling<Label, const FIRST: usize, const SECOND: usize>(PhantomData<Label>);

/// Axes with the same one-letter name in one operand of an equation.
pub struct LetterTwice<const LABEL: char, const OPERAND: usize>;

/// Axes with the same name in one operand of an equation.
pub struct LabelTwice<Label, const OPERAND: usize>(PhantomData<Label>);

/// An axis of an operand that an equation writes as `1`.
pub struct Ones<const OPERAND: usize>;

/// The axes of an operand that have no name, where the result has no place for them.
pub struct LeavingOut<const OPERAND: usize>;

/// The axes of an operand, which an equation names.
pub struct Naming<const OPERAND: usize>;

/// An operand of a contract, as a type with its name.
pub struct In<Operand>(PhantomData<Operand>);

/// In place of the first operand, if the contract gives the size.
pub struct Given;

/// A label that is a number.
pub struct Number;

/// Axes of one letter in two operands of a contract.
pub struct BindingLetter<First, Second, const LABEL: char>(PhantomData<(First, Second)>);

/// Axes of one letter in one operand of a contract.
pub struct BindingLetterTwice<Operand, const LABEL: char>(PhantomData<Operand>);

/// Axes of a letter whose size a contract gives.
pub struct BindingLetterGiven<Operand, const LABEL: char>(PhantomData<Operand>);

/// Axes of one name in two operands of a contract.
pub struct Binding<Label, First, Second>(PhantomData<(Label, First, Second)>);

/// Axes of one name in one operand of a contract.
pub struct BindingTwice<Label, Operand>(PhantomData<(Label, Operand)>);

/// Axes whose size a contract gives.
pub struct BindingGiven<Label, Operand>(PhantomData<(Label, Operand)>);

/// Axes that a contract writes as a number.
pub struct BindingNumber<Operand>(PhantomData<Operand>);

/// The axes of an operand, which a contract names.
pub struct NamingIn<Operand>(PhantomData<Operand>);

pub mod label_families {
    //! The same as in [`text`](crate::verdict::text), for texts that name an axis of an equation. Not for direct
    //! use.

    use super::*;

    shapecheck_declarations::messages! {
        SameLetter for Lettering<const LABEL: char, const FIRST: usize, const SECOND: usize> {
            message = "label {LABEL} has size {rhs} in operand {FIRST} and {lhs} in operand {SECOND}",
            label = "{LABEL} is {lhs} here, and {rhs} in operand {FIRST}",
            note = "axes of one name have one size",
            note = "a size of 1 is not stretched: write `1` instead of the name where it is 1, and the other operand's size is taken",
        }
        SameName for Labelling<Label, const FIRST: usize, const SECOND: usize> {
            message = "label `{Label}` has size {rhs} in operand {FIRST} and {lhs} in operand {SECOND}",
            label = "`{Label}` is {lhs} here, and {rhs} in operand {FIRST}",
            note = "axes of one name have one size",
            note = "a size of 1 is not stretched: write `1` instead of the name where it is 1, and the other operand's size is taken",
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
        OfSizeOne of numbers for Ones<const OPERAND: usize> {
            message = "operand {OPERAND} has an axis of size {lhs} where the equation says 1",
            label = "an axis of size {lhs} that is written as `1`",
            note = "`1` is an axis of size 1, which is left out; a name in its place stands for any size",
        }
        SameLetterInBoth for BindingLetter<First, Second, const LABEL: char> {
            message = "{LABEL} is {rhs} in `{First}` and {lhs} in `{Second}`",
            label = "{LABEL} is {lhs} here, and {rhs} in `{First}`",
            note = "in a contract axes of one name have one size",
        }
        SameLetterInOne for BindingLetterTwice<Operand, const LABEL: char> {
            message = "{LABEL} is {rhs} and {lhs} in `{Operand}`",
            label = "{LABEL} is {rhs} and {lhs} here",
            note = "in a contract axes of one name have one size",
        }
        SameLetterAsGiven for BindingLetterGiven<Operand, const LABEL: char> {
            message = "{LABEL} is {rhs} in the contract and {lhs} in `{Operand}`",
            label = "{LABEL} is {lhs} here, and {rhs} in the contract",
        }
        SameInBoth for Binding<Label, First, Second> {
            message = "`{Label}` is {rhs} in `{First}` and {lhs} in `{Second}`",
            label = "`{Label}` is {lhs} here, and {rhs} in `{First}`",
            note = "in a contract axes of one name have one size",
        }
        SameInOne for BindingTwice<Label, Operand> {
            message = "`{Label}` is {rhs} and {lhs} in `{Operand}`",
            label = "`{Label}` is {rhs} and {lhs} here",
            note = "in a contract axes of one name have one size",
        }
        SameAsGiven for BindingGiven<Label, Operand> {
            message = "`{Label}` is {rhs} in the contract and {lhs} in `{Operand}`",
            label = "`{Label}` is {lhs} here, and {rhs} in the contract",
        }
        SameNumber of numbers for BindingNumber<Operand> {
            message = "`{Operand}` has an axis of size {lhs} where the contract says {rhs}",
            label = "an axis of size {lhs} that is written as {rhs}",
            note = "a number in a contract is a size; a name in its place stands for any size",
        }
    }
}

/// Of several labels, the last one is reported; for a clash further in front, the last of the others.
macro_rules! among {
    ($([$($parameters:tt)*] $Label:ty, $First:ty, $Second:ty => $Relation:ty;)*) => {$(
        impl<T, Lhs, Rhs, Others, $($parameters)*>
            Tell<Among<($Label, Others), $First, $Second>, Lhs, Rhs, Count<1>> for T
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
    [const LABEL: char, const FIRST: usize, const OPERAND: usize] Letter<LABEL>, Count<FIRST>, Count<OPERAND> => Lettering<LABEL, FIRST, OPERAND>;
    [Label, const FIRST: usize, const OPERAND: usize] Word<Label>, Count<FIRST>, Count<OPERAND> => Labelling<Label, FIRST, OPERAND>;
    [const LABEL: char, const OPERAND: usize] Letter<LABEL>, Twice, Count<OPERAND> => LetterTwice<LABEL, OPERAND>;
    [Label, const OPERAND: usize] Word<Label>, Twice, Count<OPERAND> => LabelTwice<Label, OPERAND>;
    [Operand, First, const LABEL: char] Letter<LABEL>, In<First>, In<Operand> => BindingLetter<First, Operand, LABEL>;
    [Operand, const LABEL: char] Letter<LABEL>, Twice, In<Operand> => BindingLetterTwice<Operand, LABEL>;
    [Operand, const LABEL: char] Letter<LABEL>, Given, In<Operand> => BindingLetterGiven<Operand, LABEL>;
    [Operand, Label, First] Word<Label>, In<First>, In<Operand> => Binding<Label, First, Operand>;
    [Operand, Label] Word<Label>, Twice, In<Operand> => BindingTwice<Label, Operand>;
    [Operand, Label] Word<Label>, Given, In<Operand> => BindingGiven<Label, Operand>;
    [Operand] Number, Given, In<Operand> => BindingNumber<Operand>;
}

among!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
among!(16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
