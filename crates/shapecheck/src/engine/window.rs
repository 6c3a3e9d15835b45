//! Convolutions, pools and other operations with windows along the last axes.

use super::Engine;
use crate::algebra::{Interpolation, PoolWindow, Slide};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape};

/// Convolutions with kernels in a tensor of engine `K`.
///
/// An input is `[.., C, ...]` with any axes before the channels, and kernels are `[O, C / groups, ...]`. The last
/// dots stand for one axis for each slide, from the first to the last.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no convolutions of elements `{T}`",
    label = "no convolution of `{T}` here",
    note = "convolutions are there for `f32`, `f64` and the primitive integers, the same on both sides",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Convolves<{T}>`"
)]
pub trait Convolves<T: 'static, K: Engine = Self>: Engine {
    /// The engine of the results.
    type OutputEngine: Engine;

    /// The convolution, with these sizes. Kernels are not flipped.
    fn convolve<S: Shape, R: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        kernels: &K::Data<T, R>,
        slides: &[Slide],
        groups: usize,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;

    /// The transposed convolution: its input has the shape of the result of a convolution with these slides, and
    /// kernels are `[C, O / groups, ...]`. With each slide comes the output padding of its axis; the sizes include it.
    fn convolve_transposed<S: Shape, R: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        kernels: &K::Data<T, R>,
        slides: &[(Slide, usize)],
        groups: usize,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O>;
}

/// Pools: reduces each window to one element, by [`ops::Max`](super::ops::Max) or [`ops::Mean`](super::ops::Mean).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no pools by `{Op}` of elements `{T}`",
    label = "no pool of `{T}` here",
    note = "pools are there for `f32` and `f64`",
    note = "a `ViewMut` only changes its elements: `view()` shows them",
    note = "a function that is generic over its engine asks for `E: Pools<{Op}, {T}>`"
)]
pub trait Pools<Op, T: 'static>: Engine {
    /// The results, with these sizes. There is one window for each of the last axes, from the first of them to the
    /// last. Padding counts as zeros for a mean if the window says so, and not at all for a maximum; positions beyond
    /// the padding do not count at all: a mean is divided by [`PoolWindow::divisor`].
    fn pool<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;

    /// The results, with these sizes, of windows that divide the last axes as equally as possible. For index i of n, on
    /// an axis of size N, the window goes from i N / n, rounded down, to (i + 1) N / n, rounded up.
    fn pool_to<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        axes: usize,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;
}

/// Copies windows into columns, one row for each channel and element of the window and one column for each position, and
/// adds columns up in the places that windows took them from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no columns of elements `{T}`",
    label = "no columns of `{T}` here",
    note = "columns are there for `f32`, `f64` and the primitive integers",
    note = "a function that is generic over its engine asks for `E: Columns<{T}>`"
)]
pub trait Columns<T: 'static>: Engine {
    /// The columns, with these sizes. There is one window for each of the last axes, from the first of them to the
    /// last. Padding gives zeros.
    fn unfold<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;

    /// The sums, of these sizes, of what windows along the last axes have in common, a window for each, from the first
    /// axis to the last. A row of the columns is one number of the window in one channel, a column one place; what lies
    /// in padding is left out.
    fn fold<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        windows: &[PoolWindow],
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;
}

/// Interpolates between elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot interpolate elements `{T}`",
    label = "no interpolation of `{T}` here",
    note = "interpolations are there for `f32` and `f64`",
    note = "a function that is generic over its engine asks for `E: Interpolates<{T}>`"
)]
pub trait Interpolates<T: 'static>: Engine {
    /// The elements at as many positions of the last axes as these sizes say. The steps are two numbers for each of
    /// these axes, from the first of them to the last: of the one as many elements become as many as the other, so that
    /// positions of the result are `steps.0[k] / steps.1[k]` elements apart.
    fn interpolate<S: Shape, O: ArrayShape>(
        data: &Self::Data<T, S>,
        steps: (&[usize], &[usize]),
        by: Interpolation,
        sizes: DynShape,
    ) -> <Self::Out as Engine>::Data<T, O>;
}
