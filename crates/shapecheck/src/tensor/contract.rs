//! Products over chosen axes: `tensordot`, inner, cross and Kronecker products, and powers of matrices.
//!
//! ```
//! use shapecheck::{Axis, InlineTensor, shape};
//!
//! let x = InlineTensor::<i32, shape![2, 3, 4]>::full(1);
//! let y = InlineTensor::<i32, shape![3, 4, 5]>::full(2);
//! let product: InlineTensor<i32, shape![2, 5]> = x.tensordot(&y, Axis::<-2>);
//! assert_eq!(product[[1, 4]], 24);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Axis, InlineTensor, shape};
//!
//! let x = InlineTensor::<i32, shape![2, 3, 4]>::full(1);
//! let y = InlineTensor::<i32, shape![4, 3, 5]>::full(2);
//! x.tensordot(&y, Axis::<-2>); // size 4 at axis -1 of the left does not match size 3 on the right
//! ```

use core::ops::Mul;

use num_traits::{One, Zero};

use super::take::Along;
use super::{TensorOn, counted, is_countable, panicking_form, passed_sizes};
use crate::algebra::{
    Cross, Dot, Inner, Kron, SquareMatrices, TensorDot, cross_shape, dot_shape, inner_shape,
    kron_shape, square_size, tensordot_shape,
};
use crate::engine::{Binary, Copies, Creates, Engine, MovesAxes, Operand, Products, ops};
use crate::host::raw::Raw;
use crate::host::{Memory, Promoted, Promotes};
use crate::shape::list::is_static;
use crate::{Axis, DynShape, Shape, ShapeError};

