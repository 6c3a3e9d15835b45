//! Comparisons with a number, casts, standard deviations, counts, and whether two tensors are close.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! let x = InlineTensor::from([[1.0, -2.0], [-3.0, 4.0]]);
//! let positive = x.greater_than(0.0);
//! assert_eq!(positive, InlineTensor::from([[true, false], [false, true]]));
//! assert_eq!(positive.count_nonzero(), 2);
//! assert_eq!(x.cast::<i32>(), InlineTensor::from([[1, -2], [-3, 4]]));
//! assert!(x.all_close(&(x + 1e-9), 1e-6, 1e-6));
//! ```
//!
//! ```compile_fail,E0308
//! use shapecheck::InlineTensor;
//!
//! InlineTensor::from([1.0_f32, 2.0]).less_than(0.5_f64);
//! ```

use num_traits::float::FloatCore;

use super::operators::check_names_of_pair;
use super::view::check_axis_of;
use super::{TensorOn, or_panic};
use crate::engine::{Casts, Engine, Floats, Operand, Reduces, Unary, ops};
use crate::host::rows::WriteTwo;
use crate::host::{Collects, Memory, NoEngine, Promoted, Promotes};
use crate::shape::{AxisNames, HasAxes};
use crate::verdict::Once;
use crate::{Broadcast, Broadcasted, HasAxis, Shape};

/// Each comparison with a number.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident $Op:ident;)*) => {
        /// # Arithmetic
        ///
        /// In the guide: [tensors](crate::guide::tensors).
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            pub fn $name(&self, number: T) -> TensorOn<E::Element, S, E::Out>
            where
                E: Unary<ops::Right<ops::$Op, T>, T>,
            {
                let op = ops::Right(ops::$Op, number);
                TensorOn::of(E::unary::<S>(op, Operand::ByRef(&self.data)))
            }
        )*}
    };
}

comparisons! {
    /// A mask of the elements that are equal to a number.
    #[doc(alias("equal_elem"))]
    equal_to Equal;
    /// A mask of the elements that are not equal to a number.
    #[doc(alias("ne"))]
    not_equal_to NotEqual;
    /// A mask of the elements that are less than a number.
    #[doc(alias("lt", "lower_elem"))]
    less_than Less;
    /// A mask of the elements that are less than or equal to a number.
    #[doc(alias("le", "lower_equal_elem"))]
    at_most LessEqual;
    /// A mask of the elements that are greater than a number.
    #[doc(alias("gt", "greater_elem"))]
    greater_than Greater;
    /// A mask of the elements that are greater than or equal to a number.
    #[doc(alias("ge", "greater_equal_elem"))]
    at_least GreaterEqual;
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Converts the elements to another type of numbers, like Rust's `as`: floats are truncated to integers, and what
    /// is out of range becomes the nearest value of the type. Between numbers and `bool` it is as in NumPy: `true`
    /// becomes 1, and what is not 0 becomes `true`. With the feature `half`, `f16` and `bf16` of the crate of that name
    /// are numbers too. [`map`](Self::map) converts elements of other crates.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([0.5_f32, 0.0, -300.0]);
    /// assert_eq!(x.cast::<bool>(), InlineTensor::from([true, false, true]));
    /// assert_eq!(x.cast::<bool>().cast::<f32>(), InlineTensor::from([1.0, 0.0, 1.0]));
    /// assert_eq!(x.cast::<u8>(), InlineTensor::from([0, 0, 0]));
    /// ```
    #[doc(alias(
        "astype", "to", "type", "float", "double", "int", "bool", "float64", "dtype", "to_dtype"
    ))]
    #[track_caller]
    pub fn cast<U: 'static>(&self) -> TensorOn<U, S, E::OutputEngine>
    where
        E: Casts<T, U>,
    {
        TensorOn::of(E::converted::<S>(&self.data))
    }

    /// Computes in `f32`: [casts](Self::cast) the elements, calls `function`, and casts its result back. So weights are
    /// kept in 16 bits, and norms and softmax are computed in 32.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[3.0_f64, 4.0]]);
    /// let scale = InlineTensor::from([1.0_f64, 10.0]);
    /// let normed = x.in_f32(|x| x.rms_norm(&scale.cast(), 1e-6));
    /// assert_eq!(normed.cast::<f32>(), x.cast::<f32>().rms_norm(&scale.cast(), 1e-6));
    /// ```
    #[doc(alias = "autocast")]
    #[track_caller]
    pub fn in_f32<O: Shape, F, Wide: Engine, Back: Engine>(
        &self,
        function: impl FnOnce(TensorOn<f32, S, Wide>) -> TensorOn<f32, O, F>,
    ) -> TensorOn<T, O, Back>
    where
        E: Casts<T, f32, OutputEngine = Wide>,
        F: Casts<f32, T, OutputEngine = Back>,
    {
        let wide = TensorOn::of(E::converted::<S>(&self.data));
        TensorOn::of(F::converted::<O>(&function(wide).data))
    }

    /// The standard deviation: the square root of [`var`](Self::var).
    #[doc(alias = "stddev")]
    #[cfg(any(feature = "std", feature = "libm"))]
    #[must_use]
    pub fn std(&self) -> T
    where
        T: num_traits::Float,
        E: Reduces<ops::Var, T, Element = T>,
    {
        self.var().sqrt()
    }

    /// The standard deviation along one axis, counted from the end. The axis stays, with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn std_axis<const AXIS: isize>(&self) -> TensorOn<T, S::WithOne, E::Out>
    where
        S: HasAxis<AXIS>,
        E: Reduces<ops::Var, T, Element = T>,
        E::Out: Unary<ops::Sqrt, T, Element = T>,
    {
        self.var_axis::<AXIS>().sqrt()
    }

    /// The standard deviation along several axes, such as `axes![-2, -1]`. The axes stay, with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn std_axes<List: AxisNames>(
        &self,
    ) -> TensorOn<T, <Once<S, List> as HasAxes<List>>::WithOnes, E::Out>
    where
        S: HasAxes<List>,
        E: Reduces<ops::Var, T, Element = T>,
        E::Out: Unary<ops::Sqrt, T, Element = T>,
    {
        self.var_axes::<List>().sqrt()
    }

    /// The logarithm of the sum of the exponentials along one axis, counted from the end, without overflow. The axis
    /// stays, with size 1.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1000.0_f64, 1000.0], [0.0, f64::NEG_INFINITY]]);
    /// let sums = x.logsumexp::<-1>();
    /// assert!(sums.all_close(&InlineTensor::from([[1000.0 + 2_f64.ln()], [0.0]]), 1e-12, 0.0));
    /// ```
    ///
    /// Without elements it is the logarithm of 0, `-inf`, as in NumPy and SciPy.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias("log_sum_exp"))]
    #[track_caller]
    pub fn logsumexp<const AXIS: isize>(&self) -> TensorOn<T, S::WithOne, E>
    where
        T: FloatCore,
        S: HasAxis<AXIS>,
        S: Broadcast<S::WithOne, Output = S>,
        E: Floats<T>,
    {
        let axis = AXIS.unsigned_abs();
        check_axis_of(self, axis);
        TensorOn::of(E::log_of_sums::<S, S::WithOne>(&self.data, axis))
    }
}

