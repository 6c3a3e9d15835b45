//! Engines: what stores and computes the elements of tensors. An engine knows no shape rule.
//!
//! A [`TensorOn<T, S, E>`](crate::TensorOn) has elements `T`, shape `S` and an engine `E`; [`Tensor<T,
//! S>`](crate::Tensor) has the engine [`Host`](crate::Host). Each operation is declared once, on the tensor, with its
//! signature, rule, documentation and messages. The tensor calls the engine, which gets sizes. An engine implements the
//! traits of this module that it supports, one for each kind of operation:
//!
//! | trait | operations |
//! | --- | --- |
//! | [`Engine`] | holds the elements of a tensor, and says which engine has the results |
//! | [`Creates`] | tensors of one value, or of values in row-major order |
//! | [`Clones`] | `clone` |
//! | [`Copies`] | `to_tensor`, `flip`, `roll`, `repeat`, `tile`, `pad`, `stack` |
//! | [`Binary`] | operators, comparisons: functions of two elements, broadcast |
//! | [`BinaryInPlace`] | `+=` and its siblings |
//! | [`Selects`] | `select`: a choice by a mask |
//! | [`Unary`] | functions of one element |
//! | [`Casts`] | `cast`, `in_f32` |
//! | [`Reduces`] | sums and other reductions, along axes |
//! | [`Sorts`], [`Scans`] | `sort`, `argsort`, cumulative sums |
//! | [`ReadsElements`] | `into_scalar`, `{:?}` |
//! | [`Inverts`], [`Factors`] | `solve`, `inverse`, `det`, `cholesky` |
//! | [`Decomposes`] | `qr`, `eigh`, `svd`, `lstsq` |
//! | [`Softmax`] | `softmax`, `log_softmax` |
//! | [`Products`] | `matmul`, `tensordot`, `dot` |
//! | [`MovesAxes`] | transposes, parts, expansions, windows along one axis, diagonals |
//! | [`Gathers`], [`Scatters`] | elements at indices: `take`, `index_add` |
//! | [`Reshapes`] | the same elements in another shape, `rearrange!`, `pixel_shuffle` |
//! | [`Joins`] | `concat` |
//! | [`Convolves`], [`Pools`], [`Columns`] | `conv2d`, `max_pool2d`: windows along the last axes |
//! | [`Interpolates`] | `interpolate` |
//! | [`Networks`] | layers and attention, made of other operations by default |
//! | [`Einsums`] | `einsum!`: sums of products over labels |
//! | [`DynamicShapes`] | sizes known only at run time |
//! | [`Lends`] | data without its shape, for layers |
//!
//! A function that is generic over the engine needs one bound: [`Numbers`], [`Floats`], [`Networks`], or [`Models`] if
//! sizes are known only at run time:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use shapecheck::engine::Numbers;
//! use shapecheck::{Dim, InlineTensor, Tensor, TensorOn, shape};
//!
//! fn linear<E: Numbers<f32>, B: Dim, I: Dim, O: Dim>(
//!     x: &TensorOn<f32, shape![B, I], E>,
//!     weights: &TensorOn<f32, shape![I, O], E>,
//!     bias: &TensorOn<f32, shape![O], E>,
//! ) -> TensorOn<f32, shape![B, O], E> {
//!     x.matmul(weights) + bias
//! }
//!
//! let (x, w, b) = ([[1.0, 2.0]], [[1.0, 0.0, 3.0], [0.0, 1.0, 0.0]], [10.0, 20.0, 30.0]);
//! let on_the_heap = linear(&Tensor::from(x), &Tensor::from(w), &Tensor::from(b));
//! let inline = linear(&InlineTensor::from(x), &InlineTensor::from(w), &InlineTensor::from(b));
//! assert_eq!(on_the_heap, inline);
//! # }
//! ```
//!
//! An operation that the engine does not support is an error:
//!
//! ```compile_fail
//! use shapecheck::InlineTensor;
//!
//! let sum = InlineTensor::from([true, false]) + InlineTensor::from([true, true]);
//! ```
//!
//! For an engine over the tensors of another library, [`adapter`] writes most of these traits. An operation that is made of
//! others is an expression over [`Term`]s, which have no shape in their types.
//!
//! In the guide: [engines](crate::guide::engines).

#[cfg(feature = "alloc")]
pub mod adapter;
pub(crate) mod composed;
#[cfg(feature = "fft")]
mod fourier;
pub(crate) mod loss;
pub(crate) mod network;
pub mod notation;
pub mod ops;
pub(crate) mod statistics;
mod term;
mod window;

use crate::DynShape;
use crate::algebra::slices::SliceEntry;
use crate::error::fail;
use crate::sealed::Known;
use crate::shape::axis::{AxisOrder, ordered};
pub use crate::shape::list::ArrayShape;
use crate::{MatrixError, Scalar, Shape, ShapeError};
#[cfg(feature = "fft")]
pub use fourier::Transforms;
pub use loss::ReducedLosses;
pub use network::{MixedPrecision, Networks};
pub use notation::Einsums;
pub use ops::{BinaryFunction, UnaryFunction};
pub use term::Term;
pub use window::{Columns, Convolves, Interpolates, Pools};

/// Data that an operation borrows, or may use for its result.
///
/// In the guide: [engines](crate::guide::engines).
pub enum Operand<'a, D> {
    /// The data is borrowed.
    ByRef(&'a D),
    /// The data is not needed any more, so its memory can become that of the result.
    ByValue(D),
}

impl<D> Operand<'_, D> {
    /// The data.
    #[inline]
    pub fn data(&self) -> &D {
        match self {
            Self::ByRef(data) => data,
            Self::ByValue(data) => data,
        }
    }
}