/// # Products and linear algebra
///
/// In the guide: [shape functions](crate::guide::shape_functions).
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Sums products over the last axes of `self`, from axis `FROM` on, and as many first axes of `rhs`. From axis -2
    /// on, shapes `[..S, A, B]` and `[A, B, ..R]` give `[..S, ..R]`.
    ///
    /// NumPy's `tensordot(x, y, axes=2)` is `x.tensordot(&y, Axis::<-2>)`. From `Axis::<0>` on there is no axis to sum
    /// over: the result has the product of each element with each of `rhs`, of shape `[..S, ..R]`.
    ///
    /// ```
    /// use shapecheck::{Axis, InlineTensor};
    ///
    /// let x = InlineTensor::from([1, 2]);
    /// let y = InlineTensor::from([[3, 4], [5, 6]]);
    /// assert_eq!(x.tensordot(&y, Axis::<0>), InlineTensor::from([[[3, 4], [5, 6]], [[6, 8], [10, 12]]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes differ, if a shape of run-time rank has no such axes, or if the element count
    /// of the result overflows `usize`.
    #[panicking_form(tensordot)]
    pub fn try_tensordot<const FROM: isize, R: Shape, F: Engine, OutputEngine: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
        from: Axis<FROM>,
    ) -> Result<TensorOn<T, S::Output, OutputEngine>, ShapeError>
    where
        S: TensorDot<FROM, R>,
        E: Products<T, F, OutputEngine = OutputEngine>,
    {
        let Axis = from;
        let sizes = counted(tensordot_shape(self.dims(), rhs.dims(), FROM))?;
        Ok(TensorOn::of(E::contract::<S, R, S::Output>(
            &self.data,
            &rhs.data,
            FROM.unsigned_abs(),
            false,
            sizes,
        )))
    }

    /// The dot product: of two vectors a number without axes, of vectors `[..S, K]` and a vector `[K]` those of each,
    /// `[..S]`, and of vectors `[..S, K]` and matrices `[..R, K, N]` those with each column, `[..S, ..R, N]`. A single
    /// number is multiplied by each element.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1.0, 2.0, 3.0]);
    /// assert_eq!(x.dot(&x).into_scalar(), 14.0);
    /// let rows = InlineTensor::from([[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
    /// assert_eq!(rows.dot(&x), InlineTensor::from([1.0, 6.0]));
    /// ```
    ///
    /// This follows NumPy's `dot`. Nothing broadcasts, and each vector meets each matrix: for the product of two
    /// matrices, or of batches of them, there is [`matmul`](Self::matmul), and for vectors in pairs
    /// [`vecdot`](Self::vecdot).
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes differ, or if the element count of the result overflows `usize`.
    // The output is a parameter: if it were spelled out, rustc would report a missing one in its own words.
    #[panicking_form(dot)]
    pub fn try_dot<R: Shape, F: MovesAxes<T>, O: Shape, OutputEngine: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: Dot<R, Output = O>,
        E: Products<T, F, OutputEngine = OutputEngine>,
    {
        // Sizes that types give fit.
        let known = const {
            if is_static::<S>() && is_static::<R>() {
                O::STATIC
            } else {
                None
            }
        };
        let sizes = match known {
            Some(known) if known.count().is_some() => DynShape::of_known(known),
            _ => counted(dot_shape(self.dims(), rhs.dims()))?,
        };
        let (lhs, ranks) = (&self.data, (self.dims().len(), rhs.dims().len()));
        Ok(TensorOn::of(match ranks {
            (0, _) | (_, 0) => E::contract::<S, R, O>(lhs, &rhs.data, 0, false, sizes),
            // For a vector or a matrix it is the first axis.
            (_, 1 | 2) => E::contract::<S, R, O>(lhs, &rhs.data, 1, false, sizes),
            (_, rank) => {
                let order = swapped_last(rank);
                let rows = F::permute::<R, S::Swapped>(&rhs.data, order.dims());
                E::contract::<S, S::Swapped, O>(lhs, &rows, 1, true, sizes)
            }
        }))
    }

    /// The dot product of each vector along the last axis of `self` with each one of `rhs`: shapes `[..S, N]` and
    /// `[..R, N]` give `[..S, ..R]`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2], [3, 4], [5, 6]]);
    /// let y = InlineTensor::from([[1, 0], [1, 1]]);
    /// assert_eq!(x.inner(&y), InlineTensor::from([[1, 3], [3, 7], [5, 11]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes differ, or if the element count of the result overflows `usize`.
    #[panicking_form(inner)]
    pub fn try_inner<R: Shape, F: Engine, O: Shape, OutputEngine: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, O, OutputEngine>, ShapeError>
    where
        S: Inner<R, Output = O>,
        E: Products<T, F, OutputEngine = OutputEngine>,
    {
        let sizes = counted(inner_shape(self.dims(), rhs.dims()))?;
        Ok(TensorOn::of(E::contract::<S, R, O>(
            &self.data, &rhs.data, 1, true, sizes,
        )))
    }

    /// The cross product of vectors of three numbers along the last axis. The axes in front broadcast.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1.0, 0.0, 0.0]);
    /// let y = InlineTensor::from([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    /// assert_eq!(x.cross(&y), InlineTensor::from([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]));
    /// ```
    ///
    /// Along another axis it is `x.along::<-2>().cross(&y)`.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    // The output is a parameter: if it were spelled out, rustc would report a missing one in its own words.
    #[panicking_form(cross)]
    pub fn try_cross<R: Shape, O: Shape>(
        &self,
        rhs: &TensorOn<T, R, E>,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: Cross<-1, R, Output = O>,
        E: Copies<T>,
        E::Out: Binary<ops::Mul, T, Element = T, OutputEngine = E::Out>
            + Binary<ops::Sub, T, Element = T, OutputEngine = E::Out>,
    {
        self.along::<-1>().try_cross(rhs)
    }

    /// The Kronecker product: each element is multiplied by the whole of `rhs`. Axes align at the last: `[2, 3]` by
    /// `[4, 5]` is `[8, 15]`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2], [3, 4]]);
    /// let y = InlineTensor::from([[0, 10, 100]]);
    /// assert_eq!(x.kron(&y), InlineTensor::from([[0, 10, 100, 0, 20, 200], [0, 30, 300, 0, 40, 400]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`.
    #[doc(alias("kronecker"))]
    #[panicking_form(kron)]
    pub fn try_kron<R: Shape, F: Memory>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> Result<TensorOn<T, <S as Kron<R>>::Output, Promoted<E, F>>, ShapeError>
    where
        T: Copy + Mul<Output = T>,
        S: Kron<R, Output: Shape>,
        E: Memory + Promotes<F>,
        Promoted<E, F>: Creates<T>,
    {
        let sizes = counted(kron_shape(self.dims(), rhs.dims()))?;
        let products = products(
            E::raw::<T, S>(&self.data),
            F::raw::<T, R>(&rhs.data),
            sizes.clone(),
        );
        Ok(TensorOn::of(<Promoted<E, F>>::generate(sizes, products)))
    }

    /// Each square matrix multiplied by itself `exponent` times. With exponent 0 it is the identity matrix.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1_u64, 1], [1, 0]]);
    /// assert_eq!(x.matrix_power(30)[[0, 1]], 832_040); // of Fibonacci
    /// ```
    ///
    /// For a negative power, call [`inverse`](Self::inverse) first.
    ///
    /// # Errors
    ///
    /// Returns an error if the matrices have dynamic sizes and are not square.
    #[panicking_form(matrix_power)]
    pub fn try_matrix_power(&self, exponent: u32) -> Result<TensorOn<T, S, E::Out>, ShapeError>
    where
        T: Zero + One,
        S: SquareMatrices,
        E: Copies<T>,
        E::Out: Products<T, OutputEngine = E::Out> + Creates<T>,
    {
        let size = square_size(self.dims())?;
        Ok(TensorOn::of(E::power::<S>(&self.data, size, exponent)))
    }
}

