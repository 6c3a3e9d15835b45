//! Matrix products of any rank, by the rule of NumPy's `matmul`.
//!
//! The last two axes are matrices; all axes before them are batches and broadcast. A vector has no batch axes and
//! counts as one row on the left, or one column on the right; the result does not have that axis.
//!
//! ```
//! use shapecheck::algebra::MatrixProduct;
//! use shapecheck::{Dim, Shape, shape};
//!
//! type Product<Lhs, Rhs> = <Lhs as MatrixProduct<Rhs>>::Output;
//!
//! let _: Product<shape![8, 1, 32, 64], shape![12, 64, 16]> = <shape![8, 12, 32, 16]>::default();
//!
//! fn linear<S: Shape, I: Dim, O: Dim>(y: Product<shape![..S, I], shape![I, O]>) -> shape![..S, O] {
//!     y
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::MatrixProduct;
//! use shapecheck::shape;
//!
//! type Product<Lhs, Rhs> = <Lhs as MatrixProduct<Rhs>>::Output;
//! fn wrong(_: Product<shape![32, 784], shape![100, 10]>) {} // inner size 784 does not match inner size 100
//! ```

use super::AxisEquals;
use crate::broadcast::{Meets, broadcast_shapes};
use crate::error::{Rule, ShapeErrorKind};
use crate::verdict::{
    Accept, AxisVerdict, BroadcastRule, Fits, HasInnerAxis, Last, MatrixProductRule, OperandsWith,
    ShapeVerdict, Shapes,
};
use crate::{Axes, Dyn, DynShape, Scalar, Shape, ShapeError};

/// A number of columns that is equal to `Rhs` rows, so that the matrices can be multiplied. A dynamic size is checked
/// at run time.
///
/// In generic code a size is equal to itself; two unrelated parameters need `K: MatchesInner<L>`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Self}` columns match `{Rhs}` rows",
    label = "nothing here says that the columns on the left, `{Self}`, are as many as the rows on the right, `{Rhs}`",
    note = "a matrix product takes shapes [M, K] and [K, N], and `transpose()` swaps the last two axes",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Self}: MatchesInner<{Rhs}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait MatchesInner<Rhs> {}

impl<Lhs, Rhs, Verdict> MatchesInner<Rhs> for Lhs
where
    Rhs: InnerEqualTo<Lhs, Verdict = Verdict>,
    Verdict: AxisVerdict,
    OperandsWith<Rhs>: Accept<MatrixProductRule, Verdict::At<Last>>,
{
}

/// The verdict on whether `Lhs` columns are as many as these rows: [`AxisEquals`], asked of the right side. Its text is
/// that of [`MatchesInner`], for a trait solver that reports the innermost bound.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether `{Lhs}` columns match `{Self}` rows",
    label = "nothing here says that the columns on the left, `{Lhs}`, are as many as the rows on the right, `{Self}`",
    note = "a matrix product takes shapes [M, K] and [K, N], and `transpose()` swaps the last two axes",
    note = "where one is a number, write it instead of the parameter; where the two are always equal, use one parameter for both, or, where one is computed, add the bound `where {Lhs}: MatchesInner<{Self}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait InnerEqualTo<Lhs> {
    /// [`Fits`] or [`Clash`](crate::verdict::Clash).
    type Verdict: AxisVerdict;
}

#[diagnostic::do_not_recommend]
impl<Lhs: AxisEquals<Rhs>, Rhs> InnerEqualTo<Lhs> for Rhs {
    type Verdict = Lhs::Verdict;
}

/// A shape that can be multiplied by `Rhs` as matrices, and the shape of the product.
///
/// ```text
/// [..L, M, K] by [..R, K, N] = [..(L with R), M, N]
/// [K]         by [..R, K, N] = [..R, N]
/// [..L, M, K] by [K]         = [..L, M]
/// [K]         by [K]         = []
/// ```
///
/// `L with R` is the shape that the two [broadcast](crate::Broadcast) to. A shape without axes cannot be multiplied.
/// For a shape of run-time rank it is known only at run time which of the rows applies, so most axes of the product are
/// dynamic.
///
/// In generic code, a product with a matrix or a vector needs no bound if the inner size is one parameter: `[..S, K]`
/// can be multiplied by `[K, N]`, and `[..S, M, K]` by `[..S, K, N]`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these shapes can be multiplied as matrices",
    label = "nothing here says that `{Self}` can be multiplied by `{Rhs}`",
    note = "in generic code the last axes have to stand in the types: `shape![..S, M, K]` can be multiplied by `shape![K, N]` and by `shape![..S, K, N]`, whatever `S` is",
    note = "or add a bound on the whole shapes of the two operands: `where {Self}: MatrixProduct<{Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait MatrixProduct<Rhs>: Shape {
    /// The shape of the product.
    type Output: Shape;
}

impl<Lhs, Rhs, Columns, Rows, Product> MatrixProduct<Rhs> for Lhs
where
    Lhs: Shape + Contracts<Rhs, Columns = Columns, Rows = Rows, Product = Product>,
    Columns: MatchesInner<Rows>,
    OperandsWith<Rhs>: Accept<BroadcastRule, Product>,
{
    type Output = <OperandsWith<Rhs> as Accept<BroadcastRule, Product>>::Output;
}

/// The sizes that a matrix product sums over, and the verdict on all other axes.
// Part of `MatrixProduct`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell how many rows `{Rhs}` has, on the right",
    label = "nothing here says which matrices `{Rhs}` is",
    note = "in generic code the last axes have to stand in the type: `shape![..R, K, N]` for matrices, `shape![K]` for a vector",
    note = "or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait Contracts<Rhs> {
    /// The inner size on the left.
    type Columns;
    /// The inner size on the right.
    type Rows;
    /// [`Fits`] with the product, or [`Clash`](crate::verdict::Clash) of two sizes before the matrices.
    type Product;
}

