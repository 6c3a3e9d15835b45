//! Shards: the part of an axis that each rank along an axis of a mesh has.
//!
//! [`mesh!`](crate::mesh!) declares axes of a mesh, and a name divided by one is a shard. It is a name of its own: it is equal
//! to itself, and neither to the whole nor to a shard over another axis of the mesh.
//!
//! ```
//! use shapecheck::{dims, mesh, shape, Shape};
//!
//! dims! { Batch, Hidden = 3072 }
//! mesh! { Tp = 4 }
//!
//! let shape = <shape![Batch, Hidden / Tp]>::of([8]);
//! assert_eq!(shape.to_string(), "[Batch = 8, Hidden / Tp = 768]");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Broadcasted, dims, mesh, shape};
//!
//! dims! { Hidden = 3072 }
//! mesh! { Tp = 4 }
//!
//! // cannot broadcast: size `Shard<Hidden, Tp>` does not match size `Hidden` at axis -1
//! fn wrong(_: Broadcasted<shape![Hidden / Tp], shape![Hidden]>) {}
//! ```
//!
//! A name alone has shards. A number has none, so that no shard is taken for the whole of another axis of that size.
//!
//! ```compile_fail,E0277
//! # use shapecheck::{mesh, shape, Shape};
//! # mesh! { Tp = 4 }
//! fn wrong<S: Shape>() {}
//! wrong::<shape![3072 / Tp]>(); // no size: give the number a name, `dims! { Hidden = 3072 }`
//! ```
//!
//! In the guide: [sizes with names](crate::guide::named_sizes).

use core::marker::PhantomData;

use typenum::{UInt, UTerm};

use super::named::{
    Declared, Identity, Name, NoQuotient, NumberOf, ProductOf, SizeName, SumOf, Two,
};
use super::{Dim, DividedBy, Division, Dyn, Extent, NamedDim, NoSize, Product};

/// The name of the part of an axis that each rank along an axis of a mesh has: `Hidden / Tp` is a size with this name.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
pub struct Shard<Whole, Mesh>(PhantomData<(Whole, Mesh)>);

/// The size with that name: known where both are.
pub(super) type Sharded<Whole, Mesh> =
    NamedDim<Shard<Whole, Mesh>, <Shard<Whole, Mesh> as Declared>::Size>;

impl<W, M> Copy for Shard<W, M> {}

impl<W, M> Clone for Shard<W, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Declared, M: Declared> Declared for Shard<W, M> {
    type Letters = <Product<W::Letters, M::Letters> as Extent>::Digits;
    type Key = Two<W::Key, M::Key>;
    type Size = <DividedBy<W::Size, M::Size> as Extent>::Size;
    type Role = PartOf<W, M>;
    const NAME: &'static SizeName = &SizeName::Shard(W::NAME, M::NAME);
}

/// What a declared name stands for.
#[doc(hidden)]
pub trait Role {
    /// `Whole / M`, where M is a name with this role, or `Otherwise`.
    type Divides<M: Declared, Whole: Name, Otherwise: Division>: Division;
    /// A size without a name divided by it: `Otherwise`, or nothing.
    type DividesOther<Otherwise: Division>: Division;
    /// Whether an axis of this size is cut.
    type Cut: Cut;
}

macro_rules! sizes_of_axes {
    ($($(#[$doc:meta])* [$($parameter:ident)*] $role:ty => $cut:ty;)*) => {$(
        $(#[$doc])*
        impl<$($parameter),*> Role for $role {
            type Divides<M: Declared, Whole: Name, Otherwise: Division> =
                Whole::Over<<M as Identity>::Size, Otherwise>;
            type DividesOther<Otherwise: Division> = Otherwise;
            type Cut = $cut;
        }
    )*};
}

/// The size of an axis.
#[doc(hidden)]
pub struct SizeOfAxis;

/// The shard of an axis.
#[doc(hidden)]
pub struct PartOf<Whole, Mesh>(PhantomData<(Whole, Mesh)>);

sizes_of_axes! {
    /// `Whole / M`, if the one is a product with the other
    [] SizeOfAxis => Uncut;
    /// The same
    [W X] PartOf<W, X> => CutOver<W, X>;
}

/// The number of ranks along an axis of a mesh.
#[doc(hidden)]
pub struct RanksOfMesh;

/// `Whole / M` is a shard
impl Role for RanksOfMesh {
    type Divides<M: Declared, Whole: Name, Otherwise: Division> = Whole::CutBy<M>;
    type DividesOther<Otherwise: Division> = NoQuotient;
    type Cut = Uncut;
}

/// The number of ranks along an axis of a mesh, which [`mesh!`](crate::mesh!) declares.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an axis of a mesh",
    label = "expected an axis of a mesh",
    note = "`mesh! {{ Tp }}` declares one, and `mesh! {{ Tp = 4 }}` one with that many ranks"
)]
pub trait MeshAxis: Dim {
    /// The name.
    #[doc(hidden)]
    type Name: Declared;
}

#[diagnostic::do_not_recommend]
impl<M: Declared<Role = RanksOfMesh>, N: Dim> MeshAxis for NamedDim<M, N> {
    type Name = M;
}

/// Whether an axis is cut, and over which axis of a mesh.
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` is a shard",
    label = "a shard or not",
    note = "a size that is a parameter is whole on each rank with the bound `{Self}: WholeSize` of `shapecheck_mesh`"
)]
pub trait Piece {
    /// [`Uncut`], or [`CutOver`].
    type Cut: Cut;
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

macro_rules! pieces {
    ($($(#[$doc:meta])* [$($parameter:tt)*] $size:ty => $cut:ty;)*) => {$(
        $(#[$doc])*
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> Piece for $size {
            type Cut = $cut;
        }
    )*};
}

// Of sizes, and of the parts of names.
pieces! {
    [] UTerm => Uncut;
    [U, B] UInt<U, B> => Uncut;
    [] Dyn => Uncut;
    [] NoSize => Uncut;
    [T: Piece, N] NamedDim<T, N> => T::Cut;
    [T: Declared] T => <T::Role as Role>::Cut;
    [N] NumberOf<N> => Uncut;
    /// `A + B` is cut where one of the two is
    [A: Piece, B: Piece] SumOf<A, B> => <A::Cut as Cut>::Or<B::Cut>;
    /// `A * B` is cut where one of the two is
    [A: Piece, B: Piece] ProductOf<A, B> => <A::Cut as Cut>::Or<B::Cut>;
}

/// Declares axes of a mesh: the ranks along which something is cut or summed.
///
/// | entry | declares |
/// | --- | --- |
/// | `Tp` | an axis whose ranks are counted when the program starts |
/// | `Tp = 4` | an axis of that many ranks |
///
/// A name of [`dims!`](crate::dims!) divided by such an axis is a shard, `Hidden / Tp`.
///
/// ```
/// use shapecheck::{dims, mesh, shape};
///
/// dims! { pub Width = 768, pub Hidden = 3072 }
/// mesh! {
///     /// The ranks that share a layer.
///     pub Tp,
/// }
///
/// type Up = shape![Width, Hidden / Tp];
/// ```
///
/// In the guide: [sizes with names](crate::guide::named_sizes).
#[macro_export]
macro_rules! mesh {
    ($($names:tt)*) => {
        $crate::__macro::mesh!{[$crate] $($names)*}
    };
}