/// An engine: stores the elements of tensors and computes with them.
///
/// The functions of an engine take the sizes of results, or numbers of axes counted from the first. The operation's
/// rule has checked them. An engine whose memory safety depends on them has to check them again, because anyone can
/// call its functions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an engine of tensors",
    label = "expected an engine",
    note = "a type parameter is an engine where it is bounded: `{Self}: Floats<f32>`, or `Numbers` for other numbers, both of `shapecheck::engine`"
)]
pub trait Engine: Sized {
    /// The elements of a tensor of shape `S`, as the engine stores them.
    type Data<T: 'static, S: ArrayShape>;

    /// The engine of the results of operations on one tensor: the engine itself, unless its tensors borrow their elements.
    type Out: Engine<Out = Self::Out>;

    /// The sizes, the first axis first.
    fn sizes<T: 'static, S: ArrayShape>(data: &Self::Data<T, S>) -> &[usize];

    /// The same data without a shape in its type, for operations that are made of others and compiled once for all
    /// shapes. An engine whose data does not depend on the shape gives what it gets. By default it is an error to build
    /// a call.
    fn untyped<T: 'static, S: ArrayShape>(data: &Self::Data<T, S>) -> &Self::Data<T, DynShape> {
        let _ = data;
        const { depends_on_shape::<T>() }
    }

    /// The same data with another type for its shape, which has the same sizes: they may have other names, or more or
    /// fewer of them are known to the compiler.
    fn retype<T: 'static, S: ArrayShape, O: ArrayShape>(data: Self::Data<T, S>)
    -> Self::Data<T, O>;

    /// The same data with the shape that it has; see [`untyped`](Self::untyped).
    #[inline(always)]
    fn typed<T: 'static, S: ArrayShape>(data: Self::Data<T, DynShape>) -> Self::Data<T, S> {
        Self::retype::<T, DynShape, S>(data)
    }
}

/// Lends data without its shape to operations that are compiled once for all shapes.
///
/// Every engine with [`DynamicShapes`] has it, and lends its data as it is. An engine whose data depends on the shape says
/// what such an operation reads: inline tensors lend their elements and their sizes.
///
/// In the guide: [engines](crate::guide::engines).
pub trait Lends: Engine {
    /// Data of any shape, borrowed.
    type Ref<'a, T: 'static>: Copy
    where
        Self: 'a;

    /// The data, without its shape in the type.
    fn lent<T: 'static, S: ArrayShape>(data: &Self::Data<T, S>) -> Self::Ref<'_, T>;

    /// What is lent, for operations that are made of others. For an engine whose data depends on the shape, it is an error to
    /// build a call.
    fn of_any_shape<'a, T: 'static>(data: Self::Ref<'a, T>) -> &'a Self::Data<T, DynShape>
    where
        Self: 'a;
}

impl<E: DynamicShapes> Lends for E {
    type Ref<'a, T: 'static>
        = &'a E::Data<T, DynShape>
    where
        Self: 'a;

    #[inline(always)]
    fn lent<T: 'static, S: ArrayShape>(data: &E::Data<T, S>) -> &E::Data<T, DynShape> {
        E::untyped::<T, S>(data)
    }

    #[inline(always)]
    fn of_any_shape<'a, T: 'static>(data: &'a E::Data<T, DynShape>) -> &'a E::Data<T, DynShape>
    where
        Self: 'a,
    {
        data
    }
}

/// Has a type parameter, because without one this is evaluated where nothing calls it: in an optimized build of the
/// library itself.
pub(crate) const fn depends_on_shape<T>() -> ! {
    assert!(
        size_of::<T>() > isize::MAX as usize,
        "the data of this engine depends on the shape: it has to override this operation"
    );
    unreachable!()
}

/// Makes tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot make a tensor of `{T}`",
    label = "no tensor of `{T}` is made here"
)]
pub trait Creates<T: 'static>: Engine {
    /// A tensor filled with one value.
    fn full<S: Shape>(sizes: DynShape, value: T) -> Self::Data<T, S>
    where
        T: Clone;

    /// A tensor with the values of `next`, in row-major order.
    fn generate<S: Shape>(sizes: DynShape, next: impl FnMut() -> T) -> Self::Data<T, S>;

    /// Matrices with the values of `next` on one diagonal, `above` places above the main one, and zeros elsewhere.
    #[doc(hidden)]
    fn diagonals<S: Shape>(
        sizes: DynShape,
        above: isize,
        next: impl FnMut() -> T,
    ) -> Self::Data<T, S>
    where
        T: num_traits::Zero,
    {
        let [.., rows, columns] = *sizes.dims() else {
            unreachable!("matrices have two axes")
        };
        Self::generate(sizes, composed::on_diagonal([rows, columns], above, next))
    }
}

/// Tensors of any shape, also with sizes known only at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds tensors of static shapes only",
    label = "a size that is known only at run time cannot be held here",
    note = "in generic code add the bound `{Self}: DynamicShapes`, or `{Self}: Models<f32>`, which has all of a model"
)]
pub trait DynamicShapes: Engine {}

/// Clones a tensor.
pub trait Clones<T: 'static>: Engine {
    /// The same elements, copied or in shared memory.
    fn keep<S: ArrayShape>(data: &Self::Data<T, S>) -> Self::Data<T, S>;

    /// The same of two, without their shapes. Between two calls the compiler would write out what is to drop if the second
    /// fails.
    #[doc(hidden)]
    fn keep_two<S: ArrayShape, R: ArrayShape>(
        lhs: &Self::Data<T, S>,
        rhs: &Self::Data<T, R>,
    ) -> [Self::Data<T, DynShape>; 2] {
        [
            Self::retype::<T, S, DynShape>(Self::keep::<S>(lhs)),
            Self::retype::<T, R, DynShape>(Self::keep::<R>(rhs)),
        ]
    }
}

