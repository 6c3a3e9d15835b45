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
//! | [`Softmax`] | `softmax`, `log_softmax` |
//! | [`Products`] | `matmul` |
//! | [`Moves`] | transposes, parts, expansions |
//! | [`Reshapes`] | other shapes of as many elements |
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

pub mod ops;

use crate::DynShape;
use crate::Shape;
pub use crate::shape::list::Nest;
pub use ops::{EachOf, PairOf};

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
pub trait Engine: Sized {
    /// The elements of a tensor of shape `S`, as the engine holds them.
    type Data<T: 'static, S: Nest>;

    /// Whether the sizes of results are in their types, so that none are to be computed when the program runs.
    #[doc(hidden)]
    const STATIC: bool = false;

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
    fn reshape<S: Shape, O: Shape>(
        data: Operand<'_, Self::Data<T, S>>,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// An engine, and what it does with its own tensors and no others.
macro_rules! alias {
    ($(#[$doc:meta])* $Name:ident: $($Super:ident +)? [$($first:tt)*] $([$($bound:tt)*])*) => {
        $(#[$doc])*
        pub trait $Name<T: 'static>: $($Super<T> +)? $($first)* $(+ $($bound)*)* {}

        impl<T: 'static, E: $($Super<T> +)? $($first)* $(+ $($bound)*)*> $Name<T> for E {}
    };
}

alias! {
    /// An engine that does with elements `T` all that numbers have: one bound for functions that are generic over the engine.
    ///
    /// Elements `usize` are those of `argmax_axis`: their axes can be moved too.
    Numbers: [Makes<T>] [Keeps<T>] [Copies<T, Home = Self>] [Moves<T>] [Reshapes<T, Home = Self>]
        [Keeps<usize>] [Moves<usize>]
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
    /// An engine that does with elements `T` all that floats have.
    Floats: Numbers + [Softmax<T, Home = Self>]
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
        [Each<ops::Sin, T, Element = T, Home = Self>]
        [Each<ops::Cos, T, Element = T, Home = Self>]
        [Each<ops::Powf<T>, T, Element = T, Home = Self>]
        [Reduces<ops::Mean, T, Element = T, Home = Self>]
        [Reduces<ops::Var, T, Element = T, Home = Self>]
}
