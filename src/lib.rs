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

/// On a function: says in decimal numbers what does not fit, where the shape of an argument is not that of the signature.
///
/// Without it the compiler finds the mistake too, and says that it expected one type and found another, in typenum's
/// bits. It goes on a function, on a method, or on an `impl`, a `trait` or a `mod` for all functions in it.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use shapecheck::{Dim, StaticDim, Tensor, checked, shape};
///
/// struct Layer<I: StaticDim, O: StaticDim> {
///     weights: Tensor<f32, shape![O, I]>,
/// }
///
/// #[checked]
/// impl<I: StaticDim, O: StaticDim> Layer<I, O> {
///     fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
///         x.linear(&self.weights)
///     }
/// }
///
/// let layer = Layer { weights: Tensor::<f32, shape![10, 784]>::ones() };
/// let scores: Tensor<f32, shape![32, 10]> = layer.forward(&Tensor::<f32, shape![32, 784]>::ones());
/// # }
/// ```
///
/// ```compile_fail,E0277
/// # use shapecheck::{Dim, StaticDim, Tensor, checked, shape};
/// # struct Layer<I: StaticDim, O: StaticDim> {
/// #     weights: Tensor<f32, shape![O, I]>,
/// # }
/// # #[checked]
/// # impl<I: StaticDim, O: StaticDim> Layer<I, O> {
/// #     fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
/// #         x.linear(&self.weights)
/// #     }
/// # }
/// let layer = Layer { weights: Tensor::<f32, shape![10, 784]>::ones() };
/// layer.forward(&Tensor::<f32, shape![32, 768]>::ones());
/// // error[E0277]: this argument has size 768 at axis -1, the function takes 784
/// ```
///
/// It compares what is written as `shape![..]` in the type of an argument, and whole shapes that are parameters of the
/// `impl` or aliases without parameters of the function. A size that is a parameter of the function, as `B` is, is
/// inferred from the first argument that has it, and further arguments are compared with it. What the function takes is
/// the same as without the attribute, and so are its documentation and what an editor shows. In its body the arguments
/// have the types as they are written; the conversion is nothing when the program runs.
///
/// Four things are different:
///
/// - The type of such an argument is not inferred from the signature: `layer.forward(&Tensor::ones())` has to say which
///   shape it makes, `&Tensor::<f32, shape![32, 784]>::ones()`. Leave the attribute off where arguments are made for the
///   signature, as by `x.into_named()`: usually that is the outermost function of a model.
/// - A type alias for a whole tensor hides its shape. Write the tensor with an alias for its shape or its sizes.
/// - A function that was not generic is generic now: it is compiled where it is called, and a trait that has it cannot
///   be a trait object. A method of a trait has the attribute in the trait and in each `impl`.
/// - A `const fn` cannot have it.
///
/// In the guide: [layers](crate::guide::layers).
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use __macro::checked;

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
        checked, contract, einsum, pack, rearrange, reduce, repeat, try_contract, typed, unpack,
    };
    // rust-analyzer sets this for what it reads. It shows a size where the cursor stands on an equation, as there are
    // locals in the same place; rustc would have to check them each time. Signatures stay as they are written.
    #[cfg(rust_analyzer)]
    pub use shapecheck_macros::{
        checked_in_editor as checked, contract_in_editor as contract, einsum_in_editor as einsum,
        pack_in_editor as pack, rearrange_in_editor as rearrange, reduce_in_editor as reduce,
        repeat_in_editor as repeat, try_contract_in_editor as try_contract,
        typed_in_editor as typed, unpack_in_editor as unpack,
    };

    #[cfg(feature = "tensor")]
    pub use crate::tensor::checked::{by_mut, by_ref, by_value};

    pub use crate::dim::from_const::*;
    pub use crate::shape::axis::{
        Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7, Axis8, AxisList,
    };
    pub use crate::shape::list::*;
}
