//! Matrix decompositions, and what they give: eigenvalues, singular values, ranks, pseudo-inverses, solutions by least
//! squares and norms.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//!
//! let a = InlineTensor::from([[3.0_f64, 0.0], [4.0, 5.0], [0.0, 1.0]]);
//! let (q, r) = a.qr();
//! let (q, r): (InlineTensor<f64, shape![3, 2]>, InlineTensor<f64, shape![2, 2]>) = (q, r);
//! assert!(q.matmul(&r).all_close(&a, 1e-12, 1e-12));
//!
//! let (values, vectors) = InlineTensor::from([[2.0_f64, 1.0], [1.0, 2.0]]).eigh();
//! assert!(values.all_close(&InlineTensor::from([1.0, 3.0]), 1e-12, 0.0));
//! assert!((vectors[[0, 1]] - vectors[[1, 1]]).abs() < 1e-12);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! InlineTensor::from([[3.0, 0.0], [4.0, 5.0], [0.0, 1.0]]).eigh(); // 3 rows and 2 columns
//! ```
//!
//! All of them work without an allocator. With the feature `faer`, matrices with at least 32 rows and columns are
//! decomposed by that library.

use crate::typenum::U1;
use num_traits::Float;

use super::linear::Square;
use super::{TensorOn, counted, or_panic, panicking_form};
use crate::algebra::{
    LeastSquares, Matrices, SquareMatrices, lstsq_shape, matrix_product_shape, pinv_shape,
    qr_shapes, square_size, trace_shape,
};
use crate::dim::Smaller;
use crate::engine::{Creates, Decomposes, Engine, MovesAxes, Products};
use crate::host::iter::Offsets;
use crate::host::raw::Raw;
use crate::host::{Memory, NoEngine, Promoted, Promotes, layout};
use crate::shape::{AxisNames, HasAxes};
use crate::verdict::Once;
use crate::{Axes, Dim, DynShape, HasAxis, Shape, ShapeError};

/// `[..S, M, K]` with the smaller of `M` and `N` for K.
type Tall<Front, M, N> = Axes<Axes<Front, M>, Smaller<M, N>>;
/// `[..S, K, N]` with the smaller of `M` and `N` for K.
type Wide<Front, M, N> = Axes<Axes<Front, Smaller<M, N>>, N>;
/// `[..S, K]`
type Values<Front, M, N> = Axes<Front, Smaller<M, N>>;

