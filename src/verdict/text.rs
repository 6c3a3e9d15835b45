//! The texts, and the traits that carry them.
//!
//! None of these traits is ever implemented, and none is for use by hand. They are documented because rustc
//! prints the short name of documented items only, and these names stand in its notes.

use super::{
    Accept, AtLeast, Count, Digits, End, Excess, Pad, Padded, Tell, TellPadded, TooMany, Zeros,
};
use crate::{Scalar, Shape};

/// Two shapes that are to become one.
pub struct Broadcasting;

/// A shape that is to become another.
pub struct Expanding;

/// The inner sizes of a matrix product.
pub struct Contracting;

/// An axis that is to be removed.
pub struct Removing;

/// A shape whose elements are to be read as those of another.
pub struct Reshaping;

/// What is asked to accept a verdict. Another type than [`Shapes`]: where the two ends of a chain of bounds
/// are about one type, rustc tells the outer one.
pub struct Operands;

/// What the never-implemented traits are not implemented for.
pub struct Shapes;

shapecheck_macros::messages! {
    Broadcast for Broadcasting {
        message = "cannot broadcast: size {lhs} does not match size {rhs} at axis -{AXIS}",
        label = "size {lhs} on the left and size {rhs} on the right at axis -{AXIS}, counted from the end",
        note = "two sizes broadcast where they are equal or one of them is 1",
        note = "shapes align at the last axis: give one side an axis of size 1 where the other is to be repeated",
    }
    BroadcastTo for Expanding {
        message = "cannot broadcast to the target: size {lhs} does not match the target's size {rhs} at axis -{AXIS}",
        label = "size {lhs} cannot become the target's size {rhs} at axis -{AXIS}, counted from the end",
        note = "the target never changes: each size of the source has to be 1 or the target's",
        note = "where the two shapes broadcast, `let c = a + b` gives a new tensor of the shape they broadcast to",
    }
    Reshape for Reshaping {
        message = "cannot reshape: {lhs} elements do not fit in a shape of {rhs} elements",
        label = "{lhs} elements, {rhs} in the target",
        note = "the product of the sizes has to stay the same",
    }
    MatrixProduct for Contracting {
        message = "cannot multiply matrices: inner size {lhs} does not match inner size {rhs}",
        label = "columns on the left: {lhs}, rows on the right: {rhs}",
        note = "`a.matmul(&b)` takes shapes [M, K] and [K, N]: the columns of `a` are as many as the rows of `b`",
        note = "`transpose()` swaps the two axes of a matrix",
    }
    RemoveAxis for Removing {
        message = "cannot remove axis -{AXIS}: its size is {lhs}, not 1",
        label = "size {lhs} at axis -{AXIS}, counted from the end",
        note = "only an axis of size 1, or of a size known at run time, can be removed without losing elements",
        note = "a sum, mean or maximum over the axis leaves it with size 1",
    }
}

/// Carries the message for a source of more axes than its target.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast to the target: rank {SOURCE} does not fit in the target's rank {TARGET}",
    label = "this shape has {SOURCE} axes, the target {TARGET}",
    note = "axes can be added in front, never taken away, not even those of size 1"
)]
pub trait RankFits<const SOURCE: usize, const TARGET: usize> {}

impl<T, const SOURCE: usize, const TARGET: usize>
    Accept<Expanding, Excess<Count<SOURCE>, Count<TARGET>>> for T
where
    Shapes: RankFits<SOURCE, TARGET>,
{
    type Output = Scalar;
}

/// Carries the message for a source of run-time rank that has more axes than its target in any case.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast to the target: rank {SOURCE} or more does not fit in the target's rank {TARGET}",
    label = "this shape has at least {SOURCE} axes, the target {TARGET}",
    note = "axes can be added in front, never taken away, not even those of size 1"
)]
pub trait LeastRankFits<const SOURCE: usize, const TARGET: usize> {}

impl<T, const SOURCE: usize, const TARGET: usize>
    Accept<Expanding, Excess<AtLeast<SOURCE>, Count<TARGET>>> for T
where
    Shapes: LeastRankFits<SOURCE, TARGET>,
{
    type Output = Scalar;
}

/// Carries the message for a matrix product with a shape that has no axes.
#[diagnostic::on_unimplemented(
    message = "cannot multiply matrices: a shape without axes has no inner size",
    label = "one side has no axes",
    note = "a matrix product takes a matrix or a vector on either side, with any number of axes in front of a matrix",
    note = "a single number scales a tensor with `*`"
)]
pub trait HasInnerAxis<Lhs, Rhs> {}

/// Carries the message for shapes of more elements than can be counted.
#[diagnostic::on_unimplemented(
    message = "cannot reshape: a shape has more elements than `usize` can count",
    label = "one of these shapes has 2 to the power of 64 elements or more",
    note = "no tensor has such a shape; a dynamic axis, `_`, leaves the number of elements to run time"
)]
pub trait CountsElements<Number> {}

impl<T> Accept<Reshaping, TooMany> for T
where
    Shapes: CountsElements<T>,
{
    type Output = Scalar;
}
