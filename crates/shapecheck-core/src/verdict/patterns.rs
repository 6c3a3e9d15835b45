//! The texts about patterns that rearrange axes, and the traits that carry them. See [`text`](super::text).

use core::marker::PhantomData;

use super::{Count, Digits, NameOf, Operands, Shapes, Tell, Unknown, Words};
use crate::dim::named::{ProductOf, SumOf};

/// A group of axes, one of which has a size to infer: the group, and the axes of known sizes.
pub struct Dividing<Group, Known>(PhantomData<(Group, Known)>);

/// The same if dots follow the group, so that its axis has no number.
pub struct DividingSome<Group, Known>(PhantomData<(Group, Known)>);

/// A group of an axis to infer and a number after it: `(h 5)`.
pub struct DividingByNumber<Label>(PhantomData<Label>);

/// A group of a number and an axis to infer after it: `(5 h)`.
pub struct DividingByNumberInFront<Label>(PhantomData<Label>);

/// The same as [`DividingByNumber`] if dots follow the group.
pub struct DividingSomeByNumber<Label>(PhantomData<Label>);

/// The same as [`DividingByNumberInFront`] if dots follow the group.
pub struct DividingSomeByNumberInFront<Label>(PhantomData<Label>);

/// An axis that is a number, or made of numbers.
pub struct MakingNumber;

/// The same if dots follow the axis.
pub struct MakingSomeNumber;

/// A group of axes of known sizes.
pub struct Making<Group>(PhantomData<Group>);

/// The same if dots follow the group.
pub struct MakingSome<Group>(PhantomData<Group>);

/// The axes of a tensor, which a pattern names.
pub struct NamingAxes;

/// A size that is to be a multiple of another.
pub struct MultiplesOf;

/// Pieces that are to make up an axis.
pub struct Unpacking;

shapecheck_declarations::messages! {
    NotDivided for Dividing<Group, Known> {
        message = "`{Group}` with {Known} = {rhs} does not divide {lhs} at axis -{AXIS}",
        label = "axis -{AXIS} is {lhs}, counted from the end",
        note = "the sizes of a group multiply to the size of its axis",
    }
    NotDividedThere for DividingSome<Group, Known> {
        message = "`{Group}` with {Known} = {rhs} does not divide {lhs}",
        label = "the axis is {lhs}",
        note = "the sizes of a group multiply to the size of its axis",
    }
    NotDividedByNumber of numbers for DividingByNumber<Label> {
        message = "`({Label} {rhs})` does not divide {lhs} at axis -{AXIS}",
        label = "axis -{AXIS} is {lhs}, counted from the end",
        note = "the sizes of a group multiply to the size of its axis",
    }
    NotDividedByNumberInFront of numbers for DividingByNumberInFront<Label> {
        message = "`({rhs} {Label})` does not divide {lhs} at axis -{AXIS}",
        label = "axis -{AXIS} is {lhs}, counted from the end",
        note = "the sizes of a group multiply to the size of its axis",
    }
    NotDividedByNumberThere of numbers for DividingSomeByNumber<Label> {
        message = "`({Label} {rhs})` does not divide {lhs}",
        label = "the axis is {lhs}",
        note = "the sizes of a group multiply to the size of its axis",
    }
    NotDividedByNumberInFrontThere of numbers for DividingSomeByNumberInFront<Label> {
        message = "`({rhs} {Label})` does not divide {lhs}",
        label = "the axis is {lhs}",
        note = "the sizes of a group multiply to the size of its axis",
    }
    NotNumber of numbers for MakingNumber {
        message = "the pattern says {lhs}, but axis -{AXIS} is {rhs}",
        label = "axis -{AXIS} is {rhs}, counted from the end",
        note = "a number in a pattern is the size of an axis, or a part of it in a group; `()` is 1",
    }
    NotNumberThere of numbers for MakingSomeNumber {
        message = "the pattern says {lhs}, but the axis is {rhs}",
        label = "the axis is {rhs}",
        note = "a number in a pattern is the size of an axis, or a part of it in a group; `()` is 1",
    }
    NotMade for Making<Group> {
        message = "`{Group}` is {lhs}, but axis -{AXIS} is {rhs}",
        label = "axis -{AXIS} is {rhs}, counted from the end",
        note = "the sizes of a group multiply to the size of its axis; `1` and `()` are 1",
    }
    NotMadeThere for MakingSome<Group> {
        message = "`{Group}` is {lhs}, but the axis is {rhs}",
        label = "the axis is {rhs}",
        note = "the sizes of a group multiply to the size of its axis; `1` and `()` are 1",
    }
    NoMultiple of numbers for MultiplesOf {
        message = "{lhs} is not a multiple of {rhs}",
        label = "a size of {lhs}, which {rhs} does not divide",
    }
    NotUnpacked for Unpacking {
        message = "the pieces have {lhs} elements, the axis {rhs}",
        label = "the axis is {rhs}",
        note = "the sizes of each piece multiply to its part of the axis",
    }
}
