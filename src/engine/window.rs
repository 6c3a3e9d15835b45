//! Windows that slide along the last axes: what an engine does with kernels and pools.

use super::Engine;
use crate::algebra::{PoolWindow, Slide};
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
}
