//! Which axes of a shape are cut: each axis of a mesh cuts one axis of a tensor at most, and none of a sum that is pending over it.

use shapecheck::algebra::Answer;
use shapecheck::dim::named::{Declared, Identity};
use shapecheck::dim::shard::{CutOver, Piece, Shard, Uncut};
use shapecheck::dim::{Extent, NamedDim, Remainder};
use shapecheck::typenum::{B0, B1};
use shapecheck::{Axes, Dim, Scalar, Shape};

use crate::{Pending, Whole};

/// What carries the texts of this crate: no trait with a text is implemented for it.
#[doc(hidden)]
pub struct Tell;

/// A shape that each rank can have its part of, in a tensor of this state.
///
/// Each axis of a mesh cuts one axis of the shape at most: with two, a rank would have one block of the diagonal, and no rank the others. A sum
/// that is pending over an axis of the mesh is not cut over it.
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` are cut",
    label = "a shape of axes that are whole or shards",
    note = "a size that is a parameter is whole on each rank with the bound `N: WholeSize`"
)]
pub trait PartOf<State>: Shape {}

impl<S: Shape + CutOnce> PartOf<Whole> for S {}

impl<S: Shape + CutOnce + UncutOver<M>, W, M> PartOf<Pending<W, M>> for S {}

/// A size that is whole on each rank, for parameters: `N: WholeSize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be whole on each rank",
    label = "a shard, or a parameter that may be one",
    note = "a size that is a parameter is whole on each rank with the bound `N: WholeSize`"
)]
pub trait WholeSize: Dim + Piece<Cut = Uncut> {}

impl<N: Dim + Piece<Cut = Uncut>> WholeSize for N {}

/// A shape of which each rank has the same, all of it.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` is whole on each rank",
    label = "expected a shape without shards",
    note = "a size that is a parameter is whole on each rank with the bound `N: WholeSize`"
)]
pub trait WholeShape: Shape {}

#[diagnostic::do_not_recommend]
impl WholeShape for Scalar {}

#[diagnostic::do_not_recommend]
impl<L: WholeShape, N: Dim + Piece<Cut: IsUncut>> WholeShape for Axes<L, N> where Self: Shape {}

/// Holds of [`Uncut`].
#[doc(hidden)]
pub trait IsUncut {}

impl IsUncut for Uncut {}

#[diagnostic::do_not_recommend]
impl<W, M> IsUncut for CutOver<W, M> where Tell: TellCut<W, M> {}

/// Carries the message for a shard where all is to be whole.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the axis `{W} / {M}` is a shard: each rank has its own part",
    label = "expected a tensor that is whole on each rank",
    note = "`all_gather::<-1>(&mesh)` puts the parts together, and `into_part()` is the part of this rank"
)]
pub trait TellCut<W, M> {}

/// A shape in which each axis of a mesh cuts one axis at most.
#[doc(hidden)]
pub trait CutOnce {}

impl CutOnce for Scalar {}

#[diagnostic::do_not_recommend]
impl<L: CutOnce, N: Piece<Cut: Beside<L>>> CutOnce for Axes<L, N> {}

/// What can be cut behind the axes `Lead`.
#[doc(hidden)]
pub trait Beside<Lead> {}

impl<L> Beside<L> for Uncut {}

#[diagnostic::do_not_recommend]
impl<L: UncutOver<M>, W: Declared, M: Declared> Beside<L> for CutOver<W, M> where
    Tell: Divides<Evenly<W, M>, W, M>
{
}

/// Whether a size has no remainder by the number of ranks, or one that is known only when the program runs.
type Evenly<W, M> =
    <<Remainder<<W as Declared>::Size, <M as Declared>::Size> as Extent>::IsZero as Answer>::Or<
        <Remainder<<W as Declared>::Size, <M as Declared>::Size> as Extent>::IsUnknown,
    >;

/// Whether the ranks have equal parts.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W}` cannot be cut over `{M}`: its size is no multiple of the number of ranks",
    label = "the shards `{W} / {M}` would not be equal",
    note = "the sizes are those of `dims! {{ {W} = .. }}` and `mesh! {{ {M} = .. }}`"
)]
pub trait Divides<Evenly, W, M> {}

