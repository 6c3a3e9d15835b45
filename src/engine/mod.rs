//! What computes: an engine is a list of functions on its own tensors, and knows no shape rule.
//!
//! A [`TensorOn<T, S, E>`](crate::TensorOn) has elements `T`, shape `S` and an engine `E`; [`Tensor<T, S>`](crate::Tensor) is one on the engine
//! [`Host`](crate::Host). The signature of each operation, with its rule, its documentation and its messages, stands once, on the tensor; the engine is asked to do
//! it, and gets sizes. What an engine can do are its impls of the traits of this module, one for each kind of operation:
//!
//! | trait | operations |
//! | --- | --- |
//! | [`Engine`] | holds the elements of a tensor |
//! | [`Makes`] | tensors of one value, or of values one after the other |
//! | [`Keeps`], [`Copies`] | `clone`, `to_tensor` |
//! | [`Pairs`] | operators, comparisons: functions of two elements, broadcast |
//! | [`Updates`] | `+=` and its siblings |
//! | [`Each`] | functions of one element |
//! | [`Reduces`] | sums and others, along axes |
//! | [`Orders`], [`Scans`] | `sort`, `argsort`, running totals |
//! | [`Reads`], [`Shows`] | `into_scalar`, `{:?}` |
//! | [`Inverts`], [`Factors`] | `solve`, `inverse`, `det`, `cholesky` |
//! | [`Decomposes`] | `qr`, `eigh`, `svd` |
//! | [`Softmax`] | `softmax`, `log_softmax` |
//! | [`Products`], [`ContractsAxes`] | `matmul`, `tensordot` |
//! | [`Moves`] | transposes, parts, expansions |
//! | [`Indexes`], [`Places`] | elements found by indices: `take`, `index_add` |
//! | [`Reshapes`] | other shapes of as many elements, `rearrange!` |
//! | [`Arranges`] | `flip`, `roll`, `repeat`, `tile`, `pad` |
//! | [`Joins`], [`JoinsAll`] | `concat`, `stack`: tensors one after the other |
//! | [`Convolves`], [`Pools`], [`Unfolds`] | `conv2d`, `max_pool2d`: windows that slide along the last axes |
//! | [`SlidingViews`] | `windows` along one axis |
//! | [`Rearranges`], [`Interpolates`] | `pixel_shuffle`, `interpolate` |
//! | [`Networks`] | layers and attention, each made of others |
//! | [`Einsums`], [`Diagonals`] | `einsum!`: sums of products over labels |
//! | [`AnyShape`], [`Retypes`] | sizes known only at run time |
//!
//! A function that is generic over the engine needs one bound, [`Numbers`] or [`Floats`]:
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
//! What an engine cannot do is a bound that it does not meet:
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let sum = InlineTensor::from([true, false]) + InlineTensor::from([true, true]);
//! ```

pub(crate) mod composed;
#[cfg(feature = "fft")]
mod fourier;
mod network;
pub mod notation;
pub mod ops;
mod window;

use crate::DynShape;
use crate::shape::axis::{AxisOrder, ordered};
pub use crate::shape::list::Nest;
use crate::{MatrixError, Scalar, Shape, ShapeError};
#[cfg(feature = "fft")]
pub use fourier::Transforms;
pub use network::Networks;
pub use notation::{Diagonals, Einsums};
pub use ops::{EachOf, PairOf};
pub use window::{Convolves, Interpolates, Pools, Rearranges, SlidingViews, Unfolds};

/// Memory that is lent to an operation, or given to it for its result.
pub enum Operand<'a, D> {
    /// It stays as it is.
    Lent(&'a D),
    /// It is not used any more.
    Given(D),
}

impl<D> Operand<'_, D> {
    /// The memory.
    #[inline]
    pub fn data(&self) -> &D {
        match self {
            Self::Lent(data) => data,
            Self::Given(data) => data,
        }
    }
}

/// What computes with tensors, and holds their elements.
///
/// Functions of an engine take the sizes of results, or numbers of axes counted from the first. They were checked by the rule of the operation; an
/// engine whose memory depends on them checks them again, as anyone can call it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no engine of tensors",
    label = "expected an engine",
    note = "a type parameter is an engine where it is bounded: `{Self}: Floats<f32>`, or `Numbers` for other numbers, both of `shapecheck::engine`"
)]
pub trait Engine: Sized {
    /// The elements of a tensor of shape `S`, as the engine holds them.
    type Data<T: 'static, S: Nest>;

