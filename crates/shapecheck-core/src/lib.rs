//! Shapes of arrays as types, and the rules about them: the part of `shapecheck` below its tensors, for crates that have
//! their own tensors.
//!
//! ```
//! use shapecheck_core::{Broadcast, Broadcasted, shape};
//!
//! type Images = shape![32, 3, 224];
//!
//! // A function over arrays of another library, whose result has the shape that broadcasting gives.
//! fn sum<Lhs: Broadcast<Rhs>, Rhs>(_: Lhs, _: Rhs) -> Broadcasted<Lhs, Rhs>
//! where
//!     Broadcasted<Lhs, Rhs>: Default,
//! {
//!     Default::default()
//! }
//!
//! let result: Images = sum(Images::default(), <shape![3, 1]>::default());
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck_core::{Broadcast, shape};
//!
//! fn sum<Lhs: Broadcast<Rhs>, Rhs>(_: Lhs, _: Rhs) {}
//! sum(<shape![32, 3, 224]>::default(), <shape![3, 128]>::default());
//! // error[E0277]: cannot broadcast: size 224 does not match size 128 at axis -1
//! ```
//!
//! `shapecheck` has all of this under the same paths, alongside its tensors, and its guide has the pages that are named
//! here. Where `#[shapes]` or `#[derive(Shapes)]` is used without that crate, this one has to go by its name:
//! `shapecheck = { package = "shapecheck-core", version = "0.1" }`.
#![warn(clippy::too_many_lines)]
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod algebra;
pub mod broadcast;
pub mod dim;
pub mod error;
mod for_each;
pub mod guide;
mod sealed;
#[cfg(feature = "serde")]
mod serde;
pub mod shape;
// What it names stands in the compiler's messages, with a path that can be seen; a page of the documentation has none of
// it. Who documents a crate above this one sets `shapecheck_docs`.
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub mod verdict;

#[doc(inline)]
pub use algebra::{SameAs, pattern, window};
#[doc(inline)]
pub use broadcast::{Broadcast, BroadcastTo, Broadcasted};
#[doc(inline)]
pub use dim::{Dim, Dyn, StaticDim};
#[doc(inline)]
pub use error::{MatrixError, ShapeError};
#[doc(inline)]
pub use shape::{Axes, Axis, DynShape, HasAxis, Scalar, Shape, StaticShape};
pub use typenum;

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
/// name. A name that is not an argument is a field of `self`. The axes of the result follow the arrow; several, with
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

/// On a struct: `validate` and `validated` check that its fields have the axes that are written before them.
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

/// What the macros of this crate expand to. Not for use by hand.
#[doc(hidden)]
pub mod __macro {
    pub use shapecheck_macros::{axes, dim, dims, mesh, shape};
    #[cfg(not(rust_analyzer))]
    pub use shapecheck_macros::{contract, shapes, try_contract, typed};
    // rust-analyzer sets this for what it reads. It shows a size where the cursor stands on an equation, as there are
    // locals in the same place; rustc would have to check them each time. Signatures stay as they are written.
    #[cfg(rust_analyzer)]
    pub use shapecheck_macros::{
        contract_in_editor as contract, shapes_in_editor as shapes,
        try_contract_in_editor as try_contract, typed_in_editor as typed,
    };

    pub use crate::dim::from_const::*;
    pub use crate::shape::axis::{
        Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7, Axis8, AxisList,
    };
    pub use crate::shape::list::*;
}