/// Copies elements into their own memory: as they are, in another order, or after those of other tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot copy elements `{T}`",
    label = "no elements of `{T}` are copied, joined, flipped, rolled, repeated or padded here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "elements are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: Copies<{T}>`"
)]
pub trait Copies<T: 'static>: Engine {
    /// The same elements in row-major order.
    fn copy<S: Shape>(data: &Self::Data<T, S>) -> <Self::Out as Engine>::Data<T, S>;

    /// The element of the result at an index of the axis (counted from the first, from 0) is the element of the tensor
    /// at `index(it)`, or the value for `None`. The sizes are those of the result, which differ from the tensor's at
    /// that axis only.
    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        axis: usize,
        sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> <Self::Out as Engine>::Data<T, O>;

    /// For each index of the axes before `axis` (counted from the first, from 0), the elements that each part has
    /// there, one part after the other. The sizes are those of the result. This joins along an axis that the parts
    /// have, or along a new one.
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Self::Data<T, S>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>
    where
        Self: 'd;

    /// The same of `count` parts by their places.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn join_places<'d, S: Shape, O: ArrayShape>(
        count: usize,
        part: &dyn Fn(usize) -> &'d Self::Data<T, S>,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>
    where
        Self: 'd,
    {
        Self::join::<S, O>((0..count).map(part), axis, sizes)
    }

    /// Joins parts that are made one after the other, `count` of them. By default all parts are kept until they are
    /// joined.
    #[cfg(feature = "alloc")]
    #[track_caller]
    fn join_made<S: Shape, O: Shape>(
        count: usize,
        axis: usize,
        sizes: DynShape,
        part: impl FnMut(usize) -> Self::Data<T, S>,
    ) -> <Self::Out as Engine>::Data<T, O> {
        let parts: alloc::vec::Vec<Self::Data<T, S>> = (0..count).map(part).collect();
        Self::join::<S, O>(parts.iter(), axis, sizes)
    }

    /// Joins parts that are made one after the other, `count` of them. With the feature `alloc` there is a default.
    #[cfg(not(feature = "alloc"))]
    fn join_made<S: Shape, O: Shape>(
        count: usize,
        axis: usize,
        sizes: DynShape,
        part: impl FnMut(usize) -> Self::Data<T, S>,
    ) -> <Self::Out as Engine>::Data<T, O>;

    /// A power of square matrices of this size.
    #[doc(hidden)]
    #[track_caller]
    fn power<S: Shape>(
        data: &Self::Data<T, S>,
        size: usize,
        exponent: u32,
    ) -> <Self::Out as Engine>::Data<T, S>
    where
        T: num_traits::Zero + num_traits::One,
        Self::Out: Products<T, OutputEngine = Self::Out> + Creates<T>,
    {
        composed::power_of::<T, S, Self>(data, size, exponent)
    }
}

/// Computes a function of two elements, [`BinaryFunction`], for all elements of two tensors broadcast to one shape.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements `{T}`",
    label = "no `{Op}` of `{T}` here",
    note = "the elements of both sides are of one type, and an operation on them is what that type has: `+` is `core::ops::Add`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Binary<Op, T: 'static, Rhs: Engine = Self>: Engine {
    /// The type of the results.
    type Element: 'static;
    /// The engine of the results.
    type OutputEngine: Engine;

    /// The results, with these sizes.
    fn binary<S: Shape, R: Shape, O: Shape>(
        lhs: Operand<'_, Self::Data<T, S>>,
        rhs: Operand<'_, Rhs::Data<T, R>>,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<Self::Element, O>;
}

/// Chooses between the elements of two tensors by a mask.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot choose between elements `{T}`",
    label = "no choice between elements here",
    note = "a mask and what it chooses from are on one engine, or all three in the memory of this machine",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Selects<{T}>`"
)]
pub trait Selects<T: 'static, Yes: Engine = Self, No: Engine = Self>: Engine {
    /// The engine of the results.
    type OutputEngine: Engine;

    /// The element of `yes` where the mask is true, and that of `no` where it is false, with these sizes.
    fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
        mask: &Self::Data<bool, M>,
        yes: &Yes::Data<T, Y>,
        no: &No::Data<T, N>,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;
}

/// Updates the elements of a tensor by a function of them and of those of another tensor, broadcast to it.
#[diagnostic::on_unimplemented(
    message = "the elements of this tensor cannot be changed by `{Op}`",
    label = "changes elements",
    note = "a `View` is read-only: `view_mut()`, `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` give views that change elements"
)]
pub trait BinaryInPlace<Op, T: 'static, Rhs: Engine = Self>: Engine {
    /// Updates the target.
    fn update<S: Shape, R: Shape>(target: &mut Self::Data<T, S>, rhs: &Rhs::Data<T, R>);
}

/// Computes a function of one element, [`UnaryFunction`], for all elements of a tensor.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements `{T}`",
    label = "no `{Op}` of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Unary<Op, T: 'static>: Engine {
    /// The type of the results.
    type Element: 'static;
    /// The results, with the same sizes.
    fn unary<S: Shape>(
        op: Op,
        data: Operand<'_, Self::Data<T, S>>,
    ) -> <Self::Out as Engine>::Data<Self::Element, S>;
}

/// Converts elements `T` to `U`. An engine with [`Unary`] of [`ops::Cast`] has it.
#[diagnostic::on_unimplemented(
    message = "elements `{T}` are not cast to `{U}`",
    label = "no cast from `{T}` to `{U}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a cast is from numbers to numbers, or from these to `bool` and back; `f16` and `bf16` of the crate `half` are numbers with the feature `half`",
    note = "`map` converts elements by a function",
    note = "`{Self}` has no such cast; a function that is generic over its engine asks for `E: Casts<{T}, {U}, OutputEngine = E>`; `MixedPrecision` has casts to `f32` and back"
)]
pub trait Casts<T: 'static, U: 'static>: Engine {
    /// The engine of the results, [`Engine::Out`].
    // Part of this trait, so that rustc reports a missing cast once, and not what its result lacks.
    type OutputEngine: Engine;