/// The kinds of matrix norm.
///
/// In the guide: [shape functions](crate::guide::shape_functions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixNorm {
    /// The square root of the sum of all squares.
    Frobenius,
    /// The sum of the singular values.
    Nuclear,
    /// The largest singular value: the largest factor by which the matrix lengthens a vector.
    Spectral,
    /// The largest column sum of absolute values; `1` in NumPy.
    Columns,
    /// The largest row sum of absolute values; `inf` in NumPy.
    Rows,
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The QR decomposition of each matrix: shape `[..S, M, N]` gives Q `[..S, M, K]` with orthonormal columns, and an
    /// upper triangular R `[..S, K, N]`, where K is the smaller of `M` and `N`. The matrix is `Q R`.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn qr<Front: Shape, M: Dim, N: Dim>(
        &self,
    ) -> (
        TensorOn<T, Tall<Front, M, N>, E::Out>,
        TensorOn<T, Wide<Front, M, N>, E::Out>,
    )
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
    {
        must_be_matrices(self.dims());
        let (q, r) = E::qr::<S, Tall<Front, M, N>, Wide<Front, M, N>>(&self.data, false);
        (TensorOn { data: q }, TensorOn { data: r })
    }

    /// The complete QR decomposition of each matrix: shape `[..S, M, N]` gives a square Q `[..S, M, M]` with
    /// orthonormal columns, and an upper triangular R `[..S, M, N]`. The matrix is `Q R`; if it has more rows than
    /// columns, the other rows of R are 0.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let a = InlineTensor::from([[3.0_f64, 0.0], [4.0, 5.0], [0.0, 1.0]]);
    /// let (q, r): (InlineTensor<f64, shape![3, 3]>, InlineTensor<f64, shape![3, 2]>) = a.complete_qr();
    /// assert!(q.matmul(&r).all_close(&a, 1e-12, 1e-12));
    /// assert_eq!((r[[2, 0]], r[[2, 1]]), (0.0, 0.0));
    /// ```
    ///
    /// In NumPy and PyTorch it is `qr(x, mode="complete")`.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[doc(alias = "qr")]
    #[track_caller]
    pub fn complete_qr<Front: Shape, M: Dim>(
        &self,
    ) -> (
        TensorOn<T, Square<Front, M>, E::Out>,
        TensorOn<T, S, E::Out>,
    )
    where
        S: Matrices<InFront = Front, Rows = M>,
        E: Decomposes<T>,
    {
        must_be_matrices(self.dims());
        let (q, r) = E::qr::<S, Square<Front, M>, S>(&self.data, true);
        (TensorOn { data: q }, TensorOn { data: r })
    }

    /// The eigenvalues of each symmetric matrix in ascending order, and the eigenvectors as columns of length 1: shape
    /// `[..S, N, N]` gives `[..S, N]` and `[..S, N, N]`. Only the elements on and below the diagonal are read. If the
    /// matrix contains NaN, the results are NaN.
    ///
    /// # Errors
    ///
    /// Returns an error if the matrices have dynamic sizes and are not square.
    #[doc(alias("linalg_eigh", "symmetric_eigen"))]
    #[panicking_form(eigh)]
    pub fn try_eigh<Front: Shape, N: Dim>(
        &self,
    ) -> Result<(TensorOn<T, Axes<Front, N>, E::Out>, TensorOn<T, S, E::Out>), ShapeError>
    where
        S: SquareMatrices<InFront = Front, Columns = N>,
        E: Decomposes<T>,
    {
        square_size(self.dims())?;
        let (values, vectors) = E::eigh::<S, Axes<Front, N>>(&self.data);
        Ok((TensorOn { data: values }, TensorOn { data: vectors }))
    }

    /// The eigenvalues of each symmetric matrix in ascending order, like those of [`eigh`](Self::eigh).
    ///
    /// # Errors
    ///
    /// Returns an error if the matrices have dynamic sizes and are not square.
    #[panicking_form(eigvalsh)]
    pub fn try_eigvalsh<Front: Shape, N: Dim>(
        &self,
    ) -> Result<TensorOn<T, Axes<Front, N>, E::Out>, ShapeError>
    where
        S: SquareMatrices<InFront = Front, Columns = N>,
        E: Decomposes<T>,
    {
        let (values, _) = self.try_eigh()?;
        Ok(values)
    }

    /// The singular value decomposition `U diag(values) V` of each matrix: shape `[..S, M, N]` gives U `[..S, M, K]`
    /// with orthonormal columns, the singular values `[..S, K]` in descending order, and V `[..S, K, N]` with
    /// orthonormal rows, where K is the smaller of `M` and `N`. If the matrix contains NaN, the results are NaN.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let a = InlineTensor::from([[0.0_f64, 3.0, 0.0], [2.0, 0.0, 0.0]]);
    /// let (u, values, v) = a.svd();
    /// assert!(values.all_close(&InlineTensor::from([3.0, 2.0]), 1e-12, 0.0));
    /// assert!((u * values).matmul(&v).all_close(&a, 1e-12, 1e-12));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[allow(clippy::type_complexity)]
    #[track_caller]
    pub fn svd<Front: Shape, M: Dim, N: Dim>(
        &self,
    ) -> (
        TensorOn<T, Tall<Front, M, N>, E::Out>,
        TensorOn<T, Values<Front, M, N>, E::Out>,
        TensorOn<T, Wide<Front, M, N>, E::Out>,
    )
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
    {
        must_be_matrices(self.dims());
        let (u, values, v) = E::svd::<S, Tall<Front, M, N>, Values<Front, M, N>, Wide<Front, M, N>>(
            &self.data, false,
        );
        (
            TensorOn { data: u },
            TensorOn { data: values },
            TensorOn { data: v },
        )
    }

    /// The full singular value decomposition of each matrix, like [`svd`](Self::svd) with square factors: shape
    /// `[..S, M, N]` gives U `[..S, M, M]`, the singular values `[..S, K]`, and V `[..S, N, N]`, where K is the smaller
    /// of `M` and `N`. The columns of U and the rows of V that have no singular value complete an orthonormal basis.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let a = InlineTensor::from([[0.0_f64, 3.0, 0.0], [2.0, 0.0, 0.0]]);
    /// let (u, values, v) = a.full_svd();
    /// let v: InlineTensor<f64, shape![3, 3]> = v;
    /// // The last row: what the matrix maps to 0.
    /// assert!(a.matmul(&v.index_axis::<-2>(2)).all_close(&InlineTensor::from([0.0, 0.0]), 0.0, 1e-12));
    /// # let _ = (u, values);
    /// ```
    ///
    /// In NumPy and PyTorch it is `svd(x, full_matrices=True)`.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[doc(alias = "svd")]
    #[allow(clippy::type_complexity)]
    #[track_caller]
    pub fn full_svd<Front: Shape, M: Dim, N: Dim>(
        &self,
    ) -> (
        TensorOn<T, Square<Front, M>, E::Out>,
        TensorOn<T, Values<Front, M, N>, E::Out>,
        TensorOn<T, Square<Front, N>, E::Out>,
    )
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
    {
        must_be_matrices(self.dims());
        let (u, values, v) =
            E::svd::<S, Square<Front, M>, Values<Front, M, N>, Square<Front, N>>(&self.data, true);
        (
            TensorOn { data: u },
            TensorOn { data: values },
            TensorOn { data: v },
        )
    }

    /// The singular values of each matrix in descending order: shape `[..S, M, N]` gives `[..S, K]`, where K is the
    /// smaller of `M` and `N`.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn svdvals<Front: Shape, M: Dim, N: Dim>(&self) -> TensorOn<T, Values<Front, M, N>, E::Out>
    where
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
    {
        self.svd().1
    }

    /// The rank of each matrix: shape `[..S, M, N]` gives `[..S]`. A singular value counts if it is more than rounding
    /// error: more than the largest one, times the larger of `M` and `N`, times the machine epsilon.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// assert_eq!(InlineTensor::from([[1.0, 2.0], [2.0, 4.0]]).matrix_rank().into_scalar(), 1);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[track_caller]
    pub fn matrix_rank<Front: Shape, M: Dim, N: Dim>(&self) -> TensorOn<usize, Front, E::Out>
    where
        T: Float,
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
        E::Out: Memory + Creates<usize>,
    {
        let values = self.svdvals();
        let (front, ranks) = ranks(self.dims(), E::Out::raw(&values.data));
        TensorOn::of(E::Out::generate(front, ranks))
    }

    /// The pseudo-inverse of each matrix: shape `[..S, M, N]` gives `[..S, N, M]`. It is the inverse where there is
    /// one.
    ///
    /// Singular values that [`matrix_rank`](Self::matrix_rank) does not count are taken as 0.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let a = InlineTensor::from([[2.0_f64, 0.0], [0.0, 0.0], [0.0, 4.0]]);
    /// let expected = InlineTensor::from([[0.5, 0.0, 0.0], [0.0, 0.0, 0.25]]);
    /// assert!(a.pinv().all_close(&expected, 1e-12, 1e-12));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[doc(alias = "pinverse")]
    #[track_caller]
    pub fn pinv<Front: Shape, M: Dim, N: Dim>(&self) -> TensorOn<T, Axes<Axes<Front, N>, M>, E::Out>
    where
        T: Float,
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
        E::Out: Memory + Creates<T>,
    {
        let (u, values, v) = self.svd();
        // The results are in row-major order.
        let elements = pseudo_inverses(
            self.dims(),
            E::Out::raw(&u.data).elements,
            E::Out::raw(&values.data).elements,
            E::Out::raw(&v.data).elements,
        );
        TensorOn::of(E::Out::generate(must_pinv_shape(self.dims()), elements))
    }

    /// Solves systems of linear equations as well as can be, by least squares: of all vectors it finds the one whose
    /// product with the matrix differs least from the right-hand side, by the sum of squared differences. Shapes
    /// `[..S, M, N]` and `[..R, M, K]` give `[.., N, K]`, and `[M]`, a single right-hand side, gives `[.., N]`. The
    /// axes in front broadcast.
    ///
    /// If several vectors are equally good, because a matrix has fewer rows than columns or a smaller
    /// [rank](Self::matrix_rank), the result is the shortest of them. It is computed from the singular value
    /// decomposition; singular values that `matrix_rank` does not count are taken as 0.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// // The line through points (0, 1), (1, 3), (2, 4), (3, 4): its slope, and its height at 0.
    /// let x = InlineTensor::from([[0.0_f64, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]);
    /// let line: InlineTensor<f64, shape![2]> = x.lstsq(&InlineTensor::from([1.0, 3.0, 4.0, 4.0]));
    /// assert!(line.all_close(&InlineTensor::from([1.0, 1.5]), 1e-12, 1e-12));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]);
    /// x.lstsq(&InlineTensor::from([1.0, 3.0])); // there are 3 equations, but 2 numbers on the right
    /// ```
    ///
    /// See [`lstsq_shape`] for the rule.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit, or if the element count of the result overflows `usize`.
    #[doc(alias = "least_squares")]
    #[panicking_form(lstsq)]
    pub fn try_lstsq<Front: Shape, M: Dim, N: Dim, R: Shape, O: Shape, F: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        T: Float,
        S: LeastSquares<R, Output = O> + Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Decomposes<T>,
        E::Out: Memory
            + Creates<T>
            + MovesAxes<T>
            + Products<T, F, OutputEngine = E::Out>
            + Products<T, OutputEngine = E::Out>,
    {
        let sizes = LeastSquaresSizes::of(self.dims(), rhs.dims())?;
        let (u, values, v) = self.svd();
        let (u, v) = (E::Out::raw(&u.data).elements, E::Out::raw(&v.data).elements);
        let values = E::Out::raw(&values.data).elements;
        // V* (U* B / values), where * is for transposed matrices.
        let across = E::Out::generate::<Axes<Axes<Front, Smaller<M, N>>, M>>(
            sizes.across.clone(),
            transposed(self.dims(), u),
        );
        let parts =
            <E::Out as Products<T, F>>::product::<_, R, S::Parts>(&across, &rhs.data, sizes.parts);
        let back = E::Out::generate::<Axes<Axes<Front, N>, Smaller<M, N>>>(
            sizes.back,
            inverse_factors(self.dims(), values, v),
        );
        // A vector on the right would be multiplied by each matrix: of several vectors, each has its own.
        let result = if rhs.dims().len() == 1 {
            let rank = sizes.result.rank();
            let column = E::Out::unsqueeze::<S::Parts, Axes<S::Parts, U1>>(&parts, rank);
            let sizes = with_one(&sizes.result)?;
            let product =
                <E::Out as Products<T>>::product::<_, _, Axes<O, U1>>(&back, &column, sizes);
            E::Out::squeeze::<Axes<O, U1>, O>(&product, &[rank])
        } else {
            <E::Out as Products<T>>::product::<_, S::Parts, O>(&back, &parts, sizes.result)
        };
        Ok(TensorOn::of(result))
    }

    /// The sign of the determinant of each matrix and the natural logarithm of its absolute value, for determinants
    /// that are too large or too small for a float. Shape `[..S, N, N]` gives `[..S]` twice. A singular matrix gives 0
    /// and minus infinity.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let (sign, logarithm) = InlineTensor::from([[0.0_f64, 2.0], [3.0, 0.0]]).slogdet();
    /// assert_eq!(sign.into_scalar(), -1.0);
    /// assert!((logarithm.into_scalar() - 6.0_f64.ln()).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the matrices have dynamic sizes and are not square.
    #[doc(alias = "logdet")]
    #[panicking_form(slogdet)]
    pub fn try_slogdet<Front: Shape>(
        &self,
    ) -> Result<(TensorOn<T, Front, E::Out>, TensorOn<T, Front, E::Out>), ShapeError>
    where
        S: SquareMatrices<InFront = Front>,
        E: Decomposes<T>,
    {
        square_size(self.dims())?;
        counted(trace_shape(self.dims()))?;
        let (signs, logarithms) = E::slogdet::<S, Front>(&self.data);
        Ok((TensorOn { data: signs }, TensorOn { data: logarithms }))
    }

    /// The norm of order p of each vector along an axis: the p-th root of the sum of the p-th powers of absolute
    /// values. Order 1 is the sum of absolute values, 2 the Euclidean norm, infinity the largest absolute value, minus
    /// infinity the smallest, and 0 counts the elements that are not 0. The axis stays, with size 1.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[3.0, -4.0], [0.0, 2.0]]);
    /// assert_eq!(x.vector_norm::<-1>(1.0), InlineTensor::from([[7.0], [2.0]]));
    /// assert_eq!(x.vector_norm::<-1>(f64::INFINITY), InlineTensor::from([[4.0], [2.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis, or if `order` is infinite and a vector has no elements.
    #[doc(alias = "norm")]
    #[track_caller]
    pub fn vector_norm<const AXIS: isize>(
        &self,
        order: T,
    ) -> TensorOn<T, S::WithOne, Promoted<NoEngine, E>>
    where
        T: Float,
        S: HasAxis<AXIS>,
        E: Memory,
        NoEngine: Promotes<E>,
        Promoted<NoEngine, E>: Creates<T>,
    {
        let axes = [AXIS.unsigned_abs()];
        let (sizes, norms) = vector_norms(E::raw::<T, S>(&self.data), &axes, order);
        TensorOn::of(<Promoted<NoEngine, E>>::generate(sizes, norms))
    }

    /// Like [`vector_norm`](Self::vector_norm), of the vectors that lie along several axes, such as `axes![-2, -1]`.
    /// The axes stay, with size 1. `x.flatten().vector_norm::<-1>(order)` is the norm of all elements.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes};
    ///
    /// let x = InlineTensor::from([[3.0, -4.0], [0.0, 2.0]]);
    /// assert_eq!(x.vector_norm_axes::<axes![-2, -1]>(1.0), InlineTensor::from([[9.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis, or if `order` is infinite and a vector has no elements.
    #[doc(alias = "norm")]
    #[track_caller]
    pub fn vector_norm_axes<List: AxisNames>(
        &self,
        order: T,
    ) -> TensorOn<T, <Once<S, List> as HasAxes<List>>::WithOnes, Promoted<NoEngine, E>>
    where
        T: Float,
        S: HasAxes<List>,
        E: Memory,
        NoEngine: Promotes<E>,
        Promoted<NoEngine, E>: Creates<T>,
    {
        let (sizes, norms) = vector_norms(E::raw::<T, S>(&self.data), List::SORTED, order);
        TensorOn::of(<Promoted<NoEngine, E>>::generate(sizes, norms))
    }

    /// A norm of each matrix: shape `[..S, M, N]` gives `[..S]`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    /// use shapecheck::tensor::MatrixNorm;
    ///
    /// let x = InlineTensor::from([[3.0, -4.0], [0.0, 0.0]]);
    /// assert_eq!(x.matrix_norm(MatrixNorm::Frobenius).into_scalar(), 5.0);
    /// assert_eq!(x.matrix_norm(MatrixNorm::Rows).into_scalar(), 7.0);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer than two axes.
    #[doc(alias = "norm")]
    #[track_caller]
    pub fn matrix_norm<Front: Shape, M: Dim, N: Dim>(
        &self,
        norm: MatrixNorm,
    ) -> TensorOn<T, Front, E::Out>
    where
        T: Float,
        S: Matrices<InFront = Front, Rows = M, Columns = N>,
        E: Memory + Decomposes<T>,
        E::Out: Memory + Creates<T>,
    {
        let front = fronts(self.dims());
        if let MatrixNorm::Nuclear | MatrixNorm::Spectral = norm {
            let values = self.svdvals();
            let norms = norms_of_values(E::Out::raw(&values.data), norm);
            return TensorOn::of(E::Out::generate(front, norms));
        }
        let norms = norms_of_elements(E::raw::<T, S>(&self.data), norm);
        TensorOn::of(E::Out::generate(front, norms))
    }
}

