//! Rules for the matrices in the last two axes of a shape, for square ones, and for systems of equations.
//!
//! ```
//! use shapecheck::algebra::{Matrices, SquareMatrices};
//! use shapecheck::shape;
//!
//! fn matrices<S: Matrices>() {}
//! fn square<S: SquareMatrices>() {}
//! matrices::<shape![8, 3, 4]>();
//! square::<shape![8, 3, 3]>();
//! square::<shape![8, _, 3]>(); // checked at run time
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::algebra::SquareMatrices;
//! use shapecheck::shape;
//!
//! fn square<S: SquareMatrices>() {}
//! square::<shape![8, 3, 4]>(); // 3 rows and 4 columns
//! ```

use super::network::with_last;
use super::topk::resized;
use super::{AxisEqualTo, AxisEquals, Contracts, MoveAxes, matrix_product_shape, move_axes_order};
use crate::dim::{Extent, Minus, Plus, SizeOrZero, Smaller};
use crate::error::{Rule, ShapeErrorKind};
use crate::shape::AxisList;
use crate::verdict::{
    Accept, AxisVerdict, BroadcastRule, EquationsRule, Last, NeedsMatrix, ObservationsRule,
    Operands, OperandsWith, Shapes, SquareRule,
};
use crate::{Axes, Axis, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError};

/// A shape whose last two axes are matrices, or one of run-time rank.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "a matrix is needed: nothing here says that the shape has two axes",
    label = "expected two axes or more, not `{Self}`",
    note = "in generic code the axes have to stand in the type: `shape![..S, M, N]` has two, whatever `S` is"
)]
pub trait Matrices: Shape {
    /// The number of rows.
    type Rows: Dim;
    /// The number of columns.
    type Columns: Dim;
    /// The axes before them.
    type InFront: Shape;
    /// The shape of the inverses, where there are some.
    #[doc(hidden)]
    type Inverse: Shape;
}

/// `[..S, M, N]` has M rows and N columns
#[diagnostic::do_not_recommend]
impl<Lead: Shape, M: Dim, N: Dim> Matrices for Axes<Axes<Lead, M>, N> {
    type Rows = M;
    type Columns = N;
    type InFront = Lead;
    type Inverse = Axes<Axes<Lead, N>, M>;
}

/// `[..dynamic rank, N]`
impl<N: Dim> Matrices for Axes<DynShape, N> {
    type Rows = Dyn;
    type Columns = N;
    type InFront = DynShape;
    type Inverse = Self;
}

/// `dynamic rank`
impl Matrices for DynShape {
    type Rows = Dyn;
    type Columns = Dyn;
    type InFront = Self;
    type Inverse = Self;
}

/// `[N]` has one axis
impl<N: Dim> Matrices for Axes<Scalar, N>
where
    Shapes: NeedsMatrix<N, 1>,
{
    type Rows = Dyn;
    type Columns = Dyn;
    type InFront = DynShape;
    type Inverse = Self;
}

/// `[]` has no axis
impl Matrices for Scalar
where
    // A bound without a parameter would be refused here, and not where a shape is used.
    for<'a> Shapes: NeedsMatrix<&'a Self, 0>,
{
    type Rows = Dyn;
    type Columns = Dyn;
    type InFront = DynShape;
    type Inverse = Self;
}

/// A number of rows that is the number of columns, or one of the two is dynamic.
// Part of `SquareMatrices`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a square matrix is needed: `{Self}` rows and `{Columns}` columns",
    label = "nothing here says that `{Self}` is `{Columns}`",
    note = "`pinv`, `lstsq`, `qr` and `svd` take matrices of any number of rows and columns",
    note = "where both are always equal, use one parameter for both sizes, or, where one is computed, add the bound `where {Self}: SameAs<{Columns}>`, where a const parameter `N` is `dim!(N)` (the bound that rustc may suggest below is not enough)"
)]
pub trait MakesSquare<Columns> {
    /// [`Fits`](crate::verdict::Fits) or [`Clash`](crate::verdict::Clash).
    type Verdict: AxisVerdict;
}

#[diagnostic::do_not_recommend]
impl<Rows: AxisEquals<Columns>, Columns> MakesSquare<Columns> for Rows {
    type Verdict = Rows::Verdict;
}

