//! Linear algebra on the matrices in the last two axes: systems of equations, inverses, determinants, Cholesky factors,
//! diagonals and traces. With the feature `faer`, large matrices are left to that library.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let a = InlineTensor::from([[2.0_f64, 1.0], [1.0, 3.0]]);
//! let x: InlineTensor<f64, shape![2]> = a.solve(&InlineTensor::from([3.0, 5.0]));
//! assert!(a.matmul(&x).all_close(&InlineTensor::from([3.0, 5.0]), 1e-12, 0.0));
//! assert!((a.det().into_scalar() - 5.0).abs() < 1e-12);
//! assert_eq!(a.trace().into_scalar(), 5.0);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let a = InlineTensor::from([[2.0, 1.0], [1.0, 3.0]]);
//! a.solve(&InlineTensor::from([3.0, 5.0, 7.0])); // there are 2 equations, but 3 numbers on the right
//! ```

use core::ops::Add;

use crate::typenum::U1;
use num_traits::Zero;

use super::{
    TensorOn, check_lead_names, counted, is_countable, or_panic, panicking_form, passed_sizes,
};
use crate::algebra::{
    DiagonalAbove, DiagonalAlong, DiagonalBelow, Invertible, IsVector, Matrices, Solves,
    SquareMatrices, VecDot, diagonal_shape, move_axes_order, outer_shape, solve_shape, square_size,
    trace_shape, vecdot_shape,
};
use crate::dim::Smaller;
use crate::engine::{Binary, Creates, Engine, Factors, Inverts, MovesAxes, Operand, Products, ops};
use crate::host::iter::Offsets;
use crate::host::raw::Raw;
use crate::host::{Memory, NoEngine, Promoted, Promotes, layout, memory};
use crate::shape::list::is_static;
use crate::shape::{AxisNames, InsertAxis};
use crate::verdict::{OfOuter, Once};
use crate::{Axes, Dim, DynShape, MatrixError, Scalar, Shape, ShapeError, StaticDim};

/// `[..S, N, N]`
pub(super) type Square<Front, N> = Axes<Axes<Front, N>, N>;

/// Checks that matrices are square, unless the type of their shape says so.
#[inline]
fn check_square<S: Shape>(dims: &[usize]) -> Result<(), ShapeError> {
    if const { !is_static::<S>() } {
        square_size(dims)?;
    }
    Ok(())
}

/// The same, or a panic.
#[inline]
#[track_caller]
pub(super) fn must_be_square<S: Shape>(dims: &[usize]) {
    #[inline(never)]
    #[track_caller]
    fn must_be(dims: &[usize]) {
        or_panic(square_size(dims));
    }
    if const { !is_static::<S>() } {
        must_be(dims);
    }
}

/// Checks that there can be a number for each of some matrices, which are square: matrices without elements may be more
/// than can be counted.
#[inline]
fn check_numbers<S: Shape>(dims: &[usize]) -> Result<(), ShapeError> {
    check_square::<S>(dims)?;
    if const { !is_static::<S>() } {
        counted(trace_shape(dims))?;
    }
    Ok(())
}