/// Panics if there are fewer than two axes.
#[inline(never)]
#[track_caller]
fn must_be_matrices(sizes: &[usize]) {
    or_panic(qr_shapes(sizes));
}

/// The axes before matrices.
#[inline(never)]
#[track_caller]
fn fronts(sizes: &[usize]) -> DynShape {
    or_panic(trace_shape(sizes))
}

/// The sizes of pseudo-inverses.
#[inline(never)]
#[track_caller]
fn must_pinv_shape(sizes: &[usize]) -> DynShape {
    or_panic(pinv_shape(sizes))
}

// The elements of results, by functions that know no shape: a closure in a method would be compiled for each shape.

/// The sizes of the ranks of matrices, and the ranks, from the matrices' sizes and their singular values.
fn ranks<'a, T: Float>(
    sizes: &[usize],
    values: Raw<'a, T>,
) -> (DynShape, impl FnMut() -> usize + use<'a, T>) {
    let limit = rounding::<T>(sizes);
    let (front, mut each) = rows(values);
    let rank = move || {
        let values = each.next().unwrap_or(&[]);
        let largest = values.first().copied().unwrap_or(T::zero());
        values
            .iter()
            .filter(|&&value| value > limit * largest)
            .count()
    };
    (front, rank)
}

/// The elements of the pseudo-inverses of matrices of these sizes, whose factors are in row-major order.
fn pseudo_inverses<'a, T: Float>(
    sizes: &[usize],
    u: &'a [T],
    values: &'a [T],
    v: &'a [T],
) -> impl FnMut() -> T + use<'a, T> {
    let (m, n) = match *sizes {
        [.., m, n] => (m, n),
        _ => unreachable!("matrices have two axes"),
    };
    let (k, limit) = (m.min(n), rounding::<T>(sizes));
    let mut place = 0;
    move || {
        let (matrix, within) = (place / (m * n), place % (m * n));
        let (row, column) = (within / m, within % m);
        place += 1;
        let values = &values[matrix * k..][..k];
        let terms = values
            .iter()
            .enumerate()
            .filter(|&(_, &value)| value > limit * values[0] || value.is_nan());
        let terms = terms.map(|(index, &value)| {
            u[(matrix * m + column) * k + index] * v[(matrix * k + index) * n + row] / value
        });
        terms.fold(T::zero(), |sum, term| sum + term)
    }
}