/// A shape of [`Matrices`] that are square. Dynamic sizes are checked at run time.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these matrices are square",
    label = "nothing here says that `{Self}` has as many rows as columns",
    note = "where rows and columns are always as many, use one parameter for both, or add the bound `where {Self}: SquareMatrices` (the bound that rustc may suggest below is not enough)"
)]
pub trait SquareMatrices: Matrices {}

impl<S, Rows, Columns, Verdict> SquareMatrices for S
where
    S: Matrices<Rows = Rows, Columns = Columns>,
    Rows: MakesSquare<Columns, Verdict = Verdict>,
    Verdict: AxisVerdict,
    Operands: Accept<SquareRule, Verdict::At<Last>>,
{
}

/// As many rows as columns, whatever the names of the two are: a matrix `[World, Body]` takes what is seen from the body to
/// the world.
// Part of `Invertible`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a square matrix is needed: `{Self}` rows and `{Columns}` columns",
    label = "nothing here says that `{Self}` and `{Columns}` are the same number",
    note = "`pinv`, `lstsq`, `qr` and `svd` take matrices of any number of rows and columns",
    note = "where both are always equal, use one parameter for both sizes, or add as a bound what the line `required for ... to implement ...` says (the bound that rustc may suggest below is not enough)"
)]
pub trait AsManyAs<Columns> {
    /// [`Fits`](crate::verdict::Fits) or [`Clash`](crate::verdict::Clash).
    type Verdict: AxisVerdict;
    /// What is known of either.
    type Size;
}

/// `M = N`, without their names. If the names are equal too, they carry what is known of either.
#[diagnostic::do_not_recommend]
impl<Rows: Dim, Columns: Dim> AsManyAs<Columns> for Rows
where
    Rows: AxisEquals<Columns>,
    Rows::Unnamed: AxisEquals<Columns::Unnamed>,
{
    type Verdict = <<Rows::Unnamed as AxisEquals<Columns::Unnamed>>::Verdict as AxisVerdict>::Of<
        Rows,
        Columns,
    >;
    type Size = <<Rows as AxisEquals<Columns>>::Verdict as AxisVerdict>::SizeOr<Rows>;
}

/// A shape of [`Matrices`] with as many rows as columns, and the shape of their inverses. Dynamic sizes are checked at run
/// time.
///
/// ```text
/// [..S, M, N]: [..S, N, M], where M and N are one number
/// ```
///
/// The two may have different names: the inverse of a matrix that takes `Body` to `World` takes `World` to `Body`.
///
/// ```
/// use shapecheck::{InlineTensor, dims, shape};
///
/// dims! { World = 3, Body = 3 }
///
/// let turn: InlineTensor<f64, shape![World, Body]> = InlineTensor::from([[0., -2., 0.], [2., 0., 0.], [0., 0., 2.]]).named();
/// let back: InlineTensor<f64, shape![Body, World]> = turn.inverse();
/// let seen: InlineTensor<f64, shape![World]> = InlineTensor::from([1.0, 2.0, 3.0]).named();
/// let _: InlineTensor<f64, shape![Body]> = turn.solve(&seen);
/// assert_eq!(back.matmul(&seen), turn.solve(&seen));
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::InlineTensor;
///
/// // a square matrix is needed: 2 rows and 3 columns
/// InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).inverse();
/// ```
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these matrices are square",
    label = "nothing here says that `{Self}` has as many rows as columns",
    note = "where rows and columns are always as many, use one parameter for both, or add the bound `where {Self}: Invertible` (the bound that rustc may suggest below is not enough)"
)]
pub trait Invertible: Matrices {
    /// The shape of the inverses.
    type Output: Shape;
}

impl<S, Rows, Columns, Verdict> Invertible for S
where
    S: Matrices<Rows = Rows, Columns = Columns>,
    Rows: AsManyAs<Columns, Verdict = Verdict>,
    Verdict: AxisVerdict,
    Operands: Accept<SquareRule, Verdict::At<Last>>,
{
    type Output = S::Inverse;
}

