//! Sums, means, extremes and the like: over all elements, over one axis, or over several.
//!
//! An axis that is reduced stays, with size 1, so that the result broadcasts with what it came from; [`remove_axis`](TensorOn::remove_axis)
//! takes it out of the shape, for nothing. Axes are counted from the end, so that they mean the same whatever axes stand in front:
//!
//! ```
//! use shapecheck::{Dim, InlineTensor, axes, shape};
//!
//! let x = InlineTensor::from([[1.0, 2.0, 6.0], [4.0, 5.0, 6.0]]);
//! let means: InlineTensor<f64, shape![2, 1]> = x.mean_axis::<-1>();
//! assert_eq!(x - means, InlineTensor::from([[-2.0, -1.0, 3.0], [-1.0, 0.0, 1.0]]));
//!
//! let dropped: InlineTensor<f64, shape![2]> = x.sum_axis::<-1>().remove_axis::<-1>().to_tensor();
//! assert_eq!(dropped, InlineTensor::from([9.0, 15.0]));
//! assert_eq!(x.sum_axes::<axes![-2, -1]>()[[0, 0]], 24.0);
//! assert_eq!(x.sum(), 24.0);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let sums = InlineTensor::from([1.0, 2.0]).sum_axis::<-2>();
//! ```
//!
//! Sums of `f32` and `f64` are pairwise: of `n` equal numbers the error grows as the logarithm of `n`. Sums of all other numbers, and all
//! products, are made as a loop over the elements in row-major order makes them: integers overflow where a running total does, and nowhere
//! else, and a product of floats is 0 or not a number where NumPy's is.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! // 16 terms at a time would add two of `MAX`.
//! let x = InlineTensor::<i32, shapecheck::shape![64]>::from_fn(|[i]| [i32::MAX, -i32::MAX][i % 2]);
//! assert_eq!(x.sum(), 0);
//! ```
//!
//! Means and variances are those of floats. Of integers they would be cut off, and overflow before that:
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let mean = InlineTensor::from([1_u8, 2]).mean(); // `map(f64::from)` first
//! ```

use super::view::check_axis;
use super::{TensorOn, must};
use crate::algebra::{Extreme, assert_extreme, check_extreme};
use crate::engine::{Engine, Reduces, Softmax, ops};
use crate::{AxisNames, HasAxes, HasAxis, Shape, ShapeError};

/// What a reduction along axes gives: a tensor of shape `S`, of the elements and on the engine that [`Reduces`] says.
pub type Reduced<S, Op, T, E> = <S as ReducedBy<Op, T, E>>::Tensor;

/// A shape as that of the result of a reduction.
// Where a reduction is not there for some elements, a result spelled with what the engine says would be told in rustc's words: it looks up
// whether there is one before it knows the axis.
pub trait ReducedBy<Op, T, E> {
    /// The result.
    type Tensor;
}

impl<S: Shape, Op, T: 'static, E: Reduces<Op, T>> ReducedBy<Op, T, E> for S {
    type Tensor = TensorOn<E::Element, S, E::Home>;
}

