//! Which fields `#[weights(file = "..")]` compares with a file: those that have all of a tensor.

use shapecheck::dim::shard::{CutOver, Piece, Uncut};
use shapecheck::{Axes, Dim, DynShape, Scalar};

/// A shape without shards.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` is whole on each rank",
    label = "expected a shape without shards"
)]
pub trait IsWhole {
    /// What is compared: the shape itself, or one of any sizes for a shard, so that nothing else is said of it.
    type Whole;
}

impl IsWhole for Scalar {
    type Whole = Self;
}

impl IsWhole for DynShape {
    type Whole = Self;
}

impl<L: IsWhole, N: Dim + Piece<Cut: IsUncut>> IsWhole for Axes<L, N> {
    type Whole = <N::Cut as IsUncut>::Compared<Axes<L::Whole, N>>;
}

/// Holds of [`Uncut`].
#[doc(hidden)]
pub trait IsUncut {
    /// `S`, or any shape.
    type Compared<S>;
}

impl IsUncut for Uncut {
    type Compared<S> = S;
}

impl<W, M> IsUncut for CutOver<W, M>
where
    Comparison: OfShard<W, M>,
{
    type Compared<S> = DynShape;
}

/// What carries the text: no trait with a text is implemented for it.
#[doc(hidden)]
pub struct Comparison;

/// Carries the message for a shard.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`#[weights(file = ..)]` does not compare the shard `{W} / {M}`: the file has all of `{W}`, and a rank its part",
    label = "a part of what the file has",
    note = "leave `file` out: the parts are compared when they are read, by `reader.on_rank(&mesh)`, which knows how many ranks there are",
    note = "a struct of whole tensors, with `{W}` here, can be compared with the file"
)]
pub trait OfShard<W, M> {}