/// The sizes of what [`TensorOn::lstsq`] computes.
struct LeastSquaresSizes {
    /// The left singular vectors as rows.
    across: DynShape,
    /// The right-hand sides by these vectors.
    parts: DynShape,
    /// The right singular vectors as columns.
    back: DynShape,
    result: DynShape,
}

impl LeastSquaresSizes {
    /// From those of the operands.
    #[inline(never)]
    fn of(coefficients: &[usize], rhs: &[usize]) -> Result<Self, ShapeError> {
        let result = counted(lstsq_shape(coefficients, rhs))?;
        let (u, v) = qr_shapes(coefficients)?;
        let (across, back) = (pinv_shape(u.dims())?, pinv_shape(v.dims())?);
        let parts = matrix_product_shape(across.dims(), rhs)?;
        Ok(Self {
            across,
            parts,
            back,
            result,
        })
    }
}

/// A shape with an axis of size 1 after its own.
fn with_one(sizes: &DynShape) -> Result<DynShape, ShapeError> {
    let rank = sizes.rank() + 1;
    let sizes = DynShape::build(rank, 1, &|axis| match axis {
        1 => 1,
        _ => sizes.dims()[rank - axis],
    });
    sizes.ok_or_else(|| ShapeError::rank_needs_alloc(rank))
}