    /// The sizes, the first axis first.
    fn sizes<T: 'static, S: Shape>(data: &Self::Data<T, S>) -> &[usize];
}

/// Makes tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot make a tensor of `{T}`",
    label = "no tensor of `{T}` is made here"
)]
pub trait Makes<T: 'static>: Engine {
    /// With the same value everywhere.
    fn full<S: Shape>(sizes: DynShape, value: T) -> Self::Data<T, S>
    where
        T: Clone;

    /// With the values of `next`, in row-major order.
    fn generate<S: Shape>(sizes: DynShape, next: impl FnMut() -> T) -> Self::Data<T, S>;
}

/// Tensors of any shape, with sizes known only at run time among them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds tensors of static shapes only",
    label = "a size that is known only at run time cannot be held here",
    note = "an inline tensor has room for the sizes of its type: `to_heap()` moves it to the heap, `view()` borrows it"
)]
pub trait AnyShape: Engine {}

/// Keeps a tensor for another use.
pub trait Keeps<T: 'static>: Engine {
    /// The same elements once more, or the same memory.
    fn keep<S: Shape>(data: &Self::Data<T, S>) -> Self::Data<T, S>;
}

/// Copies the elements of a tensor to memory of their own.
pub trait Copies<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The same elements in row-major order.
    fn copy<S: Shape>(data: &Self::Data<T, S>) -> <Self::Home as Engine>::Data<T, S>;
}

/// Computes a function of two elements, [`PairOf`], for all elements of two tensors that broadcast.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements `{T}`",
    label = "no `{Op}` of `{T}` here",
    note = "the elements of both sides are of one type, and an operation on them is what that type has: `+` is `core::ops::Add`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Pairs<Op, T: 'static, Rhs: Engine = Self>: Engine {
    /// What the function gives.
    type Element: 'static;
    /// Where results go.
    type Home: Engine;

    /// The results, of these sizes.
    fn pairs<S: Shape, R: Shape, O: Shape>(
        lhs: Operand<'_, Self::Data<T, S>>,
        rhs: Operand<'_, Rhs::Data<T, R>>,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<Self::Element, O>;
}

/// Replaces the elements of a tensor by a function of them and of those of another one, which is broadcast to it.
#[diagnostic::on_unimplemented(
    message = "the elements of this tensor cannot be changed by `{Op}`",
    label = "changes elements",
    note = "a `View` is read-only: `view_mut()`, `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` give views that change elements"
)]
pub trait Updates<Op, T: 'static, Rhs: Engine = Self>: Engine {
    /// Changes the target.
    fn update<S: Shape, R: Shape>(target: &mut Self::Data<T, S>, rhs: &Rhs::Data<T, R>);
}

/// Computes a function of one element, [`EachOf`], for all elements of a tensor.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements `{T}`",
    label = "no `{Op}` of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Each<Op, T: 'static>: Engine {
    /// What the function gives.
    type Element: 'static;
    /// Where results go.
    type Home: Engine;

    /// The results, of the same sizes.
    fn each<S: Shape>(
        op: Op,
        data: Operand<'_, Self::Data<T, S>>,
    ) -> <Self::Home as Engine>::Data<Self::Element, S>;
}

/// Makes one of many elements, along axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements `{T}`",
    label = "no `{Op}` of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Reduces<Op, T: 'static>: Engine {
    /// What is made.
    type Element: 'static;
    /// Where results go.
    type Home: Engine;

    /// The results, with size 1 along the axes, which are counted from the end, from 1 for the last, and stand from the first to
    /// the last.
    fn reduce<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axes: &[usize],
    ) -> <Self::Home as Engine>::Data<Self::Element, O>;

    /// The result over all elements.
    fn reduce_all<S: Shape>(data: &Self::Data<T, S>) -> Self::Element;
}

/// Brings elements into order along an axis, which is counted from the first, from 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot bring elements `{T}` into order",
    label = "no order of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Orders<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The elements from the least to the largest, what is not a number at the end; `descending` the other way round.
    fn sort<S: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::Home as Engine>::Data<T, S>;

    /// Where along the axis the elements in that order are; of equal ones the first goes first.
    fn argsort<S: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::Home as Engine>::Data<usize, S>;
}

