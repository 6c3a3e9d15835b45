//! Reductions: sums, means, extremes and the like, over all elements, over one axis, or over several.
//!
//! A reduced axis stays, with size 1, so that the result broadcasts with the tensor it came from;
//! [`remove_axis`](TensorOn::remove_axis) removes the axis without a copy. Axes are counted from the end, so that they
//! mean the same whatever axes are in front:
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
//! Sums of `f32` and `f64` are pairwise: the error of a sum of `n` numbers grows with the logarithm of `n`. All other
//! sums, and all products, are computed in row-major order: integers overflow exactly where a running total does, and a
//! product of floats is 0 or NaN exactly where NumPy's is.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! // 16 terms at a time would add two of `MAX`.
//! let x = InlineTensor::<i32, shapecheck::shape![64]>::from_fn(|[i]| [i32::MAX, -i32::MAX][i % 2]);
//! assert_eq!(x.sum(), 0);
//! ```
//!
//! Means and variances are for floats only. Those of integers would be truncated, and could overflow before:
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let mean = InlineTensor::from([1_u8, 2]).mean(); // `map(f64::from)` first
//! ```

use super::view::check_axis_of;
use super::{TensorOn, or_panic};
use crate::algebra::{Extreme, assert_extreme, check_extreme};
use crate::engine::{Engine, Reduces, Softmax, ops};
use crate::shape::list::is_static;
use crate::shape::{AxisNames, HasAxes};
use crate::verdict::Once;
use crate::{HasAxis, Shape, ShapeError};

/// The result of a reduction: a tensor of shape `S`, with the elements that [`Reduces`] names.
pub type Reduced<S, Op, T, E> = <S as ReducedBy<Op, T, E>>::Tensor;

/// A shape, as that of the result of a reduction.
// Used by [`Reduced`]: if the result type named the type of its elements directly, rustc would report a missing
// reduction in its own words, because it looks for that type before it knows the axis.
pub trait ReducedBy<Op, T, E> {
    /// The result.
    type Tensor;
}

impl<S: Shape, Op, T: 'static, E: Reduces<Op, T>> ReducedBy<Op, T, E> for S {
    type Tensor = TensorOn<E::Element, S, E::Out>;
}