/// A shape of coefficients for equations with right-hand sides of shape `Rhs`, and the shape of the solutions.
///
/// ```text
/// [..L, M, N] for [..R, M, K] = [..(L with R), N, K], where M and N are one number
/// [..L, M, N] for [M]         = [..L, N]
/// ```
///
/// `L with R` is the shape that the two [broadcast](crate::Broadcast) to. A vector is a single right-hand side, as in
/// NumPy 2.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these equations have as many right-hand sides",
    label = "nothing here says that `{Self}` can be solved for `{Rhs}`",
    note = "add a bound on the whole shapes of the two operands: `where {Self}: Solves<{Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait Solves<Rhs>: Invertible {
    /// The shape of the solutions.
    type Output: Shape;
}

/// `A X = B`: X has the shape of the product of the inverse of A and B. The number of equations is what is known of the
/// number of rows and of columns.
impl<S, Rhs, Inverse, Rows, Columns, Equations, Values, Product, Verdict> Solves<Rhs> for S
where
    S: Invertible + Matrices<Inverse = Inverse, Rows = Rows, Columns = Columns>,
    Inverse: Contracts<Rhs, Rows = Values, Product = Product>,
    Rows: AsManyAs<Columns, Size = Equations>,
    Values: AxisEqualTo<Equations, Verdict = Verdict>,
    Verdict: AxisVerdict,
    OperandsWith<Rhs>: Accept<EquationsRule, Verdict::At<Last>> + Accept<BroadcastRule, Product>,
{
    type Output = <OperandsWith<Rhs> as Accept<BroadcastRule, Product>>::Output;
}

/// A shape of coefficients, of any numbers of equations and unknowns, with right-hand sides of shape `Rhs`, and the
/// shape of the solutions whose errors have the least squares.
///
/// ```text
/// [..L, M, N] for [..R, M, K] = [..(L with R), N, K]
/// [..L, M, N] for [M]         = [..L, N]
/// ```
///
/// `L with R` is the shape that the two [broadcast](crate::Broadcast) to. As for [`Solves`], a vector is a single
/// right-hand side.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell whether these equations have as many right-hand sides",
    label = "nothing here says that `{Self}` has as many rows as the right-hand sides `{Rhs}`",
    note = "add a bound on the whole shapes of the two operands: `where {Self}: LeastSquares<{Rhs}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait LeastSquares<Rhs>: Matrices {
    /// The shape of the solutions.
    type Output: Shape;
    /// The shape of the right-hand sides by singular vectors.
    #[doc(hidden)]
    type Parts: Shape;
}

/// X is the pseudo-inverse of A, of the shape of A transposed, times B
impl<S, Rhs, Lead, Rows, Columns, Values, Product, Parts, Verdict> LeastSquares<Rhs> for S
where
    S: Matrices<InFront = Lead, Rows = Rows, Columns = Columns>,
    Rows: Dim,
    Columns: Dim,
    Axes<Axes<Lead, Columns>, Rows>: Contracts<Rhs, Rows = Values, Product = Product>,
    Values: AxisEqualTo<Rows, Verdict = Verdict>,
    Verdict: AxisVerdict,
    Axes<Axes<Lead, Smaller<Rows, Columns>>, Rows>: Contracts<Rhs, Product = Parts>,
    OperandsWith<Rhs>: Accept<ObservationsRule, Verdict::At<Last>>
        + Accept<BroadcastRule, Product>
        + Accept<BroadcastRule, Parts>,
{
    type Output = <OperandsWith<Rhs> as Accept<BroadcastRule, Product>>::Output;
    type Parts = <OperandsWith<Rhs> as Accept<BroadcastRule, Parts>>::Output;
}

/// The number of rows and columns of square matrices: the rule of [`SquareMatrices`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::square_size;
///
/// assert_eq!(square_size(&[8, 3, 3]), Ok(3));
/// let error = square_size(&[8, 3, 4]).unwrap_err();
/// assert_eq!(error.to_string(), "a square matrix is needed: shape [8, 3, 4] has 3 rows and 4 columns");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes, or if the last two differ.
pub fn square_size(sizes: &[usize]) -> Result<usize, ShapeError> {
    match *sizes {
        [.., rows, columns] if rows == columns => Ok(rows),
        [.., rows, columns] => Err(Rule::SQUARE.sizes(-1, rows, columns).of(sizes)),
        _ => Err(ShapeError::few_axes(sizes)),
    }
}