    /// The elements as another type, with the same sizes.
    fn converted<S: Shape>(data: &Self::Data<T, S>) -> <Self::OutputEngine as Engine>::Data<U, S>;
}

// Not recommended, so that rustc says which cast is not there, and not which operation.
#[diagnostic::do_not_recommend]
impl<T: 'static, U: 'static, E: Unary<ops::Cast<U>, T, Element = U>> Casts<T, U> for E {
    type OutputEngine = <E::Element as Known>::Then<E::Out>;

    #[inline]
    #[track_caller]
    fn converted<S: Shape>(data: &Self::Data<T, S>) -> <E::Out as Engine>::Data<U, S> {
        let op = ops::Cast(core::marker::PhantomData);
        <E as Unary<ops::Cast<U>, T>>::unary::<S>(op, Operand::ByRef(data))
    }
}

/// Reduces elements along axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements `{T}`",
    label = "no `{Op}` of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Reduces<Op, T: 'static>: Engine {
    /// The type of the results.
    type Element: 'static;
    /// The results, with size 1 along the axes. The axes are counted from the end, from 1 for the last, and ordered
    /// from the first to the last.
    fn reduce<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axes: &[usize],
    ) -> <Self::Out as Engine>::Data<Self::Element, O>;

    /// The result over all elements.
    fn reduce_all<S: Shape>(data: &Self::Data<T, S>) -> Self::Element;
}

/// Sorts elements along an axis, counted from the first, from 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot bring elements `{T}` into order",
    label = "no order of `{T}` here",
    note = "elements are copied and compared: `#[derive(Clone, Copy, PartialEq, PartialOrd)]`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Sorts<T: 'static>: Engine {
    /// The elements in ascending order with NaN at the end, or in the opposite order if `descending`.
    fn sort<S: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::Out as Engine>::Data<T, S>;

    /// The indices along the axis of the elements in that order. Equal elements stay in their order.
    fn argsort<S: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::Out as Engine>::Data<usize, S>;
}

/// Cumulative sums and products along an axis.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute running totals by `{Op}` of elements `{T}`",
    label = "no running totals of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Scans<Op, T: 'static>: Engine {
    /// The results up to and including each element, along an axis counted from the first, from 0.
    fn scan<S: Shape>(data: &Self::Data<T, S>, axis: usize) -> <Self::Out as Engine>::Data<T, S>;
}

/// Reads the elements of a tensor.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not show elements `{T}`",
    label = "elements that cannot be looked at",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: ReadsElements<{T}>`"
)]
pub trait ReadsElements<T: 'static>: Engine {
    /// Calls `look` with the elements, in row-major order.
    fn show<S: Shape, R>(
        data: &Self::Data<T, S>,
        look: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R,
    ) -> R;

    /// The element of a tensor without axes.
    #[track_caller]
    fn into_scalar(data: Self::Data<T, Scalar>) -> T
    where
        T: Clone,
    {
        Self::show::<Scalar, T>(&data, |elements| match elements.next() {
            Some(element) => element.clone(),
            None => unreachable!("a tensor without axes has an element"),
        })
    }
}

/// Solves equations, and computes inverses and determinants of the square matrices in the last two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no equations and inverses of matrices of `{T}`",
    label = "no linear algebra of `{T}` here",
    note = "there are inverses of matrices of `f32` and `f64`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Floats<{T}>`"
)]
pub trait Inverts<T: 'static>: Engine {
    /// The solutions: what the matrices have to be multiplied by to give the right-hand sides, which are matrices or
    /// one vector.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is singular.
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        rhs: &Self::Data<T, R>,
    ) -> Result<<Self::Out as Engine>::Data<T, O>, MatrixError>;

    /// The inverse of each matrix, with the names of rows and columns exchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is singular.
    fn inverse<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
    ) -> Result<<Self::Out as Engine>::Data<T, O>, MatrixError>;

    /// Like [`inverse`](Self::inverse), but panics with the error's text. Moving a small matrix out of a `Result` takes
    /// longer than inverting it.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn inverse_or_panic<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
    ) -> <Self::Out as Engine>::Data<T, O> {
        match Self::inverse::<S, O>(data) {
            Ok(inverse) => inverse,
            Err(error) => crate::error::fail(error),
        }
    }

    /// The determinant of each matrix.
    fn det<S: Shape, O: Shape>(data: &Self::Data<T, S>) -> <Self::Out as Engine>::Data<T, O>;
}

/// Decompositions of the matrices in the last two axes, with any numbers of rows and columns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no factors of matrices of `{T}`",
    label = "no factors of matrices of `{T}` here",
    note = "there are factors of matrices of `f32` and `f64`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Decomposes<{T}>`"
)]
pub trait Decomposes<T: 'static>: Engine {
    /// Q with orthonormal columns, and an upper triangular R. Q is square if `complete`; otherwise it has as many
    /// columns, and R as many rows, as the matrix has at the smaller side.
    fn qr<S: Shape, Q: Shape, R: Shape>(
        data: &Self::Data<T, S>,
        complete: bool,
    ) -> (
        <Self::Out as Engine>::Data<T, Q>,
        <Self::Out as Engine>::Data<T, R>,
    );

    /// The eigenvalues of symmetric matrices in ascending order, and the eigenvectors as columns. Only the elements on
    /// and below the diagonal are read.
    fn eigh<S: Shape, L: Shape>(
        data: &Self::Data<T, S>,
    ) -> (
        <Self::Out as Engine>::Data<T, L>,
        <Self::Out as Engine>::Data<T, S>,
    );

    /// The sign of the determinant of each square matrix, and the natural logarithm of its absolute value.
    fn slogdet<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
    ) -> (
        <Self::Out as Engine>::Data<T, O>,
        <Self::Out as Engine>::Data<T, O>,
    );

    /// `U diag(values) V`: U with orthonormal columns, the singular values in descending order, and V with orthonormal
    /// rows. U and V are square if `full`; otherwise they have as many columns and rows as there are singular values.
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &Self::Data<T, S>,
        full: bool,
    ) -> (
        <Self::Out as Engine>::Data<T, U>,
        <Self::Out as Engine>::Data<T, L>,
        <Self::Out as Engine>::Data<T, V>,
    );
}