impl<W, M> Divides<B1, W, M> for Tell {}

/// A size that is a shard.
#[diagnostic::on_unimplemented(
    message = "this axis has no shards",
    label = "expected an axis with a name, cut over an axis of a mesh",
    note = "give the size a name, `dims! {{ Hidden = 3072 }}`: a shard says of what it is a part"
)]
pub trait IsShard: Dim {}

#[diagnostic::do_not_recommend]
impl<W: Declared, M: Declared, N: Dim> IsShard for NamedDim<Shard<W, M>, N> {}

/// A shard over the axis `Mesh` of a mesh.
#[diagnostic::on_unimplemented(
    message = "this axis is no shard over `{Mesh}`",
    label = "no parts along `{Mesh}` to put together: the axis is `{Self}`",
    note = "only an axis `Hidden / {Mesh}` is gathered over `{Mesh}`; a pending sum is made whole by `all_reduce`"
)]
pub trait IsShardOver<Mesh>: Dim {
    /// The size of the whole.
    type Whole: Dim;
}

#[diagnostic::do_not_recommend]
impl<W: Declared, M: Declared, N: Dim> IsShardOver<M> for NamedDim<Shard<W, M>, N> {
    type Whole = <W as Identity>::Size;
}

/// A shape of which no axis is cut over the axis `M` of a mesh.
#[doc(hidden)]
pub trait UncutOver<M> {}

impl<M> UncutOver<M> for Scalar {}

#[diagnostic::do_not_recommend]
impl<L: UncutOver<M>, N: Piece<Cut: Without<M>>, M> UncutOver<M> for Axes<L, N> {}

/// What is not cut over the axis `M` of a mesh.
#[doc(hidden)]
pub trait Without<M> {}

impl<M> Without<M> for Uncut {}

#[diagnostic::do_not_recommend]
impl<W, X: Identity, M: Identity> Without<M> for CutOver<W, X> where
    Tell: AnotherAxis<X::Is<M>, W, X>
{
}

/// Whether an axis is cut over another axis of the mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{M}` cuts the axis `{W} / {M}`, and would cut or sum over another axis of the same tensor",
    label = "an axis of a mesh cuts one axis of a tensor",
    note = "`all_gather` makes one of the axes whole first, or the other one is cut over another axis of the mesh"
)]
pub trait AnotherAxis<Is, W, M> {}

impl<W, M> AnotherAxis<B0, W, M> for Tell {}

/// What the two operands of a sum of products have along the axis that is summed over.
#[doc(hidden)]
pub trait Meets<Rhs> {
    /// Whether the sum is one over ranks, too.
    type Sum;
}

/// Whole on both sides
impl Meets<Uncut> for Uncut {
    type Sum = Uncut;
}

/// Cut on both sides: whether over the same axes, the rule of the product says.
impl<W, M, V, X> Meets<CutOver<V, X>> for CutOver<W, M> {
    type Sum = Self;
}

#[diagnostic::do_not_recommend]
impl<W, M> Meets<CutOver<W, M>> for Uncut
where
    Tell: TellWholeBesideShard<W, M>,
{
    type Sum = Self;
}

#[diagnostic::do_not_recommend]
impl<W, M> Meets<Uncut> for CutOver<W, M>
where
    Tell: TellShardBesideWhole<W, M>,
{
    type Sum = Self;
}

/// Carries the message for a whole axis on the left.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot sum over `{W}`: whole on the left, the shard `{W} / {M}` on the right",
    label = "`{W}` on the left, `{W} / {M}` on the right",
    note = "cut the left over `{M}`, by a layer before it or by `cut::<-1, _, _>(&mesh)`, or put the right together by `all_gather::<-2, _, _>(&mesh)`"
)]
pub trait TellWholeBesideShard<W, M> {}

/// Carries the message for a whole axis on the right.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot sum over `{W}`: the shard `{W} / {M}` on the left, whole on the right",
    label = "`{W} / {M}` on the left, `{W}` on the right",
    note = "cut the weights over `{M}` where they are loaded, `shape![{W} / {M}, ..]`, or put the left together by `all_gather::<-1, _, _>(&mesh)`"
)]
pub trait TellShardBesideWhole<W, M> {}
