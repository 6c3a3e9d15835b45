//! The engines whose elements are in the memory of this machine: [`Host`], on the heap, [`Inline`], [`Borrowed`] and
//! [`BorrowedMut`].
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{InlineTensor, Tensor, View, shape};
//!
//! let numbers = [1.0, 2.0, 3.0];
//! let view = View::<f64, shape![3]>::from_buffer(&numbers)?;
//! let inline = InlineTensor::from([[1.0], [2.0]]);
//! let sum: Tensor<f64, shape![2, 3]> = &inline + &view; // on the heap
//! assert_eq!(sum.to_vec(), [2.0, 3.0, 4.0, 3.0, 4.0, 5.0]);
//! # }
//! # Ok::<(), shapecheck::ShapeError>(())
//! ```
//!
//! A view only reads:
//!
//! ```compile_fail,E0277
//! use shapecheck::{View, shape};
//!
//! let numbers = [1.0, 2.0, 3.0];
//! let mut view = View::<f64, shape![3]>::from_buffer(&numbers).unwrap();
//! view[[0]] = 4.0;
//! ```
//!
//! Kernels know element types, operations and how a row goes on in memory; no shape. All unsafe code of the crate is here: loops over
//! broadcast operands, memory that they fill, and matrix products. Loops go by pointers because slices cost a bounds check for every row, and a
//! panic path, of every operand. What they rest on is the invariant of what holds elements, `Array`, `Slice` and `Cells`: every index within the sizes has an element at the offset that the strides give.
//! A kernel is given operands and the sizes of a result, and sees for itself that they fit: the functions of an engine can be called by
//! anyone, with any sizes.
//!
//! Public traits that memory depends on, and why no other crate's code can break it:
//!
//! | trait | what rests on it | why it holds |
//! | --- | --- | --- |
//! | `ViewAll` | nothing: an engine expands tensors itself, and checks the sizes | |
//! | `Engine` and the others of [`engine`](crate::engine) | nothing of the host | impls for the host's engines are this crate's, for others they hold memory of their own |
//! | `Memory`, `Mutable`, `Collects`, `OperandOf` | where elements are, that none is in two places | sealed |
//! | `Shape`, `Dim` | how many elements an inline tensor has | sealed |
//! | `HasAxis`, `Permute` and others on shapes | the shape of a view or a result | nothing: sizes are computed from those of the operand, and checked |
//! | `ExpandTo` | the target of an expansion | nothing: the target is checked by the rule of broadcasting |
//! | `NestedArray` | how arrays lie in memory | unsafe; size and alignment are compared where it is used |
//! | `MatrixElement` | the kernel of a product | its supertrait cannot be named |
//! | `PairOf`, `EachOf`, `IndexedBy`, `Element`, `FloatElement` | nothing | |
//!
//! In the guide: [engines](crate::guide::engines).

mod arrange;
#[cfg(feature = "alloc")]
#[allow(unsafe_code)]
pub(crate) mod array;
mod contract;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod decompose;
mod engines;
#[allow(unsafe_code)]
pub(crate) mod even;
#[cfg(any(feature = "std", feature = "libm"))]
#[allow(unsafe_code)]
pub(crate) mod float;
pub(crate) mod fold;
#[cfg(feature = "fft")]
mod fourier;
pub(crate) mod index;
pub(crate) mod inline;
pub(crate) mod iter;
mod join;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod large;
pub(crate) mod layout;
pub(crate) mod linear;
#[allow(unsafe_code)]
pub(crate) mod matrix;
#[allow(unsafe_code)]
pub(crate) mod memory;
#[cfg(any(feature = "std", feature = "libm"))]
mod network;
mod notation;
pub(crate) mod order;
#[allow(unsafe_code)]
pub(crate) mod pass;
pub(crate) mod plan;
pub(crate) mod raw;
pub(crate) mod reduce;
#[allow(unsafe_code)]
pub(crate) mod rows;
pub(crate) mod slice;
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
pub(crate) mod softmax;
pub(crate) mod walk;
mod window;

#[cfg(feature = "alloc")]
pub use engines::Host;
pub use engines::{
    Borrowed, BorrowedMut, Collects, HomeOf, Inline, Memory, Mutable, Nowhere, TogetherWith,
};
