//! Functions of each element: comparisons to masks, a choice between two tensors, clamping, and functions of floats.
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

use super::operators::{PairOutput, pair};
use super::{TensorOn, or_panic, panicking_form};
use crate::broadcast::broadcast_shapes;
use crate::broadcast::run_time::check_names_of;
use crate::engine::{Binary, Engine, Numbers, Operand, Selects, Unary, composed, ops};
use crate::error::BroadcastError;
use crate::host::memory;
use crate::shape::list::is_static;
use crate::{Broadcast, Broadcasted, DynShape, Shape};

/// Functions of two tensors, element by element.
macro_rules! pairs {
    ($($(#[$doc:meta])* $name:ident $Op:ident;)*) => {
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            $(#[$doc])*
            ///
            /// # Panics
            ///
            /// Panics if dynamic sizes do not broadcast.
            #[track_caller]
            pub fn $name<R: Shape, F: Engine>(
                &self,
                rhs: &TensorOn<T, R, F>,
            ) -> PairOutput<ops::$Op, T, S, R, E, F>
            where
                S: Broadcast<R>,
                E: Binary<ops::$Op, T, F>,
            {
                pair::<ops::$Op, T, S, R, E, F>(self, rhs)
            }
        )*}
    };
}

pairs! {
    /// A mask of `self == rhs`, both broadcast to one shape.
    equal Equal;
    /// A mask of `self != rhs`, both broadcast to one shape.
    not_equal NotEqual;
    /// A mask of `self < rhs`, both broadcast to one shape.
    less Less;
    /// A mask of `self <= rhs`, both broadcast to one shape.
    less_equal LessEqual;
    /// A mask of `self > rhs`, both broadcast to one shape.
    greater Greater;
    /// A mask of `self >= rhs`, both broadcast to one shape.
    greater_equal GreaterEqual;
    /// The larger element of each pair, with both tensors broadcast to one shape. As in NumPy, NaN wins. If the two are equal,
    /// as `0.0` and `-0.0` are, it is the first.
    maximum Maximum;
    /// The smaller element of each pair, with both tensors broadcast to one shape. As in NumPy, NaN wins. If the two are equal,
    /// it is the first.
    minimum Minimum;
}

/// Whether the type gives the sizes.
const fn is_known<S: Shape>() -> bool {
    is_static::<S>()
}

/// The sizes that three shapes broadcast to, where no size with a name is stretched.
fn sizes_of_three<A: Shape, B: Shape, C: Shape>(
    dims: [&[usize]; 3],
) -> Result<DynShape, BroadcastError> {
    let sizes = broadcast_shapes(&dims)?;
    check_names_of::<A>(dims[0], sizes.dims())?;
    check_names_of::<B>(dims[1], sizes.dims())?;
    check_names_of::<C>(dims[2], sizes.dims())?;
    Ok(sizes)
}

impl<S: Shape, E: Engine> TensorOn<bool, S, E> {
    /// The element of `yes` where this mask is true, and that of `no` where it is false, with all three broadcast to
    /// one shape.
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not broadcast.
    #[doc(alias("where", "masked_fill", "mask_fill", "mask_where", "where_cond"))]
    #[track_caller]
    // The outputs are parameters, so that rustc computes each once.
    pub fn select<T: 'static, Yes: Shape, No: Shape, A: Engine, B: Engine, Both, O, OutputEngine>(
        &self,
        yes: &TensorOn<T, Yes, A>,
        no: &TensorOn<T, No, B>,
    ) -> TensorOn<T, O, OutputEngine>
    where
        S: Broadcast<Yes, Output = Both>,
        Both: Broadcast<No, Output = O>,
        O: Shape,
        OutputEngine: Engine,
        E: Selects<T, A, B, OutputEngine = OutputEngine>,
    {
        let sizes = if const { is_known::<O>() } {
            DynShape::of_known(const { memory::known::<O>() })
        } else {
            let dims = [self.dims(), yes.dims(), no.dims()];
            or_panic(sizes_of_three::<S, Yes, No>(dims))
        };
        let (mask, yes, no) = (&self.data, &yes.data, &no.data);
        TensorOn::of(E::select::<S, Yes, No, _>(mask, yes, no, sizes))
    }
}

