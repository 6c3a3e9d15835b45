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
//! ```compile_fail
//! use shapecheck::{View, shape};
//!
//! let numbers = [1.0, 2.0, 3.0];
//! let mut view = View::<f64, shape![3]>::from_buffer(&numbers).unwrap();
//! view[[0]] = 4.0;
//! ```
//!
//! Kernels know element types, operations and the pattern of a row, but no shape. All unsafe code of the crate is here:
//! loops over broadcast operands, memory for results, matrix products, and what goes to other threads. Loops use
//! pointers, because slices would cost a bounds check for each row and a panic path for each operand. They rely on an
//! invariant of `Array`, `Slice` and `InlineArray`, which hold elements: every index within the sizes has an element at
//! the offset that the strides give. A kernel gets operands and the sizes of a result, and checks that they fit,
//! because anyone can call the functions of an engine with any sizes.
//!
//! What memory safety depends on of public traits, and why code of other crates cannot break it. A test compares the
//! table with the source. A trait is sealed by a supertrait that other crates cannot name, and its type parameters are
//! bounded by such traits, as anyone may implement `Trait<Mine>` for a type of this crate otherwise.
//!
//! | trait | what relies on it | why it is safe |
//! | --- | --- | --- |
//! | `ArrayShape`, `CancelAxes` | `Arrays` is read and written as `ELEMENTS` elements; loops go by the sizes and strides of `STATIC` | sealed |
//! | `Extent` | `Array` is an array of `VALUE` elements, of which those of `ArrayShape` are made | sealed |
//! | `Shape`, `StaticShape`, `Dim`, `StaticDim` | the sizes and the number of elements of a shape | sealed |
//! | `AxisNames`, `AxisOrder` | the order in which axes of an inline tensor are read | sealed; each axis is named once |
//! | `Memory`, `Collects`, `OperandOf` | the places of elements | sealed |
//! | `Mutable` | no two indices have the same element | its function returns a type that other crates cannot name |
//! | `Promotes` | nothing: the engine that it names is one of `Collects` | sealed |
//! | `HoldsAnySize` | nothing: it carries the message about inline tensors, and never holds | - |
//! | `NestedArray` | the layout of arrays | an unsafe trait; size and alignment are checked |
//! | `MatrixElement` | the kernel of a product | its supertrait is one that other crates cannot name |
//! | `FloatElement` | nothing: a library is given by a type that other crates cannot name | - |
//! | `Variables` | nothing: it names slopes, which are an inline tensor | - |
//! | `Element` | nothing: it lets the compiler infer the shape of nested arrays | - |
//! | `BinaryFunction`, `UnaryFunction` | nothing: they are functions of elements | - |
//! | the traits of [`engine`](crate::engine) | nothing of the host: its engines get sizes from anyone and check them; other engines have their own memory | - |
//! | the rules: other traits of `algebra`, `broadcast`, `dim`, `error`, `shape`, `tensor` and `verdict` | nothing: they name results, which are shapes, and give sizes, which are checked; the files of the host name none of them | - |
//!
//! In the guide: [engines](crate::guide::engines).

mod arrange;
#[cfg(feature = "alloc")]
#[allow(unsafe_code)]
pub(crate) mod array;
#[cfg(feature = "alloc")]
mod atomic {
    pub use core::sync::atomic::{AtomicUsize, Ordering, fence};
}
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
pub(crate) mod attention;
#[cfg(feature = "alloc")]
mod compiled;
mod copies;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod decompose;
#[cfg(all(feature = "dual", any(feature = "std", feature = "libm")))]
mod dual;
mod engines;
#[allow(unsafe_code)]
pub(crate) mod even;
#[cfg(feature = "fixed")]
mod fixed;
#[cfg(any(feature = "std", feature = "libm"))]
#[allow(unsafe_code)]
pub(crate) mod float;
pub(crate) mod float_element;
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
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
pub(crate) mod normalize;
mod notation;
pub(crate) mod order;
#[allow(unsafe_code)]
pub(crate) mod pass;
pub(crate) mod plan;
mod pool;
mod products;
pub(crate) mod raw;
pub(crate) mod reduce;
#[allow(unsafe_code)]
pub(crate) mod rows;
#[cfg(feature = "alloc")]
#[allow(unsafe_code)]
mod shared;
pub(crate) mod slice;
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
pub(crate) mod softmax;
pub(crate) mod walk;
mod window;

#[cfg(feature = "alloc")]
pub use compiled::compiled;
pub(crate) use engines::Computes;
#[cfg(feature = "alloc")]
pub use engines::Host;
pub use engines::{
    Borrowed, BorrowedMut, Collects, Inline, Memory, Mutable, NoEngine, Promoted, Promotes,
};
