//! The states of a tensor on a mesh: whole, or a sum that is still pending over an axis of the mesh.

use std::marker::PhantomData;

use shapecheck::Shape;
use shapecheck::dim::named::Identity;
use shapecheck::dim::shard::{CutOver, Uncut};
use shapecheck::typenum::B1;

use crate::cut::{CutOnce, NoAnswer, PartOf, Tell, UncutOver};

/// The state of a tensor whose elements are final.
///
/// Where an axis is not a shard, each rank has the same.
#[derive(Debug)]
pub struct Whole;

/// The state of a tensor whose elements are a sum over the ranks along `Mesh`; each rank has its own term.
///
/// `Axis` is the axis whose shards were summed over.
#[derive(Debug)]
pub struct Pending<Axis, Mesh>(PhantomData<(Axis, Mesh)>);

/// [`Whole`]: what a function that is not linear asks for.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether a sum is still pending: the state is `{Self}`",
    label = "expected a tensor that is whole",
    note = "a state that is a parameter is bounded by `Finished`"
)]
pub trait Finished {}

impl Finished for Whole {}

impl<W, M> Finished for Pending<W, M> where Tell: TellPending<W, M> {}

/// Carries the message for a sum that is not finished.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the sum of `{W} / {M}` over the ranks of `{M}` is still pending: call `all_reduce` first",
    label = "each rank has a term of a sum over `{M}` here",
    note = "`all_reduce(&mesh)` makes the sum whole, and `reduce_scatter(Axis::<-1>, &mesh)` gives each rank its shard of it",
    note = "only what is linear goes before it: products with weights that are whole, sums with another pending sum, `scale`"
)]
pub trait TellPending<W, M> {}

/// A sum that is pending over the axis `Mesh` of a mesh.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether a sum over `{Mesh}` is pending: the state is `{Self}`",
    label = "expected a pending sum"
)]
pub trait PendingOver<Mesh> {}

impl<M> PendingOver<M> for Whole where Tell: TellNotPending<M> {}

impl<W, X: Identity, M: Identity> PendingOver<M> for Pending<W, X> where
    Tell: IsPendingOver<M::Is<X>, W, X, M>
{
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

/// Whether a sum is pending over this axis of the mesh.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "no sum over `{M}` is pending: the sum of `{W} / {X}` is one over `{X}`",
    label = "reduced over `{M}`, but pending over `{X}`",
    note = "`all_reduce` takes the mesh of `{X}`"
)]
pub trait IsPendingOver<Is, W, X, M> {}

impl<W, X, M> IsPendingOver<B1, W, X, M> for Tell {}

impl<W, X, M> IsPendingOver<NoAnswer, W, X, M> for Tell {}

// Another error tells of it.
impl<W, X, M> PendingOver<M> for AddedEarly<W, X> {}

impl<W, M> Finished for AddedEarly<W, M> {}

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

/// `pending + pending`, over one axis of the mesh
impl<W, V, M> Adds<Pending<V, M>> for Pending<W, M> {
    type Output = Self;
}

impl<W, M> Adds<Whole> for Pending<W, M> {
    type Output = AddedEarly<W, M>;
}

impl<W, M> Adds<Pending<W, M>> for Whole {
    type Output = AddedEarly<W, M>;
}

/// A state in which no tensor is: each rank would have added what is to be added once.
#[doc(hidden)]
pub struct AddedEarly<W, M>(PhantomData<(W, M)>);

impl<S: Shape + CutOnce> PartOf<Whole> for S {}

impl<S: Shape + CutOnce + UncutOver<M>, W, M> PartOf<Pending<W, M>> for S {}

// Another error tells of it.
impl<S: Shape, W, M> PartOf<AddedEarly<W, M>> for S {}

/// [`Whole`] or [`Pending`].
#[doc(hidden)]
pub trait IsState {}

impl IsState for Whole {}

impl<W, M> IsState for Pending<W, M> {}

impl<W, M> IsState for AddedEarly<W, M> where Tell: TellAddedEarly<W, M> {}

/// Carries the message for a whole tensor that every rank would add.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot add a whole tensor to the pending sum of `{W} / {M}` over `{M}`: each rank would add it",
    label = "pending over `{M}` on one side, whole on the other",
    note = "add it after `all_reduce(&mesh)`: before that it would be in the sum once for each rank"
)]
pub trait TellAddedEarly<W, M> {}

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
impl<W, M> Multiplies<Whole> for Pending<W, M> {
    type Output = Self;
}

/// `whole * pending`
impl<W, M> Multiplies<Pending<W, M>> for Whole {
    type Output = Pending<W, M>;
}

impl<W, M, V, X> Multiplies<Pending<V, X>> for Pending<W, M>
where
    Tell: TellPending<W, M>,
{
    type Output = Self;
}

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
impl<W, M> ThenSum<CutOver<W, M>> for Whole {
    type Output = Pending<W, M>;
}

impl<W, M, V, X> ThenSum<CutOver<V, X>> for Pending<W, M>
where
    Tell: TellPending<W, M>,
{
    type Output = Self;
}