/// Checks the sizes of equations where the types do not know them.
#[inline]
pub(super) fn check_equations<S: Shape, R: Shape>(
    coefficients: &[usize],
    rhs: &[usize],
) -> Result<(), ShapeError> {
    if const { !is_static::<S>() || !is_static::<R>() } {
        let sizes = solve_shape(coefficients, rhs)?;
        // With fewer axes, one of the two has none in front, and nothing stretches.
        if coefficients.len() > 2 && rhs.len() > 2 {
            check_lead_names::<S>(coefficients, 2, sizes.dims(), 2)?;
            check_lead_names::<R>(rhs, 2, sizes.dims(), 2)?;
        }
    }
    Ok(())
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Solves systems of linear equations: the result times these square matrices gives the right-hand sides. Shapes
    /// `[..S, N, N]` and `[..R, N, K]`, or `[N]` for a single right-hand side. The axes in front broadcast.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is singular, or if dynamic sizes do not fit.
    #[inline]
    #[doc(alias = "lu")]
    #[panicking_form(solve)]
    pub fn try_solve<R: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
    ) -> Result<TensorOn<T, O, E::Out>, MatrixError>
    where
        S: Solves<R, Output = O>,
        E: Inverts<T>,
    {
        check_equations::<S, R>(self.dims(), rhs.dims())?;
        let data = E::solve::<S, R, O>(&self.data, &rhs.data)?;
        Ok(TensorOn { data })
    }

    /// The inverse of each square matrix. To multiply by an inverse, [`solve`](Self::solve) is faster and more precise.
    /// Rows and columns may have two names: shape `[World, Body]` gives `[Body, World]`.
    ///
    /// # Panics
    ///
    /// Panics if a matrix is singular, or if the matrices have dynamic sizes and are not square.
    #[doc(alias = "inv")]
    #[inline]
    #[track_caller]
    pub fn inverse<O: Shape>(&self) -> TensorOn<T, O, E::Out>
    where
        S: Invertible<Output = O>,
        E: Inverts<T>,
    {
        must_be_square::<S>(self.dims());
        TensorOn::of(E::inverse_or_panic::<S, O>(&self.data))
    }

    /// Like [`inverse`](Self::inverse), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is singular, or if the matrices have dynamic sizes and are not square.
    #[inline]
    pub fn try_inverse<O: Shape>(&self) -> Result<TensorOn<T, O, E::Out>, MatrixError>
    where
        S: Invertible<Output = O>,
        E: Inverts<T>,
    {
        check_square::<S>(self.dims())?;
        match E::inverse::<S, O>(&self.data) {
            Ok(data) => Ok(TensorOn { data }),
            Err(error) => Err(error),
        }
    }

    /// The determinant of each square matrix: shape `[..S, N, N]` gives `[..S]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the matrices have dynamic sizes and are not square.
    #[doc(alias("determinant"))]
    #[inline]
    #[panicking_form(det)]
    pub fn try_det<Front: Shape>(&self) -> Result<TensorOn<T, Front, E::Out>, ShapeError>
    where
        S: Invertible<InFront = Front>,
        E: Inverts<T>,
    {
        check_numbers::<S>(self.dims())?;
        Ok(TensorOn::of(E::det::<S, Front>(&self.data)))
    }

    /// The Cholesky factor of each symmetric, positive definite matrix: the lower triangular matrix L whose product
    /// `L * transpose(L)` is the matrix. Only the elements on and below the diagonal are read.
    ///
    /// # Errors
    ///
    /// Returns an error if a matrix is not positive definite, or if the matrices have dynamic sizes and are not square.
    #[inline]
    #[panicking_form(cholesky)]
    pub fn try_cholesky(&self) -> Result<TensorOn<T, S, E::Out>, MatrixError>
    where
        S: SquareMatrices,
        E: Factors<T>,
    {
        check_square::<S>(self.dims())?;
        let data = E::cholesky::<S>(&self.data)?;
        Ok(TensorOn { data })
    }
}