/// The elements of the left singular vectors of matrices of these sizes, as rows.
fn transposed<'a, T: Copy>(sizes: &[usize], u: &'a [T]) -> impl FnMut() -> T + use<'a, T> {
    let (m, k) = match *sizes {
        [.., m, n] => (m, m.min(n)),
        _ => unreachable!("matrices have two axes"),
    };
    let mut place = 0;
    move || {
        let (matrix, within) = (place / (m * k), place % (m * k));
        let (row, column) = (within / m, within % m);
        place += 1;
        u[(matrix * m + column) * k + row]
    }
}

/// The elements of the right singular vectors of matrices of these sizes, as columns, each divided by its singular
/// value; 0 where that is no more than rounding error.
fn inverse_factors<'a, T: Float>(
    sizes: &[usize],
    values: &'a [T],
    v: &'a [T],
) -> impl FnMut() -> T + use<'a, T> {
    let (n, k) = match *sizes {
        [.., m, n] => (n, m.min(n)),
        _ => unreachable!("matrices have two axes"),
    };
    let limit = rounding::<T>(sizes);
    let mut place = 0;
    move || {
        let (matrix, within) = (place / (n * k), place % (n * k));
        let (row, column) = (within / k, within % k);
        place += 1;
        let values = &values[matrix * k..][..k];
        match values[column] > limit * values[0] || values[column].is_nan() {
            true => v[(matrix * k + column) * n + row] / values[column],
            false => T::zero(),
        }
    }
}

