//! What estimators and controllers make of matrices: covariances, cross products as matrices, symmetric parts,
//! exponentials, and factors that are used again.
//!
//! ```
//! use shapecheck::{InlineTensor, dims, shape};
//!
//! dims! { World = 3, State = 2 }
//!
//! let axis: InlineTensor<f64, shape![World]> = InlineTensor::from_array([0.0, 0.0, 1.0]);
//! let turn = axis.cross_matrix().expm(); // by one radian about the third axis
//! assert!((turn[[1, 0]] - 1.0_f64.sin()).abs() < 1e-15);
//!
//! let covariance: InlineTensor<f64, shape![State, State]> = InlineTensor::from_array([[4.0, 2.0], [2.0, 3.0]]);
//! let factor = covariance.cholesky();
//! let x = InlineTensor::from([2.0, 1.0]).named::<shape![State]>();
//! assert!(covariance.matmul(&factor.cholesky_solve(&x)).all_close(&x, 1e-15, 1e-15));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! InlineTensor::from([1.0, 2.0]).cross_matrix(); // a cross product takes 3 numbers: axis -1 has 2
//! ```

use core::ops::{Add, Div, Neg};

#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::Float;
use num_traits::{One, Zero, float::FloatCore};

#[cfg(any(feature = "std", feature = "libm"))]
use super::FloatElement;
use super::linear::Square;
#[cfg(any(feature = "std", feature = "libm"))]
use super::linear::{check_equations, must_be_square};
use super::{TensorOn, counted, or_panic, panicking_form, passed_sizes};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::Scalar;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::algebra::Solves;
use crate::algebra::{
    Cross, Matrices, SquareMatrices, cov_shape, cross_shape, diag_at_shape, square_size,
};
use crate::engine::{
    Binary, BinaryFunction, Creates, Engine, Floats, MovesAxes, Operand, composed,
};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::engine::{Decomposes, Products};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::host::{Computes, Mutable, linear};
use crate::host::{Memory, NoEngine, Promoted, Promotes};
use crate::shape::SwapAxes;
use crate::shape::axis::Swapped;
use crate::shape::list::is_static;
use crate::typenum::U1;
use crate::{Axes, Dim, HasAxis, Shape, ShapeError};

/// The mean of two numbers.
#[doc(hidden)]
pub struct Mean;

impl<T: Add<Output = T> + Div<Output = T> + One> BinaryFunction<T> for Mean {
    type Output = T;

    #[inline(always)]
    fn apply(lhs: T, rhs: T) -> T {
        (lhs + rhs) / (T::one() + T::one())
    }
}

