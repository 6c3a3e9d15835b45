//! Functions of each element: comparisons to masks, a choice between two tensors, limits, and those of floats.
//!
//! ```
//! use shapecheck::InlineTensor;
//!
//! let x = InlineTensor::from([[1.0, -2.0], [-3.0, 4.0]]);
//! let zero = InlineTensor::scalar(0.0);
//! assert_eq!(x.greater(&zero).select(&x, &zero), InlineTensor::from([[1.0, 0.0], [0.0, 4.0]]));
//! assert_eq!(x.clamp(-1.0, 1.0), InlineTensor::from([[1.0, -1.0], [-1.0, 1.0]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::InlineTensor;
//!
//! let mask = InlineTensor::from([1, 2, 3]).less(&InlineTensor::from([1, 2])); // size 3 does not match size 2
//! ```

use super::kernel::rows::WriteOne;
use super::operators::{Home, pair};
use super::reduce::{larger, smaller};
use super::storage::HomeWith;
use super::zip::Zip;
use super::{Owned, Storage, TensorBase, unwrap};
use crate::{Broadcast, Broadcasted, Shape};

/// Functions of two tensors, element by element.
macro_rules! pairs {
    ($($(#[$doc:meta])* $name:ident: [$($bound:tt)*] -> $Result:ty = $function:expr;)*) => {
        impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {$(
            $(#[$doc])*
            ///
            /// # Panics
            ///
            /// Where dynamic sizes do not broadcast.
            #[track_caller]
            pub fn $name<R: Shape, Other: Storage<T, R>>(
                &self,
                rhs: &TensorBase<T, R, Other>,
            ) -> TensorBase<$Result, Broadcasted<S, R>, Home<Store::Home, Other::Home>>
            where
                T: $($bound)*,
                S: Broadcast<R>,
                Store::Home: HomeWith<Other::Home, Home: Owned<$Result, Broadcasted<S, R>>>,
            {
                unwrap(pair(self, rhs, $function))
            }
        )*}
    };
}

pairs! {
    /// A mask of `self == rhs`, both broadcast to one shape.
    equal: [PartialEq] -> bool = |lhs: T, rhs: T| lhs == rhs;
    /// A mask of `self != rhs`, both broadcast to one shape.
    not_equal: [PartialEq] -> bool = |lhs: T, rhs: T| lhs != rhs;
    /// A mask of `self < rhs`, both broadcast to one shape.
    less: [PartialOrd] -> bool = |lhs: T, rhs: T| lhs < rhs;
    /// A mask of `self <= rhs`, both broadcast to one shape.
    less_equal: [PartialOrd] -> bool = |lhs: T, rhs: T| lhs <= rhs;
    /// A mask of `self > rhs`, both broadcast to one shape.
    greater: [PartialOrd] -> bool = |lhs: T, rhs: T| lhs > rhs;
    /// A mask of `self >= rhs`, both broadcast to one shape.
    greater_equal: [PartialOrd] -> bool = |lhs: T, rhs: T| lhs >= rhs;
    /// The larger of each two elements, both tensors broadcast to one shape; as in NumPy, one that is not a number goes first.
    maximum: [PartialOrd] -> T = larger;
    /// The smaller of each two elements, both tensors broadcast to one shape; as in NumPy, one that is not a number goes first.
    minimum: [PartialOrd] -> T = smaller;
}

impl<S: Shape, Store: Storage<bool, S>> TensorBase<bool, S, Store> {
    /// The element of `yes` where this mask is true, that of `no` where it is not, all three broadcast to one
    /// shape.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not broadcast.
    #[track_caller]
    pub fn select<T: Copy, Yes: Shape, No: Shape, A: Storage<T, Yes>, B: Storage<T, No>>(
        &self,
        yes: &TensorBase<T, Yes, A>,
        no: &TensorBase<T, No, B>,
    ) -> TensorBase<
        T,
        Broadcasted<Broadcasted<S, Yes>, No>,
        Home<Home<Store::Home, A::Home>, B::Home>,
    >
    where
        S: Broadcast<Yes, Output: Broadcast<No>>,
        Store::Home: HomeWith<A::Home, Home: HomeWith<B::Home>>,
        Home<Home<Store::Home, A::Home>, B::Home>: Owned<T, Broadcasted<Broadcasted<S, Yes>, No>>,
    {
        Zip::of(self)
            .and(yes)
            .and(no)
            .map(|((((), mask), yes), no)| if mask { yes } else { no })
    }
}

impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// Each element, or the limit that it is beyond.
    ///
    /// # Panics
    ///
    /// Where `least` is not at most `most`.
    #[track_caller]
    pub fn clamp(&self, least: T, most: T) -> TensorBase<T, S, Store::Home>
    where
        T: PartialOrd,
        Store::Home: Owned<T, S>,
    {
        assert!(least <= most, "clamp from a limit that is above the other");
        Zip::of(self).collect(&mut WriteOne(|element| {
            if element < least {
                least
            } else if element > most {
                most
            } else {
                element
            }
        }))
    }
}

/// Floats need their functions from the standard library, or from the crate `libm`.
#[cfg(any(feature = "std", feature = "libm"))]
mod float {
    use num_traits::Float;

    use super::super::reduce::{by, reductions};
    use super::super::view::check_axis;
    use super::*;
    use crate::tensor::Inline;
    use crate::{AxisNames, BroadcastTo, HasAxes, HasAxis, Scalar, broadcast_update};

    macro_rules! functions {
        ($($name:ident $(($argument:ident: $Argument:ty))? $text:literal;)*) => {
            impl<T: Copy, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {$(
                #[doc = concat!($text, " of each element.")]
                pub fn $name(&self $(, $argument: $Argument)?) -> TensorBase<T, S, Store::Home>
                where
                    T: Float,
                    Store::Home: Owned<T, S>,
                {
                    Zip::of(self).collect(&mut WriteOne(|element: T| element.$name($($argument)?)))
                }
            )*}
        };
    }

    functions! {
        exp "*e* to the power";
        exp_m1 "*e* to the power, less 1,";
        ln "The natural logarithm";
        ln_1p "The natural logarithm of 1 more than the value";
        log2 "The logarithm to base 2";
        log10 "The logarithm to base 10";
        sqrt "The square root";
        cbrt "The cube root";
        recip "The reciprocal";
        abs "The absolute value";
        signum "The sign, 1 or -1 (of 0.0 it is 1 and of -0.0 it is -1, as in Rust; NumPy gives 0),";
        sin "The sine";
        cos "The cosine";
        tan "The tangent";
        asin "The arcsine";
        acos "The arccosine";
        atan "The arctangent";
        sinh "The hyperbolic sine";
        cosh "The hyperbolic cosine";
        tanh "The hyperbolic tangent";
        floor "The next integer below, or the same, ";
        ceil "The next integer above, or the same, ";
        round "The nearest integer (halves go away from 0, as in Rust; NumPy's go to the even one)";
        trunc "The integer part";
        fract "The fractional part";
        powi(exponent: i32) "An integer power";
        powf(exponent: T) "A power";
    }

    reductions! {
        /// The Euclidean norm: the square root of the sum of squares; 0 of no elements.
        norm norm_axis norm_axes -> T where [T: Float]
            |this, axes| this.fold(
                axes,
                Some(T::zero()),
                by(|element: T, _, _| element * element, T::add, T::sqrt),
            );
    }

    impl<T: Float + 'static, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
        /// Exponentials divided by their sums along an axis, safe from overflow: each sum of the result is 1.
        ///
        /// # Panics
        ///
        /// Where a shape of run-time rank has no such axis.
        #[track_caller]
        pub fn softmax<const AXIS: isize>(&self) -> TensorBase<T, S, Store::Home>
        where
            S: HasAxis<AXIS, WithOne: BroadcastTo<S>>,
            Store::Home: Owned<T, S> + Owned<T, S::WithOne>,
        {
            check_axis(&self.shape, AXIS.unsigned_abs());
            let mut result = self.to_tensor();
            if result.is_empty() {
                return result;
            }
            let largest: TensorBase<T, S::WithOne, Store::Home> = self.max_axis::<AXIS>();
            broadcast_update!(|x, m| *x = (*x - m).exp(); &mut result, &largest);
            let sums: TensorBase<T, S::WithOne, Store::Home> = result.sum_axis::<AXIS>();
            broadcast_update!(|x, sum| *x = *x / sum; &mut result, &sums);
            result
        }

        /// The logarithms of [`softmax`](Self::softmax), without losing small ones.
        ///
        /// # Panics
        ///
        /// Where a shape of run-time rank has no such axis.
        #[track_caller]
        pub fn log_softmax<const AXIS: isize>(&self) -> TensorBase<T, S, Store::Home>
        where
            S: HasAxis<AXIS, WithOne: BroadcastTo<S>>,
            Store::Home: Owned<T, S> + Owned<T, S::WithOne>,
        {
            check_axis(&self.shape, AXIS.unsigned_abs());
            let mut result = self.to_tensor();
            if result.is_empty() {
                return result;
            }
            let largest: TensorBase<T, S::WithOne, Store::Home> = self.max_axis::<AXIS>();
            broadcast_update!(|x, m| *x = *x - m; &mut result, &largest);
            let sums: TensorBase<T, S::WithOne, Store::Home> = result.fold(
                &[AXIS.unsigned_abs()],
                Some(T::zero()),
                by(|element: T, _, _| element.exp(), T::add, T::ln),
            );
            broadcast_update!(|x, sum| *x = *x - sum; &mut result, &sums);
            result
        }
    }
}
