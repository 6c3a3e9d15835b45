//! Exponentials, and functions made of one.
//!
//! *e*ˣ = 2ⁿ *e*ʳ where *x* = *n* ln 2 + *r* and |*r*| is at most half of ln 2.

use super::{Function, nested, polynomial};

/// The exponential.
#[derive(Clone, Copy)]
pub struct Exp;

/// The exponential minus 1.
#[derive(Clone, Copy)]
pub struct ExpM1;

/// The hyperbolic tangent, 1 - 2 / (*e*²ˣ + 1).
#[derive(Clone, Copy)]
pub struct Tanh;

/// The logistic function, 1 / (1 + *e*⁻ˣ).
#[derive(Clone, Copy)]
pub struct Sigmoid;

/// The sigmoid linear unit.
#[derive(Clone, Copy)]
pub struct Silu;

/// The Gaussian error linear unit by a hyperbolic tangent: *x* / (1 + *e*⁻ᵗ) where *t* = √(8 / π) (*x* + 0.044715
/// *x*³).
#[derive(Clone, Copy)]
pub struct GeluTanh;

macro_rules! exponentials {
    ($($float:ident: ln 2 = $high:literal + $low:literal, usual up to $usual:literal, from $least:literal to $most:literal,
        less 1 from $minus_one:literal on, [$($term:literal),*];)*) => {$(
        pub mod $float {
            use super::super::$float::{DIGITS, ROUNDER, at_least, at_most, multiply_add, power_of_2, product_error, scale};
            use super::*;

            /// `n`, the bits whose addition multiplies a number by 2ⁿ, and `r`.
            #[inline(always)]
            fn reduced<const FUSED: bool>(x: $float) -> ($float, $float, $float) {
                let rounded = multiply_add::<FUSED>(x, core::$float::consts::LOG2_E, ROUNDER);
                let n = rounded - ROUNDER;
                // The product by the high part of ln 2 is exact, and so is the difference.
                let r = multiply_add::<FUSED>(-n, $low, multiply_add::<FUSED>(-n, $high, x));
                (n, rounded, r)
            }

            /// *e*ˣ for usual numbers.
            #[inline(always)]
            pub fn usual<const FUSED: bool>(x: $float) -> $float {
                let (_, rounded, r) = reduced::<FUSED>(x);
                // 1 is added last: a sum of 1 and `r` alone would be rounded once more.
                let rest = multiply_add::<FUSED>(r * r, polynomial!(r: $($term),*), r);
                // The sum of exponents is that of a normal number.
                <$float>::from_bits((1.0 + rest).to_bits().wrapping_add(rounded.to_bits() << DIGITS))
            }

            /// *e*ˣ for any number, times a factor.
            #[inline(always)]
            fn any<const FUSED: bool>(x: $float, factor: $float) -> $float {
                let (n, _, r) = reduced::<FUSED>(at_least(at_most(x, $most), $least));
                let rest = multiply_add::<FUSED>(r * r, polynomial!(r: $($term),*), r);
                scale(multiply_add::<FUSED>(factor, rest, factor), n)
            }

            impl Function<$float> for Exp {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    usual::<FUSED>(x)
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    any::<FUSED>(x, 1.0)
                }
            }

            /// `n`, `r`, and *e*ʳ - 1 - `r`, which includes the rounding error of `r`.
            #[inline(always)]
            pub fn two_parts<const FUSED: bool>(x: $float) -> ($float, $float, $float) {
                let n = multiply_add::<FUSED>(x, core::$float::consts::LOG2_E, ROUNDER) - ROUNDER;
                let high = multiply_add::<FUSED>(-n, $high, x);
                let r = multiply_add::<FUSED>(-n, $low, high);
                let error = multiply_add::<FUSED>(-n, $low, high - r);
                (n, r, multiply_add::<FUSED>(r * r, polynomial!(r: $($term),*), error))
            }

            impl Function<$float> for ExpM1 {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    let (n, r, rest) = two_parts::<FUSED>(x);
                    let power = power_of_2(n);
                    let result = multiply_add::<FUSED>(power, rest, multiply_add::<FUSED>(power, r, power - 1.0));
                    result.copysign(x)
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    // In two halves, because 2ⁿ may be too large.
                    let (n, r, rest) = two_parts::<FUSED>(at_least(at_most(x, $most), $minus_one));
                    let power = power_of_2(n - 1.0);
                    multiply_add::<FUSED>(power, rest, multiply_add::<FUSED>(power, r, power - 0.5)) * 2.0
                }
            }

            /// `factor` / (1 + *e*ˣ) where that is at most 1, as a difference whose smaller term has the rounding
            /// errors.
            #[inline(always)]
            fn less<const FUSED: bool>(factor: $float, exp: $float) -> $float {
                multiply_add::<FUSED>(-factor, exp / (1.0 + exp), factor)
            }

            impl Function<$float> for Sigmoid {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    let exp = usual::<FUSED>(-x.abs());
                    less::<FUSED>(if x < 0.0 { exp } else { 1.0 }, exp)
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    let exp = any::<FUSED>(-x.abs(), 1.0);
                    if x < 0.0 { exp } else { 1.0 - exp }
                }
            }

            /// `x` times 1 / (1 + *e*) if it is positive, else times *e* / (1 + *e*), where *e* is an exponential in
            /// [two parts](two_parts). Each step with its rounding error: the exponential, the sum, the quotient and
            /// the product.
            #[inline(always)]
            pub fn by_share<const FUSED: bool>(x: $float, (n, r, rest): ($float, $float, $float)) -> $float {
                let power = power_of_2(n);
                let first = 1.0 + r;
                let rest = ((1.0 - first) + r) + rest;
                let exp = first + rest;
                let (exp, exp_lost) = (exp * power, ((first - exp) + rest) * power);
                let sum = 1.0 + exp;
                let sum_lost = (1.0 - sum) + exp + exp_lost;
                let (factor, lost) = if x < 0.0 { (exp, exp_lost) } else { (1.0, 0.0) };
                let inverse = 1.0 / sum;
                let quotient = factor * inverse;
                let error = product_error::<FUSED>(quotient, sum, factor);
                let quotient_lost = (multiply_add::<FUSED>(-quotient, sum_lost, lost) - error) * inverse;
                let product = x * quotient;
                let product_lost = product_error::<FUSED>(x, quotient, product);
                (product + multiply_add::<FUSED>(x, quotient_lost, product_lost)).copysign(x)
            }

            impl Function<$float> for Silu {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    by_share::<FUSED>(x, two_parts::<FUSED>(-x.abs()))
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    // The product by the exponential is close, and may be subnormal.
                    let x = at_least(x, $least);
                    let product = any::<FUSED>(x, x);
                    if x < 0.0 { product } else { x }
                }
            }
        }
    )*};
}