/// The shape of the solutions of equations: the rule of [`Solves`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::solve_shape;
///
/// assert_eq!(solve_shape(&[8, 3, 3], &[3, 2])?.dims(), [8, 3, 2]);
/// let error = solve_shape(&[3, 3], &[4]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot solve equations [3, 3] for [4]: there are 3 equations, but 4 numbers on the right",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the coefficients are not square matrices, if there are not as many equations as numbers on the
/// right-hand side, or if the axes in front do not broadcast.
pub fn solve_shape(coefficients: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let equations = square_size(coefficients)?;
    match matrix_product_shape(coefficients, rhs) {
        Err(error) => Err(match error.kind() {
            ShapeErrorKind::Sizes {
                rule: Rule::MATRIX_PRODUCT,
                rhs: rows,
                ..
            } => Rule::EQUATIONS
                .sizes(-1, equations, rows)
                .between(coefficients, rhs),
            _ => error,
        }),
        shape => shape,
    }
}

/// The shape of solutions whose errors have the least squares: the rule of [`LeastSquares`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::lstsq_shape;
///
/// assert_eq!(lstsq_shape(&[8, 4, 3], &[4, 2])?.dims(), [8, 3, 2]);
/// assert_eq!(lstsq_shape(&[4, 3], &[4])?.dims(), [3]);
/// let error = lstsq_shape(&[4, 3], &[3]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot solve equations [4, 3] for [3]: there are 4 equations, but 3 numbers on the right",
/// );
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the coefficients are not matrices, if there are not as many equations as numbers on the
/// right-hand side, or if the axes in front do not broadcast.
pub fn lstsq_shape(coefficients: &[usize], rhs: &[usize]) -> Result<DynShape, ShapeError> {
    let transposed = pinv_shape(coefficients)?;
    matrix_product_shape(transposed.dims(), rhs).map_err(|error| match error.kind() {
        ShapeErrorKind::Sizes {
            rule: Rule::MATRIX_PRODUCT,
            lhs: equations,
            rhs: rows,
            ..
        } => Rule::OBSERVATIONS
            .sizes(-1, equations, rows)
            .between(coefficients, rhs),
        kind => kind.between(coefficients, rhs),
    })
}

/// The number of elements on the diagonal that begins in the first row, `K` columns to the right: the smaller of `M`
/// and `N - K`, or 0 if there are none.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type DiagonalAbove<M, N, K> = Smaller<M, Past<N, K>>;

/// The number of elements on the diagonal that begins in the first column, `K` rows down.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
pub type DiagonalBelow<M, N, K> = Smaller<Past<M, K>, N>;

/// `N - K`, or 0.
type Past<N, K> = SizeOrZero<Minus<N, K>>;

/// The shape of the diagonal of each matrix that is `offset` columns to the right of the main one, or `-offset` rows
/// below it if `offset` is negative: the rule of [`DiagonalAbove`] and [`DiagonalBelow`] over slices of sizes.
///
/// ```
/// use shapecheck::algebra::diagonal_shape;
///
/// assert_eq!(diagonal_shape(&[8, 3, 4], 0)?.dims(), [8, 3]);
/// assert_eq!(diagonal_shape(&[8, 3, 4], 2)?.dims(), [8, 2]);
/// assert_eq!(diagonal_shape(&[8, 3, 4], -2)?.dims(), [8, 1]);
/// let error = diagonal_shape(&[3], 0).unwrap_err();
/// assert_eq!(error.to_string(), "a matrix is needed: shape [3] has fewer than two axes");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn diagonal_shape(sizes: &[usize], offset: isize) -> Result<DynShape, ShapeError> {
    let [in_front @ .., rows, columns] = sizes else {
        return Err(ShapeError::few_axes(sizes));
    };
    let (below, above) = match offset < 0 {
        true => (offset.unsigned_abs(), 0),
        false => (0, offset.unsigned_abs()),
    };
    let size = rows
        .saturating_sub(below)
        .min(columns.saturating_sub(above));
    Ok(with_end(in_front, &[size]))
}

/// The list of the last two axes.
pub(crate) type LastTwo = AxisList<(Axis<-2>, Axis<-1>), (Axis<-2>, Axis<-1>)>;

