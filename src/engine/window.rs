//! Windows that slide along the last axes: what an engine does with kernels and pools.

use super::Engine;
use crate::algebra::{Interpolation, PoolWindow, Slide};
use crate::shape::list::Nest;
use crate::{DynShape, Shape};

/// Convolves tensors with kernels that a tensor of `K` holds.
///
/// An input is `[.., C, ...]`, with any axes in front of the channels, and kernels are `[O, C / groups, ...]`; there are as many axes in the place of the last dots as
/// slides, from the first to the last.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no convolutions of elements `{T}`",
    label = "no convolution of `{T}` here",
    note = "convolutions are there for `f32`, `f64` and the primitive integers, the same on both sides",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Convolves<{T}>`"
)]
pub trait Convolves<T: 'static, K: Engine = Self>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The convolution, of these sizes: kernels are not turned around.
    fn convolve<S: Shape, R: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        kernels: &K::Data<T, R>,
        slides: &[Slide],
        groups: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;

    /// The same backwards: what a convolution of these slides gives is the input, and kernels are `[C, O / groups, ...]`. Beside each slide stands by how much
    /// larger the result is at the end of its axis; the sizes say so too.
    fn convolve_transposed<S: Shape, R: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        kernels: &K::Data<T, R>,
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Makes one of the elements in each place of a window, by an operation: [`ops::Max`](super::ops::Max) or [`ops::Mean`](super::ops::Mean).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no pools by `{Op}` of elements `{T}`",
    label = "no pool of `{T}` here",
    note = "pools are there for `f32` and `f64`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Pools<{Op}, {T}>`"
)]
pub trait Pools<Op, T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The results, of these sizes, of a window for each of the last axes, from the first of them to the last. Places of padding count for a mean,
    /// as zeros, and none for a maximum; those behind the padding count for nothing.
    fn pool<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;

    /// The results, of these sizes, of windows that divide so many last axes as equally as can be: for index i of n, of an axis of size N, from i N / n,
    /// rounded down, to (i + 1) N / n, rounded up.
    fn pool_to<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        axes: usize,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Makes columns of what lies under windows: a row for each channel and each element of the window, a column for each place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no columns of elements `{T}`",
    label = "no columns of `{T}` here",
    note = "columns are there for `f32`, `f64` and the primitive integers",
    note = "a function that is generic over its engine asks for `E: Unfolds<{T}>`"
)]
pub trait Unfolds<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The columns, of these sizes, of a window for each of the last axes, from the first of them to the last; places of padding are zeros.
    fn unfold<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Shows windows along an axis, which may have elements in common: on the host, without a copy.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot show windows of elements `{T}`",
    label = "no windows here",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: SlidingViews<{T}>`"
)]
pub trait SlidingViews<T: 'static>: Engine {
    /// The windows along an axis, counted from the first, from 0, of so many elements and so far apart; what lies in them is a new last axis.
    fn windows<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Self::Data<T, O>;
}

/// Reads elements in another order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot read elements `{T}` in another order",
    label = "no other order of `{T}` here",
    note = "a function that is generic over its engine asks for `E: Rearranges<{T}>`"
)]
pub trait Rearranges<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The elements in row-major order by the sizes `split`; then axis `k` is axis `order[k]` of these, counted from 0; then in row-major order by the
    /// sizes of the result.
    fn rearrange<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}

/// Makes elements between others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot interpolate elements `{T}`",
    label = "no interpolation of `{T}` here",
    note = "interpolations are there for `f32` and `f64`",
    note = "a function that is generic over its engine asks for `E: Interpolates<{T}>`"
)]
pub trait Interpolates<T: 'static>: Engine {
    /// Where results go.
    type Home: Engine;

    /// The elements at as many places of so many last axes as these sizes say.
    fn interpolate<S: Shape, O: Nest>(
        data: &Self::Data<T, S>,
        axes: usize,
        by: Interpolation,
        sizes: DynShape,
    ) -> <Self::Home as Engine>::Data<T, O>;
}
