//! Tensors: [`TensorOn`], its forms, and all of its operations.
//!
//! One struct has all operations: their shapes, their meaning, and their errors. Its last parameter, an
//! [engine](crate::engine), does the computing:
//!
//! | type | elements | shapes |
//! | --- | --- | --- |
//! | [`Tensor<T, S>`](Tensor) | on the heap, in memory that is shared and counted | any |
//! | [`InlineTensor<T, S>`](InlineTensor) | in the tensor itself, without an allocator; `Copy` if `T` is | static |
//! | [`View<'_, T, S>`](View) | in another tensor, or in a slice | any |
//! | [`ViewMut<'_, T, S>`](ViewMut) | the same, mutable | any |
//! | [`TensorOn<T, S, E>`](TensorOn) | where the engine `E` keeps them | as the engine allows |
//!
//! The compiler checks shapes where they are static. With dynamic axes an operation compares the sizes at run time and
//! panics at the caller's line if they do not fit; the `try_` form of the operation returns the error instead.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::{Tensor, shape};
//!
//! let a = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let row = Tensor::from([10.0, 20.0, 30.0]);
//! let sum: Tensor<f64, shape![2, 3]> = a + row;
//! assert_eq!(sum.to_string(), "[[11 22 33]\n [14 25 36]]");
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let a = InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let column = InlineTensor::from([10.0, 20.0]);
//! let sum = a + column; // size 3 does not match size 2 at axis -1
//! ```
//!
//! In the guide: [tensors](crate::guide::tensors).

// In the order of the sections on the page of `TensorOn`.

mod create;
mod make;
mod nested;
#[cfg(feature = "rand")]
mod random;

mod elements;
mod sizes;

mod along;
#[doc(hidden)]
pub mod block;
mod index;
mod iterate;
mod slice;
mod slices;
mod take;

pub mod view;

mod arrange;
mod axes;
mod join;
pub mod pattern;
mod reshape;
mod split;

mod compare;
mod elementwise;
mod exact;
mod operators;
pub mod zip;

mod order;
mod reduce;
mod statistics;

mod contract;
#[cfg(any(feature = "std", feature = "libm"))]
mod decompose;
mod estimate;
mod linear;
mod matrix;
pub mod notation;

#[cfg(feature = "fft")]
mod fourier;
mod signal;

pub mod cache;
mod channels;
pub(crate) mod checked;
mod layers;
mod loss;
mod network;
mod recurrent;
mod window;

#[cfg(feature = "approx")]
mod approx;
mod display;
#[cfg(feature = "serde")]
mod serde;

use core::hash::{Hash, Hasher};
use core::mem::ManuallyDrop;

use shapecheck_macros::panicking_form;

use crate::broadcast::run_time::check_names;
use crate::engine::{Clones, Engine};
use crate::error::{Rule, fail};
#[cfg(feature = "alloc")]
use crate::host::Host;
use crate::host::{Borrowed, BorrowedMut, Inline, Memory, memory};
use crate::shape::list::{ArrayShape, is_static, known_sizes};
use crate::shape::{check_known, check_sizes};
use crate::{DynShape, Shape, ShapeError, StaticShape};

pub use crate::host::float_element::FloatElement;
// The numbers of a spectrum.
pub use crate::host::iter::Iter;
pub use block::BlockMut;
#[cfg(any(feature = "std", feature = "libm"))]
pub use decompose::MatrixNorm;
pub use exact::{Exact, OneSided};
pub use index::IndexedBy;
pub use join::Parts;
pub use loss::{LossReduction, reduction};
pub use make::{Diag, Vectors, arange_len, meshgrid, meshgrid_xy};
pub use matrix::MatrixElement;
pub use nested::{Element, NestedArray};
pub use operators::PairOutput;
#[cfg(feature = "fft")]
pub use realfft::num_complex;
pub use recurrent::{GruOutput, LstmOutput, StateOf};
pub use reduce::Reduced;
pub use split::PiecesOf;
pub use statistics::QuantileMethod;
pub use take::{Along, AlongMut, AsIndices};

