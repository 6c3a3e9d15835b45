//! Derivatives on the way: numbers that carry their slopes, and Jacobians of functions of small inline vectors.
//!
//! [`jacobian`] calls a function once, with elements [`Dual`], and needs no allocator:
//!
//! ```
//! use shapecheck::dual::{Dual, value_and_jacobian};
//! use shapecheck::num_traits::Float;
//! use shapecheck::{InlineTensor, dims, shape};
//!
//! dims! { State = 3, Seen = 2 }
//! type Vector<T, N> = InlineTensor<T, shape![N]>;
//! type Number = Dual<f64, State>;
//!
//! /// How far a beacon at `[5, 2]` is, and in which direction.
//! fn seen(state: Vector<Number, State>) -> Vector<Number, Seen> {
//!     let [x, y, heading]: [Number; 3] = state.into();
//!     let (x, y) = (x - 5.0, y - 2.0);
//!     InlineTensor::from_array([x.hypot(y), y.atan2(x) - heading])
//! }
//!
//! let state: Vector<f64, State> = InlineTensor::from_array([2.0, 6.0, 0.5]);
//! let (value, slopes) = value_and_jacobian(seen, &state);
//! let slopes: InlineTensor<f64, shape![Seen, State]> = slopes; // a row for each result
//! assert_eq!(value[[0]], 5.0);
//! assert_eq!(slopes[[0, 0]], -3.0 / 5.0); // the distance, if x grows
//! assert_eq!(slopes[[1, 2]], -1.0); // the direction, if the heading does
//! ```
//!
//! Least squares by Gauss and Newton's method: the curve `a eᵇᵗ` that goes near five points.
//!
//! ```
//! use shapecheck::dual::{Dual, value_and_jacobian};
//! use shapecheck::num_traits::Float;
//! use shapecheck::{InlineTensor, dims, shape};
//!
//! dims! { Parameters = 2, Points = 5 }
//!
//! let times = [0.0, 1.0, 2.0, 3.0, 4.0];
//! let seen: InlineTensor<f64, shape![Points]> = InlineTensor::from_array([3.0, 1.8, 1.1, 0.67, 0.4]);
//! let mut curve: InlineTensor<f64, shape![Parameters]> = InlineTensor::from_array([1.0, 0.0]);
//! for _ in 0..10 {
//!     let (values, slopes) = value_and_jacobian(
//!         |curve| {
//!             let [a, b]: [Dual<f64, Parameters>; 2] = curve.into();
//!             InlineTensor::<_, shape![Points]>::from_array(times.map(|time| a * (b * time).exp()))
//!         },
//!         &curve,
//!     );
//!     let across = slopes.transpose(); // [Parameters, Points]
//!     curve += across.matmul(&slopes).solve(&across.matmul(&(seen - values)));
//! }
//! assert!((curve[[0]] - 3.0).abs() < 0.01 && (curve[[1]] + 0.5).abs() < 0.01, "{curve:?}");
//! ```
//!
//! A program with many parameters and one result has its gradient from a backward pass, at a cost that does not grow
//! with the number of parameters: see the crate `shapecheck-grad`.
//!
//! In the guide: [training](crate::guide::train).

use core::cmp::Ordering;
use core::fmt;
use core::num::FpCategory;
use core::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

use num_traits::float::FloatCore;
use num_traits::{Float, FloatConst, Num, NumCast, One, ToPrimitive, Zero};

use crate::{Axes, InlineTensor, Scalar, Shape, StaticDim, shape};

/// A number with its slopes: how it grows with each of `N` variables.
///
/// It has the functions of [`Float`], each with its derivative by the chain rule, so tensors of it have the operations
/// of tensors of floats. Comparisons look at the number alone. Operators take a plain number on the right, and
/// [`constant`](Self::constant) makes one that has slopes of 0.
///
/// It is not one number that can be cast: `to_f64` gives `None`. `erf` and `gelu`, which floats compute in `f64`, panic.
/// The determinant of a singular matrix has slopes that are NaN, and decompositions (`qr`, `eigh`, `svd`) do not compile.
///
/// In the guide: [training](crate::guide::train).
pub struct Dual<T, N: Variables<T>> {
    value: T,
    slopes: N::Slopes,
}

/// The number of variables of a [`Dual`]: each size that the compiler knows, with or without a name.
///
/// In the guide: [training](crate::guide::train).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of variables",
    label = "slopes are known by as many variables as the compiler knows",
    note = "a size is known when the program is compiled: `dim!(4)`, or a name with a size, `dims! {{ State = 4 }}`"
)]
pub trait Variables<T>: StaticDim {
    /// A slope for each variable.
    #[doc(hidden)]
    type Slopes: Copy + Send + Sync + 'static;