/// The sizes of the norms of vectors along axes, which are counted from the end, from 1 for the last, and the norms.
#[track_caller]
fn vector_norms<'a, T: Float>(
    raw: Raw<'a, T>,
    axes: &[usize],
    order: T,
) -> (DynShape, impl FnMut() -> T + use<'a, T>) {
    for &axis in axes {
        let place = or_panic(crate::shape::axis::place_of(raw.sizes, -(axis as isize)));
        assert!(
            order.is_finite() || raw.sizes[place] > 0,
            "cannot take the largest of no elements: axis -{axis} of shape {} has size 0",
            DynShape::from(raw.sizes),
        );
    }
    let sizes = layout::reduced(raw.sizes, axes);
    // The last of the axes has its own loop.
    let (outer, (length, stride)) = match axes.split_last() {
        Some((&last, outer)) => (
            outer,
            (raw.sizes[raw.rank() - last], raw.strides[raw.rank() - last]),
        ),
        None => (axes, (1, 0)),
    };
    let along = |of: &[usize]| layout::numbers(outer.len(), |index| of[raw.rank() - outer[index]]);
    let (mut lengths, strides) = (along(raw.sizes), along(raw.strides));
    if length == 0 {
        // Without elements there is nothing to walk, however long the other axes are.
        lengths.dims_mut().fill(0);
    }
    let mut offsets = Offsets::new(sizes.dims(), raw.strides);
    let norm = move || {
        let first = offsets.next().unwrap_or_default();
        let starts = Offsets::new(lengths.dims(), strides.dims());
        norm_of(
            starts.flat_map(|start| {
                (0..length).map(move |index| raw.elements[first + start + index * stride])
            }),
            order,
        )
    };
    (sizes, norm)
}

