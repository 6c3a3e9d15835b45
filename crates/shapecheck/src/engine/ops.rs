//! Operations, as types: an engine names those it supports, and each says what it does with elements.
//!
//! ```
//! use shapecheck::engine::{BinaryFunction, ops};
//!
//! assert_eq!(ops::Add::apply(2, 3), 5);
//! assert!(ops::Less::apply(2.0, 3.0));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::engine::{BinaryFunction, ops};
//!
//! ops::Add::apply("a", "b");
//! ```
//!
//! In the guide: [engines](crate::guide::engines).

use core::ops as traits;

#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::Float;
use num_traits::{One, Zero};

#[cfg(any(feature = "std", feature = "libm"))]
use crate::float;
use crate::for_each;
use crate::sealed::Inside;

/// A function of two elements.
pub trait BinaryFunction<T> {
    /// The type of the result.
    type Output;

    /// The result for two elements.
    fn apply(lhs: T, rhs: T) -> Self::Output;
}

/// A function of one element.
#[cfg_attr(
    not(any(feature = "std", feature = "libm")),
    diagnostic::on_unimplemented(
        message = "`{Self}` is not computed for elements `{T}`",
        label = "not computed",
        note = "functions of floats need the feature `std`, or without a standard library the feature `libm`"
    )
)]
pub trait UnaryFunction<T> {
    /// The type of the result.
    type Output;

    /// The result for one element.
    fn apply(&self, element: T) -> Self::Output;

    /// The operation as `Any`, so that an engine can recognize one that it computes for many elements at once.
    #[inline(always)]
    fn as_any(&self) -> Option<&dyn core::any::Any> {
        None
    }

    /// Whether the engines of this crate have it for many elements at once. A constant, so that nothing of that is compiled
    /// for other functions.
    #[doc(hidden)]
    const HAS_KERNEL: bool = false;

    /// How many multiplications it takes as long as, if it holds nothing that it looks at but elements, so that it may be
    /// used on other threads where these may. Functions of other crates have no say in it.
    #[doc(hidden)]
    #[inline(always)]
    fn steps(&self, _: Inside) -> Option<usize> {
        None
    }
}

/// The [steps](UnaryFunction::steps) of what is done with an element that is read and written: as many as are computed
/// meanwhile.
pub(crate) const ELEMENT: usize = 2;

/// Those of a function of floats.
#[cfg(any(feature = "std", feature = "libm"))]
const FUNCTION: usize = 12;

/// The [steps](UnaryFunction::steps) of a function of this crate.
macro_rules! steps {
    ($steps:ident) => {
        #[inline(always)]
        fn steps(&self, _: Inside) -> Option<usize> {
            Some($steps)
        }
    };
}

/// What an engine is to know of a function of floats.
#[cfg(any(feature = "std", feature = "libm"))]
macro_rules! of_floats {
    () => {
        #[inline(always)]
        fn as_any(&self) -> Option<&dyn core::any::Any> {
            Some(self)
        }

        const HAS_KERNEL: bool = true;

        steps!(FUNCTION);
    };
}