/// Each reduction over all elements, over one axis and over several.
macro_rules! reductions {
    ($($(#[$doc:meta])* $all:ident $axis:ident $axes:ident $Op:ident;)*) => {$(
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
            $(#[$doc])*
            /// Over all elements.
            #[inline]
            #[track_caller]
            pub fn $all<Element: 'static>(&self) -> Element
            where
                E: Reduces<ops::$Op, T, Element = Element>,
            {
                E::reduce_all::<S>(&self.data)
            }

            $(#[$doc])*
            /// Over one axis, counted from the end, which stays with size 1.
            ///
            /// It panics where a shape of run-time rank has no such axis.
            #[inline]
            #[track_caller]
            pub fn $axis<const AXIS: isize>(&self) -> Reduced<S::WithOne, ops::$Op, T, E>
            where
                S: HasAxis<AXIS>,
                E: Reduces<ops::$Op, T>,
            {
                check_axis(self.dims(), AXIS.unsigned_abs());
                TensorOn::of(E::reduce::<S, S::WithOne>(&self.data, &[AXIS.unsigned_abs()]))
            }

            $(#[$doc])*
            /// Over several axes, such as `axes![-2, -1]`, which stay with size 1.
            ///
            /// It panics where a shape of run-time rank has no such axis.
            #[inline]
            #[track_caller]
            pub fn $axes<List: AxisNames>(&self) -> Reduced<S::WithOnes, ops::$Op, T, E>
            where
                S: HasAxes<List>,
                E: Reduces<ops::$Op, T>,
            {
                if let Some(&first) = List::SORTED.first() {
                    check_axis(self.dims(), first);
                }
                TensorOn::of(E::reduce::<S, S::WithOnes>(&self.data, List::SORTED))
            }
        }
    )*};
}

reductions! {
    /// The sum, of floats pairwise; 0 of no elements.
    ///
    /// # Panics
    ///
    /// Panics if a running total of integers overflows in builds with overflow checks.
    sum sum_axis sum_axes Sum;

    /// The product, from the first element to the last; 1 of no elements.
    ///
    /// # Panics
    ///
    /// Panics if a running product of integers overflows in builds with overflow checks.
    product product_axis product_axes Product;

    /// The mean; of no elements it is not a number.
    mean mean_axis mean_axes Mean;

    /// The variance: the mean of squared deviations from the mean, as NumPy's `var`.
    var var_axis var_axes Var;

    /// The unbiased variance of a sample: squared deviations are divided by one less than there are, as by PyTorch's `var`.
    sample_var sample_var_axis sample_var_axes SampleVar;

    /// Whether any element of a mask is true; of no elements none is.
    any any_axis any_axes Any;

    /// Whether all elements of a mask are true; of no elements all are.
    all all_axis all_axes All;

    /// The Euclidean norm: the square root of the sum of squares; 0 of no elements.
    norm norm_axis norm_axes Norm;
}

/// No element to choose from, found when the program runs. Not an error on its way through each caller's code.
#[inline(never)]
fn check_axes(sizes: &[usize], axes: &[usize], extreme: Extreme) -> Result<(), ShapeError> {
    check_extreme(sizes, axes.iter().copied(), extreme)
}

/// The same of all axes, of several the last.
#[inline(never)]
fn check_all(sizes: &[usize], extreme: Extreme) -> Result<(), ShapeError> {
    check_extreme(sizes, 1..=sizes.len(), extreme)
}

/// Reductions to one of the elements, or to its place: there has to be one.
macro_rules! extremes {
    ($($(#[$doc:meta])* $all:ident $axis:ident $axes:ident, $try_all:ident $try_axis:ident $try_axes:ident: $Op:ident, $Extreme:ident;)*) => {$(
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
            $(#[$doc])*
            /// Over all elements.
            ///
            /// # Panics
            ///
            /// Panics if the tensor has dynamic sizes and no elements; with static sizes this is a compile error.
            #[inline]
            #[track_caller]
            pub fn $all<Element: 'static>(&self) -> Element
            where
                E: Reduces<ops::$Op, T, Element = Element>,
            {
                const { assert_extreme::<S>(&[1, 2, 3, 4, 5, 6, 7, 8], Extreme::$Extreme) };
                if const { S::STATIC.is_none() } {
                    must(check_all(self.dims(), Extreme::$Extreme));
                }
                E::reduce_all::<S>(&self.data)
            }

            $(#[$doc])*
            /// Over one axis, counted from the end, which stays with size 1.
            ///
            /// # Panics
            ///
            /// Panics if the axis has a dynamic size of 0 (a static size of 0 is a compile error), or if a shape of
            /// run-time rank has no such axis.
            #[inline]
            #[track_caller]
            pub fn $axis<const AXIS: isize>(&self) -> Reduced<S::WithOne, ops::$Op, T, E>
            where
                S: HasAxis<AXIS>,
                E: Reduces<ops::$Op, T>,
            {
                const { assert_extreme::<S>(&[AXIS.unsigned_abs()], Extreme::$Extreme) };
                if const { S::NEAR_SIZES[AXIS.unsigned_abs() - 1].is_none() } {
                    must(check_axes(self.dims(), &[AXIS.unsigned_abs()], Extreme::$Extreme));
                }
                TensorOn::of(E::reduce::<S, S::WithOne>(&self.data, &[AXIS.unsigned_abs()]))
            }

            $(#[$doc])*
            /// Over several axes, such as `axes![-2, -1]`, which stay with size 1.
            ///
            /// # Panics
            ///
            /// Panics if one of the axes has a dynamic size of 0 (a static size of 0 is a compile error), or if a shape
            /// of run-time rank has no such axis.
            #[inline]
            #[track_caller]
            pub fn $axes<List: AxisNames>(&self) -> Reduced<S::WithOnes, ops::$Op, T, E>
            where
                S: HasAxes<List>,
                E: Reduces<ops::$Op, T>,
            {
                const { assert_extreme::<S>(List::SORTED, Extreme::$Extreme) };
                if const { S::STATIC.is_none() } {
                    must(check_axes(self.dims(), List::SORTED, Extreme::$Extreme));
                }
                TensorOn::of(E::reduce::<S, S::WithOnes>(&self.data, List::SORTED))
            }

            #[doc = concat!("Like [`", stringify!($all), "`](Self::", stringify!($all), "), but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if there is no element.
            pub fn $try_all<Element: 'static>(&self) -> Result<Element, ShapeError>
            where
                E: Reduces<ops::$Op, T, Element = Element>,
            {
                check_all(self.dims(), Extreme::$Extreme)?;
                Ok(E::reduce_all::<S>(&self.data))
            }

            #[doc = concat!("Like [`", stringify!($axis), "`](Self::", stringify!($axis), "), but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if the axis has size 0, or if a shape of run-time rank has no such axis.
            pub fn $try_axis<const AXIS: isize>(&self) -> Result<Reduced<S::WithOne, ops::$Op, T, E>, ShapeError>
            where
                S: HasAxis<AXIS>,
                E: Reduces<ops::$Op, T>,
            {
                check_axes(self.dims(), &[AXIS.unsigned_abs()], Extreme::$Extreme)?;
                Ok(TensorOn::of(E::reduce::<S, S::WithOne>(&self.data, &[AXIS.unsigned_abs()])))
            }

            #[doc = concat!("Like [`", stringify!($axes), "`](Self::", stringify!($axes), "), but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if one of the axes has size 0, or if a shape of run-time rank has no such axis.
            pub fn $try_axes<List: AxisNames>(&self) -> Result<Reduced<S::WithOnes, ops::$Op, T, E>, ShapeError>
            where
                S: HasAxes<List>,
                E: Reduces<ops::$Op, T>,
            {
                check_axes(self.dims(), List::SORTED, Extreme::$Extreme)?;
                Ok(TensorOn::of(E::reduce::<S, S::WithOnes>(&self.data, List::SORTED)))
            }
        }
    )*};
}

extremes! {
    /// The largest element. As in NumPy, a float that is not a number counts as the largest.
    max max_axis max_axes, try_max try_max_axis try_max_axes: Max, Maximum;

    /// The smallest element. As in NumPy, a float that is not a number counts as the smallest.
    min min_axis min_axes, try_min try_min_axis try_min_axes: Min, Minimum;

    /// Where the largest element is, the first of them: its place in row-major order along the axes. As in NumPy, a float
    /// that is not a number counts as the largest.
    argmax argmax_axis argmax_axes, try_argmax try_argmax_axis try_argmax_axes: ArgMax, Maximum;

    /// Where the smallest element is, the first of them: its place in row-major order along the axes. As in NumPy, a float
    /// that is not a number counts as the smallest.
    argmin argmin_axis argmin_axes, try_argmin try_argmin_axis try_argmin_axes: ArgMin, Minimum;
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Exponentials divided by their sums along an axis, safe from overflow: each sum of the result is 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn softmax<const AXIS: isize>(&self) -> TensorOn<T, S, E::Home>
    where
        S: HasAxis<AXIS>,
        E: Softmax<T>,
    {
        check_axis(self.dims(), AXIS.unsigned_abs());
        TensorOn::of(E::softmax::<S, S::WithOne>(
            &self.data,
            AXIS.unsigned_abs(),
            false,
        ))
    }

    /// The logarithms of [`softmax`](Self::softmax), without losing small ones.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn log_softmax<const AXIS: isize>(&self) -> TensorOn<T, S, E::Home>
    where
        S: HasAxis<AXIS>,
        E: Softmax<T>,
    {
        check_axis(self.dims(), AXIS.unsigned_abs());
        TensorOn::of(E::softmax::<S, S::WithOne>(
            &self.data,
            AXIS.unsigned_abs(),
            true,
        ))
    }
}
