//! The engines for the memory of this machine: [`Host`] on the heap, [`Inline`], [`Borrowed`] and [`BorrowedMut`].
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
//! A view can only be read:
//!
//! ```compile_fail,E0277
//! use shapecheck::{View, shape};
//!
//! let numbers = [1.0, 2.0, 3.0];
//! let mut view = View::<f64, shape![3]>::from_buffer(&numbers).unwrap();
//! view[[0]] = 4.0;
//! ```
//!
//! Kernels know element types, operations and the pattern of a row, but no shape. All unsafe code of the crate is here:
//! loops over broadcast operands, memory for results, and matrix products. Loops use pointers, because slices would
//! cost a bounds check for each row and a panic path for each operand. They rely on an invariant of `Array`, `Slice`
//! and `Cells`, which hold elements: every index within the sizes has an element at the offset that the strides give. A
//! kernel gets operands and the sizes of a result, and checks that they fit, because anyone can call the functions of
//! an engine with any sizes.
//!
//! Public traits that memory safety depends on, and why code of other crates cannot break it:
//!
//! | trait | what relies on it | why it is safe |
//! | --- | --- | --- |
//! | `ViewAll` | nothing: an engine expands tensors itself, and checks the sizes | |
//! | `Engine` and the others of [`engine`](crate::engine) | nothing of the host | only this crate implements them for the host's engines; other engines have their own memory |
//! | `Memory`, `Mutable`, `Collects`, `OperandOf` | the places of elements, and that no two share one | sealed |
//! | `Shape`, `Dim` | the number of elements of an inline tensor | sealed |
//! | `HasAxis`, `Permute` and others on shapes | nothing: sizes are computed from those of the operand, and checked | |
//! | `ExpandTo` | the target of an expansion | nothing: the target is checked by the rule of broadcasting |
//! | `NestedArray` | the layout of arrays | an unsafe trait; size and alignment are checked |
//! | `MatrixElement` | the kernel of a product | its supertrait is private |
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
