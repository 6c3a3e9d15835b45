//! The error function and the normal distribution.

use super::{Function, nested, polynomial};

/// The error function.
#[derive(Clone, Copy)]
pub struct Erf;

/// The Gaussian error linear unit: the value times the normal distribution function.
#[derive(Clone, Copy)]
pub struct Gelu;

macro_rules! errors {
    ($($float:ident: 1 from $one:literal on, near to $middle:literal [$($near:literal),*] far [$($far:literal),*];)*) => {$(
        pub mod $float {
            use crate::float::$float::{at_most, choose, multiply_add};
            use super::*;

            impl Function<$float> for Erf {
                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    let size = at_most(x.abs(), $one);
                    let z = size * size;
                    let near = multiply_add::<FUSED>(size, polynomial!(z: $($near),*), size);
                    // The logarithm of the distance from 1.
                    let logarithm = -size * polynomial!(size: $($far),*);
                    let far = 1.0 - super::super::exp::$float::usual::<FUSED>(logarithm);
                    choose(size >= $middle, far, near).copysign(x)
                }
            }
        }
    )*};
}

errors! {
    f32: 1 from 3.94 on, near to 0.93 [0.128_379_15, -0.376_124_92, 0.112_817_85, -0.026_764_905, 0.004_989_994_7, -0.000_597_182_14]
        far [1.128_510_7, 0.635_730_98, 0.105_244_614, -0.022_878_576, 0.003_211_306_4, -0.000_213_531_49];
    f64: 1 from 5.94 on, near to 1.0 [0.12837916709551256, -0.37612638903183543, 0.1128379167094506, -0.026866170643243887, 0.005223977607146788, -0.0008548325975941056,
            0.00012055294895735628, -1.4924736268539847e-05, 1.6447411423077237e-06, -1.6208343115837712e-07, 1.3719296849768047e-08, -7.79418493711261e-10]
        far [1.1283791155783938, 0.6366202098737294, 0.10277100727798327, -0.019125432290894393, -0.00021119880333498464, 0.0016915089606998964,
            -0.0005735652473793893, -1.8175806796723388e-06, 9.599587582552363e-05, -5.62812775051995e-05, 2.0442598520707945e-05, -5.412126985109956e-06,
            1.0842622335024015e-06, -1.6408479729366064e-07, 1.8265044512494458e-08, -1.4141499285666418e-09, 6.807842664968322e-11, -1.5345889226123418e-12];
}

// With a = |x|, the share below -a is exp(-a² / 2) w(q) / (a + 4), where w is smooth, and q = (a - 4) / (a + 4) is from
// -1 to 1.

impl Function<f32> for Gelu {
    #[inline(always)]
    fn is_usual(self, x: f32) -> bool {
        x.abs() <= 4.0
    }

    /// In `f32`, where roundings add up to 3.1 units, and to 3.9 without fused operations: of all numbers one in seven was
    /// tried. The share below -a is exp(-a² / 2) w(a), where the slope of w is a w(a) - 1 / √(2π).
    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f32) -> f32 {
        use super::f32::{DIGITS, ROUNDER, at_least, multiply_add, product_error};
        let size = x.abs();
        let t = size - 3.0;
        let w = nested!(t:
            0.121_513_948, -0.034_400_448, 0.009_156_275, -0.002_310_368_5, 0.000_556_498_65, -0.000_128_653_93, 2.782_612_5e-5,
            -6.040_950_7e-6, 1.955_020_3e-6, 2.947_257_7e-8, -1.252_304_4e-7, -1.935_903_5e-7, -5.732_983_9e-8, -7.516_426_6e-9,
        );
        // What the difference lacks.
        let lost = size - (t + 3.0);
        let w = multiply_add::<FUSED>(lost, multiply_add::<FUSED>(size, w, -0.398_942_28), w);
        let half = -0.5 * size;
        let power = half * size;
        let rounded = multiply_add::<FUSED>(power, core::f32::consts::LOG2_E, ROUNDER);
        let n = rounded - ROUNDER;
        let low = multiply_add::<FUSED>(
            -n,
            1.428_606_8e-6,
            product_error::<FUSED>(half, size, power),
        );
        let r = multiply_add::<FUSED>(-n, 0.693_145_75, power) + low;
        let rest = nested!(r: 0.5, 0.166_665_2, 0.041_666_217, 0.008_368_963, 0.001_395_029);
        let rest = multiply_add::<FUSED>(r * r, rest, r);
        let product = size * w;
        let product = multiply_add::<FUSED>(product, rest, product);
        let product = f32::from_bits(product.to_bits().wrapping_add(rounded.to_bits() << DIGITS));
        (at_least(x, 0.0) - product).copysign(x)
    }

    /// Computed in `f64`, whose extra digits make up for those lost in the square.
    #[inline(always)]
    fn unusual<const FUSED: bool>(self, x: f32) -> f32 {
        use super::f64::{DIGITS, ROUNDER, at_least, at_most, multiply_add};
        let near = at_most(at_least(f64::from(x), -15.0), 15.0);
        let size = near.abs();
        let inverse = 1.0 / (size + 4.0);
        let q = multiply_add::<FUSED>(-8.0, inverse, 1.0);
        let w = polynomial!(q:
            0.7552851313231982, -0.6078966492492633, 0.387137302216579, -0.1865215785727465, 0.06039839326242338, -0.0075425503173338826,
            -0.0034923950275037043, 0.0016351621045348347, 0.00017202105726482205, -0.00021874830044933474, -4.481450175898908e-05,
        );
        let power = -0.5 * size * size;
        let rounded = multiply_add::<FUSED>(power, core::f64::consts::LOG2_E, ROUNDER);
        let r = multiply_add::<FUSED>(rounded - ROUNDER, -core::f64::consts::LN_2, power);
        let rest = polynomial!(r:
            0.5000000067826887, 0.16666665867070193, 0.041666294390453544, 0.008333497315660687, 0.0013944702152316754, 0.00019790313918543648,
        );
        let exp = 1.0 + multiply_add::<FUSED>(r * r, rest, r);
        let exp = f64::from_bits(exp.to_bits().wrapping_add(rounded.to_bits() << DIGITS));
        let product = near * (exp * (w * inverse));
        let result = if x < 0.0 {
            product as f32
        } else {
            (f64::from(x) - product) as f32
        };
        result.copysign(x)
    }
}

