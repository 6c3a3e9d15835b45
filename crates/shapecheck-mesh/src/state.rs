//! The states of a tensor on a mesh: whole, or a sum that is still pending over axes of the mesh.

use std::marker::PhantomData;

use shapecheck::Shape;
use shapecheck::dim::NamedDim;
use shapecheck::dim::named::Identity;
use shapecheck::dim::shard::{CutOver, Uncut};
use shapecheck::typenum::{B0, B1};

use crate::cut::{CutOnce, NoAnswer, PartOf, Tell, UncutOver};

/// The state of a tensor whose elements are final.
///
/// Where an axis is not a shard, each rank has the same.
#[derive(Debug)]
pub struct Whole;

/// The state of a tensor whose elements are a sum over the ranks along `Mesh`; each rank has its own term.
///
/// `Axis` is the axis whose shards were summed over, and `Rest` the state that the sum over `Mesh` leaves: [`Whole`], or
/// pending over another axis of the mesh. Of two sums, the one made last comes first.
///
/// ```
/// use shapecheck::{dims, shape};
/// use shapecheck_mesh::{MeshTensor, Pending, mesh};
///
/// dims! { Batch, Width = 4, Hidden = 8 }
/// mesh! { Dp, Tp }
///
/// type Hiddens = MeshTensor<f32, shape![Batch, Hidden / Tp]>;
/// type Down = MeshTensor<f32, shape![Hidden / Tp, Width]>;
///
/// /// A layer that leaves the sum to its caller.
/// fn down(hidden: &Hiddens, weights: &Down) -> MeshTensor<f32, shape![Batch, Width], Pending<Hidden, Tp>> {
///     hidden.matmul(weights)
/// }
///
/// /// Pending over both axes of a mesh.
/// fn total(
///     x: &MeshTensor<f32, shape![Batch / Dp, Hidden / Tp]>,
/// ) -> MeshTensor<f32, shape![1, 1], Pending<Batch, Dp, Pending<Hidden, Tp>>> {
///     x.sum_axis::<-1>().sum_axis::<-2>()
/// }
/// ```
#[derive(Debug)]
pub struct Pending<Axis, Mesh, Rest = Whole>(PhantomData<(Axis, Mesh, Rest)>);

/// [`Whole`]: what a function that is not linear asks for.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether a sum is still pending: the state is `{Self}`",
    label = "expected a tensor that is whole",
    note = "a state that is a parameter is bounded by `Finished`"
)]
pub trait Finished {}

impl Finished for Whole {}

impl<W, N, M, K, Rest> Finished for Pending<NamedDim<W, N>, NamedDim<M, K>, Rest> where
    Tell: TellPending<W, M>
{
}

/// Carries the message for a sum that is not finished.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the sum of `{W} / {M}` over the ranks of `{M}` is still pending: call `all_reduce` first",
    label = "each rank has a term of a sum over `{M}` here",
    note = "`all_reduce(&mesh)` makes the sum whole, and `reduce_scatter(Axis::<-1>, &mesh)` gives each rank its shard of it",
    note = "only what is linear goes before it: products with weights that are whole, sums with another pending sum, `scale`"
)]
pub trait TellPending<W, M> {}

/// A state with a sum that is pending over the axis `Mesh` of a mesh.
///
/// In a signature it stands for all such sums:
///
/// ```
/// use shapecheck::{Host, dims, shape};
/// use shapecheck_mesh::{Collective, Mesh, MeshError, MeshTensor, PendingOver, Whole, mesh};
///
/// dims! { Batch, Width }
/// mesh! { Tp }
///
/// type Words<State = Whole> = MeshTensor<f32, shape![Batch, Width], State>;
///
/// fn add_to<State: PendingOver<Tp, Rest = Whole>, C: Collective<f32, Host>>(
///     x: Words,
///     layer: Words<State>,
///     tp: &Mesh<Tp, C>,
/// ) -> Result<Words, MeshError> {
///     Ok(x + layer.all_reduce(tp)?)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot tell whether a sum over `{Mesh}` is pending: the state is `{Self}`",
    label = "expected a pending sum",
    note = "a state that is a parameter is bounded by `PendingOver`, as in `State: PendingOver<Tp, Rest = Whole>`"
)]
pub trait PendingOver<Mesh> {
    /// The state after the sum over `Mesh`.
    type Rest;
}

impl<M, K> PendingOver<NamedDim<M, K>> for Whole
where
    Tell: TellNotPending<M>,
{
    type Rest = Self;
}

impl<W, N, X: Identity, J, Rest, M: Identity, K, Left> PendingOver<NamedDim<M, K>>
    for Pending<NamedDim<W, N>, NamedDim<X, J>, Rest>