    #[doc(hidden)]
    fn each(slope: T) -> Self::Slopes;

    #[doc(hidden)]
    fn as_slice(slopes: &Self::Slopes) -> &[T];

    #[doc(hidden)]
    fn as_mut_slice(slopes: &mut Self::Slopes) -> &mut [T];
}

impl<T, N: StaticDim> Variables<T> for N
where
    T: Copy + Send + Sync + 'static,
    Axes<Scalar, N>: Shape<Arrays<T>: Copy + Send + Sync>,
{
    type Slopes = InlineTensor<T, shape![N]>;

    #[inline(always)]
    fn each(slope: T) -> Self::Slopes {
        InlineTensor::full(slope)
    }

    #[inline(always)]
    fn as_slice(slopes: &Self::Slopes) -> &[T] {
        slopes.as_slice()
    }

    #[inline(always)]
    fn as_mut_slice(slopes: &mut Self::Slopes) -> &mut [T] {
        slopes.as_mut_slice()
    }
}

impl<T: Copy, N: Variables<T>> Clone for Dual<T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, N: Variables<T>> Copy for Dual<T, N> {}

/// `2.5 by [1.0, 0.0]`
impl<T: fmt::Debug, N: Variables<T>> fmt::Debug for Dual<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} by {:?}", self.value, N::as_slice(&self.slopes))
    }
}

impl<T: Float, N: Variables<T>> Dual<T, N> {
    /// A number that does not depend on the variables: all slopes are 0.
    #[inline(always)]
    pub fn constant(value: T) -> Self {
        let slopes = N::each(T::zero());
        Self { value, slopes }
    }

    /// A number whose slopes are not known: they are NaN.
    pub(crate) fn without_slopes(value: T) -> Self {
        let slopes = N::each(T::nan());
        Self { value, slopes }
    }

    /// A variable: its slope by itself is 1.
    #[inline(always)]
    fn variable(value: T, number: usize) -> Self {
        let mut variable = Self::constant(value);
        N::as_mut_slice(&mut variable.slopes)[number] = T::one();
        variable
    }

    /// The number itself.
    #[inline(always)]
    pub fn value(&self) -> T {
        self.value
    }

    /// How it grows with each variable.
    #[inline(always)]
    pub fn slopes(&self) -> &[T] {
        N::as_slice(&self.slopes)
    }

    /// `f(self)`, of which the value and the derivative are known: `f' * self.slopes`.
    #[inline(always)]
    fn by(self, value: T, slope: T) -> Self {
        let mut slopes = self.slopes;
        for of in N::as_mut_slice(&mut slopes) {
            *of = slope * *of;
        }
        Self { value, slopes }
    }

    /// `f(self, other)`: `f'₁ * self.slopes + f'₂ * other.slopes`.
    #[inline(always)]
    fn with(self, other: Self, value: T, [first, second]: [T; 2]) -> Self {
        let mut slopes = self.slopes;
        for (of, &and) in N::as_mut_slice(&mut slopes).iter_mut().zip(other.slopes()) {
            *of = first * *of + second * and;
        }
        Self { value, slopes }
    }

    fn is_constant(&self) -> bool {
        self.slopes().iter().all(T::is_zero)
    }
}

/// The value of a function of an inline vector, and how each number of the result grows with each of the argument.
///
/// ```text
/// f: [N] -> [M] at x: [N] gives [M] and [M, N]
/// ```
///
/// `f` is called once. With names, as in `[State]` and `[Seen]`, the matrix is `[Seen, State]`.
///
/// In the guide: [training](crate::guide::train).
pub fn value_and_jacobian<T, N, M>(
    f: impl FnOnce(InlineTensor<Dual<T, N>, shape![N]>) -> InlineTensor<Dual<T, N>, shape![M]>,
    x: &InlineTensor<T, shape![N]>,
) -> (InlineTensor<T, shape![M]>, InlineTensor<T, shape![M, N]>)
where
    T: Float + Send + Sync + 'static,
    N: Variables<T>,
    M: StaticDim,
{
    let y = f(InlineTensor::from_fn(|[variable]| {
        Dual::variable(x[[variable]], variable)
    }));
    let value = InlineTensor::from_fn(|[number]| y[[number]].value);
    let slopes = InlineTensor::from_fn(|[number, variable]| y[[number]].slopes()[variable]);
    (value, slopes)
}