impl<const AXIS: isize, T: 'static, S: Shape, E: Engine> Along<'_, AXIS, T, S, E> {
    /// The cross product of vectors of three numbers along the axis. All other axes broadcast.
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not fit.
    #[panicking_form(cross)]
    pub fn try_cross<R: Shape, O: Shape>(
        self,
        rhs: &TensorOn<T, R, E>,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        S: Cross<AXIS, R, Output = O>,
        E: Copies<T>,
        E::Out: Binary<ops::Mul, T, Element = T, OutputEngine = E::Out>
            + Binary<ops::Sub, T, Element = T, OutputEngine = E::Out>,
    {
        // The types say the sizes, or they are computed once.
        if const { is_countable::<O>() && is_static::<S>() && is_static::<R>() } {
            let sizes = || passed_sizes::<O>(&[]);
            let data = crossed::<T, S, R, O, E, AXIS>(self.0, rhs, [sizes(), sizes(), sizes()]);
            return Ok(TensorOn::of(data));
        }
        let sizes = counted(cross_shape(self.0.dims(), rhs.dims(), AXIS))?;
        let sizes = [sizes.clone(), sizes.clone(), sizes];
        let data = crossed::<T, S, R, O, E, AXIS>(self.0, rhs, sizes);
        Ok(TensorOn::of(data))
    }
}

/// `x1 y2 - x2 y1, x2 y0 - x0 y2, x0 y1 - x1 y0`: each number times the one two places further of the other vector, minus
/// the same with the vectors exchanged. The sizes are those of the result, for each of the three steps.
#[inline(always)]
#[track_caller]
fn crossed<T: 'static, S: Shape, R: Shape, O: Shape, E: Copies<T>, const AXIS: isize>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, E>,
    [left, right, result]: [DynShape; 3],
) -> <E::Out as Engine>::Data<T, O>
where
    E::Out: Binary<ops::Mul, T, Element = T, OutputEngine = E::Out>
        + Binary<ops::Sub, T, Element = T, OutputEngine = E::Out>,
{
    let axis = AXIS.unsigned_abs();
    let left = rolled_product::<T, S, R, O, E>(lhs, rhs, axis, (1, 2), left);
    let right = rolled_product::<T, S, R, O, E>(lhs, rhs, axis, (2, 1), right);
    let (left, right) = (Operand::ByValue(left), Operand::ByValue(right));
    <E::Out as Binary<ops::Sub, T>>::binary::<O, O, O>(left, right, result)
}

/// The products of two tensors whose axis of three (counted from the end, starting at 1) is rolled by as many places.
#[inline(always)]
#[track_caller]
fn rolled_product<T: 'static, S: Shape, R: Shape, O: Shape, E: Copies<T>>(
    lhs: &TensorOn<T, S, E>,
    rhs: &TensorOn<T, R, E>,
    axis: usize,
    (left, right): (usize, usize),
    sizes: DynShape,
) -> <E::Out as Engine>::Data<T, O>
where
    E::Out: Binary<ops::Mul, T, Element = T, OutputEngine = E::Out>,
{
    <E::Out as Binary<ops::Mul, T>>::binary::<S, R, O>(
        Operand::ByValue(rolled::<T, S, E>(lhs, axis, left)),
        Operand::ByValue(rolled::<T, R, E>(rhs, axis, right)),
        sizes,
    )
}

/// The three indices of an axis (counted from the end, starting at 1), rolled by `by` places.
#[inline(always)]
#[track_caller]
fn rolled<T: 'static, S: Shape, E: Copies<T>>(
    x: &TensorOn<T, S, E>,
    axis: usize,
    by: usize,
) -> <E::Out as Engine>::Data<T, S> {
    let (sizes, rank) = (passed_sizes::<S>(x.dims()), x.dims().len());
    let axis = rank - axis;
    E::arrange::<S, S>(&x.data, axis, sizes, &third(by), None)
}

// The elements of results, by functions that know no shape: a closure in a method would be compiled for each shape.

/// The products of each element on the left with each on the right, in the order of a Kronecker product of these sizes.
fn products<'a, T: Copy + Mul<Output = T>>(
    left: Raw<'a, T>,
    right: Raw<'a, T>,
    sizes: DynShape,
) -> impl FnMut() -> T + use<'a, T> {
    let mut index = sizes.clone();
    index.dims_mut().fill(0);
    let mut began = false;
    move || {
        // The next index in row-major order.
        if began {
            for (place, &size) in index.dims_mut().iter_mut().zip(sizes.dims()).rev() {
                *place += 1;
                if *place < size {
                    break;
                }
                *place = 0;
            }
        }
        began = true;
        let rank = sizes.rank();
        let (mut a, mut b) = (0, 0);
        for axis in 1..=rank {
            let (place, size) = (index.dims()[rank - axis], right.size_from_end(axis));
            a += place / size * left.stride_from_end(axis);
            b += place % size * right.stride_from_end(axis);
        }
        left.elements[a] * right.elements[b]
    }
}

/// The order of axes where the last two are exchanged.
fn swapped_last(rank: usize) -> DynShape {
    let order = DynShape::build(rank, 1, &|axis| match axis {
        1 => rank - 2,
        2 => rank - 1,
        _ => rank - axis,
    });
    order.unwrap_or_default()
}

/// The index this many places further, of three.
fn third(by: usize) -> impl Fn(usize) -> Option<usize> {
    move |index| Some((index + by) % 3)
}
