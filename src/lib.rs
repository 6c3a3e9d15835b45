//! Array shapes as types.
//!
#![cfg_attr(all(feature = "std", feature = "tensor"), doc = include_str!("guide/front.md"))]
#![no_std]
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
pub mod verdict;

#[cfg(not(feature = "tensor"))]
#[doc(inline)]
pub use algebra::pattern;
#[doc(inline)]
pub use algebra::{
    Attends, Concat, EndsIn, InfersOne, InfersSizesOf, Linear, MaskFor, MatchesInner,
    MatrixProduct, MayBe, MergeAxes, Negative, Padding, Reshape, SameAs, SameSize, SplitAxis,
    SplitEqually, SplitInto, TakeAlongAxis, TakeAxis, UnstackInto, Widens, attention_shapes,
    check_ends_in, concat_shapes, linear_shape, matrix_product_shape, merge_axes_shape, pad_shape,
    piece_sizes, repeat_shape, reshape_sizes, split_axis_shape, stack_shapes,
    take_along_axis_shape, take_shape,
};
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use algebra::{ContractError, NotationError, contract_sizes, einsum_shapes};
#[doc(inline)]
pub use algebra::{
    Convolve, ConvolveTransposed, Interpolation, PoolWindow, PoolsBy, Slide, convolve_shape,
    convolve_transposed_shape, pool_shape, window,
};
#[doc(inline)]
pub use algebra::{NamesAxes, SameLabels, TakesShape, TellsSizes};
#[doc(inline)]
pub use broadcast::{
    Broadcast, BroadcastTo, Broadcasted, broadcast_shapes, broadcast_shapes_const,
    broadcast_shapes_into, broadcast_sizes, check_broadcast_to,
};
#[doc(inline)]
pub use dim::{Dim, Dyn, StaticDim};
#[doc(inline)]
pub use error::{
    BroadcastError, BroadcastErrorKind, Extreme, MatrixError, MatrixErrorKind, Rule, ShapeError,
    ShapeErrorKind,
};
#[cfg(all(feature = "tensor", feature = "alloc"))]
#[doc(inline)]
pub use host::Host;
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use host::{Borrowed, BorrowedMut, Inline};
#[doc(inline)]
pub use shape::{
    Axes, Axis, AxisNames, DynShape, HasAxes, HasAxis, HasDynamicSizes, HasRank, InsertAxis,
    Permute, RemoveAxes, RemoveAxis, Scalar, Shape, StaticShape, SwapAxes,
};
// Bounds of this crate name its traits, so a caller needs the same version.
#[cfg(feature = "tensor")]
pub use num_traits;
#[cfg(feature = "rand")]
pub use rand;
#[cfg(feature = "fft")]
pub use realfft::num_complex;
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
    pub use shapecheck_macros::{axes, dim, shape};
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
