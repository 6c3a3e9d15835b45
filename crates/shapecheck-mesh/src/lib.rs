//! Layers that several machines share: shards and sums over ranks in the types, so that a sum that was never made, made twice, or made of
//! the wrong slices does not compile.
//!
//! [`mesh!`] declares an axis of a mesh, and `Hidden / Tp` is the part of an axis that each rank along it has. A
//! [`MeshTensor`] is whole, or a sum that is still [`Pending`]. A product over an axis that is cut gives a pending sum, and
//! [`all_reduce`](MeshTensorOn::all_reduce) makes it whole.
//!
//! ```
//! use shapecheck::{Axis, Tensor, dims, shape};
//! use shapecheck_mesh::{mesh, Mesh, MeshError, MeshTensor, threads};
//!
//! dims! { Batch, Width = 4, Hidden = 8 }
//! mesh! { Tp }
//!
//! /// The weights of which each rank has a part.
//! struct Layer {
//!     up: MeshTensor<f32, shape![Width, Hidden / Tp]>,
//!     down: MeshTensor<f32, shape![Hidden / Tp, Width]>,
//! }
//!
//! impl Layer {
//!     fn forward(
//!         &self,
//!         x: Tensor<f32, shape![Batch, Width]>,
//!         mesh: &Mesh<Tp, threads::Threads>,
//!     ) -> Result<Tensor<f32, shape![Batch, Width]>, MeshError> {
//!         let hidden = MeshTensor::whole(x).matmul(&self.up).relu(); // [Batch, Hidden / Tp]
//!         let sum = hidden.matmul(&self.down); // pending over `Tp`
//!         Ok(sum.all_reduce(mesh)?.into_whole())
//!     }
//! }
//! # let layer = |mesh: &Mesh<Tp, threads::Threads>| {
//! #     let up = MeshTensor::whole(Tensor::<f32, shape![Width, Hidden]>::ones()).cut(Axis::<-1>, mesh)?;
//! #     let down = MeshTensor::whole(Tensor::<f32, shape![Hidden, Width]>::ones()).cut(Axis::<-2>, mesh)?;
//! #     Ok::<_, MeshError>(Layer { up, down })
//! # };
//! let x = || Tensor::ones_with(<shape![Batch, Width]>::of([3]));
//! let of = |ranks| {
//!     threads::run(ranks, |threads| {
//!         let mesh = Mesh::new(threads)?;
//!         layer(&mesh)?.forward(x(), &mesh)
//!     })
//! };
//! assert_eq!(of(2)?, [of(1)?, of(1)?].concat());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A sum that is still pending cannot be an operand of a function that is not linear:
//!
//! ```compile_fail,E0277
//! # use shapecheck::{dims, shape};
//! # use shapecheck_mesh::{MeshTensor, mesh};
//! # dims! { Batch, Width = 4, Hidden = 8 }
//! # mesh! { Tp }
//! # fn wrong(hidden: MeshTensor<f32, shape![Batch, Hidden / Tp]>, down: MeshTensor<f32, shape![Hidden / Tp, Width]>) {
//! hidden.matmul(&down).gelu(); // the sum of `Hidden / Tp` over the ranks of `Tp` is still pending: call `all_reduce` first
//! # }
//! ```
//!
//! A [`Transport`] moves elements between ranks: threads of this process are in [`threads`], processes over MPI in
//! `shapecheck-mpi`.
//!
//! | feature | |
//! | --- | --- |
//! | `grad` | gradients of what ranks compute together |
//! | `weights` | structs of such tensors from files |
//! | `dry` | a table for each rank of a pretended mesh |
//! | `half` | elements `f16` and `bf16`, whose sums are made in `f32` and rounded once |
//!
//! With the feature `weights`, a `MeshTensor` is a field that `shapecheck-weights` fills with this rank's part of a file's tensor.
#![warn(clippy::too_many_lines)]

mod along;
mod checks;
mod collective;
mod cut;
mod dropout;
#[cfg(feature = "dry")]
pub mod dry;
mod error;
#[cfg(feature = "grad")]
pub mod grad;
mod grid;
mod in_flight;
mod names;
mod neighbours;
mod operation;
mod operators;
mod over;
mod products;
mod reductions;
mod state;
mod tensor;
pub mod threads;
mod transport;
mod uneven;
#[cfg(feature = "weights")]
mod weights;

pub use checks::{Checks, Compared};
pub use collective::{Collective, Mesh};
pub use cut::{PartOf, WholeShape, WholeSize};
pub use error::{MeshError, RankError};
pub use grid::MeshAxes;
pub use in_flight::InFlight;
pub use neighbours::{Edge, Halo};
pub use operation::{Call, Operation};
#[doc(inline)]
pub use shapecheck::dim::shard::mesh;
pub use state::{Finished, Pending, PendingOver, Whole};
pub use tensor::{MeshTensor, MeshTensorOn};
pub use transport::{
    BoxStarted, Groups, Ranks, Started, Transport, check_blocks, check_calls, check_equal,
    check_root, shifted,
};

#[doc(hidden)]
pub use names::Claims;
#[doc(hidden)]
pub use transport::{check_calls_of_root, said};

/// The programs of the guide's page.
#[cfg(doctest)]
#[doc = include_str!("../../shapecheck/guide/several_machines.md")]
struct Guide;
