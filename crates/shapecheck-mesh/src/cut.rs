//! Which axes of a shape are cut: each axis of a mesh cuts one axis of a tensor at most, and none of a sum that is pending over it.

use std::marker::PhantomData;

use shapecheck::algebra::Answer;
use shapecheck::dim::named::{Declared, Identity, ProductOf, SumOf};
use shapecheck::dim::shard::{CutOver, Piece, Shard, Uncut};
use shapecheck::dim::{Extent, NamedDim, Remainder};
use shapecheck::typenum::{B0, B1};
use shapecheck::verdict::{Count, Decimal, Digits};
use shapecheck::{Axes, Dim, HasAxis, Scalar, Shape};

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

impl WholeShape for Scalar {}

impl<L: WholeShape, N: Dim + Piece<Cut: IsUncut>> WholeShape for Axes<L, N> where Self: Shape {}

/// Holds of [`Uncut`].
#[doc(hidden)]
pub trait IsUncut {}

impl IsUncut for Uncut {}

impl<W, M> IsUncut for CutOver<W, M> where Tell: TellCut<W, M> {}

/// Carries the message for a shard where all is to be whole.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the axis `{W} / {M}` is a shard: each rank has its own part",
    label = "expected a tensor that is whole on each rank",
    note = "`all_gather(Axis::<-1>, &mesh)` puts the parts together",
    note = "`map_part(|part| ..)` computes on the part of each rank, and `into_part()` takes it out, for what is not to be whole"
)]
pub trait TellCut<W, M> {}

/// A shape in which each axis of a mesh cuts one axis at most.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` are cut",
    label = "a shape whose axes are not all written",
    note = "axes are written one by one, `shape![B, N, Hidden / Tp]`, and parameters are bounded by `WholeSize`"
)]
pub trait CutOnce {}

impl CutOnce for Scalar {}

impl<L: CutOnce, N: Piece<Cut: Beside<L>>> CutOnce for Axes<L, N> {}

/// What can be cut after the axes `Lead`.
#[doc(hidden)]
pub trait Beside<Lead> {}

impl<L> Beside<L> for Uncut {}

impl<L: UncutOver<M>, W: Declared + Piece<Cut: CutsOnce<M>>, M: Declared> Beside<L>
    for CutOver<W, M>
where
    Tell: Divides<Evenly<W, M>, W, M>,
{
}

/// What the axis `M` of a mesh can cut: what no other axis has cut.
#[doc(hidden)]
pub trait CutsOnce<M> {}

impl<M> CutsOnce<M> for Uncut {}

impl<V, X, M> CutsOnce<M> for CutOver<V, X> where Tell: TellCutTwice<V, X, M> {}

/// Carries the message for a shard that is cut once more.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{V} / {X}` cannot be cut once more, over `{M}`",
    label = "an axis is cut over one axis of a mesh",
    note = "cut another axis of the tensor over `{M}`, or declare one axis of the mesh for all of these ranks"
)]
pub trait TellCutTwice<V, X, M> {}