/// Each reduction over all elements, over one axis and over several.
macro_rules! reductions {
    ($($(#[$doc:meta])* $all:ident $axis:ident $axes:ident $Op:ident $(if $overflow:literal)?;)*) => {$(
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
            $(#[$doc])*
            /// Over all elements.
            $(
            ///
            /// # Panics
            ///
            #[doc = concat!("Panics if ", $overflow, ".")]
            )?
            #[inline]
            #[track_caller]
            #[must_use]
            pub fn $all<Value: 'static>(&self) -> Value
            where
                E: Reduces<ops::$Op, T, Element = Value>,
            {
                E::reduce_all::<S>(&self.data)
            }

            $(#[$doc])*
            /// Over one axis, counted from the end. The axis stays, with size 1.
            ///
            /// # Panics
            ///
            #[doc = concat!("Panics if a shape of run-time rank has no such axis" $(, ", or if ", $overflow)?, ".")]
            #[inline]
            #[track_caller]
            pub fn $axis<const AXIS: isize>(&self) -> Reduced<S::WithOne, ops::$Op, T, E>
            where
                S: HasAxis<AXIS>,
                E: Reduces<ops::$Op, T>,
            {
                check_axis_of(self, AXIS.unsigned_abs());
                TensorOn::of(E::reduce::<S, S::WithOne>(&self.data, const { &[AXIS.unsigned_abs()] }))
            }

            $(#[$doc])*
            /// Over several axes, such as `axes![-2, -1]`. The axes stay, with size 1.
            ///
            /// # Panics
            ///
            #[doc = concat!("Panics if a shape of run-time rank has no such axis" $(, ", or if ", $overflow)?, ".")]
            #[inline]
            #[track_caller]
            pub fn $axes<List: AxisNames>(&self) -> Reduced<<Once<S, List> as HasAxes<List>>::WithOnes, ops::$Op, T, E>
            where
                S: HasAxes<List>,
                E: Reduces<ops::$Op, T>,
            {
                if let Some(&first) = List::SORTED.first() {
                    check_axis_of(self, first);
                }
                TensorOn::of(E::reduce::<S, S::WithOnes>(&self.data, List::SORTED))
            }
        }
    )*};
}

reductions! {
    /// The sum; 0 if there are no elements. Floats are added pairwise.
    #[doc(alias("sum_dim", "sum_keepdim", "row_sum", "column_sum"))]
    sum sum_axis sum_axes Sum if "a running total of integers overflows in builds with overflow checks";

    /// The product, from the first element to the last; 1 if there are no elements.
    #[doc(alias("prod", "prod_dim"))]
    product product_axis product_axes Product if "a running product of integers overflows in builds with overflow checks";

    /// The mean; NaN if there are no elements.
    #[doc(alias("mean_dim", "mean_keepdim", "row_mean", "column_mean"))]
    mean mean_axis mean_axes Mean;

    /// The variance: the mean of the squared deviations from the mean, as in NumPy's `var`.
    var var_axis var_axes Var;

    /// The unbiased variance of a sample: the squared deviations are divided by one less than the number of elements,
    /// as in PyTorch's `var`.
    sample_var sample_var_axis sample_var_axes SampleVar;

    /// Whether any element of a mask is true; false if there are no elements.
    any any_axis any_axes Any;

    /// Whether all elements of a mask are true; true if there are no elements.
    all all_axis all_axes All;

    /// The Euclidean norm: the square root of the sum of the squares; 0 if there are no elements.
    #[doc(alias("magnitude", "normalize"))]
    norm norm_axis norm_axes Norm;
}

/// Returns an error if one of the axes, counted from the end, has size 0: then there is no element to choose from.
#[inline(never)]
pub(super) fn check_axes(
    sizes: &[usize],
    axes: &[usize],
    extreme: Extreme,
) -> Result<(), ShapeError> {
    check_extreme(sizes, axes.iter().copied(), extreme)
}

/// The same for all axes. If several have size 0, the message names the last.
#[inline(never)]
fn check_all(sizes: &[usize], extreme: Extreme) -> Result<(), ShapeError> {
    check_extreme(sizes, 1..=sizes.len(), extreme)
}

/// Reductions that pick one of the elements, or its index. There has to be at least one element.
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
            #[must_use]
            pub fn $all<Value: 'static>(&self) -> Value
            where
                E: Reduces<ops::$Op, T, Element = Value>,
            {
                const { assert_extreme::<S>(&[1, 2, 3, 4, 5, 6, 7, 8], Extreme::$Extreme) };
                if const { !is_static::<S>() } {
                    or_panic(check_all(self.dims(), Extreme::$Extreme));
                }
                E::reduce_all::<S>(&self.data)
            }

            $(#[$doc])*
            /// Over one axis, counted from the end. The axis stays, with size 1.
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
                    or_panic(check_axes(self.dims(), &[AXIS.unsigned_abs()], Extreme::$Extreme));
                }
                TensorOn::of(E::reduce::<S, S::WithOne>(&self.data, &[AXIS.unsigned_abs()]))
            }

            $(#[$doc])*
            /// Over several axes, such as `axes![-2, -1]`. The axes stay, with size 1.
            ///
            /// # Panics
            ///
            /// Panics if one of the axes has a dynamic size of 0 (a static size of 0 is a compile error), or if a shape
            /// of run-time rank has no such axis.
            #[inline]
            #[track_caller]
            pub fn $axes<List: AxisNames>(&self) -> Reduced<<Once<S, List> as HasAxes<List>>::WithOnes, ops::$Op, T, E>
            where
                S: HasAxes<List>,
                E: Reduces<ops::$Op, T>,
            {
                const { assert_extreme::<S>(List::SORTED, Extreme::$Extreme) };
                if const { !is_static::<S>() } {
                    or_panic(check_axes(self.dims(), List::SORTED, Extreme::$Extreme));
                }
                TensorOn::of(E::reduce::<S, S::WithOnes>(&self.data, List::SORTED))
            }

            #[doc = concat!("Like [`", stringify!($all), "`](Self::", stringify!($all), "), but returns an error instead of panicking.")]
            ///
            /// # Errors
            ///
            /// Returns an error if there is no element.
            pub fn $try_all<Value: 'static>(&self) -> Result<Value, ShapeError>
            where
                E: Reduces<ops::$Op, T, Element = Value>,
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
            pub fn $try_axes<List: AxisNames>(&self) -> Result<Reduced<<Once<S, List> as HasAxes<List>>::WithOnes, ops::$Op, T, E>, ShapeError>
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
    /// The largest element. As in NumPy, NaN counts as the largest. Of equal elements, such as `0.0` and `-0.0`, it is the
    /// first, in row-major order along the axes and whatever the order in memory: what NumPy gives depends on lengths and
    /// strides.
    #[doc(alias("amax", "max_dim", "max_keepdim", "ptp"))]
    max max_axis max_axes, try_max try_max_axis try_max_axes: Max, Maximum;

    /// The smallest element. As in NumPy, NaN counts as the smallest. Of equal elements, such as `0.0` and `-0.0`, it is the
    /// first, in row-major order along the axes and whatever the order in memory: what NumPy gives depends on lengths and
    /// strides.
    #[doc(alias("amin", "min_dim", "min_keepdim"))]
    min min_axis min_axes, try_min try_min_axis try_min_axes: Min, Minimum;

    /// The index of the largest element, or of the first of several, in row-major order along the axes. As in NumPy,
    /// NaN counts as the largest.
    argmax argmax_axis argmax_axes, try_argmax try_argmax_axis try_argmax_axes: ArgMax, Maximum;

    /// The index of the smallest element, or of the first of several, in row-major order along the axes. As in NumPy,
    /// NaN counts as the smallest.
    argmin argmin_axis argmin_axes, try_argmin try_argmin_axis try_argmin_axes: ArgMin, Minimum;
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The softmax along an axis, without overflow: exponentials divided by their sum, so that each sum of the result
    /// is 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn softmax<const AXIS: isize>(&self) -> TensorOn<T, S, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Softmax<T>,
    {
        check_axis_of(self, AXIS.unsigned_abs());
        TensorOn::of(E::softmax::<S, S::WithOne>(
            &self.data,
            AXIS.unsigned_abs(),
            false,
        ))
    }

    /// The logarithms of [`softmax`](Self::softmax), without loss of precision for small ones.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn log_softmax<const AXIS: isize>(&self) -> TensorOn<T, S, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Softmax<T>,
    {
        check_axis_of(self, AXIS.unsigned_abs());
        TensorOn::of(E::softmax::<S, S::WithOne>(
            &self.data,
            AXIS.unsigned_abs(),
            true,
        ))
    }
}