/// Running totals: of all elements up to each, along an axis.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute running totals by `{Op}` of elements `{T}`",
    label = "no running totals of `{T}` here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Scans<Op, T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The totals, along an axis, which is counted from the first, from 0.
    fn scan<S: Shape>(data: &Self::Data<T, S>, axis: usize) -> <Self::Home as Engine>::Data<T, S>;
}

/// Shows the elements of a tensor, for `{:?}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not show elements `{T}`",
    label = "elements that cannot be looked at",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Shows<{T}>`"
)]
pub trait Shows<T: 'static>: Engine {
    /// What `look` makes of the elements, in row-major order.
    fn show<S: Shape, R>(
        data: &Self::Data<T, S>,
        look: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R,
    ) -> R;
}

/// Gives the one element of a tensor without axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot give an element `{T}`",
    label = "no element of `{T}` is given here",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Reads<T: 'static>: Engine {
    /// The element.
    fn into_scalar(data: Self::Data<T, Scalar>) -> T;
}

/// Equations, inverses and determinants of the square matrices in the last two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no equations and inverses of matrices of `{T}`",
    label = "no linear algebra of `{T}` here",
    note = "there are inverses of matrices of `f32` and `f64`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Floats<{T}>`"
)]
pub trait Inverts<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// What the matrices have to be multiplied by to give the right-hand sides: matrices, or one vector.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is singular.
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        rhs: &Self::Data<T, R>,
    ) -> Result<<Self::Home as Engine>::Data<T, O>, MatrixError>;

    /// The inverse of each matrix.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is singular.
    fn inverse<S: Shape>(
        data: &Self::Data<T, S>,
    ) -> Result<<Self::Home as Engine>::Data<T, S>, MatrixError>;

    /// The determinant of each matrix.
    fn det<S: Shape, O: Shape>(data: &Self::Data<T, S>) -> <Self::Home as Engine>::Data<T, O>;
}

/// Factors of the matrices in the last two axes, of any numbers of rows and columns, by reflections and rotations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no factors of matrices of `{T}`",
    label = "no factors of matrices of `{T}` here",
    note = "there are factors of matrices of `f32` and `f64`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Decomposes<{T}>`"
)]
pub trait Decomposes<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// `Q R`: columns of length 1 at right angles, and an upper triangle.
    fn qr<S: Shape, Q: Shape, R: Shape>(
        data: &Self::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, Q>,
        <Self::Home as Engine>::Data<T, R>,
    );

    /// The eigenvalues of symmetric matrices, the least first, and their vectors as columns. What stands above the diagonal is not read.
    fn eigh<S: Shape, L: Shape>(
        data: &Self::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, L>,
        <Self::Home as Engine>::Data<T, S>,
    );

    /// The sign of the determinant of each square matrix, and the natural logarithm of its distance from 0.
    fn slogdet<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, O>,
        <Self::Home as Engine>::Data<T, O>,
    );

    /// `U diag(values) V`: columns of length 1 at right angles, singular values, the largest first, and rows of length 1 at right angles.
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &Self::Data<T, S>,
    ) -> (
        <Self::Home as Engine>::Data<T, U>,
        <Self::Home as Engine>::Data<T, L>,
        <Self::Home as Engine>::Data<T, V>,
    );
}

/// Sums of products over axes of two tensors.
#[diagnostic::on_unimplemented(
    message = "axes of tensors of `{T}` cannot be contracted on `{Self}`",
    label = "no sums of products of `{T}` here",
    note = "they are there for `f32`, `f64` and the primitive integers, the same on both sides",
    note = "a `ViewMut` only changes its elements: `view()` shows them"
)]
pub trait ContractsAxes<T: 'static, Rhs: Engine = Self>: Engine {
    /// Where results go.
    type Home: Engine;

    /// Over the last `axes` of the left side and as many of the right side, the last ones too if `last`, else the first.
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Factors of the square matrices in the last two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no factors of matrices of `{T}`",
    label = "no factors of matrices of `{T}` here",
    note = "a function that is generic over its engine asks for `E: Floats<{T}>`"
)]
pub trait Factors<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// Lower triangles, each of which times its transpose is the matrix. What stands above the diagonal is not read.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is not positive definite.
    fn cholesky<S: Shape>(
        data: &Self::Data<T, S>,
    ) -> Result<<Self::Home as Engine>::Data<T, S>, MatrixError>;
}

