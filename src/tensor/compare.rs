//! Comparisons with a number, elements of another type, and what other operations make: deviations, counts, whether two tensors are close.
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

use core::marker::PhantomData;

use num_traits::float::FloatCore;

use super::TensorOn;
use crate::engine::{Each, Engine, Operand, Reduces, ops};
use crate::host::{HomeOf, Memory, Nowhere, TogetherWith};
use crate::{AxisNames, Broadcast, HasAxes, HasAxis, Shape};

/// Each comparison with a number.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident $Op:ident;)*) => {
        /// # Arithmetic
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            pub fn $name(&self, number: T) -> TensorOn<E::Element, S, E::Home>
            where
                E: Each<ops::Right<ops::$Op, T>, T>,
            {
                let op = ops::Right(ops::$Op, number);
                TensorOn::of(E::each::<S>(op, Operand::Lent(&self.data)))
            }
        )*}
    };
}

comparisons! {
    /// A mask of the elements that are equal to a number.
    equal_to Equal;
    /// A mask of the elements that are not equal to a number.
    not_equal_to NotEqual;
    /// A mask of the elements that are less than a number.
    less_than Less;
    /// A mask of the elements that are not larger than a number.
    at_most LessEqual;
    /// A mask of the elements that are larger than a number.
    greater_than Greater;
    /// A mask of the elements that are not less than a number.
    at_least GreaterEqual;
}

/// Where the deviations of a tensor go.
type Deviations<Op, T, E> = <E as Reduces<Op, T>>::Home;

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The elements as another type of numbers, as the language's `as` makes it: floats are cut off to integers, and what does not fit becomes the
    /// nearest that does; `true` is 1.
    pub fn cast<U: 'static>(&self) -> TensorOn<E::Element, S, E::Home>
    where
        E: Each<ops::Cast<U>, T>,
    {
        TensorOn::of(E::each::<S>(
            ops::Cast(PhantomData),
            Operand::Lent(&self.data),
        ))
    }

    /// The standard deviation: the square root of [`var`](Self::var).
    #[cfg(any(feature = "std", feature = "libm"))]
    pub fn std(&self) -> T
    where
        T: num_traits::Float,
        E: Reduces<ops::Var, T, Element = T>,
    {
        self.var().sqrt()
    }

    /// The standard deviation over one axis, counted from the end, which stays with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn std_axis<const AXIS: isize>(&self) -> TensorOn<T, S::WithOne, Deviations<ops::Var, T, E>>
    where
        S: HasAxis<AXIS>,
        E: Reduces<ops::Var, T, Element = T>,
        E::Home: Each<ops::Sqrt, T, Element = T, Home = E::Home>,
    {
        self.var_axis::<AXIS>().sqrt()
    }

    /// The standard deviation over several axes, such as `axes![-2, -1]`, which stay with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn std_axes<List: AxisNames>(&self) -> TensorOn<T, S::WithOnes, Deviations<ops::Var, T, E>>
    where
        S: HasAxes<List>,
        E: Reduces<ops::Var, T, Element = T>,
        E::Home: Each<ops::Sqrt, T, Element = T, Home = E::Home>,
    {
        self.var_axes::<List>().sqrt()
    }

    /// The logarithm of the sum of exponentials over one axis, counted from the end, which stays with size 1; safe from overflow.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1000.0_f64, 1000.0], [0.0, f64::NEG_INFINITY]]);
    /// let sums = x.logsumexp::<-1>();
    /// assert!(sums.all_close(&InlineTensor::from([[1000.0 + 2_f64.ln()], [0.0]]), 1e-12, 0.0));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no element to choose from, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn logsumexp<const AXIS: isize>(&self) -> TensorOn<T, S::WithOne, E>
    where
        T: FloatCore,
        S: HasAxis<AXIS>,
        S: Broadcast<S::WithOne, Output = S>,
        E: crate::engine::Floats<T>,
    {
        // The limits keep what is infinite from being taken from itself.
        let largest = self
            .max_axis::<AXIS>()
            .clamp(T::min_value(), T::max_value());
        let sums = (self - &largest).exp().sum_axis::<AXIS>();
        let sizes = super::passed_sizes::<S::WithOne>(largest.dims());
        let (sums, largest) = (sums.ln().data, largest.data);
        TensorOn::of(<E as crate::engine::Pairs<ops::Add, T>>::pairs::<
            S::WithOne,
            S::WithOne,
            S::WithOne,
        >(
            Operand::Given(sums), Operand::Given(largest), sizes
        ))
    }
}

impl<S: Shape, E: Engine> TensorOn<bool, S, E> {
    /// How many elements of this mask are true.
    pub fn count_nonzero(&self) -> usize
    where
        E: Each<ops::Cast<usize>, bool, Element = usize>,
        E::Home: Reduces<ops::Sum, usize, Element = usize>,
    {
        self.cast::<usize>().sum()
    }

    /// How many elements of this mask are true along one axis, counted from the end, which stays with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn count_nonzero_axis<const AXIS: isize>(
        &self,
    ) -> TensorOn<usize, S::WithOne, <E::Home as Reduces<ops::Sum, usize>>::Home>
    where
        S: HasAxis<AXIS>,
        E: Each<ops::Cast<usize>, bool, Element = usize>,
        E::Home: Reduces<ops::Sum, usize, Element = usize>,
    {
        self.cast::<usize>().sum_axis::<AXIS>()
    }

    /// How many elements of this mask are true along several axes, such as `axes![-2, -1]`, which stay with size 1.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn count_nonzero_axes<List: AxisNames>(
        &self,
    ) -> TensorOn<usize, S::WithOnes, <E::Home as Reduces<ops::Sum, usize>>::Home>
    where
        S: HasAxes<List>,
        E: Each<ops::Cast<usize>, bool, Element = usize>,
        E::Home: Reduces<ops::Sum, usize, Element = usize>,
    {
        self.cast::<usize>().sum_axes::<List>()
    }
}

impl<T: FloatCore + 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// Whether each two elements, both tensors broadcast to one shape, are equal or differ by at most `absolute + relative * |right|`. What is not a
    /// number is close to nothing.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not broadcast.
    #[doc(alias = "allclose")]
    #[track_caller]
    pub fn all_close<R: Shape, F: Memory>(
        &self,
        rhs: &TensorOn<T, R, F>,
        relative: T,
        absolute: T,
    ) -> bool
    where
        S: Broadcast<R>,
        Nowhere: TogetherWith<E, Home: TogetherWith<F>>,
        HomeOf<HomeOf<Nowhere, E>, F>: Reduces<ops::All, bool, Element = bool>,
    {
        let is_close = |lhs: T, rhs: T| {
            // An infinite difference is within an infinite limit, and yet not small.
            let limit = absolute + relative * rhs.abs();
            lhs == rhs || limit.is_finite() && (lhs - rhs).abs() <= limit
        };
        self.zip_map(rhs, is_close).all()
    }
}
