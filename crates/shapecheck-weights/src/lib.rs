//! Fills structs of typed tensors from [safetensors](https://github.com/huggingface/safetensors) files, by the names of
//! their fields.
//!
//! ```
//! use shapecheck::{StaticDim, Tensor, dim, shape};
//! use shapecheck_weights::{Load, Save, load, save};
//!
//! #[derive(Load, Save)]
//! struct Linear<I: StaticDim, O: StaticDim> {
//!     /// As in PyTorch, one row for each number of the output.
//!     #[weights(transposed)]
//!     weight: Tensor<f32, shape![I, O]>,
//!     bias: Tensor<f32, shape![O]>,
//! }
//!
//! #[derive(Load, Save)]
//! struct Model {
//!     layers: Vec<Linear<dim!(4), dim!(4)>>, // `layers.0.weight`, `layers.0.bias`, `layers.1.weight` ...
//!     #[weights(name = "classifier.head")]
//!     head: Linear<dim!(4), dim!(3)>,
//! }
//!
//! # let linear = || Linear { weight: Tensor::zeros(), bias: Tensor::zeros() };
//! # let head = Linear { weight: Tensor::zeros(), bias: Tensor::zeros() };
//! # let model = Model { layers: vec![linear(), linear()], head };
//! let bytes = save(&model)?;
//! let same: Model = load(&bytes)?;
//!
//! #[derive(Load)]
//! #[allow(dead_code)]
//! struct Other {
//!     layers: [Linear<dim!(4), dim!(4)>; 1],
//!     #[weights(name = "classifier.head")]
//!     head: Linear<dim!(4), dim!(5)>,
//!     scale: Tensor<f32, shape![4]>,
//! }
//! let error = load::<Other>(&bytes).err().expect("a model of other sizes");
//! assert_eq!(error.to_string(), "\
//! 5 weights do not fit:
//!   `classifier.head.weight` has shape [3, 4], the struct wants [5, 4]: size 3 is not 5 at axis -2
//!   `classifier.head.bias` has shape [3], the struct wants [5]: size 3 is not 5 at axis -1
//!   `scale` is missing: the struct wants [4] of F32
//!   `layers.1.bias` has shape [4], and no place in the struct
//!   `layers.1.weight` has shape [4, 4], and no place in the struct
//!   to read a part of the file: `load_part`, or `partial()` of a `Reader`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A struct that names a file is compared with it at compile time. Here `bias` has three numbers in the file:
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! #[derive(shapecheck_weights::Load)]
//! #[weights(file = "tests/data/linear.safetensors")]
//! struct Linear {
//!     weight: Tensor<f32, shape![3, 4]>,
//!     bias: Tensor<f32, shape![4]>,
//! }
//! ```
//!
//! With the feature `half`, elements can be `f16` and `bf16` of the crate [half](https://docs.rs/half), and a field of
//! `f32` can be filled from either of them, because each is exactly a 32-bit number. A view of `f32` cannot, because it
//! copies nothing. A saved file has the types of the fields.
//!
//! A size with a name has one size in all tensors of a file; [`load_with`] gives names their sizes before, and says those
//! that the file has.
//!
//! # Ranks of a mesh
//!
//! `Hidden / Tp` is the part of an axis that each rank along an axis of a mesh has. A reader that knows which rank reads fills a
//! field with its part of the file's tensor, and reads the bytes of this part only.
//!
//! ```
//! use shapecheck::dim::shard::mesh;
//! use shapecheck::{Tensor, dims, shape};
//! use shapecheck_weights::{Load, Reader, Save, save};
//!
//! dims! { Width, Hidden }
//! mesh! { Tp }
//!
//! #[derive(Load)]
//! struct Layer {
//!     up: Tensor<f32, shape![Width, Hidden / Tp]>,
//! }
//!
//! #[derive(Save)]
//! struct InFile {
//!     up: Tensor<f32, shape![2, 4]>,
//! }
//! let bytes = save(&InFile { up: Tensor::from([[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]) })?;
//!
//! // The last of two ranks; with a `Mesh` of shapecheck-mesh, `on_rank(&mesh)`.
//! let layer: Layer = Reader::new(&bytes)?.on_rank((Tp::of(2), 1)).load()?;
//! assert_eq!(layer.up.to_vec(), [2.0, 3.0, 6.0, 7.0]);
//!
//! let error = Reader::new(&bytes)?.on_rank((Tp::of(3), 1)).load::<Layer>().err().expect("three ranks");
//! assert_eq!(error.to_string(), "\
//! 1 weight does not fit:
//!   `up` has shape [2, 4]: `Hidden` is 4 at axis -1, which 3 ranks cannot share");
//! # Ok::<(), shapecheck_weights::WeightsError>(())
//! ```
//!
//! | a field of | is of the file |
//! | --- | --- |
//! | `[Width, Hidden / Tp]` | its part of `[Width, Hidden]` |
//! | `[Heads / Tp * Head, Width]` | whole heads of `[Heads * Head, Width]`, where the size of `Head` or `Heads` is known |
//! | `[2 * (Hidden / Tp), Width]` | its part of each of two blocks of `[2 * Hidden, Width]` |
//! | `[3, Heads / Tp, Head, Width]`, `merged = -4..=-2` | its heads of each of three blocks, where the size of `Head` or `Heads` is known |
//!
//! A file of another size is refused where the type, a configuration or another tensor says that of the whole, as what one rank
//! saved. Where nothing says the sizes of `Heads` and `Head`, their product is divided.
//!
//! # Files
//!
//! Files are of the format safetensors, or NumPy's, `.npy` and `.npz`, as their first bytes say.
//!
//! | | |
//! | --- | --- |
//! | [`load`], [`load_part`], [`load_with`] | from the bytes of a file: whole, in part, with sizes of names |
//! | [`load_file`] | from a file, or from the files next to an index: `model.safetensors.index.json` |
//! | [`Files`] | one file, those of an index, or a list: opened, or mapped into memory for views |
//! | [`Reader`] | from bytes of one or several files, or tensors of any format; with names made by a function; for a rank of a mesh; without a struct |
//! | [`save`], [`save_file`] | to bytes, and to a file |
//! | [`load_npy`], [`save_npy`] | a tensor from NumPy's files, and to them |
//! | `load_npz`, `save_npz` | a struct from an archive of NumPy's arrays, and to one, with the feature `npz` |
//!
//! [`Load`] and [`Save`] are the traits of types of fields, and [`WeightsError`] is the error.
//!
//! # Attributes
//!
//! | on a field | |
//! | --- | --- |
//! | `#[weights(name = "a.b")]` | the name in the file, if it is not the field's |
//! | `#[weights(transposed)]` | the last two axes are exchanged in the file |
//! | `#[weights(merged = -3..=-2)]` | these axes of the field are one in the file, which has `[H * D, E]` for `[H, D, E]` |
//!
//! | on a struct | |
//! | --- | --- |
//! | `#[weights(file = "path")]` | the file to compare the struct with, relative to the folder of `Cargo.toml` |
//! | `#[weights(prefix = "layers.*")]` | the place of the struct's tensors in that file; `*` stands for any number |
#![warn(clippy::too_many_lines)]

