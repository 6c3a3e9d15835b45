//! What ranks share that work together along an axis of a mesh.
//!
//! A [`Transport`] moves elements between ranks: threads of this process are in [`threads`], processes over MPI in
//! `shapecheck-mpi`.
//!
//! ```
//! use shapecheck_mesh::{MeshError, Ranks, Transport, threads};
//!
//! // Each of three ranks has a part of a sum.
//! let sums = threads::run(3, |mesh| {
//!     let mut values = [mesh.rank() as f32, 1.0];
//!     mesh.all_reduce(&mut values)?;
//!     Ok::<_, MeshError>(values)
//! })?;
//! assert_eq!(sums, [[3.0, 3.0]; 3]);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod threads;
mod transport;

pub use error::{MeshError, RankError};
pub use transport::{Call, Operation, Ranks, Transport, check_blocks, check_calls, check_root};

#[doc(hidden)]
pub use transport::check_calls_of_root;
