//! Array shapes as types.
//!
#![cfg_attr(all(feature = "std", feature = "tensor"), doc = include_str!("guide/front.md"))]
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

pub mod algebra;
pub mod broadcast;
pub mod dim;
#[cfg(feature = "dry")]
pub mod dry;
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
/// It compares what is written as `shape![..]` in the type of an argument, and whole shapes that are parameters of the
/// `impl` or aliases without parameters of the function. A size that is a parameter of the function, as `B` is, is
/// inferred from the first argument that has it, and further arguments are compared with it. What the function takes is
/// the same as without the attribute, and so are its documentation and what an editor shows. In its body the arguments
/// have the types as they are written; the conversion is nothing when the program runs.
///
/// A const parameter stands in `shape!`, in `dim!` and behind `h =` in [`rearrange!`](crate::rearrange) as a type
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
/// The numbers are those of a [table](dim::SizeTable), and whatever has such a layer with a parameter of its own has the attribute,
/// too. See [layers with const parameters](crate::guide::const_parameters).
///
/// Four things are different on functions:
///
/// - The type of such an argument is not inferred from the signature: `layer.forward(&Tensor::ones())` has to say which
///   shape it makes, `&Tensor::<f32, shape![32, 784]>::ones()`. Leave the attribute off where arguments are made for the
///   signature, as by `x.try_named()`: usually that is the outermost function of a model.
/// - A type alias for a whole tensor hides its shape. Write the tensor with an alias for its shape or its sizes.
///   What does not fit such an argument is the compiler's "mismatched types".
/// - A function that was not generic is generic now: it is compiled where it is called, and a trait that has it cannot
///   be a trait object. A method of a trait has the attribute in the trait and in each `impl`.
/// - A `const fn` cannot have it.
///
/// Of a result [`of_shape`](TensorOn::of_shape) says the same.
///
/// In the guide: [layers](crate::guide::layers).
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use __macro::checked;

/// On a function: checks the shapes of its arguments where it begins, and those of its results where it returns.
///
/// The tensors are those of any library: slices of sizes and tensors of this crate, candle's and burn's with the crates
/// `shapecheck-candle` and `shapecheck-burn`, arrays of ndarray and nalgebra with `shapecheck-borders`, and types of
/// yours with [`TellsSizes`](algebra::TellsSizes). What their types know is checked while compiling.
///
/// ```
/// use shapecheck::shapes;
///
/// /// An array with sizes that the compiler does not know.
/// # #[derive(Clone)]
/// struct Array(Vec<usize>);
/// # impl shapecheck::algebra::TellsSizes for Array {
/// #     type Shape = shapecheck::DynShape;
/// #     fn sizes(&self) -> shapecheck::DynShape {
/// #         self.0.as_slice().into()
/// #     }
/// # }
///
/// struct Attention {
///     heads: usize,
/// }
///
/// impl Attention {
///     #[shapes("x: b t h*d, mask: t t -> b t h*d", h = self.heads)]
///     fn forward(&self, x: &Array, mask: Option<&Array>) -> Result<Array, String> {
///         let hidden = Array(vec![x.0[0], x.0[1], 4 * x.0[2]]);
///         shapes!(hidden: b t 4*h*d);
///         // ...
///         Ok(x.clone())
///     }
/// }
///
/// let (x, mask) = (Array(vec![2, 3, 64]), Array(vec![5, 5]));
/// let layer = Attention { heads: 8 };
/// assert!(layer.forward(&x, None).is_ok());
/// # #[cfg(all(debug_assertions, not(feature = "unchecked")))]
/// let told = std::panic::catch_unwind(|| layer.forward(&x, Some(&mask)).is_ok()).unwrap_err();
/// // the arguments of `Attention::forward` do not fit `x: b t h*d, mask: t t -> b t h*d`: `t` is 3 in `x` and 5 in `mask`
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{shape, shapes};
///
/// #[shapes("images: b c h w, labels: b")]
/// fn loss(images: shape![32, 3, 28, 28], labels: shape![31]) {}
/// // error[E0277]: 'b' is 32 in `images` and 31 in `labels`
/// ```
///
/// A contract is written as for [`contract!`], with the axes of each argument by its name, or by its place if it has no
/// name. A name that is no argument is a field of `self`. Behind the arrow stand the axes of the result; several, with
/// commas between them, are those of a tuple. An `Option` and a `Result` are checked if there is a value, and an `async`
/// function when it is done. A label has one size in the whole call. It can be given: `h = self.heads`.
///
/// In the body, `shapes!(hidden: b t 4*d)` checks the shapes of variables, with the same labels. On an `impl`, a `trait`
/// or a `mod` a contract is for all functions in it that have an argument of one of its names.
///
/// The checks run where debug assertions are on, or always with the word: `#[shapes("x: b t", always)]`. The feature
/// `unchecked` leaves all of them out. What types say is asked in each case.
///
/// # Panics
///
/// The function panics at its caller's line, with all that does not fit, if sizes break the contract.
///
/// In the guide: [notation](crate::guide::notation).
#[doc(inline)]
pub use __macro::shapes;

