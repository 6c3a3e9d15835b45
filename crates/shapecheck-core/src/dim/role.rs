//! What a declared name stands for: the size of an axis, whole or cut, or the ranks of a mesh.

use core::marker::PhantomData;

use super::Division;

/// What a declared name stands for.
#[doc(hidden)]
pub trait Role {
    /// What a size is divided to by a name with this role: its shard, if these are the ranks of a mesh, or another quotient.
    type Quotient<Shard: Division, Other: Division>: Division;
    /// Whether an axis of this size is cut.
    type Cut: Cut;
}

/// The size of an axis.
#[doc(hidden)]
pub struct SizeOfAxis;

impl Role for SizeOfAxis {
    type Quotient<Shard: Division, Other: Division> = Other;
    type Cut = Uncut;
}

/// The size of the shard of an axis.
#[doc(hidden)]
pub struct PartOf<Whole, Mesh>(PhantomData<(Whole, Mesh)>);

impl<W, M> Role for PartOf<W, M> {
    type Quotient<Shard: Division, Other: Division> = Other;
    type Cut = CutOver<W, M>;
}

/// The number of ranks along an axis of a mesh.
#[doc(hidden)]
pub struct RanksOfMesh;

impl Role for RanksOfMesh {
    type Quotient<Shard: Division, Other: Division> = Shard;
    type Cut = Uncut;
}

/// [`Uncut`] or [`CutOver`].
#[doc(hidden)]
pub trait Cut {
    /// This, or if it is not cut that of another part of the same size.
    type Or<Other: Cut>: Cut;
}

/// Whole on each rank.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
pub struct Uncut;

/// Cut over the ranks along an axis of a mesh.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
pub struct CutOver<Whole, Mesh>(PhantomData<(Whole, Mesh)>);

impl Cut for Uncut {
    type Or<Other: Cut> = Other;
}

impl<W, M> Cut for CutOver<W, M> {
    type Or<Other: Cut> = Self;
}