/// Tracks the rounding error of each step, because `f64` has no extra digits.
#[inline(always)]
fn gelu<const FUSED: bool>(x: f64, power_of_2: impl Fn(f64, f64) -> f64) -> f64 {
    use super::f64::{ROUNDER, at_least, at_most, multiply_add};
    let near = at_most(at_least(x, -39.0), 39.0);
    let size = near.abs();
    // The divisor and its reciprocal.
    let sum = size + 4.0;
    let part = sum - size;
    let sum_lost = (size - (sum - part)) + (4.0 - part);
    let inverse = 1.0 / sum;
    let product = sum * inverse;
    let inverse_lost = inverse
        * ((1.0 - product)
            - super::f64::product_error::<FUSED>(sum, inverse, product)
            - sum_lost * inverse);
    // The smooth part.
    let q = multiply_add::<FUSED>(-8.0, inverse, 1.0);
    let q_lost = ((1.0 - q) - 8.0 * inverse) - 8.0 * inverse_lost;
    let slope = polynomial!(q: -0.608, 0.774, -0.56, 0.24);
    let far = polynomial!(q:
        0.3871374007422195, -0.18652185795966542, 0.060396574890666285, -0.007540188966435334, -0.003479692361606909,
        0.0016308184532821506, 0.00013334424852380923, -0.00023109490373211502, -1.9078439733037273e-06, 3.5144569738024385e-05,
        7.149755268495207e-07, -5.920011443712728e-06, -6.252284631587616e-07, 1.02185751152366e-06, 2.6415463063230015e-07,
        -1.565924307298845e-07, -7.721052851887986e-08, 1.606944771356309e-08, 1.4619103009815262e-08, -3.3909503903605224e-10,
        -1.1965646693071465e-09,
    ) * q;
    let rest = SECOND + far;
    let rest_lost = (SECOND - rest) + far;
    let product = rest * q;
    let product_lost = super::f64::product_error::<FUSED>(rest, q, product) + rest_lost * q;
    let w = FIRST + product;
    let part = w - product;
    let w_lost = ((product - (w - part)) + (FIRST - part))
        + product_lost
        + multiply_add::<FUSED>(
            slope,
            q_lost,
            multiply_add::<FUSED>(q, 3.309438869616239e-17, -3.7127883074930053e-17),
        );
    let quotient = w * inverse;
    let quotient_lost = super::f64::product_error::<FUSED>(w, inverse, quotient)
        + multiply_add::<FUSED>(w, inverse_lost, w_lost * inverse);
    // The exponential.
    let square = size * size;
    let square_lost = super::f64::product_error::<FUSED>(size, size, square);
    let (r, r_lost, n) = {
        let power = -0.5 * square;
        let n = multiply_add::<FUSED>(power, core::f64::consts::LOG2_E, ROUNDER) - ROUNDER;
        let high = multiply_add::<FUSED>(-n, 6.93147180369123816490e-1, power);
        let low = multiply_add::<FUSED>(-n, 1.90821492927058770002e-10, -0.5 * square_lost);
        let r = high + low;
        (r, (high - r) + low, n)
    };
    let rest = multiply_add::<FUSED>(
        r * r,
        polynomial!(r:
            0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321579, 0.0013888888888866776, 0.00019841269886263562,
            2.4801587360710015e-05, 2.755724406481052e-06, 2.755724262355281e-07, 2.5109089330542275e-08, 2.0924484438692823e-09,
        ),
        r_lost,
    );
    let exp = 1.0 + r;
    let exp_lost = ((1.0 - exp) + r) + rest;
    // Their product, and that by the value.
    let share = exp * quotient;
    let share_lost = super::f64::product_error::<FUSED>(exp, quotient, share)
        + multiply_add::<FUSED>(exp, quotient_lost, exp_lost * (quotient + quotient_lost));
    let product = near * share;
    let product_lost = super::f64::product_error::<FUSED>(near, share, product) + near * share_lost;
    let result = if x < 0.0 {
        power_of_2(product + product_lost, n)
    } else {
        let product = power_of_2(product, n);
        (x - product) - power_of_2(product_lost, n)
    };
    result.copysign(x)
}

/// The smooth part and its slope at `q` = 0.
const FIRST: f64 = 0.7552851304157515;
const SECOND: f64 = -0.6078966419718921;

impl Function<f64> for Gelu {
    #[inline(always)]
    fn is_usual(self, x: f64) -> bool {
        x.abs() <= 37.0
    }

    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f64) -> f64 {
        gelu::<FUSED>(x, |x, n| x * super::f64::power_of_2(n))
    }

    #[inline(always)]
    fn unusual<const FUSED: bool>(self, x: f64) -> f64 {
        gelu::<FUSED>(x, super::f64::scale)
    }
}