/// A shape whose axes are split or merged to those of `Target`, which are cut as these are.
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` are cut",
    label = "a shape of axes that are whole or shards",
    note = "a size that is a parameter is whole on each rank with the bound `N: WholeSize`"
)]
pub trait KeepsCuts<Target> {}

impl<S: Cuts, Target: Cuts<List: AreCutsOf<S::List>>> KeepsCuts<Target> for S {}

/// The cuts of a shape, from the last axis on.
#[doc(hidden)]
pub trait Cuts {
    /// `(cut, cuts before it)`, or `()`.
    type List;
}

impl Cuts for Scalar {
    type List = ();
}

/// `[..L, N]`
impl<L: Cuts, N: Piece<Cut: Behind<L::List>>> Cuts for Axes<L, N> {
    type List = <N::Cut as Behind<L::List>>::List;
}

/// A cut after others.
#[doc(hidden)]
pub trait Behind<Lead> {
    /// All of them.
    type List;
}

impl<Lead> Behind<Lead> for Uncut {
    type List = Lead;
}

impl<W, M, Lead> Behind<Lead> for CutOver<W, M> {
    type List = (Self, Lead);
}

/// Cuts that are the same.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an axis that is cut would be one that does not say so",
    label = "a shard among these axes gets lost",
    note = "a sum along a shard is `sum_axis`, which is pending",
    note = "where an axis is split or merged, sizes with names say which part is the shard: `Heads / Tp * Head` is `Heads / Tp` and `Head`, and not `_` and `_`"
)]
pub trait AreCutsOf<List> {}

impl<List> AreCutsOf<List> for List {}

/// Whether a size has no remainder by the number of ranks, or one that is known only when the program runs.
type Evenly<W, M> =
    <<Remainder<<W as Declared>::Size, <M as Declared>::Size> as Extent>::IsZero as Answer>::Or<
        <Remainder<<W as Declared>::Size, <M as Declared>::Size> as Extent>::IsUnknown,
    >;

/// Whether the ranks have equal parts.
#[doc(hidden)]
pub trait Divides<Evenly, W, M> {}

impl<W, M> Divides<B1, W, M> for Tell {}

impl<W, M> Divides<NoAnswer, W, M> for Tell {}

impl<W, M, Size, Number> Divides<B0, W, M> for Tell
where
    W: Declared<Size: Decimal<Number = Size>>,
    M: Declared<Size: Decimal<Number = Number>>,
    Size: SharedBy<Number, W, M>,
{
}

/// Carries the message for a size that the ranks do not divide, where the numbers have more digits than there are words for.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W}` cannot be cut over `{M}`: its size is not a multiple of the number of ranks",
    label = "the shards `{W} / {M}` would not be equal",
    note = "the sizes are those of `dims! {{ {W} = .. }}` and `mesh! {{ {M} = .. }}`"
)]
pub trait SharedBy<Number, W, M> {}

impl<W, M, const SIZE: usize, const RANKS: usize> SharedBy<Count<RANKS>, W, M> for Count<SIZE> where
    Tell: TellIndivisible<W, M, SIZE, RANKS>
{
}

impl<W, M, const K: usize, const H: u8, const T: u8, const O: u8, const RANKS: usize>
    SharedBy<Count<RANKS>, W, M> for Digits<Digits<Digits<Count<K>, H>, T>, O>
where
    Tell: TellIndivisibleThousands<W, M, K, H, T, O, RANKS>,
{
}

/// Carries the message for a size of up to three digits.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W}` = {SIZE} cannot be cut over the {RANKS} ranks of `{M}`: it is not a multiple of {RANKS}",
    label = "the shards `{W} / {M}` would not be equal",
    note = "the sizes are those of `dims! {{ {W} = {SIZE} }}` and `mesh! {{ {M} = {RANKS} }}`"
)]
pub trait TellIndivisible<W, M, const SIZE: usize, const RANKS: usize> {}

/// Carries the message for a size of up to six digits.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W}` = {K}{H}{T}{O} cannot be cut over the {RANKS} ranks of `{M}`: it is not a multiple of {RANKS}",
    label = "the shards `{W} / {M}` would not be equal",
    note = "the sizes are those of `dims! {{ {W} = {K}{H}{T}{O} }}` and `mesh! {{ {M} = {RANKS} }}`"
)]
pub trait TellIndivisibleThousands<
    W,
    M,
    const K: usize,
    const H: u8,
    const T: u8,
    const O: u8,
    const RANKS: usize,
>
{
}

/// A size that is a shard.
#[diagnostic::on_unimplemented(
    message = "this axis has no shards",
    label = "expected an axis with a name, cut over an axis of a mesh",
    note = "give the size a name, `dims! {{ Hidden = 3072 }}`: a shard says of what it is a part"
)]
pub trait IsShard: Dim {}

impl<W: Declared, M: Declared, N: Dim> IsShard for NamedDim<Shard<W, M>, N> {}

/// A shape whose axis `AXIS` is a shard over the axis `Mesh` of a mesh, so that ranks can put it together.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether axis {AXIS} of `{Self}` is a shard",
    label = "a type parameter leaves it open"
)]
pub trait Gathers<const AXIS: isize, Mesh>: HasAxis<AXIS> {
    /// The shape with the whole axis.
    type Output: Shape;
}

