//! Shards: the part of an axis that each rank along an axis of a mesh has.
//!
//! [`mesh!`](mesh) declares axes of a mesh, and a name divided by one is a shard. A shard is a separate name: it is equal
//! to itself, and neither to the whole nor to a shard over another axis of the mesh.
//!
//! ```
//! use shapecheck::{dims, shape, Shape};
//! use shapecheck::dim::shard::mesh;
//!
//! dims! { Batch, Hidden = 3072 }
//! mesh! { Tp = 4 }
//!
//! let shape = <shape![Batch, Hidden / Tp]>::of([8]);
//! assert_eq!(shape.to_string(), "[Batch = 8, Hidden / Tp = 768]");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Broadcasted, dims, shape};
//! use shapecheck::dim::shard::mesh;
//!
//! dims! { Hidden = 3072 }
//! mesh! { Tp = 4 }
//!
//! // cannot broadcast: size `Shard<Hidden, Tp>` does not match size `Hidden` at axis -1
//! fn wrong(_: Broadcasted<shape![Hidden / Tp], shape![Hidden]>) {}
//! ```
//!
//! The parts of a product of names are those of its first one, as the elements of the axes after it stand together:
//!
//! ```
//! # use shapecheck::{dims, shape};
//! # use shapecheck::dim::shard::mesh;
//! dims! { Heads, Head, Width = Heads * Head }
//! mesh! { Tp }
//!
//! fn same(part: shape![Width / Tp]) -> shape![Heads / Tp * Head] {
//!     part
//! }
//! ```
//!
//! A part with the elements of its neighbours beside it is a sum:
//!
//! ```
//! # use shapecheck::{dims, shape};
//! # use shapecheck::dim::shard::mesh;
//! dims! { Rows, Cols }
//! mesh! { Tp }
//!
//! fn same(padded: shape![Rows / Tp + 2, Cols]) -> shape![2 + Rows / Tp, Cols] {
//!     padded
//! }
//! ```
//!
//! A number has no shards, so that no shard is taken for the whole of another axis of that size.
//!
//! ```compile_fail,E0277
//! # use shapecheck::{shape, Shape};
//! # use shapecheck::dim::shard::mesh;
//! # mesh! { Tp = 4 }
//! fn wrong<S: Shape>() {}
//! wrong::<shape![3072 / Tp]>(); // no size: give the number a name, `dims! { Hidden = 3072 }`
//! ```
//!
//! In the guide: [sizes with names](crate::guide::named_sizes).

use crate::for_each::for_each;
use typenum::{UInt, UTerm};

use super::named::{Declared, NumberOf, ProductOf, SumOf};
use super::role::{Cut, Role};
use super::{Dim, Dyn, NamedDim, NoSize};

pub use super::named::Shard;
pub use super::role::{CutOver, RanksOfMesh, SizeOfAxis, Uncut};
#[doc(inline)]
pub use crate::__mesh as mesh;

/// The number of ranks along an axis of a mesh, which [`mesh!`](mesh) declares.
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

for_each! {
    ($(#[$doc:meta])* [$($parameter:tt)*] $size:ty => $cut:ty) => {
        $(#[$doc])*
        #[diagnostic::do_not_recommend]
        impl<$($parameter)*> Piece for $size {
            type Cut = $cut;
        }
    }

    // For sizes, and for the parts of names.
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
/// use shapecheck::{dims, shape};
/// use shapecheck::dim::shard::mesh;
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
macro_rules! __mesh {
    ($($names:tt)*) => {
        $crate::__macro::mesh!{[$crate] $($names)*}
    };
}