/// An array with elements of type `T` and shape `S`, held by the engine `E`.
///
/// If the shape is static, constructors take no shape: `zeros()`. With dynamic axes they take the shape as a value:
/// `zeros_with(shape)`.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let a = Tensor::<f32, shape![2, 3]>::full(2.0);
/// let batch = <shape![_, 3]>::try_from([5, 3])?;
/// let b = Tensor::<f32, _>::from_fn_with(batch, |[row, column]| (row * column) as f32);
/// assert_eq!(b[[4, 2]], 8.0);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// On the heap, memory is shared: a clone or a part of a tensor is a tensor with the same memory. The first change
/// copies shared memory.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let a = Tensor::from([[1, 2, 3], [4, 5, 6]]);
/// let mut columns: Tensor<i32, shape![3, 2]> = a.transpose(); // the same memory
/// columns += 10; // its own from here on
/// assert_eq!((a[[0, 1]], columns[[1, 0]]), (2, 12));
/// ```
///
/// Operators, [`einsum!`](crate::einsum!) and [`broadcast_map!`](crate::broadcast_map!) combine tensors too.
///
/// The tables below have each method once. A method that can fail only at run time has a second form that returns
/// an error: `try_reshape`.
///
/// In the guide: [tensors](crate::guide::tensors).
///
#[doc = include_str!("methods.md")]
// The sizes in the data are those of a value of the shape.
#[repr(transparent)]
#[must_use = "an operation gives its result, and changes none of its operands"]
pub struct TensorOn<T: 'static, S: ArrayShape, E: Engine> {
    data: E::Data<T, S>,
}

/// A tensor on the heap, with memory that is shared and counted. [`TensorOn`] has all of its operations.
///
/// ```
/// use shapecheck::{Tensor, shape};
///
/// let a = Tensor::<f32, shape![2, 3]>::full(2.0);
/// let b: Tensor<f32, shape![3, 2]> = a.transpose(); // the same memory
/// ```
///
/// In the guide: [tensors](crate::guide::tensors).
#[cfg(feature = "alloc")]
pub type Tensor<T, S> = TensorOn<T, S, Host>;

/// A tensor of static shape that holds its elements itself, in row-major order. It needs no allocator, can be in a
/// `static`, and is `Copy` if `T` is.
///
/// ```
/// use shapecheck::{InlineTensor, shape};
///
/// let a = InlineTensor::<f32, shape![2, 3]>::full(2.0);
/// assert_eq!(size_of_val(&a), 6 * size_of::<f32>());
/// let b = a; // a copy
/// assert_eq!(a + b, InlineTensor::full(4.0));
/// ```
///
/// In the guide: [without the standard library](crate::guide::no_std).
pub type InlineTensor<T, S> = TensorOn<T, S, Inline>;

/// A read-only tensor over the elements of another tensor or of a slice, without a copy. Results of operations on it
/// are on the heap.
///
/// In the guide: [tensors](crate::guide::tensors).
pub type View<'a, T, S> = TensorOn<T, S, Borrowed<'a>>;

/// A tensor over the elements of another tensor or of a slice that changes them in place.
///
/// In the guide: [tensors](crate::guide::tensors).
pub type ViewMut<'a, T, S> = TensorOn<T, S, BorrowedMut<'a>>;

/// The sizes of a static shape.
#[inline]
fn static_sizes<S: StaticShape>() -> DynShape {
    passed_sizes::<S>(S::SIZES)
}

/// Whether a shape is static, and its elements are no more than can be counted: then nothing is left to check.
const fn is_countable<S: ArrayShape>() -> bool {
    match S::STATIC {
        Some(known) => known.count().is_some(),
        None => false,
    }
}

