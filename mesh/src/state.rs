//! The states of a tensor on a mesh: whole, or a sum that is still pending over an axis of the mesh.

use std::marker::PhantomData;

use shapecheck::dim::shard::{CutOver, Uncut};

use crate::cut::Tell;

/// The state of a tensor whose elements are final.
///
/// Where an axis is no shard, each rank has the same.
#[derive(Debug)]
pub struct Whole;

/// The state of a tensor whose elements are a sum over the ranks along `Mesh`, of which each rank has its own term.
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

#[diagnostic::do_not_recommend]
impl<W, M> Finished for Pending<W, M> where Tell: TellPending<W, M> {}

/// Carries the message for a sum that is not finished.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the sum of `{W} / {M}` over the ranks of `{M}` is still pending: call `all_reduce` first",
    label = "each rank has a term of a sum over `{M}` here",
    note = "`all_reduce(&mesh)` makes the sum whole, and `reduce_scatter::<-1, _, _>(&mesh)` gives each rank its shard of it",
    note = "only what is linear goes before it: products with weights that are whole, sums with another pending sum, `scale`"
)]
pub trait TellPending<W, M> {}

/// A sum that is pending over the axis `Mesh` of a mesh.
#[diagnostic::on_unimplemented(
    message = "no sum over `{Mesh}` is pending: a tensor that is `{Self}` has nothing to reduce",
    label = "not a sum over `{Mesh}`",
    note = "a sum is finished once: reduced again, it would be multiplied by the number of ranks"
)]
pub trait PendingOver<Mesh> {}

impl<W, M> PendingOver<M> for Pending<W, M> {}

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

#[diagnostic::do_not_recommend]
impl<W, M> Adds<Whole> for Pending<W, M>
where
    Tell: TellAddedEarly<W, M>,
{
    type Output = Self;
}

#[diagnostic::do_not_recommend]
impl<W, M> Adds<Pending<W, M>> for Whole
where
    Tell: TellAddedEarly<W, M>,
{
    type Output = Self;
}

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

#[diagnostic::do_not_recommend]
impl<W, M, V, X> Multiplies<Pending<V, X>> for Pending<W, M>
where
    Tell: TellPending<W, M>,
{
    type Output = Self;
}

/// A state, and then a sum over an axis that is whole or cut.
#[doc(hidden)]
pub trait ThenSum<Cut> {
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

#[diagnostic::do_not_recommend]
impl<W, M, V, X> ThenSum<CutOver<V, X>> for Pending<W, M>
where
    Tell: TellPending<W, M>,
{
    type Output = Self;
}