/// # Estimators and controllers
///
/// In the guide: [shape functions](crate::guide::shape_functions).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The matrix of each vector of three numbers whose product with another one is the cross product of the two: `[..S, 3]`
    /// gives `[..S, 3, 3]`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let (x, y) = (InlineTensor::from([1, 2, 3]), InlineTensor::from([7, 5, 6]));
    /// assert_eq!(x.cross_matrix().matmul(&y), x.cross(&y));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a dynamic size is not 3.
    #[doc(alias("skew", "hat", "skew_symmetric"))]
    #[inline]
    #[track_caller]
    pub fn cross_matrix<N: Dim>(&self) -> TensorOn<T, Axes<S, N>, Promoted<NoEngine, E>>
    where
        T: Zero + Neg<Output = T> + Copy,
        S: HasAxis<-1, Size = N> + Cross<-1, S>,
        E: Memory,
        NoEngine: Promotes<E>,
        Promoted<NoEngine, E>: Creates<T>,
    {
        let sizes = match const { is_static::<S>() } {
            true => passed_sizes::<Axes<S, N>>(&[]),
            false => {
                or_panic(cross_shape(self.dims(), self.dims(), -1));
                or_panic(diag_at_shape(self.dims(), 0))
            }
        };
        let is_one = const { matches!(S::STATIC, Some(known) if known.sizes().len() == 1) };
        TensorOn::of(match is_one && E::IS_INLINE {
            true => {
                let elements = &mut E::raw::<T, S>(&self.data).elements.iter();
                let mut matrix = crossed(elements).into_iter();
                <Promoted<NoEngine, E>>::generate(sizes, || matrix.next().unwrap_or(T::zero()))
            }
            false => {
                let mut elements = self.iter();
                let (mut matrix, mut place) = ([T::zero(); 9], 9);
                <Promoted<NoEngine, E>>::generate(sizes, || {
                    if place == 9 {
                        (matrix, place) = (crossed(&mut elements), 0);
                    }
                    place += 1;
                    matrix[place - 1]
                })
            }
        })
    }

    /// The covariances of variables: a matrix `[..S, N, M]` has a row for each of N variables with its M observations, and
    /// gives `[..S, N, N]`. As in NumPy and PyTorch, sums are divided by M - 1, so that the variances on the diagonal are
    /// those of [`sample_var_axis::<-1>`](Self::sample_var_axis). For one observation they are NaN.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let observed = InlineTensor::from([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]);
    /// let covariances: InlineTensor<f64, shape![2, 2]> = observed.cov();
    /// assert_eq!(covariances, InlineTensor::from([[1.0, -2.0], [-2.0, 4.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has fewer than two axes, or if the element count of the result overflows
    /// `usize`.
    #[doc(alias("covariance"))]
    #[panicking_form(cov)]
    pub fn try_cov<Front: Shape, N: Dim, M: Dim>(
        &self,
    ) -> Result<TensorOn<T, Square<Front, N>, E>, ShapeError>
    where
        T: FloatCore,
        S: Matrices<InFront = Front, Rows = N, Columns = M>,
        E: Floats<T>,
    {
        self.covariances(false)
    }

    /// The correlations of variables: [`cov`](Self::cov), divided by the standard deviations of both variables. They are
    /// from -1 to 1, and NaN where a variable is the same in all observations.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let observed = InlineTensor::from([[1.0_f64, 2.0, 3.0], [6.0, 4.0, 2.0]]);
    /// let correlations: InlineTensor<f64, shape![2, 2]> = observed.corrcoef();
    /// assert!(correlations.all_close(&InlineTensor::from([[1.0, -1.0], [-1.0, 1.0]]), 1e-12, 0.0));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has fewer than two axes, or if the element count of the result overflows
    /// `usize`.
    #[doc(alias("corr", "pearson", "correlation"))]
    #[panicking_form(corrcoef)]
    pub fn try_corrcoef<Front: Shape, N: Dim, M: Dim>(
        &self,
    ) -> Result<TensorOn<T, Square<Front, N>, E>, ShapeError>
    where
        T: FloatCore,
        S: Matrices<InFront = Front, Rows = N, Columns = M>,
        E: Floats<T>,
    {
        self.covariances(true)
    }

    /// Covariances, or correlations.
    fn covariances<Front: Shape, N: Dim, M: Dim>(
        &self,
        are_correlations: bool,
    ) -> Result<TensorOn<T, Square<Front, N>, E>, ShapeError>
    where
        T: FloatCore,
        S: Matrices<InFront = Front, Rows = N, Columns = M>,
        E: Floats<T>,
    {
        let sizes = counted(cov_shape(self.dims()))?;
        let data = composed::covariances::<
            T,
            E,
            S,
            Axes<Axes<Front, N>, U1>,
            Axes<Axes<Front, M>, N>,
            Square<Front, N>,
        >(&self.data, sizes, are_correlations);
        Ok(TensorOn::of(data))
    }

    /// The symmetric part of each square matrix: the mean of the matrix and its transpose. Rounding leaves a covariance a
    /// little asymmetric after many steps.
    ///
    /// # Panics
    ///
    /// Panics if the matrices have dynamic sizes and are not square.
    #[doc(alias("symmetrize", "symmetrise"))]
    #[inline]
    #[track_caller]
    pub fn symmetric_part<Transposed: Shape, OutputEngine: Engine>(
        &self,
    ) -> TensorOn<T, S, OutputEngine>
    where
        S: SquareMatrices + SwapAxes<-2, -1, Output = Transposed>,
        E: MovesAxes<T> + Binary<Mean, T, Element = T, OutputEngine = OutputEngine>,
    {
        if const { !is_static::<S>() } {
            or_panic(square_size(self.dims()));
        }
        let transposed = E::permute_last::<S, Transposed, Swapped<-2, -1>>(&self.data);
        TensorOn::of(E::binary::<S, Transposed, S>(
            Operand::ByRef(&self.data),
            Operand::ByValue(transposed),
            passed_sizes::<S>(self.dims()),
        ))
    }
}