/// The norms of matrices from their singular values: nuclear or spectral.
fn norms_of_values<T: Float>(
    values: Raw<'_, T>,
    norm: MatrixNorm,
) -> impl FnMut() -> T + use<'_, T> {
    let (_, mut each) = rows(values);
    move || {
        let values = each.next().unwrap_or(&[]).iter().copied();
        match norm {
            MatrixNorm::Nuclear => values.fold(T::zero(), |sum, value| sum + value),
            _ => values.fold(T::zero(), larger),
        }
    }
}

/// The other norms of matrices, from their elements.
fn norms_of_elements<T: Float>(
    raw: Raw<'_, T>,
    norm: MatrixNorm,
) -> impl FnMut() -> T + use<'_, T> {
    let rank = raw.rank();
    let mut ends = [rank - 2, rank - 1].map(|axis| (raw.sizes[axis], raw.strides[axis]));
    if ends.iter().any(|(size, _)| *size == 0) {
        // Without elements a norm is 0, and there may be more empty rows than can be visited.
        ends = [(0, 0); 2];
    }
    let [rows, columns] = ends;
    let mut offsets = Offsets::new(&raw.sizes[..rank - 2], &raw.strides[..rank - 2]);
    move || {
        let first = offsets.next().unwrap_or_default();
        let sums = |(lines, apart): (usize, usize), (numbers, step): (usize, usize)| {
            (0..lines).map(move |line| {
                let start = first + line * apart;
                norm_of(
                    (0..numbers).map(move |index| raw.elements[start + index * step]),
                    T::one(),
                )
            })
        };
        match norm {
            MatrixNorm::Columns => sums(columns, rows).fold(T::zero(), larger),
            MatrixNorm::Rows => sums(rows, columns).fold(T::zero(), larger),
            _ => norm_of(
                (0..rows.0).flat_map(|row| {
                    let start = first + row * rows.1;
                    (0..columns.0).map(move |column| raw.elements[start + column * columns.1])
                }),
                T::one() + T::one(),
            ),
        }
    }
}