/// `[..L, K] by [..R, K, N] = [..(L beside R), N]`
impl<Lead, K, Batch, L, N> Contracts<Axes<Axes<Batch, L>, N>> for Axes<Lead, K>
where
    Lead: RowsMeet<Batch>,
{
    type Columns = K;
    type Rows = L;
    type Product = <Lead::Verdict as ShapeVerdict>::Then<N>;
}

/// `[..L, K] by [K] = [..L]`
impl<Lead, K, L> Contracts<Axes<Scalar, L>> for Axes<Lead, K> {
    type Columns = K;
    type Rows = L;
    type Product = Fits<Lead>;
}

/// `[..L, K] by [..dynamic rank, N] = dynamic rank`: the right inner size is N, or the size before it, or there is none
impl<Lead, K, N> Contracts<Axes<DynShape, N>> for Axes<Lead, K> {
    type Columns = K;
    type Rows = Dyn;
    type Product = Fits<DynShape>;
}

/// `[..L, K] by dynamic rank = dynamic rank`
impl<Lead, K> Contracts<DynShape> for Axes<Lead, K> {
    type Columns = K;
    type Rows = Dyn;
    type Product = Fits<DynShape>;
}

/// `dynamic rank by [..R]` is `[..dynamic rank, _] by [..R]`
#[diagnostic::do_not_recommend]
impl<Rhs> Contracts<Rhs> for DynShape
where
    Axes<DynShape, Dyn>: Contracts<Rhs>,
{
    type Columns = Dyn;
    type Rows = <Axes<DynShape, Dyn> as Contracts<Rhs>>::Rows;
    type Product = <Axes<DynShape, Dyn> as Contracts<Rhs>>::Product;
}

/// `[] by [..R]` has no inner size
impl<Rhs> Contracts<Rhs> for Scalar
where
    Shapes: HasInnerAxis<Scalar, Rhs>,
{
    type Columns = Dyn;
    type Rows = Dyn;
    type Product = Fits<DynShape>;
}

/// `[..L, K] by []` has no inner size
impl<Lead, K> Contracts<Scalar> for Axes<Lead, K>
where
    Shapes: HasInnerAxis<Self, Scalar>,
{
    type Columns = Dyn;
    type Rows = Dyn;
    type Product = Fits<DynShape>;
}

/// The verdict on what the left operand has before its columns (`Self`) and the batches of the right operand.
///
/// `[..S] beside [] = [..S]` is a supertrait of [`Shape`], so that `[..S, K]` can be multiplied by `[K, N]` whether or
/// not `S` is empty.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the batches of the two matrices broadcast: `{Self}` without its rows, and `{Batch}`",
    label = "nothing here says that the batches broadcast: `{Self}` without its rows on the left, `{Batch}` on the right",
    note = "where the two are always equal, use one parameter for both, as `shape![..S, M, K]` can be multiplied by `shape![K, N]` and by `shape![..S, K, N]`, whatever `S` is",
    note = "or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait RowsMeet<Batch> {
    /// [`Fits`] or [`Clash`](crate::verdict::Clash).
    type Verdict: ShapeVerdict;
}

/// `[] beside [..R] = [..R]`: a vector has no rows
impl<Batch> RowsMeet<Batch> for Scalar {
    type Verdict = Fits<Batch>;
}

/// `[..L, M] beside [..R] = [..(L with R), M]`
impl<Lead, M, Batch> RowsMeet<Batch> for Axes<Lead, M>
where
    Batch: Meets<Lead>,
{
    type Verdict = <Batch::Verdict as ShapeVerdict>::Then<M>;
}

/// `dynamic rank beside [..R] = dynamic rank`: it is not known whether there are rows
impl<Batch> RowsMeet<Batch> for DynShape {
    type Verdict = Fits<DynShape>;
}

/// The shape of a matrix product: the rule of [`MatrixProduct`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::matrix_product_shape;
///
/// assert_eq!(matrix_product_shape(&[8, 1, 2, 3], &[4, 3, 5])?.dims(), [8, 4, 2, 5]);
/// let error = matrix_product_shape(&[2, 3], &[2, 3]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot multiply matrices [2, 3] and [2, 3]: inner size 3 does not match inner size 2; the right side fits \
///      after transpose()",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if an operand has no axes, if the inner sizes differ, or if the axes in front do not broadcast.
pub fn matrix_product_shape(lhs: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let columns = match (lhs.last(), rhs.len()) {
        (Some(&columns), 1..) => columns,
        _ => return Err(ShapeErrorKind::NoMatrix.between(lhs, rhs)),
    };
    // A vector is one row on the left, and one column on the right.
    let (left, rows) = match lhs {
        [left @ .., rows, _] => (left, &[*rows][..]),
        _ => (&[][..], &[][..]),
    };
    let (right, inner, end) = match rhs {
        [right @ .., inner, end] => (right, *inner, &[*end][..]),
        [inner] => (&[][..], *inner, &[][..]),
        [] => return Err(ShapeErrorKind::NoMatrix.between(lhs, rhs)),
    };
    Rule::MATRIX_PRODUCT.check_size(-1, [columns, inner], lhs, rhs)?;
    let counts = broadcast_shapes(&[left, right])
        .map_err(|error| Rule::BROADCAST.in_front(&error, 2).between(lhs, rhs))?;
    let rank = counts.rank() + rows.len() + end.len();
    DynShape::build(rank, 1, &|axis| match rank - axis {
        index if index < counts.rank() => counts.dims()[index],
        index if index < counts.rank() + rows.len() => rows[0],
        _ => end[0],
    })
    .ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}