/// Exponentials divided by their sums.
pub trait Softmax<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// Along an axis, counted from the end, from 1 for the last; `K` is the shape with size 1 there. The logarithms of the results if `logarithm`.
    fn softmax<S: Shape, K: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        logarithm: bool,
    ) -> <Self::Home as Engine>::Data<T, S>;
}

/// Multiplies matrices.
#[diagnostic::on_unimplemented(
    message = "matrices of `{T}` cannot be multiplied on `{Self}`",
    label = "no matrix product of `{T}` here",
    note = "matrix products are there for `f32`, `f64` and the primitive integers, the same on both sides",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Products<T: 'static, Rhs: Engine = Self>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The product, of these sizes.
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Puts two tensors one after the other.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot join tensors of `{T}`",
    label = "no tensors of `{T}` are joined here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "elements are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: Joins<{T}>`"
)]
pub trait Joins<T: 'static, Rhs: Engine = Self>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The left one, then the right one, along an axis counted from the first, from 0; the result has these sizes.
    fn concat<S: Shape, R: Shape, O: Nest>(
        lhs: &Self::Data<T, S>,
        rhs: &Rhs::Data<T, R>,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Puts the elements along an axis in another order, each any number of times, or a value in their place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot arrange elements `{T}` anew",
    label = "no elements of `{T}` are flipped, rolled, repeated or padded here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "elements are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: Arranges<{T}>`"
)]
pub trait Arranges<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// At each index of an axis, counted from the first, from 0, what lies at `index(it)`, or the value where there is none; the result has these
    /// sizes, which are those of the tensor but at the axis.
    fn arrange<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        axis: usize,
        sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Puts any number of tensors of one shape one after the other.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot join tensors of `{T}`",
    label = "no tensors of `{T}` are joined here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "elements are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: JoinsAll<{T}>`"
)]
pub trait JoinsAll<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// For each index of the axes in front of `axis`, counted from the first, from 0, the elements that each part has there, part after part; the
    /// result has these sizes. So parts are joined along an axis that they have, or along a new one.
    fn join<'d, S: Shape, O: Nest>(
        parts: impl Iterator<Item = &'d Self::Data<T, S>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>
    where
        Self: 'd;
}

/// Gives the elements of a tensor, or part of them, other axes: on the host, without a copy. Axes are counted from the first, from 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot move the axes of elements `{T}`",
    label = "no transpose, part or expansion here",
    note = "a `ViewMut` only changes its elements: `view()` shows them, and `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` are for changes",
    note = "elements of inline tensors are copied, and have to be `Copy`",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Moves<T: 'static>: Engine {
    /// Axis `k` of the result is axis `order[k]`.
    fn permute<S: Shape, O: Shape>(data: &Self::Data<T, S>, order: &[usize]) -> Self::Data<T, O>;

    /// The same, where types tell the order of the last axes.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn permute_last<S: Shape, O: Shape, Order: AxisOrder>(
        data: &Self::Data<T, S>,
    ) -> Self::Data<T, O> {
        let rank = Self::sizes::<T, S>(data).len();
        Self::permute::<S, O>(data, ordered(rank, Order::ORDERED).dims())
    }

    /// As part of a larger shape, again and again along axes that are added or have size 1.
    fn expand<S: Shape, O: Shape>(data: &Self::Data<T, S>, sizes: DynShape) -> Self::Data<T, O>;

    /// `length` indices of an axis from `start` on.
    fn narrow<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Self::Data<T, O>;

    /// One index of an axis, without that axis.
    fn index<S: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        index: usize,
    ) -> Self::Data<T, O>;

    /// Without some axes of size 1.
    fn squeeze<S: Shape, O: Shape>(data: &Self::Data<T, S>, axes: &[usize]) -> Self::Data<T, O>;

    /// With one more axis of size 1, in front of what was `axis`.
    fn unsqueeze<S: Shape, O: Shape>(data: &Self::Data<T, S>, axis: usize) -> Self::Data<T, O>;
}

/// Finds elements by the indices that a tensor of `I` holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot find elements by indices",
    label = "nothing is found by indices here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Numbers<{T}>` or `E: Floats<{T}>`"
)]
pub trait Indexes<T: 'static, I: Engine = Self>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The parts at these indices of an axis, which is counted from the first, from 0: the axes of the indices stand in its place.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis.
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::Home as Engine>::Data<T, O>, ShapeError>;

    /// One element for each index along an axis, which is counted from the first, from 0. All other axes broadcast.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis.
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::Home as Engine>::Data<T, O>, ShapeError>;
}