macro_rules! pairs {
    ($($(#[$doc:meta])* $Op:ident: [$($bound:tt)*] -> $Output:ty = |$lhs:ident, $rhs:ident| $result:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Op;

        impl<T: $($bound)*> BinaryFunction<T> for $Op {
            type Output = $Output;

            #[inline(always)]
            fn apply($lhs: T, $rhs: T) -> $Output {
                $result
            }
        }
    )*};
}

pairs! {
    /// `lhs + rhs`
    Add: [traits::Add<Output = T>] -> T = |lhs, rhs| lhs + rhs;
    /// `lhs - rhs`
    Sub: [traits::Sub<Output = T>] -> T = |lhs, rhs| lhs - rhs;
    /// `lhs * rhs`
    Mul: [traits::Mul<Output = T>] -> T = |lhs, rhs| lhs * rhs;
    /// `lhs / rhs`
    Div: [traits::Div<Output = T>] -> T = |lhs, rhs| lhs / rhs;
    /// `rhs`
    Assign: [] -> T = |_lhs, rhs| rhs;
    /// `lhs & rhs`
    BitAnd: [traits::BitAnd<Output = T>] -> T = |lhs, rhs| lhs & rhs;
    /// `lhs | rhs`
    BitOr: [traits::BitOr<Output = T>] -> T = |lhs, rhs| lhs | rhs;
    /// `lhs ^ rhs`
    BitXor: [traits::BitXor<Output = T>] -> T = |lhs, rhs| lhs ^ rhs;
    /// `lhs == rhs`
    Equal: [PartialEq] -> bool = |lhs, rhs| lhs == rhs;
    /// `lhs != rhs`
    NotEqual: [PartialEq] -> bool = |lhs, rhs| lhs != rhs;
    /// `lhs < rhs`
    Less: [PartialOrd] -> bool = |lhs, rhs| lhs < rhs;
    /// `lhs <= rhs`
    LessEqual: [PartialOrd] -> bool = |lhs, rhs| lhs <= rhs;
    /// `lhs > rhs`
    Greater: [PartialOrd] -> bool = |lhs, rhs| lhs > rhs;
    /// `lhs >= rhs`
    GreaterEqual: [PartialOrd] -> bool = |lhs, rhs| lhs >= rhs;
    /// The larger of the two, the first if they are equal, or NaN if one is NaN.
    Maximum: [PartialOrd + Copy] -> T = |lhs, rhs| if rhs > lhs || is_unordered(rhs) { rhs } else { lhs };
    /// The smaller of the two, the first if they are equal, or NaN if one is NaN.
    Minimum: [PartialOrd + Copy] -> T = |lhs, rhs| if rhs < lhs || is_unordered(rhs) { rhs } else { lhs };
}

/// The logarithm of the sum of the exponentials of two elements.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Logaddexp;

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Float> BinaryFunction<T> for Logaddexp {
    type Output = T;

    #[inline(always)]
    fn apply(lhs: T, rhs: T) -> T {
        let (most, least) = if lhs < rhs { (rhs, lhs) } else { (lhs, rhs) };
        // Infinities that are equal have no difference.
        let below = if least == most {
            T::zero()
        } else {
            least - most
        };
        most + below.exp().ln_1p()
    }
}

/// NaN is not equal to itself.
#[allow(clippy::eq_op)]
#[inline(always)]
pub(crate) fn is_unordered<T: PartialOrd>(element: T) -> bool {
    element != element
}

macro_rules! each {
    ($($(#[$doc:meta])* $Op:ident $(($($argument:ident: $Argument:ty),*))?: [$($bound:tt)*] = |$element:ident| $result:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Op $(<T>($(pub $Argument),*))?;

        each!(@ $Op [$($($argument)*)?]: [$($bound)*] = |$element| $result);
    )*};
    (@ $Op:ident []: [$($bound:tt)*] = |$element:ident| $result:expr) => {
        impl<T: $($bound)*> UnaryFunction<T> for $Op {
            type Output = T;

            #[inline(always)]
            fn apply(&self, $element: T) -> T {
                $result
            }

            steps!(ELEMENT);
        }
    };
    (@ $Op:ident [$($argument:ident)+]: [$($bound:tt)*] = |$element:ident| $result:expr) => {
        impl<T: $($bound)*> UnaryFunction<T> for $Op<T> {
            type Output = T;

            #[inline(always)]
            fn apply(&self, $element: T) -> T {
                let &$Op($($argument),+) = self;
                $result
            }

            steps!(ELEMENT);
        }
    };
}

each! {
    /// `-x`
    Neg: [traits::Neg<Output = T>] = |x| -x;
    /// `!x`
    Not: [traits::Not<Output = T>] = |x| !x;
    /// The element, or 0 if it is negative.
    Relu: [Zero + PartialOrd] = |x| if x < T::zero() { T::zero() } else { x };
    /// The element, limited to a range.
    Clamp(least: T, most: T): [PartialOrd + Copy] = |x| if x < least { least } else if x > most { most } else { x };
}

/// Converts numbers to another type, like Rust's `as`; and numbers to `bool` and back.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Cast<U>(pub core::marker::PhantomData<U>);

impl<T: CastTo<U>, U> UnaryFunction<T> for Cast<U> {
    type Output = U;

    #[inline(always)]
    fn apply(&self, element: T) -> U {
        element.cast_to()
    }

    steps!(ELEMENT);
}

/// Elements that [`Cast`] converts to `U`: between numbers like Rust's `as`; `true` becomes 1 and `false` 0, and a
/// number becomes `true` if it is not 0, as in NumPy's `astype`.
///
/// In the guide: [engines](crate::guide::engines).
#[diagnostic::on_unimplemented(
    message = "elements `{Self}` are not cast to `{U}`",
    label = "no cast from `{Self}` to `{U}` here",
    note = "a cast is from numbers to numbers, or from these to `bool` and back; `f16` and `bf16` of the crate `half` are numbers with the feature `half`",
    note = "`map` converts elements by a function"
)]
pub trait CastTo<U> {
    /// The element as another type.
    fn cast_to(self) -> U;
}

