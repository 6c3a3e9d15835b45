//! Array shapes as types.
//!
#![cfg_attr(all(feature = "std", feature = "tensor"), doc = include_str!("guide/front.md"))]
#![no_std]
// Part of programs with debug information only; nothing is compiled for it.
#![debugger_visualizer(gdb_script_file = "gdb.py")]
// Only kernels of `host` may allow it.
#![deny(unsafe_code)]
// Without tensors or without the standard library, some items that docs link to do not exist.
#![cfg_attr(
    not(all(feature = "tensor", feature = "std")),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod algebra;
pub mod broadcast;
pub mod dim;
#[cfg(feature = "tensor")]
pub mod engine;
pub mod error;
#[cfg(all(feature = "tensor", any(feature = "std", feature = "libm")))]
mod float;
// Pages of text, only for rustdoc.
#[cfg(all(any(doc, doctest), feature = "std", feature = "tensor"))]
pub mod guide;
#[cfg(feature = "tensor")]
pub mod host;
mod sealed;
pub mod shape;
#[cfg(feature = "tensor")]
pub mod tensor;
#[cfg_attr(doc, doc(hidden))]
pub mod verdict;

#[cfg(not(feature = "tensor"))]
#[doc(inline)]
pub use algebra::pattern;
#[doc(inline)]
pub use algebra::{SameAs, window};
#[doc(inline)]
pub use broadcast::{Broadcast, BroadcastTo, Broadcasted};
#[doc(inline)]
pub use dim::{Dim, Dyn, StaticDim};
#[doc(inline)]
pub use error::{MatrixError, ShapeError};
#[cfg(all(feature = "tensor", feature = "alloc"))]
#[doc(inline)]
pub use host::Host;
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use host::{Borrowed, BorrowedMut, Inline};
#[doc(inline)]
pub use shape::{Axes, Axis, DynShape, HasAxis, Scalar, Shape, StaticShape};
// Bounds of this crate name its traits, so a caller needs the same version.
#[cfg(feature = "tensor")]
pub use num_traits;
#[cfg(feature = "rand")]
pub use rand;
#[cfg(all(feature = "tensor", feature = "alloc"))]
#[doc(inline)]
pub use tensor::Tensor;
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use tensor::{InlineTensor, TensorOn, View, ViewMut};
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use tensor::{notation, pattern};
pub use typenum;

/// The README, whose programs are tested.
#[cfg(all(doctest, feature = "std", feature = "tensor"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// What the macros of this crate expand to. Not for use by hand.
#[doc(hidden)]
pub mod __macro {
    pub use shapecheck_macros::{axes, dim, dims, shape};
    #[cfg(not(rust_analyzer))]
    pub use shapecheck_macros::{
        contract, einsum, pack, rearrange, reduce, repeat, try_contract, typed, unpack,
    };
    // rust-analyzer sets this for what it reads. It shows a size where the cursor stands on an equation, as there are
    // locals in the same place; rustc would have to check them each time.
    #[cfg(rust_analyzer)]
    pub use shapecheck_macros::{
        contract_in_editor as contract, einsum_in_editor as einsum, pack_in_editor as pack,
        rearrange_in_editor as rearrange, reduce_in_editor as reduce, repeat_in_editor as repeat,
        try_contract_in_editor as try_contract, typed_in_editor as typed,
        unpack_in_editor as unpack,
    };

    pub use crate::dim::from_const::*;
    pub use crate::shape::axis::{
        Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7, Axis8, AxisList,
    };
    pub use crate::shape::list::*;
}
