//! Shapes of operations other than broadcasting: so far, the inner sizes of a matrix product.
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

pub use expand::{ExpandTo, Keep, LastOf, LeadOf};

use crate::broadcast::{AxisExpands, Clash, Fits};
use crate::diagnostic::{Accept, Contracting, Explain, Explanation, Operands};
use crate::{Axes, Dim, Scalar, Shape};

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

/// The shape of a matrix that can be multiplied by one of shape `Rhs`, or by a vector, where its
/// [`Columns`](Self::Columns) match the [`Rows`](Self::Rows).
///
/// ```text
/// [M, K] by [K, N] = [M, N]
/// [M, K] by [K]    = [M]
/// ```
#[diagnostic::on_unimplemented(
    message = "these shapes are not those of a matrix and of a matrix or vector to multiply it by",
    label = "a matrix product takes a matrix on the left, a matrix or a vector on the right",
    note = "`a.matmul(&b)` takes shapes [M, K] and [K, N], or [M, K] and [K]"
)]
pub trait MatrixProduct<Rhs>: Shape {
    /// The shape of the product.
    type Output: Shape;
    /// The inner size on the left.
    type Columns: Dim;
    /// The inner size on the right.
    type Rows: Dim;
}

/// `[M, K] by [L, N] = [M, N]` where K matches L
impl<M: Dim, K: Dim, L: Dim, N: Dim> MatrixProduct<Axes<Axes<Scalar, L>, N>>
    for Axes<Axes<Scalar, M>, K>
{
    type Output = Axes<Axes<Scalar, M>, N>;
    type Columns = K;
    type Rows = L;
}

/// `[M, K] by [L] = [M]` where K matches L
impl<M: Dim, K: Dim, L: Dim> MatrixProduct<Axes<Scalar, L>> for Axes<Axes<Scalar, M>, K> {
    type Output = Axes<Scalar, M>;
    type Columns = K;
    type Rows = L;
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
