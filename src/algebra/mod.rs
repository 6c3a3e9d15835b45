//! Shapes of operations other than broadcasting: matrix products, reshaping, and targets of expansion.
//!
//! Two sizes are equal where each expands to the other: 1 expands to anything, but nothing else expands to 1.
//!
//! ```
//! # #[cfg(feature = "tensor")] {
//! use shapecheck::{Tensor, shape};
//!
//! let a = Tensor::<f32, shape![2, 3]>::zeros();
//! let b = Tensor::<f32, shape![3, 4]>::zeros();
//! let _: Tensor<f32, shape![2, 4]> = a.matmul(&b);
//! # }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! let a = Tensor::<f32, shape![2, 1]>::zeros();
//! let b = Tensor::<f32, shape![3, 4]>::zeros();
//! let _ = a.matmul(&b); // a matrix product repeats nothing: 1 is not 3
//! ```

mod expand;
mod reshape;

pub use expand::{ExpandTo, Keep, LastOf, LeadOf};
pub use reshape::{CountElements, Known, Reshape, SameCount, Times, Unknown};

use crate::broadcast::{AxisExpands, Clash, Fits};
use crate::diagnostic::{Accept, Contracting, Explain, Explanation, Operands};
use crate::{Axes, Broadcast, Broadcasted, Dim, Dyn, DynShape, Scalar, Shape};
use typenum::U1;

/// A number of columns that matches `Rhs` rows, so that the matrices can be multiplied: the same size, or one
/// that is dynamic and is checked when the program runs.
///
/// In generic code a size always matches itself; two unrelated parameters need `K: MatchesInner<L>`.
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these inner sizes match",
    label = "nothing here says that the columns on the left, `{Self}`, are as many as the rows on the right, `{Rhs}`",
    note = "add the bound `where {Self}: MatchesInner<{Rhs}>` (the bound that rustc may suggest below is not enough), or use one parameter for both sizes"
)]
pub trait MatchesInner<Rhs> {}

impl<Lhs, Rhs> MatchesInner<Rhs> for Lhs
where
    Lhs: AxisExpands<Rhs>,
    Lhs::Verdict: AndBack<Lhs, Rhs>,
    <Lhs::Verdict as AndBack<Lhs, Rhs>>::Verdict: Explain<Scalar, Scalar>,
    Operands: Accept<
            Contracting,
            Explanation<<Lhs::Verdict as AndBack<Lhs, Rhs>>::Verdict, Scalar, Scalar>,
        >,
{
}

/// A shape whose matrices can be multiplied by those of `Rhs`, where its [`Columns`](Self::Columns) match the
/// [`Rows`](Self::Rows): by NumPy's rule for `matmul`.
///
/// ```text
/// [..L, M, K] by [..R, K, N] = [..(L broadcast with R), M, N]
/// [..L, M, K] by [K]         = [..L, M]
/// [K]         by [..R, K, N] = [..R, N]
/// [K]         by [K]         = []
/// ```
///
/// With a shape of run-time rank, the product is one.
#[diagnostic::on_unimplemented(
    message = "these shapes are not those of matrices or vectors to multiply",
    label = "a matrix product takes shapes of at least one axis",
    note = "`a.matmul(&b)` takes shapes [..L, M, K] and [..R, K, N], where the axes in front broadcast, or a vector [K] on either side"
)]
pub trait MatrixProduct<Rhs>: Shape {
    /// The shape of the product.
    type Output: Shape;
    /// The inner size on the left.
    type Columns: Dim;
    /// The inner size on the right.
    type Rows: Dim;
}

/// `[..L, M, K] by [..R, J, N] = [..L, M, 1] broadcast with [..R, 1, N]` where K matches J
impl<L, M, K, R, J, N> MatrixProduct<Axes<Axes<R, J>, N>> for Axes<Axes<L, M>, K>
where
    Self: Shape,
    K: Dim,
    J: Dim,
    Axes<Axes<L, M>, U1>: Broadcast<Axes<Axes<R, U1>, N>>,
{
    type Output = Broadcasted<Axes<Axes<L, M>, U1>, Axes<Axes<R, U1>, N>>;
    type Columns = K;
    type Rows = J;
}