/// How each number of a function's result grows with each of its argument, an inline vector.
///
/// ```text
/// f: [N] -> [M] at x: [N] gives [M, N]
/// ```
///
/// See [`value_and_jacobian`].
///
/// In the guide: [training](crate::guide::train).
pub fn jacobian<T, N, M>(
    f: impl FnOnce(InlineTensor<Dual<T, N>, shape![N]>) -> InlineTensor<Dual<T, N>, shape![M]>,
    x: &InlineTensor<T, shape![N]>,
) -> InlineTensor<T, shape![M, N]>
where
    T: Float + Send + Sync + 'static,
    N: Variables<T>,
    M: StaticDim,
{
    value_and_jacobian(f, x).1
}

/// Operators of two numbers: the value, and its derivatives by both.
macro_rules! operators {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident: |$a:ident, $b:ident| $value:expr, $slopes:expr;)*) => {$(
        impl<T: Float, N: Variables<T>> $Op for Dual<T, N> {
            type Output = Self;

            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                let ($a, $b) = (self.value, other.value);
                self.with(other, $value, $slopes)
            }
        }

        impl<T: Float, N: Variables<T>> $Op<T> for Dual<T, N> {
            type Output = Self;

            #[inline(always)]
            fn $op(self, $b: T) -> Self {
                let $a = self.value;
                let [slope, _] = $slopes;
                self.by($value, slope)
            }
        }

        impl<T: Float, N: Variables<T>> $OpAssign for Dual<T, N> {
            #[inline(always)]
            fn $op_assign(&mut self, other: Self) {
                *self = self.$op(other);
            }
        }

        impl<T: Float, N: Variables<T>> $OpAssign<T> for Dual<T, N> {
            #[inline(always)]
            fn $op_assign(&mut self, other: T) {
                *self = self.$op(other);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign: |a, b| a + b, [T::one(); 2];
    Sub sub SubAssign sub_assign: |a, b| a - b, [T::one(), -T::one()];
    Mul mul MulAssign mul_assign: |a, b| a * b, [b, a];
    Div div DivAssign div_assign: |a, b| a / b, [b.recip(), -a / (b * b)];
    Rem rem RemAssign rem_assign: |a, b| a % b, [T::one(), -(a / b).trunc()];
}

impl<T: Float, N: Variables<T>> Neg for Dual<T, N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.by(-self.value, -T::one())
    }
}

impl<T: PartialEq, N: Variables<T>> PartialEq for Dual<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: PartialOrd, N: Variables<T>> PartialOrd for Dual<T, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Float, N: Variables<T>> Zero for Dual<T, N> {
    fn zero() -> Self {
        Self::constant(T::zero())
    }

    /// Whether it is 0 wherever the variables are: a product with such a number may be left out.
    fn is_zero(&self) -> bool {
        self.value.is_zero() && self.is_constant()
    }
}

impl<T: Float, N: Variables<T>> One for Dual<T, N> {
    fn one() -> Self {
        Self::constant(T::one())
    }
}

impl<T: Float, N: Variables<T>> Num for Dual<T, N> {
    type FromStrRadixErr = T::FromStrRadixErr;

    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        T::from_str_radix(text, radix).map(Self::constant)
    }
}

/// Always `None`: what is computed from one number would have lost the slopes.
impl<T: Float, N: Variables<T>> ToPrimitive for Dual<T, N> {
    fn to_i64(&self) -> Option<i64> {
        None
    }

    fn to_u64(&self) -> Option<u64> {
        None
    }

    fn to_f64(&self) -> Option<f64> {
        None
    }
}

impl<T: Float, N: Variables<T>> NumCast for Dual<T, N> {
    fn from<V: ToPrimitive>(number: V) -> Option<Self> {
        T::from(number).map(Self::constant)
    }
}

/// Constants, tests of the value and functions of one number, of which `|x, y|` gives the derivative; `y` is their value.
macro_rules! of_numbers {
    ($Float:ident: $($constant:ident)*; $($test:ident)*; $($function:ident |$x:ident, $y:ident| $slope:expr;)*) => {
        $(
            fn $constant() -> Self {
                Self::constant(<T as $Float>::$constant())
            }
        )*
        $(
            fn $test(self) -> bool {
                $Float::$test(self.value)
            }
        )*
        $(
            fn $function(self) -> Self {
                let $x = self.value;
                let $y = $Float::$function($x);
                self.by($y, $slope)
            }
        )*
    };
}

impl<T: Float + FloatConst, N: Variables<T>> FloatConst for Dual<T, N> {
    of_numbers! {
        FloatConst: E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
            LN_10 LN_2 LOG10_E LOG2_E PI SQRT_2;;
    }
}