/// On a struct: `validate` and `validated` check that its fields have the axes that are written in front of them.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use shapecheck::Shapes;
///
/// #[derive(Shapes)]
/// struct Batch {
///     #[shape("b c h w")]
///     images: Vec<usize>, // sizes, or a tensor of any library
///     #[shape("b")]
///     labels: Vec<usize>,
///     #[shape("h w")]
///     mask: Option<Vec<usize>>,
///     #[shape(size)]
///     c: usize, // the size of the label `c`
/// }
///
/// let batch = Batch { images: vec![32, 3, 28, 28], labels: vec![32], mask: None, c: 3 }.validated();
/// let wrong = Batch { labels: vec![31], c: 1, ..batch };
/// let clashes: Vec<String> = wrong.validate().unwrap_err().clashes().map(str::to_owned).collect();
/// assert_eq!(clashes, ["`c` is 1 in `self.c` and 3 in `images`", "`b` is 32 in `images` and 31 in `labels`"]);
/// # }
/// ```
///
/// `validate` returns a [`ContractError`](algebra::ContractError) that lists all that does not fit, and `validated`, for
/// where the struct is built, gives it back or panics with the same text. Both check in every build.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg(feature = "alloc")]
pub use shapecheck_macros::Shapes;

/// The README, whose programs are tested.
#[cfg(all(doctest, feature = "std", feature = "tensor"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// What the macros of this crate expand to. Not for use by hand.
#[doc(hidden)]
pub mod __macro {
    pub use shapecheck_macros::{axes, blocks, dim, dims, shape};
    #[cfg(not(rust_analyzer))]
    pub use shapecheck_macros::{
        checked, contract, einsum, pack, rearrange, reduce, repeat, shapes, try_contract, typed,
        unpack,
    };
    // rust-analyzer sets this for what it reads. It shows a size where the cursor stands on an equation, as there are
    // locals in the same place; rustc would have to check them each time. Signatures stay as they are written.
    #[cfg(rust_analyzer)]
    pub use shapecheck_macros::{
        checked_in_editor as checked, contract_in_editor as contract, einsum_in_editor as einsum,
        pack_in_editor as pack, rearrange_in_editor as rearrange, reduce_in_editor as reduce,
        repeat_in_editor as repeat, shapes_in_editor as shapes,
        try_contract_in_editor as try_contract, typed_in_editor as typed,
        unpack_in_editor as unpack,
    };

    #[cfg(feature = "tensor")]
    pub use crate::tensor::checked::{by_mut, by_ref, by_value};

    pub use crate::dim::from_const::*;
    pub use crate::shape::axis::{
        Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7, Axis8, AxisList,
    };
    pub use crate::shape::list::*;
}