impl<S: HasAxis<AXIS, Size: IsShardOver<M>>, M, const AXIS: isize> Gathers<AXIS, M> for S {
    type Output = S::With<<S::Size as IsShardOver<M>>::Whole>;
}

/// A shard over the axis `Mesh` of a mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this axis is not a shard: each rank has all of it, and there is nothing to gather",
    label = "expected an axis that is cut, as `Hidden / Tp` is",
    note = "a pending sum is made whole by `all_reduce`"
)]
pub trait IsShardOver<Mesh>: Dim {
    /// The size of the whole.
    type Whole: Dim;
}

impl<W: Declared, X: Declared, M: Identity, N: Dim> IsShardOver<M> for NamedDim<Shard<W, X>, N>
where
    Tell: IsCutOver<<X as Identity>::Is<M>, W, X, M>,
{
    type Whole = <W as Identity>::Size;
}

/// A shard that is a factor of an axis: the elements of a rank are not side by side in the whole.
impl<A, B, M: Identity, N: Dim> IsShardOver<M> for NamedDim<ProductOf<A, B>, N>
where
    Self: Dim + Piece<Cut: InProduct>,
{
    type Whole = Self;
}

/// Whether a product has a shard. It is not gathered in either case.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this axis is not a shard: each rank has all of it, and there is nothing to gather",
    label = "expected an axis that is cut, as `Hidden / Tp` is",
    note = "a pending sum is made whole by `all_reduce`"
)]
pub trait InProduct {}

impl<W, M> InProduct for CutOver<W, M> where Tell: GathersMerged<W, M> {}

/// Carries the message for a shard that was merged with another axis.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot gather the shard `{W} / {M}` where it is merged with another axis",
    label = "the shard is a factor of this axis",
    note = "gather before axes are merged, or split them first: `split_axis_with` gives the shard an axis of its own"
)]
pub trait GathersMerged<W, M> {}

/// A shard with other elements beside it: the parts of ranks overlap.
impl<A, B, M: Identity, N: Dim> IsShardOver<M> for NamedDim<SumOf<A, B>, N>
where
    Self: Dim + Piece<Cut: InSum>,
{
    type Whole = Self;
}

/// Whether a sum has a shard. It is not gathered in either case.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this axis is not a shard: each rank has all of it, and there is nothing to gather",
    label = "expected an axis that is cut, as `Hidden / Tp` is",
    note = "a pending sum is made whole by `all_reduce`"
)]
pub trait InSum {}

impl<W, M> InSum for CutOver<W, M> where Tell: GathersPadded<W, M> {}

/// Carries the message for a shard with the elements of its neighbours.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this axis is more than the shard `{W} / {M}`: with the elements of their neighbours, the parts overlap",
    label = "expected the shard alone",
    note = "`map_part(|x| ..)` computes the inner elements, and its result, `{W} / {M}` without those of the neighbours, is a shard again"
)]
pub trait GathersPadded<W, M> {}

/// Whether a shard is one over this axis of the mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W} / {X}` is a shard over `{X}`, not over `{M}`",
    label = "gathered over `{M}`, but cut over `{X}`",
    note = "`all_gather` takes the mesh of `{X}`"
)]
pub trait IsCutOver<Is, W, X, M> {}

impl<W, X, M> IsCutOver<B1, W, X, M> for Tell {}

impl<W, X, M> IsCutOver<NoAnswer, W, X, M> for Tell {}

/// A shape of which no axis is cut over the axis `M` of a mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell which axes of `{Self}` are cut",
    label = "a shape whose axes are not all written",
    note = "axes are written one by one, `shape![B, N, Hidden / Tp]`, and parameters are bounded by `WholeSize`"
)]
pub trait UncutOver<M> {}

impl<M> UncutOver<M> for Scalar {}

impl<L: UncutOver<M>, N: Piece<Cut: Without<M>>, M> UncutOver<M> for Axes<L, N> {}