/// Cholesky factors of the square matrices in the last two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no factors of matrices of `{T}`",
    label = "no factors of matrices of `{T}` here",
    note = "a function that is generic over its engine asks for `E: Floats<{T}>`"
)]
pub trait Factors<T: 'static>: Engine {
    /// Lower triangular matrices; each times its transpose is the matrix. Only the elements on and below the diagonal
    /// are read.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is not positive definite.
    fn cholesky<S: Shape>(
        data: &Self::Data<T, S>,
    ) -> Result<<Self::Out as Engine>::Data<T, S>, MatrixError>;
}

/// Computes softmax.
pub trait Softmax<T: 'static>: Engine {
    /// The softmax along an axis, counted from the end, from 1 for the last, or its logarithms if `logarithm`. `K` is
    /// the shape with size 1 at that axis.
    fn softmax<S: Shape, K: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        logarithm: bool,
    ) -> <Self::Out as Engine>::Data<T, S>;

    /// The logarithms of the sums of the exponentials along such an axis.
    #[doc(hidden)]
    #[track_caller]
    fn log_of_sums<S: Shape, K: Shape>(data: &Self::Data<T, S>, axis: usize) -> Self::Data<T, K>
    where
        T: num_traits::float::FloatCore,
        Self: Floats<T>,
    {
        composed::log_of_sums::<T, S, K, Self>(data, axis)
    }
}

/// Multiplies matrices, and sums products over axes of two tensors.
#[diagnostic::on_unimplemented(
    message = "matrices of `{T}` cannot be multiplied on `{Self}`",
    label = "no matrix product of `{T}` here",
    note = "matrix products are there for `f32`, `f64` and the primitive integers, the same on both sides",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Products<T: 'static, Rhs: Engine = Self>: Engine {
    /// The engine of the results.
    type OutputEngine: Engine;

    /// The product, with these sizes.
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;

    /// Sums over the last `axes` of the left operand and as many axes of the right one: its last ones if `last`, else
    /// its first ones.
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;

    /// The products of vectors as rows times vectors as columns: matrices of one element each, of these sizes, of which the
    /// last two axes are removed then.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn rows_by_columns<S, Row, R, Column, One, O>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        ones: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>
    where
        S: Shape,
        Row: Shape,
        R: Shape,
        Column: Shape,
        One: Shape,
        O: Shape,
        Self: MovesAxes<T>,
        Rhs: MovesAxes<T>,
        Self::OutputEngine: MovesAxes<T>,
    {
        composed::rows_by_columns::<T, Self, Rhs, S, Row, R, Column, One, O>(lhs, rhs, ones)
    }

    /// The sums of products that an equation says, where the engine has one function for it. `None`, the default, leaves it
    /// to the other functions.
    #[doc(hidden)]
    #[track_caller]
    fn products_at_once(
        operands: &[Self::Data<T, DynShape>],
        labels: &notation::Labelled<'_>,
        sizes: &DynShape,
    ) -> Option<Self::Data<T, DynShape>>
    where
        Self: Numbers<T>,
    {
        let _ = (operands, labels, sizes);
        None
    }

    /// The value of an equation, with its shape.
    #[doc(hidden)]
    #[inline(always)]
    fn typed_products<O: ArrayShape>(found: Self::Data<T, DynShape>) -> Self::Data<T, O> {
        Self::retype::<T, DynShape, O>(found)
    }

    /// The sums of products that an equation says, of few elements: in one pass, without matrices. `None`, the default,
    /// leaves it to the other functions.
    fn few_products(
        lhs: &Self::Data<T, DynShape>,
        rhs: &Rhs::Data<T, DynShape>,
        labels: &notation::Labelled<'_>,
        sizes: &DynShape,
    ) -> Option<<Self::OutputEngine as Engine>::Data<T, DynShape>> {
        let _ = (lhs, rhs, labels, sizes);
        None
    }
}