/// A shape with matrices in two axes, whose rows lie along the first axis of `List` and whose columns along the second,
/// and the diagonals that begin in the first row, `K` columns to the right.
///
/// ```text
/// axes![-3, -1] of [..S, M, H, N] = [..S, H, the smaller of M and N - K]
/// ```
///
/// A diagonal below the main one is one above it of the transpose: `axes![-1, -3]`. The rule is that of PyTorch's
/// `diagonal`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell how long the diagonals along these axes are",
    label = "nothing here says what the diagonals of `{Self}` along two axes are",
    note = "add the bound `where {Self}: DiagonalAlong<{List}, {K}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait DiagonalAlong<List, K>: Shape {
    /// The shape with both axes at the end.
    type Moved: Matrices;
    /// The shape of the diagonals.
    type Output: Shape;
}

/// The rows and the columns are moved to the end.
impl<S, List, K: Extent, Moved: Matrices> DiagonalAlong<List, K> for S
where
    S: MoveAxes<List, LastTwo, Output = Moved>,
{
    type Moved = Moved;
    type Output = Axes<Moved::InFront, DiagonalAbove<Moved::Rows, Moved::Columns, K>>;
}

/// A shape with vectors along the last axis, and square matrices in two axes that have them as the diagonals that begin
/// in the first row, `K` columns to the right. `List` names the places of the rows and of the columns.
///
/// ```text
/// axes![-3, -1] of [..S, H, N] = [..S, N + K, H, N + K]
/// ```
///
/// The rule is that of PyTorch's `diag_embed`.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[diagnostic::on_unimplemented(
    message = "cannot tell what matrices have these diagonals",
    label = "nothing here says what matrices along two axes have vectors of `{Self}` as diagonals",
    note = "add the bound `where {Self}: DiagAlong<{List}, {K}>` (the bound that rustc may suggest below is not enough)"
)]
pub trait DiagAlong<List, K>: HasAxis<-1> {
    /// The shape with the matrices in the last two axes.
    type Last: Shape;
    /// The shape with the matrices in their places.
    type Output: Shape;
}

/// The last two axes are moved to the places.
impl<S, Lead, N, List, K: Dim> DiagAlong<List, K> for S
where
    S: HasAxis<-1, Without = Lead, Size = N>,
    N: Dim,
    Axes<Axes<Lead, Plus<N, K>>, Plus<N, K>>: MoveAxes<LastTwo, List>,
{
    type Last = Axes<Axes<Lead, Plus<N, K>>, Plus<N, K>>;
    type Output = <Self::Last as MoveAxes<LastTwo, List>>::Output;
}

/// The shape of the diagonals along two axes, those of the rows and of the columns, counted from the end: the rule of
/// [`DiagonalAlong`] over slices of sizes. They are `offset` columns to the right of the main one, or `-offset` rows
/// below it if `offset` is negative.
///
/// ```
/// use shapecheck::algebra::diagonal_along_shape;
///
/// assert_eq!(diagonal_along_shape(&[3, 8, 4], [-3, -1], 0)?.dims(), [8, 3]);
/// assert_eq!(diagonal_along_shape(&[3, 8, 4], [-3, -1], 2)?.dims(), [8, 2]);
/// assert!(diagonal_along_shape(&[3, 8, 4], [-1, -1], 0).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are no such axes, or if they are the same.
pub fn diagonal_along_shape(
    sizes: &[usize],
    axes: [isize; 2],
    offset: isize,
) -> Result<DynShape, ShapeError> {
    let order = move_axes_order(sizes, &axes, &[-2, -1])?;
    diagonal_shape(in_order(sizes, &order).dims(), offset)
}

/// The shape of matrices along two axes, those of the rows and of the columns, counted from the end, that have the
/// vectors along the last axis as diagonals: the rule of [`DiagAlong`] over slices of sizes. The diagonals are `offset`
/// columns to the right of the main one, or `-offset` rows below it if `offset` is negative.
///
/// ```
/// use shapecheck::algebra::diag_along_shape;
///
/// assert_eq!(diag_along_shape(&[8, 3], [-3, -1], 0)?.dims(), [3, 8, 3]);
/// assert_eq!(diag_along_shape(&[8, 3], [-3, -2], 2)?.dims(), [5, 5, 8]);
/// assert!(diag_along_shape(&[8, 3], [-4, -1], 0).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no axis, if the number of rows overflows `usize`, or if the result does not have such
/// axes or they are the same.
pub fn diag_along_shape(
    sizes: &[usize],
    axes: [isize; 2],
    offset: isize,
) -> Result<DynShape, ShapeError> {
    let last = diag_at_shape(sizes, offset)?;
    let order = move_axes_order(last.dims(), &[-2, -1], &axes)?;
    Ok(in_order(last.dims(), &order))
}