where
    Tell: TakesOut<M::Is<X>, W, X, Rest, M, Reduced, Rest = Left>,
{
    type Rest = Left;
}

/// Carries the message for a tensor that is whole.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no sum over `{M}` is pending: the tensor is whole, and has nothing to reduce",
    label = "reduced over `{M}`, but whole",
    note = "a sum is reduced once: the second time it would be multiplied by the number of ranks"
)]
pub trait TellNotPending<M> {}

// With two impls, rustc waits until it knows the axis.
impl TellNotPending<NoAnswer> for Tell {}

impl TellNotPending<Tell> for Tell {}

/// What is left of a sum of `W / X` over `X`, and then `Rest`, without that over `M`. `Is` says whether `M` is `X`.
#[doc(hidden)]
pub trait TakesOut<Is, W, X, Rest, M, For> {
    /// The state that is left.
    type Rest;
}

/// For a reduction.
#[doc(hidden)]
pub struct Reduced;

/// For the addition to a sum of `V / M`.
#[doc(hidden)]
pub struct AddedTo<V>(PhantomData<V>);

impl<W, X, Rest, M, For> TakesOut<B1, W, X, Rest, M, For> for Tell {
    type Rest = Rest;
}

// With a second answer, rustc does not infer the one that it hopes for.
impl<W, X, Rest, M, For> TakesOut<NoAnswer, W, X, Rest, M, For> for Tell {
    type Rest = Rest;
}

impl<W, X, Rest, M, For, Left> TakesOut<B0, W, X, Rest, M, For> for Tell
where
    Rest: LeavesOut<W, X, M, For, Rest = Left>,
{
    type Rest = Left;
}

/// What is left of a sum of `W / X`, and then this state, without that over `M`.
#[doc(hidden)]
pub trait LeavesOut<W, X, M, For> {
    /// The state that is left.
    type Rest;
}

impl<V, N, Y: Identity, J, Rest, W: Identity, X: Identity, M: Identity, For, Left>
    LeavesOut<W, X, M, For> for Pending<NamedDim<V, N>, NamedDim<Y, J>, Rest>
where
    Tell: TakesOut<M::Is<Y>, V, Y, Rest, M, For, Rest = Left>,
{
    type Rest = Pending<W::Size, X::Size, Left>;
}

// Without the sum, so that no other error is reported.
impl<W, X, M> LeavesOut<W, X, M, Reduced> for Whole
where
    Tell: TellPendingOverAnother<W, X, M>,
{
    type Rest = Self;
}

impl<W, X, M, V> LeavesOut<W, X, M, AddedTo<V>> for Whole
where
    Tell: TellAddedOverAnother<W, X, V, M>,
{
    type Rest = Self;
}

/// Carries the message for a sum that is pending over another axis of the mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no sum over `{M}` is pending: the sum of `{W} / {X}` is one over `{X}`",
    label = "reduced over `{M}`, but pending over `{X}`",
    note = "`all_reduce` takes the mesh of `{X}`"
)]
pub trait TellPendingOverAnother<W, X, M> {}

/// Carries the message for two sums that are pending over two axes of the mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot add the sum of `{W} / {X}`, pending over `{X}`, to the sum of `{V} / {M}`, pending over `{M}`",
    label = "pending over `{M}` on one side and over `{X}` on the other",
    note = "reduce each over its own axis first: each rank along `{M}` would add its term over `{X}`, and the sum over `{M}` would have it once for each rank"
)]
pub trait TellAddedOverAnother<W, X, V, M> {}

/// The states of two tensors that are added.
#[doc(hidden)]
pub trait Adds<Rhs> {
    /// The state of their sum.
    type Output;
}

/// `whole + whole`
impl Adds<Whole> for Whole {
    type Output = Whole;
}

/// `pending + pending`, over the same axes of the mesh
impl<W, N, M: Identity, K, Rest, V, L, X: Identity, J, Others, Left, Sum>
    Adds<Pending<NamedDim<V, L>, NamedDim<X, J>, Others>>
    for Pending<NamedDim<W, N>, NamedDim<M, K>, Rest>
where
    Tell: TakesOut<M::Is<X>, V, X, Others, M, AddedTo<W>, Rest = Left>,
    Rest: Adds<Left, Output = Sum>,
{
    type Output = Pending<NamedDim<W, N>, NamedDim<M, K>, Sum>;
}

impl<W, N, M, K, Rest> Adds<Whole> for Pending<NamedDim<W, N>, NamedDim<M, K>, Rest> {
    type Output = AddedEarly<W, M>;
}

impl<W, N, M, K, Rest> Adds<Pending<NamedDim<W, N>, NamedDim<M, K>, Rest>> for Whole {
    type Output = AddedEarly<W, M>;
}

/// A state in which no tensor is: each rank would have added what is to be added once.
#[doc(hidden)]
pub struct AddedEarly<W, M>(PhantomData<(W, M)>);