/// The engine that holds a product of tensors on two engines.
type Product<T, E, F> = <E as Products<T, F>>::OutputEngine;

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The dot products of vectors along the last axis: shapes `[..S, N]` and `[..R, N]`, whose axes in front
    /// broadcast.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2], [3, 4]]);
    /// assert_eq!(x.vecdot(&InlineTensor::from([10, 1])), InlineTensor::from([12, 34]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(vecdot)]
    pub fn try_vecdot<R: Shape, F: MovesAxes<T>>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, <Once<S, R> as VecDot<R>>::Output, Product<T, E, F>>, ShapeError>
    where
        S: VecDot<R> + InsertAxis<-2>,
        E: MovesAxes<T> + Products<T, F>,
        Product<T, E, F>: MovesAxes<T>,
    {
        let ones = ones_of_vectors::<S, R, <S as VecDot<R>>::Output>(self.dims(), rhs.dims())?;
        let (lhs, rhs) = (&self.data, &rhs.data);
        let products = E::rows_by_columns::<
            S,
            <S as InsertAxis<-2>>::Output,
            R,
            Axes<R, U1>,
            Matrix<<S as VecDot<R>>::Output>,
            <S as VecDot<R>>::Output,
        >;
        Ok(TensorOn::of(products(lhs, rhs, ones)))
    }

    /// The outer product of two vectors: `[M]` and `[N]` give `[M, N]`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1, 2]);
    /// assert_eq!(x.outer(&InlineTensor::from([3, 4, 5])), InlineTensor::from([[3, 4, 5], [6, 8, 10]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank does not have exactly one axis.
    #[doc(alias = "ger")]
    #[inline]
    #[track_caller]
    pub fn outer<M: Dim, N: Dim, R: IsVector<OfOuter<2>, Length = N>, F: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> TensorOn<T, Outer<M, N>, E::OutputEngine>
    where
        S: IsVector<OfOuter<1>, Length = M>,
        E: MovesAxes<T> + Binary<ops::Mul, T, F, Element = T>,
    {
        let sizes = match const { is_countable::<Outer<M, N>>() } {
            true => passed_sizes::<Outer<M, N>>(&[]),
            false => or_panic(outer_shape(self.dims(), rhs.dims())),
        };
        let column = Operand::ByValue(E::unsqueeze::<S, Axes<S, U1>>(&self.data, 1));
        TensorOn::of(E::binary::<Axes<S, U1>, R, Outer<M, N>>(
            column,
            Operand::ByRef(&rhs.data),
            sizes,
        ))
    }
}

/// The sizes of the products of vectors as matrices of one element each.
#[inline]
fn ones_of_vectors<S: Shape, R: Shape, O: Shape>(
    lhs: &[usize],
    rhs: &[usize],
) -> Result<DynShape, ShapeError> {
    if const { S::NAMES | R::NAMES != 0 } {
        let sizes = vecdot_shape(lhs, rhs)?;
        check_lead_names::<S>(lhs, 1, sizes.dims(), 0)?;
        check_lead_names::<R>(rhs, 1, sizes.dims(), 0)?;
    }
    match const { is_countable::<O>() && is_static::<S>() && is_static::<R>() } {
        true => Ok(passed_sizes::<Matrix<O>>(&[])),
        false => with_two_ones(vecdot_shape(lhs, rhs)),
    }
}

/// `[M, N]` from `[M]` and `[N]`.
type Outer<M, N> = Axes<Axes<Scalar, M>, N>;

/// `[..S, 1, 1]`
type Matrix<S> = Axes<Axes<S, U1>, U1>;

