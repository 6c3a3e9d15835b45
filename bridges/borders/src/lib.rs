//! Converts arrays of other libraries to tensors of [`shapecheck`] and back, without a copy where memory allows it.
//!
#![warn(clippy::too_many_lines)]
#![cfg_attr(
    feature = "ndarray",
    doc = r#"
```
use ndarray::{Array, s};
use shapecheck::{View, shape};

let table = Array::from_shape_fn((4, 3), |(row, column)| (10 * row + column) as f32);
let view: View<f32, shape![_, 3]> = shapecheck_borders::ndarray::view(table.view())?; // checked here, once
assert_eq!(view.sum_axis::<-1>().to_vec(), [3.0, 33.0, 63.0, 93.0]);

let error = shapecheck_borders::ndarray::view::<f32, shape![_, 4], _>(table.view()).unwrap_err();
assert_eq!(
    error.to_string(),
    "sizes [4, 3] do not fit the type: size 3 at axis -1 where the type has 4",
);
# Ok::<(), shapecheck_borders::BorderError>(())
```"#
)]
//!
//! | module and feature | what comes in | what goes out |
//! | --- | --- | --- |
//! | `ndarray` | views in any order of axes, parts of an array, owned arrays | views, owned arrays |
//! | `nalgebra` | matrices and vectors of fixed sizes, and of sizes known at run time | the same |
//! | `glam` | vectors, matrices and rotations, with names for frames | the same |
//! | `dlpack` | tensors of DLPack in any order of axes, parts with gaps | tensors on the heap |
//! | `python` | arrays of NumPy, and others that have memory; copies, of lists too | the same |
//!
//! Sizes are compared with the type once; an error names the axis. A function copies only if its documentation says so.
//! Only the functions that read Python's memory in place are unsafe, because the caller has to know who else uses it.
#![warn(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "dlpack")]
#[allow(unsafe_code, reason = "DLPack has a pointer")]
pub mod dlpack;
mod error;
#[cfg(feature = "glam")]
pub mod glam;
#[cfg(any(feature = "glam", feature = "nalgebra"))]
mod inline;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
#[cfg(feature = "ndarray")]
pub mod ndarray;
#[cfg(feature = "python")]
#[allow(unsafe_code, reason = "memory that Python has too")]
pub mod python;

#[cfg(feature = "dlpack")]
pub use dlpark;
pub use error::BorderError;
#[cfg(feature = "python")]
pub use pyo3;

/// The programs of the README.
#[cfg(all(doctest, feature = "ndarray", feature = "nalgebra", feature = "dlpack"))]
#[doc = include_str!("../README.md")]
struct Readme;