/// The sizes in an order of axes, which are counted from the first, from 0.
fn in_order(sizes: &[usize], order: &DynShape) -> DynShape {
    let mut ordered = order.clone();
    for (size, &axis) in ordered.dims_mut().iter_mut().zip(order.dims()) {
        *size = sizes[axis];
    }
    ordered
}

/// The shapes of Q and R in the QR decomposition of each matrix.
///
/// ```
/// use shapecheck::algebra::qr_shapes;
///
/// let (q, r) = qr_shapes(&[8, 4, 3])?;
/// assert_eq!((q.dims(), r.dims()), (&[8, 4, 3][..], &[8, 3, 3][..]));
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn qr_shapes(sizes: &[usize]) -> Result<(DynShape, DynShape), ShapeError> {
    let [in_front @ .., rows, columns] = sizes else {
        return Err(ShapeError::few_axes(sizes));
    };
    let smaller = *rows.min(columns);
    Ok((
        with_end(in_front, &[*rows, smaller]),
        with_end(in_front, &[smaller, *columns]),
    ))
}

/// The shapes of Q and R in the complete QR decomposition of each matrix, where Q is square.
///
/// ```
/// use shapecheck::algebra::complete_qr_shapes;
///
/// let (q, r) = complete_qr_shapes(&[8, 4, 3])?;
/// assert_eq!((q.dims(), r.dims()), (&[8, 4, 4][..], &[8, 4, 3][..]));
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn complete_qr_shapes(sizes: &[usize]) -> Result<(DynShape, DynShape), ShapeError> {
    match sizes {
        [in_front @ .., rows, _] => Ok((with_end(in_front, &[*rows, *rows]), sizes.into())),
        _ => Err(ShapeError::few_axes(sizes)),
    }
}

/// The shapes of `U`, the singular values and `V` in the singular value decomposition of each matrix.
///
/// ```
/// use shapecheck::algebra::svd_shapes;
///
/// let [u, values, v] = svd_shapes(&[8, 4, 3])?;
/// assert_eq!((u.dims(), values.dims(), v.dims()), (&[8, 4, 3][..], &[8, 3][..], &[8, 3, 3][..]));
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn svd_shapes(sizes: &[usize]) -> Result<[DynShape; 3], ShapeError> {
    let (u, v) = qr_shapes(sizes)?;
    Ok([u, diagonal_shape(sizes, 0)?, v])
}

/// The shapes of `U`, the singular values and `V` in the full singular value decomposition of each matrix, where `U`
/// and `V` are square.
///
/// ```
/// use shapecheck::algebra::full_svd_shapes;
///
/// let [u, values, v] = full_svd_shapes(&[8, 4, 3])?;
/// assert_eq!((u.dims(), values.dims(), v.dims()), (&[8, 4, 4][..], &[8, 3][..], &[8, 3, 3][..]));
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn full_svd_shapes(sizes: &[usize]) -> Result<[DynShape; 3], ShapeError> {
    let [in_front @ .., rows, columns] = sizes else {
        return Err(ShapeError::few_axes(sizes));
    };
    Ok([
        with_end(in_front, &[*rows, *rows]),
        diagonal_shape(sizes, 0)?,
        with_end(in_front, &[*columns, *columns]),
    ])
}

/// The shape of a number for each matrix: of traces, of norms and of ranks.
///
/// ```
/// use shapecheck::algebra::trace_shape;
///
/// assert_eq!(trace_shape(&[8, 4, 3])?.dims(), [8]);
/// let error = trace_shape(&[3]).unwrap_err();
/// assert_eq!(error.to_string(), "a matrix is needed: shape [3] has fewer than two axes");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn trace_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    match sizes {
        [in_front @ .., _, _] => Ok(in_front.into()),
        _ => Err(ShapeError::few_axes(sizes)),
    }
}

/// The shape of a number for each square matrix: of determinants, and of their signs and logarithms.
///
/// ```
/// use shapecheck::algebra::det_shape;
///
/// assert_eq!(det_shape(&[8, 3, 3])?.dims(), [8]);
/// assert!(det_shape(&[8, 3, 4]).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes, or if the last two differ.
pub fn det_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    square_size(sizes)?;
    trace_shape(sizes)
}

