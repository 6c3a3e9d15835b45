//! Exponentials, and functions made of one.
//!
//! *e*ˣ = 2ⁿ *e*ʳ where *x* = *n* ln 2 + *r* and |*r*| is at most half of ln 2.

use super::{Function, polynomial};

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

macro_rules! exponentials {
    ($($float:ident: ln 2 = $high:literal + $low:literal, usual up to $usual:literal, from $least:literal to $most:literal,
        less 1 from $minus_one:literal on, tanh 1 from $one:literal on,
        [$($term:literal),*] tanh [$($tanh:literal),*];)*) => {$(
        pub mod $float {
            use super::super::$float::{DIGITS, ROUNDER, at_least, at_most, choose, multiply_add, power_of_2, product_error, scale};
            use super::*;

            /// *e*ˣ as `n`, the bits whose addition multiplies a number by 2ⁿ, and *e*ʳ - 1.
            #[inline(always)]
            pub fn parts<const FUSED: bool>(x: $float) -> ($float, $float, $float) {
                let rounded = multiply_add::<FUSED>(x, core::$float::consts::LOG2_E, ROUNDER);
                let n = rounded - ROUNDER;
                // The product by the high part of ln 2 is exact, and so is the difference.
                let r = multiply_add::<FUSED>(-n, $low, multiply_add::<FUSED>(-n, $high, x));
                let rest = multiply_add::<FUSED>(r * r, polynomial!(r: $($term),*), r);
                (n, rounded, rest)
            }

            /// *e*ˣ for usual numbers.
            #[inline(always)]
            pub fn usual<const FUSED: bool>(x: $float) -> $float {
                let (_, rounded, rest) = parts::<FUSED>(x);
                // The sum of exponents is that of a normal number.
                <$float>::from_bits((1.0 + rest).to_bits().wrapping_add(rounded.to_bits() << DIGITS))
            }

            /// *e*ˣ for any number, times a factor.
            #[inline(always)]
            fn any<const FUSED: bool>(x: $float, factor: $float) -> $float {
                let (n, _, rest) = parts::<FUSED>(at_least(at_most(x, $most), $least));
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
            fn two_parts<const FUSED: bool>(x: $float) -> ($float, $float, $float) {
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

            impl Function<$float> for Tanh {
                #[inline(always)]
                fn is_usual(self, _x: $float) -> bool {
                    true
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    let size = x.abs();
                    let z = size * size;
                    let near = multiply_add::<FUSED>(size * z, polynomial!(z: $($tanh),*), size);
                    let far = 1.0 - 2.0 / (usual::<FUSED>(at_most(size + size, $one)) + 1.0);
                    // NaN takes the branch for numbers near 0.
                    choose(size >= 0.6, far, near).copysign(x)
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    x
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

            impl Function<$float> for Silu {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    // Each step with its rounding error: the exponential, the sum, the quotient and the product.
                    let (n, r, rest) = two_parts::<FUSED>(-x.abs());
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
    f32: ln 2 = 6.9314575195e-1 + 1.4286067653e-6, usual up to 87.0, from -110.0 to 89.0, less 1 from -20.0 on, tanh 1 from 20.0 on,
        [0.5, 0.166_666_67, 0.041_666_355, 0.008_333_273, 0.001_394_105, 0.000_199_142_26]
        tanh [-0.33333295583724976, 0.13331815600395203, -0.05377315729856491, 0.020755525678396225, -0.005843353923410177];
    f64: ln 2 = 6.93147180369123816490e-1 + 1.90821492927058770002e-10, usual up to 708.0, from -760.0 to 710.0, less 1 from -44.0 on, tanh 1 from 44.0 on,
        [0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321579, 0.0013888888888866776, 0.00019841269886263562,
            2.4801587360710015e-05, 2.755724406481052e-06, 2.755724262355281e-07, 2.5109089330542275e-08, 2.0924484438692823e-09]
        tanh [-0.3333333333333307, 0.13333333333291644, -0.053968253945259066, 0.021869487902662858, -0.008863225365667776, 0.0035920251054040787,
            -0.0014551474693916661, 0.0005869488440076639, -0.0002298748599321034, 7.867423778585975e-05, -1.6841460444418392e-05];
}