mod bytes;
mod compared;
mod cut;
mod element;
mod error;
mod files;
mod hold;
mod layout;
mod npy;
#[cfg(feature = "npz")]
mod npz;
mod read;
mod region;
mod write;

/// For the expansions of the derives. Not for direct use.
#[doc(hidden)]
pub mod __macro {
    pub use shapecheck::algebra::{MayEqual, MergeAxes};
    pub use shapecheck::shape;

    pub use crate::compared::IsWhole;
    pub use crate::element::StoredAs;
    pub use crate::read::TensorField;

    /// Accepts a type that exists: an associated type of one that has the trait.
    pub const fn exists<Type>() {}
}

pub use bytes::{Bytes, Source};
pub use cut::RankOfMesh;
pub use element::{Reading, Stored, dtype};
pub use error::{Miscut, Parts, Problem, Wanted, WeightsError};
#[cfg(feature = "npz")]
pub use files::load_npz;
pub use files::{Files, load_file, load_npy};
pub use hold::{HoldError, Holds, StoredTensor};
pub use layout::Layout;
pub use npy::save_npy;
#[cfg(feature = "npz")]
pub use npz::save_npz;
pub use read::{Load, Reader, load, load_part, load_with};
pub use safetensors;
/// Fills a struct by the names of its fields. See [the crate](crate) for attributes.
pub use shapecheck_weights_derive::{Load, Save};
pub use shapecheck_weights_header::HeaderError;
pub use write::{Save, Writer, save, save_file};

/// The programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