/// The sizes that an engine gets for a result of shape `S`.
#[inline]
#[track_caller]
fn passed_sizes<S: Shape>(sizes: &[usize]) -> DynShape {
    if const { is_static::<S>() } {
        DynShape::of_known(const { memory::known::<S>() })
    } else {
        sizes.into()
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// A tensor with data whose sizes fit the shape.
    #[inline]
    fn of(data: E::Data<T, S>) -> Self {
        if cfg!(debug_assertions) {
            assert_fits::<S>(E::sizes::<T, S>(&data), core::any::type_name::<E>());
        }
        Self { data }
    }
}

/// Asserts that sizes are those of a type.
#[inline]
fn assert_fits<S: Shape>(sizes: &[usize], engine: &str) {
    let fits = if const { is_static::<S>() } {
        check_known(sizes, const { known_sizes::<S>() })
    } else {
        check_sizes(sizes, const { S::STATIC_RANK }, S::static_size_from_end)
    };
    or_internal_error(fits, engine);
}

#[inline(never)]
fn or_internal_error(fits: Result<(), ShapeError>, engine: &str) {
    if let Err(error) = fits {
        panic!("internal error of the engine `{engine}`, please report it: {error}");
    }
}

impl<T: 'static, S: ArrayShape, E: Engine> TensorOn<T, S, E> {
    /// Tensors with data whose sizes fit the shape.
    // `map` of arrays is two hundred lines of code for each shape.
    #[allow(unsafe_code)]
    fn of_each<const K: usize>(data: [E::Data<T, S>; K]) -> [Self; K] {
        let data = ManuallyDrop::new(data);
        // SAFETY: a tensor is its data and nothing else, so an array of data is an array of tensors. It is read once, and
        // not dropped here.
        unsafe { (&raw const *data).cast::<[Self; K]>().read() }
    }
}

/// Checks that no size with a name is stretched before the last axes of an operand, `last`, which are as many as
/// `output_last` in the output. For shapes without names nothing is compiled.
#[inline]
fn check_lead_names<S: Shape>(
    sizes: &[usize],
    last: usize,
    output: &[usize],
    output_last: usize,
) -> Result<(), ShapeError> {
    if const { S::NAMES == 0 } {
        return Ok(());
    }
    check_lead_names_of(S::NAMES, (sizes, last), (output, output_last))
}

/// The same for a shape whose axes with a name have these bits, from the last axis on.
fn check_lead_names_of(
    names: u128,
    (sizes, last): (&[usize], usize),
    (output, output_last): (&[usize], usize),
) -> Result<(), ShapeError> {
    let lead = |sizes: &'_ [usize], last: usize| sizes.len().saturating_sub(last);
    let own = &sizes[..lead(sizes, last)];
    let lead = &output[..lead(output, output_last)];
    check_names(names >> last, own, lead).map_err(|error| {
        Rule::BROADCAST
            .in_front(&error, last as isize)
            .between(sizes, output)
    })
}

/// The sizes, after a check that their product does not overflow `usize`.
#[inline(never)]
fn counted(sizes: Result<DynShape, ShapeError>) -> Result<DynShape, ShapeError> {
    let sizes = sizes?;
    crate::shape::num_elements(sizes.dims())?;
    Ok(sizes)
}

/// The value, or a panic at the caller's line with the text of the error.
#[inline]
#[track_caller]
fn or_panic<T, Error: core::error::Error + Send + Sync + 'static>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        // Takes the error, so that callers, which are compiled for each shape, have nothing to drop.
        Err(error) => fail(error),
    }
}

impl<T: 'static, S: Shape, E: Clones<T>> Clone for TensorOn<T, S, E> {
    fn clone(&self) -> Self {
        Self::of(E::keep(&self.data))
    }
}

// Only for this engine. An impl for every engine with `Copy` elements would make rustc prove its bounds for each tensor
// that is moved.
impl<T: Copy + 'static, S: Shape<Arrays<T>: Copy>> Copy for InlineTensor<T, S> {}

impl<T, S, E, F> PartialEq<TensorOn<T, S, F>> for TensorOn<T, S, E>
where
    T: PartialEq + 'static,
    S: Shape,
    E: Memory,
    F: Memory,
{
    fn eq(&self, other: &TensorOn<T, S, F>) -> bool {
        self.dims() == other.dims() && self.iter().eq(other.iter())
    }
}

impl<T: Eq + 'static, S: Shape, E: Memory> Eq for TensorOn<T, S, E> {}

impl<T: Hash + 'static, S: Shape, E: Memory> Hash for TensorOn<T, S, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims().hash(state);
        self.iter().for_each(|element| element.hash(state));
    }
}

impl<'a, T: 'static, S: Shape, E: Memory> IntoIterator for &'a TensorOn<T, S, E> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

#[cfg(feature = "alloc")]
impl<'a, T: Clone + 'static, S: Shape> IntoIterator for &'a mut Tensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'a, T: 'static, S: StaticShape> IntoIterator for &'a mut InlineTensor<T, S> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + 'static, S: Shape> IntoIterator for Tensor<T, S> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}