impl<T: Clone + 'static, S: Shape, E: Memory> TensorOn<T, S, E>
where
    NoEngine: Promotes<E>,
    Promoted<NoEngine, E>: Creates<T>,
{
    /// The diagonal of each matrix: shape `[..S, M, N]` gives the smaller of `M` and `N` elements.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.diagonal(), InlineTensor::from([1, 5]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn diagonal<Front: Shape, M: Dim, N: Dim>(
        &self,
    ) -> TensorOn<T, Axes<Front, Smaller<M, N>>, Promoted<NoEngine, E>>
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
    {
        self.diagonal_at(0)
    }

    /// The diagonal of each matrix that begins in the first row, `K` columns to the right. It has the smaller of `M`
    /// and `N - K` elements.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.diagonal_above::<dim!(1), _, _, _>(), InlineTensor::from([2, 6]));
    /// assert_eq!(x.diagonal_above::<dim!(2), _, _, _>(), InlineTensor::from([3]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn diagonal_above<K: StaticDim, Front: Shape, M: Dim, N: Dim>(
        &self,
    ) -> TensorOn<T, Axes<Front, DiagonalAbove<M, N, K>>, Promoted<NoEngine, E>>
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
    {
        self.diagonal_at(isize::try_from(K::SIZE).unwrap_or(isize::MAX))
    }

    /// The diagonal of each matrix that begins in the first column, `K` rows down. It has the smaller of `M - K` and
    /// `N` elements.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn diagonal_below<K: StaticDim, Front: Shape, M: Dim, N: Dim>(
        &self,
    ) -> TensorOn<T, Axes<Front, DiagonalBelow<M, N, K>>, Promoted<NoEngine, E>>
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
    {
        self.diagonal_at(isize::try_from(K::SIZE).map_or(isize::MIN, |rows| -rows))
    }

    /// The diagonals of matrices in any two axes: `List` names the axis along which the rows lie, and that of the
    /// columns. They begin in the first row, `K` columns to the right. This is PyTorch's `diagonal`: the result has the
    /// other axes, then that of the diagonals. For a diagonal below the main one the axes are exchanged.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes, dim, shape};
    ///
    /// let x = InlineTensor::<i32, shape![2, 5, 3]>::from_fn(|[i, _, j]| (10 * i + j) as i32);
    /// let diagonals: InlineTensor<i32, shape![5, 2]> = x.diagonal_along::<axes![-3, -1], dim!(1)>();
    /// assert_eq!(diagonals.index_axis::<-2>(0), InlineTensor::from([1, 12]));
    /// let below: InlineTensor<i32, shape![5, 1]> = x.diagonal_along::<axes![-1, -3], dim!(1)>();
    /// assert_eq!(below.index_axis::<-2>(0), InlineTensor::from([10]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axes.
    #[track_caller]
    pub fn diagonal_along<List: AxisNames, K: StaticDim>(
        &self,
    ) -> TensorOn<T, <Once<S, List> as DiagonalAlong<List, K>>::Output, Promoted<NoEngine, E>>
    where
        S: DiagonalAlong<List, K>,
        E: MovesAxes<T>,
    {
        let order = or_panic(move_axes_order(
            self.dims(),
            &two_axes(List::ORDERED),
            &[-2, -1],
        ));
        let moved = TensorOn::<T, S::Moved, E>::of(E::permute(&self.data, order.dims()));
        moved.diagonal_at(isize::try_from(K::SIZE).unwrap_or(isize::MAX))
    }

    /// The diagonal that begins `offset` columns to the right, or `-offset` rows down if `offset` is negative.
    #[inline]
    #[track_caller]
    fn diagonal_at<O: Shape>(&self, offset: isize) -> TensorOn<T, O, Promoted<NoEngine, E>>
    where
        S: Matrices,
    {
        if let (0, Some(mut elements)) = (offset, self.only_diagonal()) {
            let sizes = DynShape::of_known(const { memory::known::<O>() });
            let next = || match elements.next() {
                Some(element) => element.clone(),
                None => unreachable!("there are as many as the shape has"),
            };
            return TensorOn::of(<Promoted<NoEngine, E>>::generate(sizes, next));
        }
        let (sizes, elements) = on_diagonals(E::raw::<T, S>(&self.data), offset);
        TensorOn::of(<Promoted<NoEngine, E>>::generate(sizes, elements))
    }

    /// The diagonal of the only matrix, if its sizes are in its type alone: what takes no plan.
    #[inline]
    fn only_diagonal(&self) -> Option<impl Iterator<Item = &T>> {
        if const { !E::IS_INLINE } {
            return None;
        }
        let raw = E::raw::<T, S>(&self.data);
        let ([rows, columns], [down, right]) = (raw.sizes, raw.strides) else {
            return None;
        };
        let size = *rows.min(columns);
        let (elements, step) = (raw.elements, down + right);
        Some((0..size).map(move |place| &elements[place * step]))
    }

    /// The sum of the diagonal of each square matrix: shape `[..S, N, N]` gives `[..S]`. Rows and columns are of one size, also by
    /// name; [`trace_at`](Self::trace_at) takes any matrices.
    ///
    /// # Panics
    ///
    /// Panics if the matrices have dynamic sizes and are not square.
    #[inline]
    #[track_caller]
    pub fn trace<Front: Shape>(&self) -> TensorOn<T, Front, Promoted<NoEngine, E>>
    where
        T: Zero + Add<Output = T>,
        S: SquareMatrices + Matrices<InFront = Front>,
    {
        must_be_square::<S>(self.dims());
        self.trace_at(0)
    }

    /// The sum of the diagonal of each matrix that begins `offset` columns to the right, or `-offset` rows down if
    /// `offset` is negative.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.trace_at(1).into_scalar(), 8);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[inline]
    #[track_caller]
    pub fn trace_at<Front: Shape>(&self, offset: isize) -> TensorOn<T, Front, Promoted<NoEngine, E>>
    where
        T: Zero + Add<Output = T>,
        S: Matrices<InFront = Front>,
    {
        if let (0, Some(elements)) = (offset, self.only_diagonal()) {
            let mut sum = Some(elements.cloned().fold(T::zero(), T::add));
            let sizes = DynShape::of_known(const { memory::known::<Front>() });
            let next = || sum.take().unwrap_or_else(T::zero);
            return TensorOn::of(<Promoted<NoEngine, E>>::generate(sizes, next));
        }
        let (front, sums) = sums_of_diagonals(E::raw::<T, S>(&self.data), offset);
        TensorOn::of(<Promoted<NoEngine, E>>::generate(front, sums))
    }
}