exponentials! {
    f32: ln 2 = 6.9314575195e-1 + 1.4286067653e-6, usual up to 87.0, from -110.0 to 89.0, less 1 from -20.0 on,
        [0.499_999_93, 0.166_665_2, 0.041_668_39, 0.008_368_717, 0.001_381_459_9];
    f64: ln 2 = 6.93147180369123816490e-1 + 1.90821492927058770002e-10, usual up to 708.0, from -760.0 to 710.0, less 1 from -44.0 on,
        [0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321579, 0.0013888888888866776, 0.00019841269886263562,
            2.4801587360710015e-05, 2.755724406481052e-06, 2.755724262355281e-07, 2.5109089330542275e-08, 2.0924484438692823e-09];
}

/// The quotient (1 - *w*) / (1 + *w*) where *w* = *e*⁻²ˣ = 2ⁿ (1 + *rest*) for positive numbers. Both sums are rounded
/// once: all numbers were tried, and results are at most 1.97 units off.
impl Function<f32> for Tanh {
    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f32) -> f32 {
        use super::f32::{DIGITS, ROUNDER, at_most, multiply_add};
        use core::f32::consts::{LN_2, LOG2_E};
        let size = at_most(x.abs(), 10.0);
        let power = -2.0 * size;
        let rounded = multiply_add::<FUSED>(size, -2.0 * LOG2_E, ROUNDER);
        let n = rounded - ROUNDER;
        // What the logarithm lacks is less than is rounded in either sum; otherwise the products are exact.
        let r = match FUSED {
            true => multiply_add::<FUSED>(n, -LN_2, power),
            false => (power - n * 6.9314575195e-1) - n * 1.4286067653e-6,
        };
        let terms =
            polynomial!(r: 0.499_999_9, 0.166_665_2, 0.041_668_39, 0.008_368_717, 0.001_381_459_9);
        let rest = multiply_add::<FUSED>(r * r, terms, r);
        let scale = f32::from_bits((rounded.to_bits() << DIGITS).wrapping_add(1.0_f32.to_bits()));
        let less = multiply_add::<FUSED>(scale, -rest, 1.0 - scale);
        let more = multiply_add::<FUSED>(scale, rest, 1.0 + scale);
        (less / more).copysign(x)
    }
}