impl<T: 'static, S: Shape, E: Numbers<T>> TensorOn<T, S, E> {
    /// Points on the way from these elements to those of `end`: `self + weight * (end - self)`, with all three
    /// broadcast to one shape. A weight of 0 gives these elements, and one of 1 those of `end`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let (dark, light) = (InlineTensor::from([0.0, 50.0]), InlineTensor::from([100.0, 150.0]));
    /// let weights = InlineTensor::from([[0.0], [0.5]]);
    /// assert_eq!(dark.lerp(&light, &weights), InlineTensor::from([[0.0, 50.0], [50.0, 100.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if dynamic sizes do not broadcast.
    #[doc(alias("mix"))]
    #[panicking_form(lerp)]
    pub fn try_lerp<End: Shape, Weight: Shape>(
        &self,
        end: &TensorOn<T, End, E>,
        weight: &TensorOn<T, Weight, E>,
    ) -> Result<TensorOn<T, Broadcasted<Broadcasted<S, End>, Weight>, E>, BroadcastError>
    where
        S: Broadcast<End, Output: Broadcast<Weight>>,
    {
        let dims = [self.dims(), end.dims(), weight.dims()];
        let sizes = sizes_of_three::<S, End, Weight>(dims)?;
        let ends = (&self.data, &end.data);
        let data = composed::lerp::<T, E, S, End, Weight, _>(ends, &weight.data, sizes);
        Ok(TensorOn::of(data))
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Limits each element to the range from `least` to `most`.
    ///
    /// # Panics
    ///
    /// Panics if `least` is more than `most`.
    #[doc(alias("clip", "clamp_min", "clamp_max"))]
    #[track_caller]
    pub fn clamp(&self, least: T, most: T) -> TensorOn<E::Element, S, E::Out>
    where
        T: PartialOrd,
        E: Unary<ops::Clamp<T>, T>,
    {
        assert!(least <= most, "clamp from a limit that is above the other");
        TensorOn::of(E::unary::<S>(
            ops::Clamp(least, most),
            Operand::ByRef(&self.data),
        ))
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// The logarithm of the sum of the exponentials of each pair, ln (*e*ˣ + *e*ʸ), with both tensors broadcast to one shape. It
    /// does not overflow where its result does not, and -∞, the logarithm of 0, adds nothing.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([1000.0_f64, 3.0, f64::NEG_INFINITY]);
    /// let sums = x.logaddexp(&InlineTensor::from([1000.0, f64::NEG_INFINITY, f64::NEG_INFINITY]));
    /// assert_eq!(sums, InlineTensor::from([1000.0 + 2_f64.ln(), 3.0, f64::NEG_INFINITY]));
    /// ```
    ///
    /// Along an axis it is [`logsumexp`](Self::logsumexp).
    ///
    /// # Panics
    ///
    /// Panics if dynamic sizes do not broadcast.
    // The result is a parameter, as for functions of one element.
    #[track_caller]
    pub fn logaddexp<R: Shape, F: Engine, U: 'static, OutputEngine: Engine>(
        &self,
        rhs: &TensorOn<T, R, F>,
    ) -> TensorOn<U, Broadcasted<S, R>, OutputEngine>
    where
        S: Broadcast<R>,
        E: Binary<ops::Logaddexp, T, F, Element = U, OutputEngine = OutputEngine>,
    {
        pair::<ops::Logaddexp, T, S, R, E, F>(self, rhs)
    }
}

