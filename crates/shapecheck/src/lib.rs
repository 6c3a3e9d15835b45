//! Array shapes as types.
//!
#![warn(clippy::too_many_lines)]
#![cfg_attr(all(feature = "std", feature = "tensor"), doc = include_str!("../guide/front.md"))]
#![no_std]
// Part of programs with debug information only; nothing is compiled for it.
#![debugger_visualizer(gdb_script_file = "gdb.py")]
// Only kernels of `host` may allow it.
#![deny(unsafe_code)]
// Without tensors, the standard library or dry runs, some items that docs link to do not exist.
#![cfg_attr(
    not(all(feature = "tensor", feature = "std", feature = "dry")),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "dry")]
pub mod dry;
#[cfg(all(feature = "dual", any(feature = "std", feature = "libm")))]
pub mod dual;
#[cfg(feature = "tensor")]
pub mod engine;
#[cfg(all(feature = "tensor", any(feature = "std", feature = "libm")))]
mod float;
// Pages of text, only for rustdoc.
#[cfg(all(any(doc, doctest), feature = "std", feature = "tensor"))]
pub mod guide;
#[cfg(feature = "tensor")]
pub mod host;
#[cfg(feature = "tensor")]
mod sealed;
#[cfg(feature = "tensor")]
pub mod tensor;

#[cfg(all(feature = "tensor", feature = "alloc"))]
#[doc(inline)]
pub use host::Host;
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use host::{Borrowed, BorrowedMut, Inline};
#[cfg(feature = "tensor")]
use shapecheck_core::__for_each as for_each;
#[cfg(not(feature = "tensor"))]
#[doc(inline)]
pub use shapecheck_core::pattern;
pub use shapecheck_core::typenum;
#[cfg_attr(doc, doc(hidden))]
pub use shapecheck_core::verdict;
#[doc(hidden)]
pub use shapecheck_core::{__broadcast_fold, __debug_is_text, __with_room};
#[doc(inline)]
pub use shapecheck_core::{
    Axes, Axis, Broadcast, BroadcastTo, Broadcasted, Dim, Dyn, DynShape, HasAxis, MatrixError,
    SameAs, Scalar, Shape, ShapeError, StaticDim, StaticShape, algebra, axes, broadcast,
    broadcasted, contract, dim, dims, error, shape, shapes, window,
};
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use shapecheck_core::{Shapes, try_contract, typed};
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

/// On a function: says in decimal numbers what does not fit, where the shape of an argument is not that of the signature.
/// On any item: lets its `const N: usize` be sizes.
///
/// Without it the compiler finds the mistake too, and says that it expected one type and found another, in typenum's
/// bits. It goes on a function, on a method, or on an `impl`, a `trait` or a `mod` for all functions in it; for const
/// parameters also on a struct, an enum and a type alias, where it stands above `#[derive(..)]`.
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
/// It compares shapes written as `shape![..]` in the type of an argument, and whole shapes that are parameters of the
/// `impl` or aliases without parameters of the function. A size that is a parameter of the function, as `B` is, is
/// inferred from the first argument that has it, and further arguments are compared with it. The function takes
/// the same arguments as without the attribute; its documentation and what an editor shows stay the same too. In its body
/// the arguments have the types as written; the conversion costs nothing at run time.
///
/// A const parameter stands in `shape!`, in `dim!` and after `h =` in [`rearrange!`](crate::rearrange) as a type
/// parameter does:
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use shapecheck::{Dim, Tensor, checked, shape};
///
/// #[checked]
/// #[derive(Clone, Default)]
/// struct Linear<const I: usize, const O: usize> {
///     weights: Tensor<f32, shape![O, I]>,
/// }
///
/// #[checked]
/// impl<const I: usize, const O: usize> Linear<I, O> {
///     fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {
///         x.linear(&self.weights)
///     }
/// }
///
/// let layer = Linear::<784, 10>::default();
/// # let _ = layer.forward(&Tensor::<f32, shape![32, 784]>::ones());
/// # }
/// ```
///
/// The numbers are those of a [table](dim::SizeTable), and an item that holds such a layer with its own parameter has the
/// attribute, too. See [layers with const parameters](crate::guide::const_parameters).
///
/// Four things are different on functions:
///
/// - The type of such an argument is not inferred from the signature: `layer.forward(&Tensor::ones())` has to say which
///   shape it makes, `&Tensor::<f32, shape![32, 784]>::ones()`. Leave the attribute off where arguments are made for the
///   signature, as by `x.try_named()`: usually that is the outermost function of a model.
/// - A type alias for a whole tensor hides its shape. Write the tensor with an alias for its shape or its sizes.
///   For an argument that does not fit, the compiler reports "mismatched types".
/// - A function that was not generic becomes generic: it is compiled where it is called, and a trait that has it cannot
///   be a trait object. A method of a trait has the attribute in the trait and in each `impl`.
/// - A `const fn` cannot have it.
///
/// For a result, [`of_shape`](TensorOn::of_shape) says the same.
///
/// In the guide: [layers](crate::guide::layers).
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use __macro::checked;

/// The README, whose programs are tested.
#[cfg(all(doctest, feature = "std", feature = "tensor"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// What the macros of this crate expand to. Not for use by hand.
#[doc(hidden)]
pub mod __macro {
    #[cfg(feature = "tensor")]
    pub use shapecheck_macros::{blocks, slices};
    #[cfg(all(feature = "tensor", not(rust_analyzer)))]
    pub use shapecheck_macros::{checked, einsum, pack, rearrange, reduce, repeat, unpack};
    // As in the crate of the rules.
    #[cfg(all(feature = "tensor", rust_analyzer))]
    pub use shapecheck_macros::{
        checked_in_editor as checked, einsum_in_editor as einsum, pack_in_editor as pack,
        rearrange_in_editor as rearrange, reduce_in_editor as reduce, repeat_in_editor as repeat,
        unpack_in_editor as unpack,
    };

    #[cfg(feature = "tensor")]
    pub use crate::tensor::checked::{by_mut, by_ref, by_value};

    pub use shapecheck_core::__macro::*;
}