/// The larger of two numbers, or NaN if one of them is NaN.
fn larger<T: Float>(a: T, b: T) -> T {
    if b > a || b.is_nan() { b } else { a }
}

/// Like [`TensorOn::vector_norm`], for one vector.
fn norm_of<T: Float>(elements: impl Iterator<Item = T>, order: T) -> T {
    let mut elements = elements.map(T::abs);
    let sum = |sum, element| sum + element;
    match order {
        _ if order == T::infinity() => elements.fold(T::zero(), larger),
        _ if order == T::neg_infinity() => {
            elements.fold(
                T::infinity(),
                |a, b| if b < a || b.is_nan() { b } else { a },
            )
        }
        _ if order == T::zero() => elements
            .map(|element| {
                if element == T::zero() {
                    element
                } else {
                    T::one()
                }
            })
            .fold(T::zero(), sum),
        _ if order == T::one() => elements.fold(T::zero(), sum),
        _ if order == T::one() + T::one() => elements
            .by_ref()
            .map(|element| element * element)
            .fold(T::zero(), sum)
            .sqrt(),
        _ => elements
            .map(|element| element.powf(order))
            .fold(T::zero(), sum)
            .powf(order.recip()),
    }
}

/// The factor by which a singular value may be smaller than the largest one and still be rounding error.
fn rounding<T: Float>(sizes: &[usize]) -> T {
    let longer = sizes.iter().rev().take(2).max().copied();
    T::from(longer.unwrap_or(0)).unwrap_or(T::infinity()) * T::epsilon()
}

/// The axes before the vectors, and the vectors, for elements in row-major order.
fn rows<T>(raw: Raw<'_, T>) -> (DynShape, core::slice::ChunksExact<'_, T>) {
    let (front, length) = raw.sizes.split_at(raw.rank() - 1);
    (front.into(), raw.elements.chunks_exact(length[0].max(1)))
}