/// Joins two tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot join tensors of `{T}`",
    label = "no tensors of `{T}` are joined here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "elements are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: Joins<{T}>`"
)]
pub trait Joins<T: 'static, Rhs: Engine = Self>: Engine {
    /// The engine of the results.
    type OutputEngine: Engine;

    /// Joins the tensors along an axis counted from the first, from 0. The sizes are those of the result.
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;
}

/// Changes the axes of a tensor, or takes a part of it: on the host, without a copy. Axes are counted from the first,
/// from 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot move the axes of elements `{T}`",
    label = "no transpose, part or expansion here",
    note = "a `ViewMut` only changes its elements: `view()` shows them, and `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` are for changes",
    note = "elements of inline tensors are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait MovesAxes<T: 'static>: Engine {
    /// Reorders axes: axis `k` of the result is axis `order[k]`.
    fn permute<S: Shape, O: Shape>(data: &Self::Data<T, S>, order: &[usize]) -> Self::Data<T, O>;

    /// The same, if types give the order of the last axes.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn permute_last<S: Shape, O: Shape, Order: AxisOrder>(
        data: &Self::Data<T, S>,
    ) -> Self::Data<T, O> {
        let rank = Self::sizes::<T, S>(data).len();
        Self::permute::<S, O>(data, ordered(rank, Order::ORDERED).dims())
    }

    /// Broadcasts to larger sizes, with repeated elements along axes that are added or have size 1.
    fn expand<S: Shape, O: Shape>(data: &Self::Data<T, S>, sizes: DynShape) -> Self::Data<T, O>;

    /// Takes `length` indices of an axis, from `start` on.
    fn narrow<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Self::Data<T, O>;

    /// Takes as many of the last two axes, from these on. `P` is the shape in between, with all columns.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn block<S: Shape, P: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        [row, column]: [usize; 2],
        [height, width]: [usize; 2],
    ) -> Self::Data<T, O> {
        let rank = Self::sizes::<T, S>(data).len();
        let rows = Self::narrow::<S, P>(data, rank - 2, row, height);
        Self::narrow::<P, O>(&rows, rank - 1, column, width)
    }

    /// Takes one index of an axis, and removes that axis.
    fn index<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        index: usize,
    ) -> Self::Data<T, O>;

    /// Takes of each axis what the entries of a slice say, the first one first.
    ///
    /// # Errors
    ///
    /// Returns an error if the axes do not have it.
    fn slice<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        entries: &[SliceEntry],
    ) -> Result<Self::Data<T, O>, ShapeError>;

    /// The same, or a panic.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn slice_or_panic<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        entries: &[SliceEntry],
    ) -> Self::Data<T, O> {
        match Self::slice::<S, O>(data, entries) {
            Ok(part) => part,
            Err(error) => fail(error),
        }
    }

    /// The first `K` parts of one size along an axis.
    // Here and not where it is called, because an array made by a function is some two hundred lines of code for each
    // type of its elements: an engine whose data does not depend on the shape has one for all shapes. The same below.
    #[doc(hidden)]
    #[track_caller]
    fn narrow_each<S: Shape, O: ArrayShape, const K: usize>(
        data: &Self::Data<T, S>,
        axis: usize,
        size: usize,
    ) -> [Self::Data<T, O>; K] {
        core::array::from_fn(|part| Self::narrow::<S, O>(data, axis, part * size, size))
    }

    /// The parts at the first `K` indices of an axis, without that axis.
    #[doc(hidden)]
    #[track_caller]
    fn index_each<S: Shape, O: Shape, const K: usize>(
        data: &Self::Data<T, S>,
        axis: usize,
    ) -> [Self::Data<T, O>; K] {
        core::array::from_fn(|index| Self::index::<S, O>(data, axis, index))
    }

    /// Removes axes of size 1.
    fn squeeze<S: Shape, O: Shape>(data: &Self::Data<T, S>, axes: &[usize]) -> Self::Data<T, O>;

    /// Adds an axis of size 1 before `axis`.
    fn unsqueeze<S: Shape, O: Shape>(data: &Self::Data<T, S>, axis: usize) -> Self::Data<T, O>;

    /// Splits axes into parts, whose sizes are `split`, and reorders these: axis `k` of the result is axis `order[k]`
    /// of the parts. Axes of size 1 may be added or removed.
    fn split<S: ArrayShape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        split: &[usize],
        order: &[usize],
    ) -> Self::Data<T, O>;

    /// Windows of `width` elements along an axis, `step` apart, which may overlap. The elements of a window are a new last
    /// axis.
    fn windows<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Self::Data<T, O>;

    /// The diagonal of two axes of the same size, without the second axis.
    fn diagonal<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        first: usize,
        second: usize,
    ) -> Self::Data<T, O>;
}

/// Finds elements by indices, which are in a tensor of engine `I`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot find elements by indices",
    label = "nothing is found by indices here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Gathers<T: 'static, I: Engine = Self>: Engine {
    /// The engine of the results.
    type OutputEngine: Engine;

    /// The parts at these indices of an axis, counted from the first, from 0. The axes of the indices replace that
    /// axis.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis.
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::OutputEngine as Engine>::Data<T, O>, ShapeError>;

    /// One element for each index along an axis, counted from the first, from 0. All other axes broadcast.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis.
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::OutputEngine as Engine>::Data<T, O>, ShapeError>;

    /// The same among the leading elements: along all other axes there are at most as many indices as elements, and
    /// nothing is broadcast. The result has the sizes of the indices.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis.
    fn take_leading<S: Shape, R: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::OutputEngine as Engine>::Data<T, R>, ShapeError>;
}

/// What the indices along an axis select.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Whole parts, as by [`Gathers::take`].
    WholeParts,
    /// One element for each index, as by [`Gathers::take_along_axis`].
    Elements,
    /// One of the leading elements for each index, as by [`Gathers::take_leading`].
    Leading,
}

/// Where values are placed: a constant for each operation and each shape.
#[doc(hidden)]
pub struct Placing {
    /// The axis, counted from the end.
    pub(crate) axis: isize,
    pub(crate) chosen: Chosen,
    /// The axes with a name of the target, the indices and the values, as bits.
    pub(crate) names: [u128; 3],
    /// Checks their sizes, and gives the axis counted from the first.
    pub(crate) check: fn([&[usize]; 3], &Self) -> Result<usize, ShapeError>,
}

/// Updates the elements at indices, which are in a tensor of engine `I`, with values from a tensor of engine `V`.
#[diagnostic::on_unimplemented(
    message = "the elements of this tensor cannot be changed by `{Op}` at indices",
    label = "changes elements",
    note = "a `View` is read-only: `view_mut()`, `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` give views that change elements"
)]
pub trait Scatters<Op, T: 'static, I: Engine = Self, V: Engine = Self>: Engine {
    /// Replaces each element that [`Gathers`] finds by a function of it and of a value, broadcast to the elements
    /// found; of values for leading elements those beyond the indices are left out. An element that is found several
    /// times is updated several times, in row-major order of the indices.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis. Nothing is changed then.
    fn place<S: Shape, R: Shape, W: Shape>(
        target: &mut Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
        values: &V::Data<T, W>,
        chosen: Chosen,
    ) -> Result<(), ShapeError>;

    /// Like [`place`](Self::place), after a check of the sizes.
    ///
    /// # Errors
    ///
    /// Returns an error if sizes do not fit, or an index is beyond the axis. Nothing is changed then.
    #[doc(hidden)]
    #[track_caller]
    fn place_checked<S: Shape, R: Shape, W: Shape>(
        target: &mut Self::Data<T, S>,
        indices: &I::Data<usize, R>,
        values: &V::Data<T, W>,
        place: &Placing,
    ) -> Result<(), ShapeError> {
        let (indices_sizes, values_sizes) =
            (I::sizes::<usize, R>(indices), V::sizes::<T, W>(values));
        let sizes = [Self::sizes::<T, S>(target), indices_sizes, values_sizes];
        let axis = (place.check)(sizes, place)?;
        Self::place::<S, R, W>(target, axis, indices, values, place.chosen)
    }

    /// A tensor of these sizes with the first of the values, but the second one where the indices point along the last
    /// axis. `Column` is the shape of the indices with a last axis of size 1.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis.
    #[doc(hidden)]
    #[track_caller]
    fn one_hot<R: Shape, Column: Shape, O: Shape>(
        indices: &I::Data<usize, R>,
        sizes: DynShape,
        values: [T; 2],
    ) -> Result<Self::Data<T, O>, ShapeError>
    where
        T: Clone,
        Self: Creates<T>,
        I: MovesAxes<usize>,
        V: Creates<T>,
    {
        composed::one_hot::<Op, T, Self, I, V, R, Column, O>(indices, sizes, values)
    }
}

/// Reads the elements of a tensor in row-major order as those of another shape.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot reshape tensors of `{T}`",
    label = "no other shape for elements `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Reshapes<T: 'static>: Engine {
    /// The elements with these sizes, without a copy if memory has them in row-major order.
    fn reshape<S: ArrayShape, O: ArrayShape>(
        data: Operand<'_, Self::Data<T, S>>,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;

    /// The same, without a copy whenever strides can describe the result, as for parts and for tensors with reordered
    /// axes. By default [`reshape`](Self::reshape).
    fn regroup<S: ArrayShape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O> {
        Self::reshape(Operand::ByRef(data), sizes)
    }

    /// The part of an axis that begins at a place and is so long, with other sizes.
    #[doc(hidden)]
    #[track_caller]
    fn regroup_part<S: Shape, P: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        axis: usize,
        (start, length): (usize, usize),
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>
    where
        Self: MovesAxes<T>,
    {
        let part = <Self as MovesAxes<T>>::narrow::<S, P>(data, axis, start, length);
        Self::regroup::<P, O>(&part, sizes)
    }

    /// Two tensors with the first two of these sizes, joined along an axis to a tensor with the third.
    #[doc(hidden)]
    #[track_caller]
    fn regroup_both<S: Shape, R: Shape, Lhs: Shape, Rhs: Shape, O: ArrayShape>(
        lhs: &Self::Data<T, S>,
        rhs: &Self::Data<T, R>,
        axis: usize,
        sizes: [DynShape; 3],
    ) -> <Self::Out as Engine>::Data<T, O>
    where
        Self::Out: Joins<T, OutputEngine = Self::Out>,
    {
        composed::regroup_both::<T, Self, S, R, Lhs, Rhs, O>(lhs, rhs, axis, sizes)
    }

    /// Splits axes into parts and reorders these, like [`MovesAxes::split`], then merges neighbours: `sizes` are those of
    /// the result.
    fn merge<S: ArrayShape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;
}