/// What is not cut over the axis `M` of a mesh.
#[doc(hidden)]
pub trait Without<M> {}

impl<M> Without<M> for Uncut {}

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

impl<W, M> AnotherAxis<NoAnswer, W, M> for Tell {}

/// With a second impl, rustc does not infer the answer that it hopes for.
#[doc(hidden)]
pub struct NoAnswer;

/// What the two operands of a sum of products have along the axis that is summed over.
#[doc(hidden)]
pub trait Meets<Rhs> {
    /// [`Alike`], or what is refused.
    type Verdict;
}

/// Both whole, or both cut. Whether they are cut over the same axes, the rule of the product says.
#[doc(hidden)]
pub struct Alike<Over>(PhantomData<Over>);

/// Whole on the left, cut on the right.
#[doc(hidden)]
pub struct WholeBesideShard<W, M>(PhantomData<(W, M)>);

/// Cut on the left, whole on the right.
#[doc(hidden)]
pub struct ShardBesideWhole<W, M>(PhantomData<(W, M)>);

impl Meets<Uncut> for Uncut {
    type Verdict = Alike<Uncut>;
}

impl<W, M, V, X> Meets<CutOver<V, X>> for CutOver<W, M> {
    type Verdict = Alike<Self>;
}

impl<W, M> Meets<CutOver<W, M>> for Uncut {
    type Verdict = WholeBesideShard<W, M>;
}

impl<W, M> Meets<Uncut> for CutOver<W, M> {
    type Verdict = ShardBesideWhole<W, M>;
}

/// Carries the message for a whole axis on the left.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot sum over `{W}`: whole on the left, the shard `{W} / {M}` on the right",
    label = "`{W}` on the left, `{W} / {M}` on the right",
    note = "cut the left over `{M}`, by a layer before it or by `cut(Axis::<-1>, &mesh)`, or put the right together by `all_gather(Axis::<-2>, &mesh)`"
)]
pub trait TellWholeBesideShard<W, M> {
    /// Never known, so that what cannot be computed does not add another error.
    type Shape: Shape;
    /// The same.
    type State;
}

/// Carries the message for a whole axis on the right.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot sum over `{W}`: the shard `{W} / {M}` on the left, whole on the right",
    label = "`{W} / {M}` on the left, `{W}` on the right",
    note = "cut the weights over `{M}` where they are loaded, `shape![{W} / {M}, ..]`, or put the left together by `all_gather(Axis::<-1>, &mesh)`"
)]
pub trait TellShardBesideWhole<W, M> {
    /// Never known, so that what cannot be computed does not add another error.
    type Shape: Shape;
    /// The same.
    type State;
}

/// What is cut over the axis `M` of a mesh, so that its ranks compute together along it.
#[doc(hidden)]
pub trait PartOver<M> {}

impl<M> PartOver<M> for Uncut where Tell: TellAllOfIt<M> {}

impl<W, X: Identity, M: Identity> PartOver<M> for CutOver<W, X> where
    Tell: ComputesOver<X::Is<M>, W, X, M>
{
}

/// Carries the message for an axis that each rank has all of.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this axis is not a shard over `{M}`: each rank has all of it",
    label = "computed over the ranks of `{M}`, which have the same here",
    note = "along an axis that is whole a rank computes alone, by the method without `_over`"
)]
pub trait TellAllOfIt<M> {}

// With two impls, rustc waits until it knows the axis.
impl TellAllOfIt<NoAnswer> for Tell {}

impl TellAllOfIt<Tell> for Tell {}

/// Whether ranks that compute together are those that have the parts.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{W} / {X}` is a shard over `{X}`, not over `{M}`: the ranks of `{M}` have the same part",
    label = "computed over `{M}`, but cut over `{X}`",
    note = "give it the mesh of `{X}`"
)]
pub trait ComputesOver<Is, W, X, M> {}

impl<W, X, M> ComputesOver<B1, W, X, M> for Tell {}

impl<W, X, M> ComputesOver<NoAnswer, W, X, M> for Tell {}