/// Numbers and characters, which [`AsPrimitive`](num_traits::AsPrimitive) converts. `bool` is not one of them: num_traits
/// may come to convert it too.
///
/// In the guide: [engines](crate::guide::engines).
pub trait CastNumber: Copy + 'static {}

for_each! {
    ($(#[$attribute:meta])* $T:ty) => {
        $(#[$attribute])*
        impl CastNumber for $T {}
    }

    i8; i16; i32; i64; i128; isize; u8; u16; u32; u64; u128; usize; f32; f64; char;
    #[cfg(feature = "half")]
    half::f16;
    #[cfg(feature = "half")]
    half::bf16;
}

#[cfg(feature = "fft")]
impl<T: CastNumber> CastNumber for realfft::num_complex::Complex<T> {}

#[diagnostic::do_not_recommend]
impl<T: CastNumber + num_traits::AsPrimitive<U>, U: CastNumber> CastTo<U> for T {
    #[inline(always)]
    fn cast_to(self) -> U {
        self.as_()
    }
}

#[diagnostic::do_not_recommend]
impl<T: CastNumber + Zero + PartialEq> CastTo<bool> for T {
    #[inline(always)]
    fn cast_to(self) -> bool {
        self != T::zero()
    }
}

#[diagnostic::do_not_recommend]
impl<U: CastNumber + Zero + One> CastTo<U> for bool {
    #[inline(always)]
    fn cast_to(self) -> U {
        match self {
            true => U::one(),
            false => U::zero(),
        }
    }
}

impl CastTo<Self> for bool {
    #[inline(always)]
    fn cast_to(self) -> Self {
        self
    }
}

/// A function of two elements with a fixed right one.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Right<Op, T>(pub Op, pub T);

impl<Op: BinaryFunction<T>, T: Copy> UnaryFunction<T> for Right<Op, T> {
    type Output = Op::Output;

    #[inline(always)]
    fn apply(&self, element: T) -> Op::Output {
        Op::apply(element, self.1)
    }

    steps!(ELEMENT);
}

/// A function of two elements with a fixed left one.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Left<Op, T>(pub Op, pub T);

impl<Op: BinaryFunction<T>, T: Copy> UnaryFunction<T> for Left<Op, T> {
    type Output = Op::Output;

    #[inline(always)]
    fn apply(&self, element: T) -> Op::Output {
        Op::apply(self.1, element)
    }

    steps!(ELEMENT);
}

/// Functions of floats: `$Op`, and its name in words.
macro_rules! float_functions {
    ($($Op:ident |$x:ident| $result:expr, $text:literal;)*) => {
        $(
            #[doc = concat!($text, ".")]
            #[derive(Clone, Copy, Debug)]
            pub struct $Op;

            #[cfg(any(feature = "std", feature = "libm"))]
            impl<T: Float> UnaryFunction<T> for $Op {
                type Output = T;

                #[inline(always)]
                fn apply(&self, $x: T) -> T {
                    $result
                }

                of_floats!();
            }
        )*
    };
}

float_functions! {
    Exp |x| x.exp(), "The exponential";
    ExpM1 |x| x.exp_m1(), "The exponential minus 1";
    Ln |x| x.ln(), "The natural logarithm";
    Ln1p |x| x.ln_1p(), "The natural logarithm of 1 plus the value";
    Log2 |x| x.log2(), "The logarithm to base 2";
    Log10 |x| x.log10(), "The logarithm to base 10";
    Sqrt |x| x.sqrt(), "The square root";
    Cbrt |x| x.cbrt(), "The cube root";
    Recip |x| x.recip(), "The reciprocal";
    Abs |x| x.abs(), "The absolute value";
    Signum |x| x.signum(), "The sign, 1 or -1";
    Sin |x| x.sin(), "The sine";
    Cos |x| x.cos(), "The cosine";
    Tan |x| x.tan(), "The tangent";
    Asin |x| x.asin(), "The arcsine";
    Acos |x| x.acos(), "The arccosine";
    Atan |x| x.atan(), "The arctangent";
    Sinh |x| x.sinh(), "The hyperbolic sine";
    Cosh |x| x.cosh(), "The hyperbolic cosine";
    Tanh |x| x.tanh(), "The hyperbolic tangent";
    Sigmoid |x| in_f64(float::Sigmoid, x, sigmoid), "The logistic function, 1 / (1 + *e*⁻ˣ)";
    Silu |x| in_f64(float::Silu, x, |x| x * sigmoid(x)), "The sigmoid linear unit";
    Erf |x| in_f64(float::Erf, x, no_error_function), "The error function";
    Gelu |x| in_f64(float::Gelu, x, no_error_function), "The Gaussian error linear unit";
    GeluTanh |x| in_f64(float::GeluTanh, x, gelu_tanh), "The Gaussian error linear unit by a hyperbolic tangent";
    Floor |x| x.floor(), "The largest integer less than or equal to the value";
    Ceil |x| x.ceil(), "The smallest integer greater than or equal to the value";
    Round |x| x.round(), "The nearest integer, halves away from 0";
    Trunc |x| x.trunc(), "The integer part";
    Fract |x| x.fract(), "The fractional part";
}

/// A function that `Float` does not have, computed in `f64`, or by others for elements that are more than one number.
#[cfg(any(feature = "std", feature = "libm"))]
fn in_f64<T: Float>(
    function: impl float::Function<f64>,
    x: T,
    otherwise: impl FnOnce(T) -> T,
) -> T {
    match x.to_f64().and_then(|x| T::from(function.apply(x))) {
        Some(result) => result,
        None => otherwise(x),
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
fn sigmoid<T: Float>(x: T) -> T {
    T::one() / (T::one() + (-x).exp())
}

/// `x / 2 * (1 + tanh(√(2/π) * (x + 0.044715 x³)))`
#[cfg(any(feature = "std", feature = "libm"))]
fn gelu_tanh<T: Float>(x: T) -> T {
    let number = |number: f64| T::from(number).unwrap_or_else(T::nan);
    let [half, root, third] = [0.5, 0.797_884_560_802_865_4, 0.044_715].map(number);
    half * x * (T::one() + (root * (x + third * x * x * x)).tanh())
}

#[cfg(any(feature = "std", feature = "libm"))]
fn no_error_function<T>(_: T) -> T {
    panic!("these elements are not numbers of `f64`, and have no error function")
}

/// An integer power.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Powi(pub i32);

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Float> UnaryFunction<T> for Powi {
    type Output = T;

    #[inline(always)]
    fn apply(&self, element: T) -> T {
        element.powi(self.0)
    }

    of_floats!();
}

/// A power.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Powf<T>(pub T);

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Float + 'static> UnaryFunction<T> for Powf<T> {
    type Output = T;

    #[inline(always)]
    fn apply(&self, element: T) -> T {
        element.powf(self.0)
    }

    of_floats!();
}

/// The sum; 0 if there are no elements.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Sum;

/// The product; 1 if there are no elements.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Product;

/// The mean.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Mean;

/// The mean of the squared deviations from the mean.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Var;

/// The sum of the squared deviations from the mean, divided by one less than the number of elements.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct SampleVar;

/// The largest element, or NaN if there is one.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Max;

/// The smallest element, or NaN if there is one.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Min;

/// The index of the first largest element.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct ArgMax;

/// The index of the first smallest element.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct ArgMin;

/// Whether any element is true.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Any;

/// Whether all elements are true.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct All;

/// The square root of the sum of the squares.
///
/// In the guide: [engines](crate::guide::engines).
#[derive(Clone, Copy, Debug)]
pub struct Norm;