/// A bound with all that an engine does with its own tensors: `$Name`, which requires `$All`. In braces are
/// operations, first those on two tensors, by the type of the elements and that of the results.
///
/// An engine implements it itself. With a blanket impl for everything that has `$All`, an error about a view, which has
/// almost nothing of it, would be reported once for each operation.
macro_rules! alias {
    ($(#[$attribute:meta])* $Name:ident, $All:ident: $($Super:ident $SuperAll:ident +)? $([$($bound:tt)*])*
        { $($OfTwo:ty => $ElementOfTwo:ty: $($OpOfTwo:ident),+;)* }
        { $($Does:ident<$Of:ty> => $Element:ty: $($Op:ident $(<$($of:ty),+>)?),+;)* }) => {
        $(#[$attribute])*
        pub trait $Name<T: 'static>: $($Super<T> +)? $All<T> {}

        #[doc(hidden)]
        pub trait $All<T: 'static>: $($SuperAll<T> +)? Engine<Out = Self> $(+ $($bound)*)*
            $($(+ Binary<ops::$OpOfTwo, $OfTwo, Element = $ElementOfTwo, OutputEngine = Self>)+)*
            $($(+ $Does<ops::$Op $(<$($of),+>)?, $Of, Element = $Element>)+)* {}

        impl<T: 'static, E: $($SuperAll<T> +)? Engine<Out = Self> $(+ $($bound)*)*
            $($(+ Binary<ops::$OpOfTwo, $OfTwo, Element = $ElementOfTwo, OutputEngine = Self>)+)*
            $($(+ $Does<ops::$Op $(<$($of),+>)?, $Of, Element = $Element>)+)*> $All<T> for E {}
    };
}

alias! {
    /// An engine with all operations on numbers `T`: the one bound for functions that are generic over the engine.
    ///
    /// It implies that axes of `usize` elements can be moved, because `argmax_axis` gives such tensors.
    ///
    /// An engine with all of these operations implements it by `impl Numbers<f32> for MyEngine {}`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an engine for functions of numbers `{T}` that are generic over their engine",
        label = "expected a tensor on an engine that has all operations of numbers",
        note = "a `View` or a `ViewMut` borrows its elements, and results are elsewhere: `to_tensor()` copies them to a tensor that is taken",
        note = "a function that is generic over its engine asks for `E: Numbers<{T}>`",
        note = "an engine of your own that has all operations says so: `impl Numbers<{T}> for MyEngine {{}}`"
    )]
    Numbers, NumberOperations:
        [Creates<T>] [Clones<T>] [Copies<T>] [MovesAxes<T>] [Reshapes<T>] [Clones<usize>] [MovesAxes<usize>]
        [Gathers<T, OutputEngine = Self>] [Joins<T, OutputEngine = Self>]
        [ReadsElements<T>] [Sorts<T>] [Scans<ops::Add, T>] [Scans<ops::Mul, T>] [Scans<ops::Maximum, T>]
        [Scans<ops::Minimum, T>] [Products<T, OutputEngine = Self>]
        [BinaryInPlace<ops::Add, T>] [BinaryInPlace<ops::Sub, T>] [BinaryInPlace<ops::Mul, T>]
        [BinaryInPlace<ops::Div, T>] [BinaryInPlace<ops::Assign, T>]
        { T => T: Add, Sub, Mul, Div, Maximum, Minimum; }
        {
            Unary<T> => T: Right<ops::Add, T>, Right<ops::Sub, T>, Right<ops::Mul, T>, Right<ops::Div, T>,
                Left<ops::Add, T>, Left<ops::Sub, T>, Left<ops::Mul, T>, Left<ops::Div, T>, Clamp<T>;
            Reduces<T> => T: Sum, Product, Max, Min;
            Reduces<T> => usize: ArgMax, ArgMin;
        }
}