impl<T: Float + FloatCore, N: Variables<T>> FloatCore for Dual<T, N> {
    of_numbers! {
        FloatCore: nan infinity neg_infinity neg_zero min_value min_positive_value max_value epsilon;;
        to_degrees |_x, _y| <T as FloatCore>::to_degrees(T::one());
        to_radians |_x, _y| <T as FloatCore>::to_radians(T::one());
    }

    fn classify(self) -> FpCategory {
        FloatCore::classify(self.value)
    }

    fn integer_decode(self) -> (u64, i16, i8) {
        FloatCore::integer_decode(self.value)
    }
}

/// Each function of a float, with its derivative; steps are constant but for their jumps.
impl<T: Float, N: Variables<T>> Float for Dual<T, N> {
    of_numbers! {
        Float: nan infinity neg_infinity neg_zero min_value min_positive_value max_value epsilon;
        is_nan is_infinite is_finite is_normal is_sign_positive is_sign_negative;
        floor |_x, _y| T::zero();
        ceil |_x, _y| T::zero();
        round |_x, _y| T::zero();
        trunc |_x, _y| T::zero();
        signum |_x, _y| T::zero();
        fract |_x, _y| T::one();
        abs |x, _y| x.signum();
        recip |_x, y| -y * y;
        sqrt |_x, y| (y + y).recip();
        cbrt |_x, y| (y * y + y * y + y * y).recip();
        exp |_x, y| y;
        exp2 |_x, y| y * (T::one() + T::one()).ln();
        exp_m1 |_x, y| y + T::one();
        ln |x, _y| x.recip();
        ln_1p |x, _y| (x + T::one()).recip();
        log2 |x, _y| (x * (T::one() + T::one()).ln()).recip();
        log10 |x, _y| T::one().exp().log10() / x;
        sin |x, _y| x.cos();
        cos |x, _y| -x.sin();
        tan |_x, y| T::one() + y * y;
        asin |x, _y| (T::one() - x * x).sqrt().recip();
        acos |x, _y| -(T::one() - x * x).sqrt().recip();
        atan |x, _y| (T::one() + x * x).recip();
        sinh |x, _y| x.cosh();
        cosh |x, _y| x.sinh();
        tanh |_x, y| T::one() - y * y;
        asinh |x, _y| (x * x + T::one()).sqrt().recip();
        acosh |x, _y| (x * x - T::one()).sqrt().recip();
        atanh |x, _y| (T::one() - x * x).recip();
        to_degrees |_x, _y| T::one().to_degrees();
        to_radians |_x, _y| T::one().to_radians();
    }

    fn classify(self) -> FpCategory {
        self.value.classify()
    }

    fn integer_decode(self) -> (u64, i16, i8) {
        self.value.integer_decode()
    }

    fn mul_add(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }

    fn powi(self, power: i32) -> Self {
        let slope = match (power, T::from(power)) {
            (0, _) | (_, None) => T::zero(),
            (_, Some(factor)) => factor * self.value.powi(power - 1),
        };
        self.by(self.value.powi(power), slope)
    }

    fn powf(self, power: Self) -> Self {
        let (x, y) = (self.value, power.value);
        let value = x.powf(y);
        let slope = match y.is_zero() {
            true => T::zero(),
            false => y * x.powf(y - T::one()),
        };
        // The logarithm of a number below 0, which a constant power does not need, is not a number.
        match power.is_constant() {
            true => self.by(value, slope),
            false if x.is_zero() => self.with(power, value, [slope, T::zero()]),
            false => self.with(power, value, [slope, value * x.ln()]),
        }
    }

    fn log(self, base: Self) -> Self {
        self.ln() / base.ln()
    }

    fn max(self, other: Self) -> Self {
        match other.value > self.value || self.value.is_nan() {
            true => other,
            false => self,
        }
    }

    fn min(self, other: Self) -> Self {
        match other.value < self.value || self.value.is_nan() {
            true => other,
            false => self,
        }
    }

    #[allow(deprecated)]
    fn abs_sub(self, other: Self) -> Self {
        match self.value <= other.value {
            true => Self::zero(),
            false => self - other,
        }
    }

    fn hypot(self, other: Self) -> Self {
        let (x, y) = (self.value, other.value);
        let value = x.hypot(y);
        self.with(other, value, [x / value, y / value])
    }

    fn atan2(self, other: Self) -> Self {
        let (y, x) = (self.value, other.value);
        let square = x * x + y * y;
        self.with(other, y.atan2(x), [x / square, -y / square])
    }

    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.by(sin, cos), self.by(cos, -sin))
    }
}