/// The elements of the matrix of the next vector of three numbers.
#[inline(always)]
fn crossed<'a, T: Zero + Neg<Output = T> + Copy + 'a>(
    elements: &mut impl Iterator<Item = &'a T>,
) -> [T; 9] {
    let [x, y, z] = core::array::from_fn(|_| match elements.next() {
        Some(element) => *element,
        None => unreachable!("vectors have three numbers"),
    });
    let none = T::zero();
    [none, -z, y, z, none, -x, -y, x, none]
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: FloatElement + Float + 'static, S: Shape, E: Computes<T>> TensorOn<T, S, E> {
    /// The exponential of each square matrix, which solves linear differential equations: by its series, for small
    /// matrices, or that of a [`cross_matrix`](Self::cross_matrix), a turn about the vector by its length, by Rodrigues'
    /// formula.
    ///
    /// # Panics
    ///
    /// Panics if the matrices have dynamic sizes and are not square.
    #[doc(alias = "matrix_exp")]
    #[inline]
    #[track_caller]
    pub fn expm(&self) -> TensorOn<T, S, E::Out>
    where
        S: SquareMatrices,
    {
        must_be_square::<S>(self.dims());
        let size = or_panic(square_size(self.dims()));
        let (mut result, mut term) = (E::copy::<S>(&self.data), E::copy::<S>(&self.data));
        let (mut next, mut base) = (E::copy::<S>(&self.data), E::copy::<S>(&self.data));
        let elements = |data| <E::Out as Mutable<T>>::raw_mut::<S>(data).elements;
        let (term, next, base) = (
            elements(&mut term),
            elements(&mut next),
            elements(&mut base),
        );
        let count = size * size;
        for matrix in elements(&mut result).chunks_exact_mut(count.max(1)) {
            let room = [&mut term[..count], &mut next[..count], &mut base[..count]];
            linear::exponential(matrix, room, size);
        }
        TensorOn::of(result)
    }

    /// Solves systems of linear equations by the lower Cholesky factors of their matrices, from
    /// [`cholesky`](Self::cholesky): the factor is made once, and used for any number of right-hand sides. Shapes as of
    /// [`solve`](Self::solve).
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[inline]
    #[track_caller]
    pub fn cholesky_solve<R: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
    ) -> TensorOn<T, O, E::Out>
    where
        S: Solves<R, Output = O>,
    {
        or_panic(check_equations::<S, R>(self.dims(), rhs.dims()));
        TensorOn::of(linear::cholesky_solve::<T, E, S, R, O>(
            &self.data, &rhs.data,
        ))
    }

    /// The lower Cholesky factor of this factor's matrix plus the outer product of a vector with itself:
    /// in steps in the square of the size, where a new factor takes those in its cube.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let covariance = InlineTensor::from([[4.0_f64, 2.0], [2.0, 3.0]]);
    /// let x = InlineTensor::from([1.0, -2.0]);
    /// let updated = covariance.cholesky().cholesky_update(&x);
    /// assert!(updated.all_close(&(covariance + x.outer(&x)).cholesky(), 1e-15, 1e-15));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not fit.
    #[doc(alias = "cholupdate")]
    #[inline]
    #[track_caller]
    pub fn cholesky_update<N: Dim>(
        &self,
        vector: &TensorOn<T, Axes<Scalar, N>, E>,
    ) -> TensorOn<T, S, E::Out>
    where
        S: Solves<Axes<Scalar, N>, Output = Axes<Scalar, N>>,
    {
        type Vector<N> = Axes<Scalar, N>;
        or_panic(check_equations::<S, Vector<N>>(self.dims(), vector.dims()));
        let (mut factor, mut vector) =
            (E::copy::<S>(&self.data), E::copy::<Vector<N>>(&vector.data));
        let of_factor = <E::Out as Mutable<T>>::raw_mut::<S>(&mut factor).elements;
        let of_vector = <E::Out as Mutable<T>>::raw_mut::<Vector<N>>(&mut vector).elements;
        assert!(
            of_factor.len() == of_vector.len() * of_vector.len(),
            "one matrix"
        );
        linear::cholesky_update(of_factor, of_vector);
        TensorOn::of(factor)
    }

    /// The nearest symmetric matrix to each one whose eigenvalues are at least `least`: a covariance that rounding has made
    /// indefinite has a [`cholesky`](Self::cholesky) factor again. Only the elements on and below the diagonal are read.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let covariance = InlineTensor::from([[1.0_f64, 2.0], [2.0, 1.0]]); // -1 and 3
    /// let clamped = covariance.clamp_eigenvalues(0.5);
    /// assert!(clamped.eigvalsh().all_close(&InlineTensor::from([0.5, 3.0]), 1e-12, 1e-12));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the matrices have dynamic sizes and are not square.
    #[doc(alias = "nearest_positive_definite")]
    #[track_caller]
    pub fn clamp_eigenvalues<Front: Shape, N: Dim, Transposed: Shape>(
        &self,
        least: T,
    ) -> TensorOn<T, S, E::Out>
    where
        S: SquareMatrices<InFront = Front, Columns = N> + SwapAxes<-2, -1, Output = Transposed>,
        E: Decomposes<T>,
        E::Out: MovesAxes<T> + Products<T, OutputEngine = E::Out>,
    {
        must_be_square::<S>(self.dims());
        let (mut values, mut vectors) = E::eigh::<S, Axes<Front, N>>(&self.data);
        let transposed = E::Out::permute_last::<S, Transposed, Swapped<-2, -1>>(&vectors);
        let values = <E::Out as Mutable<T>>::raw_mut::<Axes<Front, N>>(&mut values).elements;
        let scaled = <E::Out as Mutable<T>>::raw_mut::<S>(&mut vectors).elements;
        let size = or_panic(square_size(self.dims()));
        for (index, element) in scaled.iter_mut().enumerate() {
            let value = values[index / (size * size) * size + index % size];
            *element = *element * Float::max(value, least);
        }
        let sizes = passed_sizes::<S>(self.dims());
        TensorOn::of(E::Out::product::<S, Transposed, S>(
            &vectors,
            &transposed,
            sizes,
        ))
    }
}