alias! {
    /// An engine with all operations on floats `T`. Engines implement it like [`Numbers`].
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an engine for functions of floats `{T}` that are generic over their engine",
        label = "expected a tensor on an engine that has all operations of floats",
        note = "a `View` or a `ViewMut` borrows its elements, and results are elsewhere: `to_tensor()` copies them to a tensor that is taken",
        note = "a function that is generic over its engine asks for `E: Floats<{T}>`",
        note = "an engine of your own that has all operations says so: `impl Floats<{T}> for MyEngine {{}}`"
    )]
    Floats, FloatOperations: Numbers NumberOperations +
        [Softmax<T>] [Inverts<T>] [Factors<T>]
        { T => T: Logaddexp; }
        {
            Unary<T> => T: Neg, Exp, ExpM1, Ln1p, Log2, Log10, Floor, Ceil, Round, Powi, Ln, Sqrt, Abs, Recip, Tanh,
                Sigmoid, Silu, Erf, Gelu, GeluTanh, Relu, Sin, Cos, Powf<T>;
            Reduces<T> => T: Mean, Var;
        }
}

alias! {
    /// An engine for whole models on floats `T`: all operations of [`Networks`], also on tensors whose sizes are known
    /// only when the program runs, with names for these sizes, tokens (`usize`) and masks (`bool`).
    ///
    /// This is the one bound for a model that is generic over its engine and reads its sizes from a file. Inline tensors
    /// have static sizes, so their engine does not have it. Engines implement it like [`Numbers`].
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use shapecheck::engine::Models;
    /// use shapecheck::{Tensor, TensorOn, dims, shape};
    ///
    /// dims! { Batch, Seq, Vocabulary, Heads, Head, Width = Heads * Head }
    ///
    /// /// The embeddings of tokens, by heads.
    /// fn by_heads<E: Models<f32>>(
    ///     table: &TensorOn<f32, shape![Vocabulary, Width], E>,
    ///     tokens: &TensorOn<usize, shape![Batch, Seq], E>,
    ///     (heads, head): (Heads, Head),
    /// ) -> TensorOn<f32, shape![Batch, Heads, Seq, Head], E> {
    ///     let embedded = table.embedding(tokens);
    ///     embedded.split_axis_with::<-1, _, _>(heads, head).swap_axes::<-3, -2>()
    /// }
    ///
    /// let table = Tensor::ones_with(<shape![Vocabulary, Width]>::of([10, 6]));
    /// let tokens = Tensor::zeros_with(<shape![Batch, Seq]>::of([1, 4]));
    /// assert_eq!(by_heads(&table, &tokens, (Heads::of(2), Head::of(3))).dims(), [1, 2, 4, 3]);
    /// # }
    /// ```
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an engine for models of floats `{T}` that are generic over their engine",
        label = "expected a tensor on an engine that has all operations of models, with sizes that are known only when the program runs",
        note = "a `View` or a `ViewMut` borrows its elements, and results are elsewhere: `to_tensor()` copies them to a tensor that is taken",
        note = "the sizes of inline tensors are static: a model for them is generic over `E: Networks<{T}>`",
        note = "a function that is generic over its engine asks for `E: Models<{T}>`",
        note = "an engine of your own that has all operations says so: `impl Models<{T}> for MyEngine {{}}`"
    )]
    Models, ModelOperations: [Networks<T>]
        [DynamicShapes] [Einsums<T>] [Convolves<T, OutputEngine = Self>]
        [Pools<ops::Max, T>] [Pools<ops::Mean, T>] [Interpolates<T>] [Creates<usize>]
        [Gathers<usize, OutputEngine = Self>] [Reshapes<usize>] [Joins<usize, OutputEngine = Self>] [Creates<bool>]
        [Clones<bool>] [MovesAxes<bool>] [Reshapes<bool>] [Selects<T, OutputEngine = Self>]
        {
            T => bool: Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual;
            bool => bool: BitAnd, BitOr;
        }
        {
            Unary<bool> => bool: Not;
            Unary<bool> => T: Cast<T>;
            Unary<usize> => T: Cast<T>;
        }
}