impl Function<f64> for Tanh {
    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f64) -> f64 {
        use super::f64::{at_most, choose, multiply_add};
        let size = x.abs();
        let z = size * size;
        let near = polynomial!(z:
            -0.3333333333333307, 0.13333333333291644, -0.053968253945259066, 0.021869487902662858, -0.008863225365667776,
            0.0035920251054040787, -0.0014551474693916661, 0.0005869488440076639, -0.0002298748599321034, 7.867423778585975e-05, -1.6841460444418392e-05,
        );
        let near = multiply_add::<FUSED>(size * z, near, size);
        let power = at_most(size + size, 44.0);
        let far = 1.0 - 2.0 / (self::f64::usual::<FUSED>(power) + 1.0);
        // NaN takes the branch for numbers near 0.
        choose(size >= 0.6, far, near).copysign(x)
    }
}

/// Computed in `f64`, whose extra digits make up for those lost in the power.
impl Function<f32> for GeluTanh {
    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f32) -> f32 {
        use super::f64::{at_least, at_most};
        let near = at_most(at_least(f64::from(x), -12.0), 12.0);
        let size = near.abs();
        let power = size * (TANH_1.0 + TANH_3.0 * size * size);
        let exp = self::f64::usual::<FUSED>(-power);
        let product = near * (exp / (1.0 + exp));
        let result = if x < 0.0 {
            product as f32
        } else {
            (f64::from(x) - product) as f32
        };
        result.copysign(x)
    }
}

/// √(8 / π), and 0.044715 of it: the factors of *x* and *x*³ as numbers and what they lack.
const TANH_1: (f64, f64) = (1.5957691216057308, -9.96930880911092e-17);
const TANH_3: (f64, f64) = (0.07135481627260025, -6.175149918155315e-19);

/// The exponential in [two parts](self::f64::two_parts) of -*t*, which is computed with its rounding errors.
#[inline(always)]
fn tanh_power<const FUSED: bool>(x: f64) -> (f64, f64, f64) {
    use super::f64::{multiply_add, product_error};
    let size = x.abs();
    let square = size * size;
    let square_lost = product_error::<FUSED>(size, size, square);
    let product = TANH_3.0 * square;
    let product_lost = product_error::<FUSED>(TANH_3.0, square, product)
        + multiply_add::<FUSED>(TANH_3.0, square_lost, TANH_3.1 * square);
    let sum = TANH_1.0 + product;
    let part = sum - product;
    let sum_lost = ((product - (sum - part)) + (TANH_1.0 - part)) + (product_lost + TANH_1.1);
    let power = size * sum;
    let power_lost =
        multiply_add::<FUSED>(size, sum_lost, product_error::<FUSED>(size, sum, power));
    let (n, r, rest) = self::f64::two_parts::<FUSED>(-power);
    (
        n,
        r,
        multiply_add::<FUSED>(-power_lost, 1.0 + (r + rest), rest),
    )
}

impl Function<f64> for GeluTanh {
    #[inline(always)]
    fn is_usual(self, x: f64) -> bool {
        x.abs() <= 21.0
    }

    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f64) -> f64 {
        self::f64::by_share::<FUSED>(x, tanh_power::<FUSED>(x))
    }

    #[inline(always)]
    fn unusual<const FUSED: bool>(self, x: f64) -> f64 {
        // The product by the exponential is close, and may be subnormal.
        let near = super::f64::at_least(x, -22.0);
        let (n, r, rest) = tanh_power::<FUSED>(near);
        let product = super::f64::scale(super::f64::multiply_add::<FUSED>(near, r + rest, near), n);
        if x < 0.0 { product } else { x }
    }
}