/// A state in which no tensor is: a product of two sums is not the sum of the products.
#[doc(hidden)]
pub struct MultipliedEarly<W, M, V, X>(PhantomData<(W, M, V, X)>);

impl<S: Shape + CutOnce> PartOf<Whole> for S {}

impl<S, W, M, K, Rest> PartOf<Pending<W, NamedDim<M, K>, Rest>> for S where
    S: UncutOver<M> + PartOf<Rest>
{
}

// Another error tells of these.
impl<S: Shape, W, M> PartOf<AddedEarly<W, M>> for S {}

impl<S: Shape, W, M, V, X> PartOf<MultipliedEarly<W, M, V, X>> for S {}

impl<W, M, A> PendingOver<A> for AddedEarly<W, M> {
    type Rest = Self;
}

impl<W, M> Finished for AddedEarly<W, M> {}

impl<W, M, V, X, A> PendingOver<A> for MultipliedEarly<W, M, V, X> {
    type Rest = Self;
}

impl<W, M, V, X> Finished for MultipliedEarly<W, M, V, X> {}

/// [`Whole`] or [`Pending`].
#[doc(hidden)]
pub trait IsState {}

impl IsState for Whole {}

impl<W, M, Rest: IsState> IsState for Pending<W, M, Rest> {}

impl<W, M> IsState for AddedEarly<W, M> where Tell: TellAddedEarly<W, M> {}

impl<W, M, V, X> IsState for MultipliedEarly<W, M, V, X> where Tell: TellMultipliedEarly<W, M, V, X> {}

/// Carries the message for a whole tensor that every rank would add.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot add a whole tensor to the pending sum of `{W} / {M}` over `{M}`: each rank would add it",
    label = "pending over `{M}` on one side, whole on the other",
    note = "add it after `all_reduce(&mesh)`: before that it would be in the sum once for each rank"
)]
pub trait TellAddedEarly<W, M> {}

/// Carries the message for a product of two sums.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot multiply by the sum of `{V} / {X}` over `{X}` while the sum of `{W} / {M}` over `{M}` is pending: call `all_reduce` first",
    label = "each rank has a term of a sum on both sides here",
    note = "`all_reduce(&mesh)` makes a sum whole; the products of the terms are not the terms of the product"
)]
pub trait TellMultipliedEarly<W, M, V, X> {}

/// The states of two tensors that are multiplied.
#[doc(hidden)]
pub trait Multiplies<Rhs> {
    /// The state of their product.
    type Output;
}

/// `whole * whole`
impl Multiplies<Whole> for Whole {
    type Output = Whole;
}

/// `pending * whole`
impl<W, M, Rest> Multiplies<Whole> for Pending<W, M, Rest> {
    type Output = Self;
}

/// `whole * pending`
impl<W, M, Rest> Multiplies<Pending<W, M, Rest>> for Whole {
    type Output = Pending<W, M, Rest>;
}

impl<W, N, M, K, Rest, V, L, X, J, Others>
    Multiplies<Pending<NamedDim<V, L>, NamedDim<X, J>, Others>>
    for Pending<NamedDim<W, N>, NamedDim<M, K>, Rest>
{
    type Output = MultipliedEarly<W, M, V, X>;
}

/// The states of two tensors that are divided.
#[doc(hidden)]
pub trait DividesBy<Rhs> {
    /// The state of their quotient.
    type Output;
}

/// `whole / whole`, `pending / whole`
impl<State> DividesBy<Whole> for State {
    type Output = State;
}

impl<State, W, N, M, K, Rest> DividesBy<Pending<NamedDim<W, N>, NamedDim<M, K>, Rest>> for State {
    type Output = DividedEarly<W, M>;
}

/// A state in which no tensor is: a quotient by a sum is not the sum of the quotients.
#[doc(hidden)]
pub struct DividedEarly<W, M>(PhantomData<(W, M)>);

impl<S: Shape, W, M> PartOf<DividedEarly<W, M>> for S {}

impl<W, M, A> PendingOver<A> for DividedEarly<W, M> {
    type Rest = Self;
}

impl<W, M> Finished for DividedEarly<W, M> {}

impl<W, M> IsState for DividedEarly<W, M> where Tell: TellPending<W, M> {}

/// A state, and then a sum over an axis that is whole or cut.
#[doc(hidden)]
pub trait ThenSum<Over> {
    /// The state of the sum.
    type Output;
}

/// A sum that each rank makes alone
impl<State> ThenSum<Uncut> for State {
    type Output = State;
}

/// The sum of the shards is pending
impl<State, W: Identity, M: Identity> ThenSum<CutOver<W, M>> for State {
    type Output = Pending<W::Size, M::Size, State>;
}