impl<S: Shape, E: Engine> TensorOn<bool, S, E> {
    /// The number of elements of this mask that are true.
    #[must_use]
    pub fn count_nonzero(&self) -> usize
    where
        E: Casts<bool, usize>,
        E::OutputEngine: Reduces<ops::Sum, usize, Element = usize>,
    {
        self.cast::<usize>().sum()
    }

    /// The number of true elements along one axis, counted from the end. The axis stays, with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn count_nonzero_axis<const AXIS: isize>(
        &self,
    ) -> TensorOn<usize, S::WithOne, <E::OutputEngine as Engine>::Out>
    where
        S: HasAxis<AXIS>,
        E: Casts<bool, usize>,
        E::OutputEngine: Reduces<ops::Sum, usize, Element = usize>,
    {
        self.cast::<usize>().sum_axis::<AXIS>()
    }

    /// The number of true elements along several axes, such as `axes![-2, -1]`. The axes stay, with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn count_nonzero_axes<List: AxisNames>(
        &self,
    ) -> TensorOn<usize, <Once<S, List> as HasAxes<List>>::WithOnes, <E::OutputEngine as Engine>::Out>
    where
        S: HasAxes<List>,
        E: Casts<bool, usize>,
        E::OutputEngine: Reduces<ops::Sum, usize, Element = usize>,
    {
        self.cast::<usize>().sum_axes::<List>()
    }
}

impl<T: FloatCore + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// Whether all pairs of elements, with both tensors broadcast to one shape, are equal or differ by at most
    /// `absolute + relative * |right|`. NaN is not close to anything.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not broadcast.
    #[doc(alias("allclose", "isclose", "array_equal"))]
    #[track_caller]
    #[must_use]
    pub fn all_close<R: Shape, F: Memory>(
        &self,
        rhs: &TensorOn<T, R, F>,
        relative: T,
        absolute: T,
    ) -> bool
    where
        S: Broadcast<R>,
        NoEngine: Promotes<E, OutputEngine: Promotes<F>>,
        Promoted<Promoted<NoEngine, E>, F>: Reduces<ops::All, bool, Element = bool>,
    {
        if const { S::NAMES | R::NAMES != 0 } {
            or_panic(check_names_of_pair::<S, R>(self.dims(), rhs.dims()));
        }
        let each = &mut WriteTwo(is_close(relative, absolute));
        let operands = (
            ((), E::lend::<T, S>(&self.data)),
            F::lend::<T, R>(&rhs.data),
        );
        Promoted::<Promoted<NoEngine, E>, F>::all::<_, Broadcasted<S, R>>(operands, each)
    }
}

/// Whether numbers are close. Knows no shape: a closure in a method would be compiled for each shape.
fn is_close<T: FloatCore>(relative: T, absolute: T) -> impl Fn(T, T) -> bool {
    move |lhs, rhs| {
        // An infinite difference would be within an infinite limit.
        let limit = absolute + relative * rhs.abs();
        lhs == rhs || limit.is_finite() && (lhs - rhs).abs() <= limit
    }
}