/// Two axes, counted from the end by negative numbers. They are given by their distances.
pub(super) fn two_axes(axes: &[usize]) -> [isize; 2] {
    match *axes {
        [rows, columns] => [rows, columns].map(|axis| -(axis as isize)),
        _ => unreachable!("the rule takes two axes"),
    }
}

// The elements of results, by functions that know no shape: a closure in a method would be compiled for each shape.

/// The sizes of diagonals, and their elements.
#[track_caller]
fn on_diagonals<T: Clone>(
    raw: Raw<'_, T>,
    offset: isize,
) -> (DynShape, impl FnMut() -> T + use<'_, T>) {
    let sizes = or_panic(diagonal_shape(raw.sizes, offset));
    let size = sizes.dims()[sizes.rank() - 1];
    let (mut place, mut matrix) = (0, 0);
    let (first, step, mut offsets) = diagonals(&raw, offset, size, sizes.dims());
    let element = move || {
        if place == 0 {
            matrix = match offsets.next() {
                Some(offset) => offset,
                None => unreachable!("there are as many diagonals as matrices"),
            };
        }
        let element = raw.elements[matrix + first + place * step].clone();
        place = (place + 1) % size;
        element
    };
    (sizes, element)
}

/// The sizes of traces, and the traces.
#[track_caller]
fn sums_of_diagonals<T: Clone + Zero + Add<Output = T>>(
    raw: Raw<'_, T>,
    offset: isize,
) -> (DynShape, impl FnMut() -> T + use<'_, T>) {
    let sizes = or_panic(diagonal_shape(raw.sizes, offset));
    let size = sizes.dims()[sizes.rank() - 1];
    let front = or_panic(trace_shape(raw.sizes));
    let (first, step, mut offsets) = diagonals(&raw, offset, size, front.dims());
    let sum = move || {
        let Some(matrix) = offsets.next() else {
            unreachable!("there are as many traces as matrices")
        };
        let diagonal = (0..size).map(|place| raw.elements[matrix + first + place * step].clone());
        diagonal.fold(T::zero(), T::add)
    };
    (front, sum)
}

/// The offset in memory of the first element of a diagonal, the distance between its elements, and the offset of each
/// matrix, if the result has elements.
#[track_caller]
fn diagonals<T>(
    raw: &Raw<'_, T>,
    offset: isize,
    size: usize,
    result: &[usize],
) -> (usize, usize, Offsets) {
    let rank = raw.rank();
    let (rows, columns) = (raw.strides[rank - 2], raw.strides[rank - 1]);
    let first = match (size, offset < 0) {
        // A diagonal outside of the matrix has no first element.
        (0, _) => 0,
        // It overflows only if another size is 0, and then there is nothing to read.
        (_, true) => offset.unsigned_abs().wrapping_mul(rows),
        (_, false) => offset.unsigned_abs().wrapping_mul(columns),
    };
    let offsets = match layout::count(result) {
        0 => Offsets::new(&[0], &[0]),
        _ => Offsets::new(&raw.sizes[..rank - 2], &raw.strides[..rank - 2]),
    };
    (first, rows.wrapping_add(columns), offsets)
}

/// The sizes of the products of rows and columns: matrices of one element.
#[inline(never)]
fn with_two_ones(sizes: Result<DynShape, ShapeError>) -> Result<DynShape, ShapeError> {
    let sizes = counted(sizes)?;
    Ok(layout::numbers(sizes.rank() + 2, |axis| {
        sizes.dims().get(axis).copied().unwrap_or(1)
    }))
}