macro_rules! matrix_products {
    ($($(#[$equation:meta])* [$($parameters:tt)*] $Lhs:ty, $Rhs:ty = $Output:ty, $Columns:ty, $Rows:ty;)*) => {$(
        $(#[$equation])*
        impl<$($parameters)*> MatrixProduct<$Rhs> for $Lhs {
            type Output = $Output;
            type Columns = $Columns;
            type Rows = $Rows;
        }
    )*};
}

matrix_products! {
    /// `[..L, M, K] by [J] = [..L, M]` where K matches J
    [L: Shape, M: Dim, K: Dim, J: Dim] Axes<Axes<L, M>, K>, Axes<Scalar, J> = Axes<L, M>, K, J;
    /// `[K] by [..R, J, N] = [..R, N]` where K matches J
    [K: Dim, R: Shape, J: Dim, N: Dim] Axes<Scalar, K>, Axes<Axes<R, J>, N> = Axes<R, N>, K, J;
    /// `[K] by [J] = []` where K matches J
    [K: Dim, J: Dim] Axes<Scalar, K>, Axes<Scalar, J> = Scalar, K, J;
    /// `dynamic rank by dynamic rank = dynamic rank`
    [] DynShape, DynShape = DynShape, Dyn, Dyn;
    /// `dynamic rank by [J]`
    [J: Dim] DynShape, Axes<Scalar, J> = DynShape, Dyn, J;
    /// `dynamic rank by [..R, J, N]`
    [R: Shape, J: Dim, N: Dim] DynShape, Axes<Axes<R, J>, N> = DynShape, Dyn, J;
    /// `dynamic rank by [..dynamic rank, N]`
    [N: Dim] DynShape, Axes<DynShape, N> = DynShape, Dyn, Dyn;
    /// `[K] by dynamic rank`
    [K: Dim] Axes<Scalar, K>, DynShape = DynShape, K, Dyn;
    /// `[..L, M, K] by dynamic rank`
    [L: Shape, M: Dim, K: Dim] Axes<Axes<L, M>, K>, DynShape = DynShape, K, Dyn;
    /// `[..dynamic rank, K] by dynamic rank`
    [K: Dim] Axes<DynShape, K>, DynShape = DynShape, K, Dyn;
    /// `[..dynamic rank, K] by [J]`
    [K: Dim, J: Dim] Axes<DynShape, K>, Axes<Scalar, J> = DynShape, K, J;
    /// `[..dynamic rank, K] by [..R, J, N]`
    [K: Dim, R: Shape, J: Dim, N: Dim] Axes<DynShape, K>, Axes<Axes<R, J>, N> = DynShape, K, J;
    /// `[..dynamic rank, K] by [..dynamic rank, N]`
    [K: Dim, N: Dim] Axes<DynShape, K>, Axes<DynShape, N> = DynShape, K, Dyn;
    /// `[K] by [..dynamic rank, N]`
    [K: Dim, N: Dim] Axes<Scalar, K>, Axes<DynShape, N> = DynShape, K, Dyn;
    /// `[..L, M, K] by [..dynamic rank, N]`
    [L: Shape, M: Dim, K: Dim, N: Dim] Axes<Axes<L, M>, K>, Axes<DynShape, N> = DynShape, K, Dyn;
}

/// The verdict on two sizes, from that on whether the left expands to the right (`Self`), and from whether
/// the right expands back to the left.
#[doc(hidden)]
pub trait AndBack<Lhs, Rhs> {
    /// [`Fits`], or [`Clash`] with the left size first.
    type Verdict;
}

impl<N, Lhs, Rhs: AxisExpands<Lhs, Verdict: Mirrored>> AndBack<Lhs, Rhs> for Fits<N> {
    type Verdict = <Rhs::Verdict as Mirrored>::Verdict;
}

impl<L, R, Axis, Lhs, Rhs> AndBack<Lhs, Rhs> for Clash<L, R, Axis> {
    type Verdict = Self;
}

/// The same verdict with left and right swapped.
#[doc(hidden)]
pub trait Mirrored {
    /// [`Fits`] of one axis, or [`Clash`].
    type Verdict;
}

impl<N> Mirrored for Fits<N> {
    type Verdict = Fits<Axes<Scalar, N>>;
}

impl<Lhs, Rhs, Axis> Mirrored for Clash<Lhs, Rhs, Axis> {
    type Verdict = Clash<Rhs, Lhs, Axis>;
}