/// The shapes of the eigenvalues and of the eigenvectors of each symmetric matrix.
///
/// ```
/// use shapecheck::algebra::eigh_shapes;
///
/// let (values, vectors) = eigh_shapes(&[8, 3, 3])?;
/// assert_eq!((values.dims(), vectors.dims()), (&[8, 3][..], &[8, 3, 3][..]));
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes, or if the last two differ.
pub fn eigh_shapes(sizes: &[usize]) -> Result<(DynShape, DynShape), ShapeError> {
    square_size(sizes)?;
    Ok((diagonal_shape(sizes, 0)?, sizes.into()))
}

/// The shape of the pseudo-inverse of each matrix: that of the transposed matrix.
///
/// ```
/// use shapecheck::algebra::pinv_shape;
///
/// assert_eq!(pinv_shape(&[8, 4, 3])?.dims(), [8, 3, 4]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn pinv_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    match sizes {
        [in_front @ .., rows, columns] => Ok(with_end(in_front, &[*columns, *rows])),
        _ => Err(ShapeError::few_axes(sizes)),
    }
}

/// The shape of the covariances of the variables of each matrix, which has a row for each variable, and of their
/// correlations.
///
/// ```
/// use shapecheck::algebra::cov_shape;
///
/// assert_eq!(cov_shape(&[8, 3, 100])?.dims(), [8, 3, 3]);
/// let error = cov_shape(&[100]).unwrap_err();
/// assert_eq!(error.to_string(), "a matrix is needed: shape [100] has fewer than two axes");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn cov_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    match sizes {
        [in_front @ .., variables, _] => Ok(with_end(in_front, &[*variables, *variables])),
        _ => Err(ShapeError::few_axes(sizes)),
    }
}

/// The shape of the part of each matrix above a diagonal or below it: that of the matrix.
///
/// ```
/// use shapecheck::algebra::triangle_shape;
///
/// assert_eq!(triangle_shape(&[8, 4, 3])?.dims(), [8, 4, 3]);
/// assert!(triangle_shape(&[3]).is_err());
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are fewer than two axes.
pub fn triangle_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    match sizes {
        [.., _, _] => Ok(sizes.into()),
        _ => Err(ShapeError::few_axes(sizes)),
    }
}

/// The shape of matrices that have the vectors along the last axis as their diagonals.
///
/// ```
/// use shapecheck::algebra::diag_shape;
///
/// assert_eq!(diag_shape(&[8, 3])?.dims(), [8, 3, 3]);
/// assert_eq!(diag_shape(&[]).unwrap_err().to_string(), "shape [] has no axis -1");
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no axis.
pub fn diag_shape(sizes: &[usize]) -> Result<DynShape, ShapeError> {
    diag_at_shape(sizes, 0)
}

/// The shape of square matrices that have the vectors along the last axis as the diagonals that are `offset` columns to
/// the right of the main one, or `-offset` rows below it if `offset` is negative: `N` and the offset are the number of
/// rows and of columns.
///
/// ```
/// use shapecheck::algebra::diag_at_shape;
///
/// assert_eq!(diag_at_shape(&[8, 3], 2)?.dims(), [8, 5, 5]);
/// assert_eq!(diag_at_shape(&[8, 3], -1)?.dims(), [8, 4, 4]);
/// # Ok::<(), shapecheck::ShapeError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no axis, or if the number of rows overflows `usize`.
pub fn diag_at_shape(sizes: &[usize], offset: isize) -> Result<DynShape, ShapeError> {
    let larger = resized(sizes, -1, |size| size.checked_add(offset.unsigned_abs()))?;
    with_last(larger.dims(), &larger.dims()[sizes.len() - 1..])
}

/// The result has no more axes than the shape that `in_front` comes from.
fn with_end(in_front: &[usize], end: &[usize]) -> DynShape {
    let rank = in_front.len() + end.len();
    let shape = DynShape::build(
        rank,
        1,
        &|axis| match (rank - axis).checked_sub(in_front.len()) {
            Some(place) => end[place],
            None => in_front[rank - axis],
        },
    );
    shape.unwrap_or_default()
}