/// Changes elements that are found by the indices that a tensor of `I` holds, by values that a tensor of `V` holds.
#[diagnostic::on_unimplemented(
    message = "the elements of this tensor cannot be changed by `{Op}` at indices",
    label = "changes elements",
    note = "a `View` is read-only: `view_mut()`, `transpose_mut()`, `index_axis_mut()`, `slice_axis_mut()` and `narrow_mut()` give views that change elements"
)]
pub trait Places<Op, T: 'static, I: Engine = Self, V: Engine = Self>: Engine {
    /// Replaces what [`Indexes`] finds, by a function of it and of values that are broadcast to it. Where it is found more than once it is changed
    /// more than once, in row-major order of the indices.
    ///
    /// # Errors
    ///
    /// Returns an error if an index is beyond the axis. Nothing is changed then.
    fn place<S: Shape, R: Shape, W: Shape>(
        target: &mut Self::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
        values: &V::Data<T, W>,
        one_by_one: bool,
    ) -> Result<(), ShapeError>;
}

/// Gives a tensor another type of shape, of the same sizes.
pub trait Retypes<T: 'static>: AnyShape {
    /// The same tensor.
    fn retype<S: Shape, O: Shape>(data: Self::Data<T, S>) -> Self::Data<T, O>;
}

/// Reads the elements of a tensor in row-major order as those of another shape.
pub trait Reshapes<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The elements by these sizes, without a copy where they lie so.
    fn reshape<S: Shape, O: Nest>(
        data: Operand<'_, Self::Data<T, S>>,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;

    /// The same, without a copy wherever strides can say where the elements are: of parts and of tensors whose axes were moved. By default
    /// [`reshape`](Self::reshape).
    fn regroup<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O> {
        Self::reshape(Operand::Lent(data), sizes)
    }
}

/// An engine and what it does with its own tensors and no others: `$Name`, and `$All`, which every engine has that can do it.
///
/// An engine says that it has it. Were `$Name` there for whatever has `$All`, a view, which has nearly none of it, would be refused once for each
/// operation.
macro_rules! alias {
    ($(#[$attribute:meta])* $Name:ident, $All:ident: $($Super:ident $SuperAll:ident +)? $([$($bound:tt)*])*) => {
        $(#[$attribute])*
        pub trait $Name<T: 'static>: $($Super<T> +)? $All<T> {}

        #[doc(hidden)]
        pub trait $All<T: 'static>: $($SuperAll<T> +)? Engine $(+ $($bound)*)* {}

        impl<T: 'static, E: $($SuperAll<T> +)? Engine $(+ $($bound)*)*> $All<T> for E {}
    };
}

alias! {
    /// An engine that does with elements `T` all that numbers have: one bound for functions that are generic over the engine.
    ///
    /// Elements `usize` are those of `argmax_axis`: their axes can be moved too.
    ///
    /// An engine that has all of it says so by `impl Numbers<f32> for MyEngine {}`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no engine for functions of numbers `{T}` that are generic over their engine",
        label = "expected a tensor on an engine that has all operations of numbers",
        note = "a `View` or a `ViewMut` borrows its elements, and results are elsewhere: `to_tensor()` copies them to a tensor that is taken",
        note = "a function that is generic over its engine asks for `E: Numbers<{T}>`",
        note = "an engine of your own that has all operations says so: `impl Numbers<{T}> for MyEngine {{}}`"
    )]
    Numbers, NumberOperations: [Makes<T>] [Keeps<T>] [Copies<T, Home = Self>] [Moves<T>] [Reshapes<T, Home = Self>]
        [Keeps<usize>] [Moves<usize>] [Indexes<T, Home = Self>]
        [Joins<T, Home = Self>] [JoinsAll<T, Home = Self>] [Arranges<T, Home = Self>]
        [Reads<T>] [Orders<T, Home = Self>]
        [Scans<ops::Add, T, Home = Self>] [Scans<ops::Mul, T, Home = Self>]
        [Products<T, Home = Self>]
        [Pairs<ops::Add, T, Element = T, Home = Self>]
        [Pairs<ops::Sub, T, Element = T, Home = Self>]
        [Pairs<ops::Mul, T, Element = T, Home = Self>]
        [Pairs<ops::Div, T, Element = T, Home = Self>]
        [Pairs<ops::Maximum, T, Element = T, Home = Self>]
        [Pairs<ops::Minimum, T, Element = T, Home = Self>]
        [Updates<ops::Add, T>]
        [Updates<ops::Sub, T>]
        [Updates<ops::Mul, T>]
        [Updates<ops::Div, T>]
        [Updates<ops::Assign, T>]
        [Each<ops::Right<ops::Add, T>, T, Element = T, Home = Self>]
        [Each<ops::Right<ops::Sub, T>, T, Element = T, Home = Self>]
        [Each<ops::Right<ops::Mul, T>, T, Element = T, Home = Self>]
        [Each<ops::Right<ops::Div, T>, T, Element = T, Home = Self>]
        [Each<ops::Left<ops::Add, T>, T, Element = T, Home = Self>]
        [Each<ops::Left<ops::Sub, T>, T, Element = T, Home = Self>]
        [Each<ops::Left<ops::Mul, T>, T, Element = T, Home = Self>]
        [Each<ops::Left<ops::Div, T>, T, Element = T, Home = Self>]
        [Each<ops::Clamp<T>, T, Element = T, Home = Self>]
        [Reduces<ops::Sum, T, Element = T, Home = Self>]
        [Reduces<ops::Product, T, Element = T, Home = Self>]
        [Reduces<ops::Max, T, Element = T, Home = Self>]
        [Reduces<ops::Min, T, Element = T, Home = Self>]
        [Reduces<ops::ArgMax, T, Element = usize, Home = Self>]
        [Reduces<ops::ArgMin, T, Element = usize, Home = Self>]
}