/// Functions of floats.
// The result is a parameter: otherwise rustc would report elements without such a function in its own words.
macro_rules! functions {
    ($($(#[$alias:meta])* $name:ident $Op:ident $(<$T:ident>)? $(($argument:ident: $Argument:ty))? $text:literal;)*) => {
        /// Functions of floats.
        ///
        /// Some functions have kernels in this crate, for `f32` and `f64` on the host's engines: `exp`, `exp_m1`, `ln`,
        /// `ln_1p`, `log2`, `log10`, `sqrt`, `sin`, `cos`, `tanh`, `sigmoid`, `silu`, `erf`, `gelu`, `gelu_tanh` and
        /// `powf`. They differ from the exact value by at most 2 units in the last place, `gelu` of `f32` by at most 4,
        /// also for subnormal numbers, and give infinity, zero or NaN where the exact value or its limit is that. The
        /// bits of a result depend on the element alone: they are the same on each of these engines and at each
        /// position. On another kind of processor the last bits may differ, because some processors have instructions
        /// that round a product and a sum as one.
        ///
        /// The other functions are those of the standard library, or of `libm`.
        impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {$(
            #[doc = concat!($text, " of each element.")]
            $(#[$alias])*
            pub fn $name<U: 'static>(&self $(, $argument: $Argument)?) -> TensorOn<U, S, E::Out>
            where
                E: Unary<ops::$Op $(<$T>)?, T, Element = U>,
            {
                TensorOn::of(E::unary::<S>(ops::$Op $(($argument))?, Operand::ByRef(&self.data)))
            }
        )*}
    };
}

functions! {
    exp Exp "The exponential";
    #[doc(alias("expm1"))]
    exp_m1 ExpM1 "The exponential minus 1, precise near 0,";
    #[doc(alias("log"))]
    ln Ln "The natural logarithm";
    #[doc(alias("log1p"))]
    ln_1p Ln1p "The natural logarithm of 1 plus the value, precise near 0,";
    log2 Log2 "The logarithm to base 2";
    log10 Log10 "The logarithm to base 10";
    #[doc(alias("rsqrt"))]
    sqrt Sqrt "The square root";
    cbrt Cbrt "The cube root";
    #[doc(alias("reciprocal"))]
    recip Recip "The reciprocal";
    abs Abs "The absolute value";
    #[doc(alias("sign"))]
    signum Signum "The sign, 1 or -1 (1 for 0.0 and -1 for -0.0, as in Rust; NumPy gives 0),";
    sin Sin "The sine";
    cos Cos "The cosine";
    tan Tan "The tangent";
    #[doc(alias("arcsin"))]
    asin Asin "The arcsine";
    #[doc(alias("arccos"))]
    acos Acos "The arccosine";
    #[doc(alias("arctan"))]
    atan Atan "The arctangent";
    sinh Sinh "The hyperbolic sine";
    cosh Cosh "The hyperbolic cosine";
    tanh Tanh "The hyperbolic tangent";
    sigmoid Sigmoid "The logistic function, 1 / (1 + *e*⁻ˣ),";
    silu Silu "The sigmoid linear unit, *x* / (1 + *e*⁻ˣ),";
    erf Erf "The error function";
    gelu Gelu "The Gaussian error linear unit, *x* (1 + erf (*x* / √2)) / 2,";
    gelu_tanh GeluTanh "The Gaussian error linear unit by a hyperbolic tangent, *x* (1 + tanh (√(2 / π) (*x* + 0.044715 *x*³))) / 2,";
    relu Relu "The rectified linear unit, the value or 0 if it is negative (-0.0 and NaN stay),";
    floor Floor "The largest integer less than or equal to the value";
    ceil Ceil "The smallest integer greater than or equal to the value";
    round Round "The nearest integer (halves away from 0, as in Rust; NumPy rounds them to even)";
    trunc Trunc "The integer part";
    #[doc(alias("modf"))]
    fract Fract "The fractional part";
    #[doc(alias("pow", "powi_scalar", "sqr", "square", "norm_squared", "magnitude_squared"))]
    powi Powi(exponent: i32) "An integer power";
    #[doc(alias("pow", "powf_scalar"))]
    powf Powf<T>(exponent: T) "A power";
}