alias! {
    /// An engine that does with elements `T` all that floats have. An engine says so, as it does of [`Numbers`].
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no engine for functions of floats `{T}` that are generic over their engine",
        label = "expected a tensor on an engine that has all operations of floats",
        note = "a `View` or a `ViewMut` borrows its elements, and results are elsewhere: `to_tensor()` copies them to a tensor that is taken",
        note = "a function that is generic over its engine asks for `E: Floats<{T}>`",
        note = "an engine of your own that has all operations says so: `impl Floats<{T}> for MyEngine {{}}`"
    )]
    Floats, FloatOperations: Numbers NumberOperations + [Softmax<T, Home = Self>] [Inverts<T, Home = Self>] [Factors<T, Home = Self>]
        [Each<ops::Neg, T, Element = T, Home = Self>]
        [Each<ops::Exp, T, Element = T, Home = Self>]
        [Each<ops::ExpM1, T, Element = T, Home = Self>]
        [Each<ops::Ln1p, T, Element = T, Home = Self>]
        [Each<ops::Log2, T, Element = T, Home = Self>]
        [Each<ops::Log10, T, Element = T, Home = Self>]
        [Each<ops::Floor, T, Element = T, Home = Self>]
        [Each<ops::Ceil, T, Element = T, Home = Self>]
        [Each<ops::Round, T, Element = T, Home = Self>]
        [Each<ops::Powi, T, Element = T, Home = Self>]
        [Each<ops::Ln, T, Element = T, Home = Self>]
        [Each<ops::Sqrt, T, Element = T, Home = Self>]
        [Each<ops::Abs, T, Element = T, Home = Self>]
        [Each<ops::Recip, T, Element = T, Home = Self>]
        [Each<ops::Tanh, T, Element = T, Home = Self>]
        [Each<ops::Sigmoid, T, Element = T, Home = Self>]
        [Each<ops::Silu, T, Element = T, Home = Self>]
        [Each<ops::Erf, T, Element = T, Home = Self>]
        [Each<ops::Gelu, T, Element = T, Home = Self>]
        [Each<ops::Relu, T, Element = T, Home = Self>]
        [Each<ops::Sin, T, Element = T, Home = Self>]
        [Each<ops::Cos, T, Element = T, Home = Self>]
        [Each<ops::Powf<T>, T, Element = T, Home = Self>]
        [Reduces<ops::Mean, T, Element = T, Home = Self>]
        [Reduces<ops::Var, T, Element = T, Home = Self>]
}
