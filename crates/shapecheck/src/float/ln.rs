//! Logarithms.
//!
//! ln *x* = *k* ln 2 + ln (1 + *f*) where *x* = 2ᵏ (1 + *f*) and 1 + *f* is from √½ to √2.

use super::{Function, nested, polynomial};

/// The natural logarithm.
#[derive(Clone, Copy)]
pub struct Ln;

/// The natural logarithm of 1 plus the value.
#[derive(Clone, Copy)]
pub struct Ln1p;

/// The logarithm to base 2.
#[derive(Clone, Copy)]
pub struct Log2;

/// The logarithm to base 10.
#[derive(Clone, Copy)]
pub struct Log10;

macro_rules! logarithms {
    ($($float:ident $bits:ident: |$f:ident| $rest:block {
        $($Log:ident: of 2 = $two:literal + $two_low:literal, of *e* = $e:literal + $e_low:literal;)*
    })*) => {$(
        pub mod $float {
            use super::super::$float::{BIAS, DIGITS, multiply_add, upper_half};
            use super::*;

            /// The bits of 1 and of √½.
            const ONE: $bits = <$float>::to_bits(1.0);
            const LEAST: $bits = core::$float::consts::FRAC_1_SQRT_2.to_bits();
            /// The number whose last bit is worth 1. As a factor it makes subnormal numbers normal.
            const UNIT: $float = (1_u64 << DIGITS) as $float;

            /// `k` and `f` of a positive normal number.
            #[inline(always)]
            pub fn split(x: $float) -> ($float, $float) {
                let bits = x.to_bits().wrapping_add(ONE - LEAST);
                // The exponent as the last bits of a number.
                let k = <$float>::from_bits(UNIT.to_bits() | (bits >> DIGITS)) - (UNIT + BIAS);
                let fraction = (bits & ((1 << DIGITS) - 1)).wrapping_add(LEAST);
                (k, <$float>::from_bits(fraction) - 1.0)
            }

            /// The same for any positive number.
            #[inline(always)]
            fn split_any(x: $float) -> ($float, $float) {
                let is_subnormal = x < $float::MIN_POSITIVE;
                let (k, f) = split(if is_subnormal { x * UNIT } else { x });
                (if is_subnormal { k - DIGITS as $float } else { k }, f)
            }

            /// ln (1 + `f`) - `f`.
            #[inline(always)]
            fn rest<const FUSED: bool>($f: $float) -> $float {
                $rest
            }

            /// The logarithm of `x` if that is not positive, infinite or NaN; otherwise `result`.
            #[inline(always)]
            fn or_special(x: $float, result: $float) -> $float {
                let result = if x == $float::INFINITY { x } else { result };
                let result = if x == 0.0 { $float::NEG_INFINITY } else { result };
                if x >= 0.0 { result } else { $float::NAN }
            }

            $(
                impl $Log {
                    /// The logarithm from `k`, `f` and the rounding error of `f`.
                    #[inline(always)]
                    fn $float<const FUSED: bool>((k, f): ($float, $float), lacking: $float) -> $float {
                        // The products by the first part of the logarithm of 2 are exact.
                        let mut low = lacking;
                        if $two_low != 0.0 {
                            low = multiply_add::<FUSED>(k, $two_low, low);
                        }
                        if $e_low != 0.0 {
                            low = multiply_add::<FUSED>(f, $e_low, low);
                        }
                        let (mut first, mut factor) = (f, $e);
                        if !FUSED && $e_low != 0.0 {
                            // With half of the digits each, so that their product is exact too.
                            first = upper_half(f);
                            factor = const { upper_half($e) };
                            low += (f - first) * factor + f * const { $e - upper_half($e) };
                        }
                        let rest = multiply_add::<FUSED>(rest::<FUSED>(f), $e + $e_low, low);
                        multiply_add::<FUSED>(k, $two, multiply_add::<FUSED>(first, factor, rest))
                    }
                }
            )*

            $(
                    impl Function<$float> for $Log {
                        #[inline(always)]
                        fn is_usual(self, x: $float) -> bool {
                            (x >= $float::MIN_POSITIVE) & (x <= $float::MAX)
                        }

                        #[inline(always)]
                        fn usual<const FUSED: bool>(self, x: $float) -> $float {
                            $Log::$float::<FUSED>(split(x), 0.0)
                        }

                        #[inline(always)]
                        fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                            or_special(x, $Log::$float::<FUSED>(split_any(x), 0.0))
                        }
                    }
            )*

            impl Function<$float> for Ln1p {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    (x > -1.0) & (x < $float::MAX)
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    let sum = 1.0 + x;
                    let (k, f) = split(sum);
                    // The rounding error of the sum.
                    let lost = if x < 1.0 { x - (sum - 1.0) } else { 1.0 - (sum - x) };
                    let lost = lost / sum;
                    let (f, lost) = if k == 0.0 { (x, 0.0) } else { (f, lost) };
                    Ln::$float::<FUSED>((k, f), lost).copysign(x)
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    let result = if x == $float::MAX { Ln::$float::<FUSED>(split(x), 0.0) } else { x };
                    or_special(1.0 + x, result)
                }
            }
        }
    )*};
}

logarithms! {
    f32 u32: |f| {
        f * f * polynomial!(f:
            -0.5, 0.333_333_07, -0.250_015_26, 0.200_030_27, -0.166_110_17, 0.141_631_87, -0.132_097_39, 0.130_070_43, -0.078_235_55,
        )
    } {
        Ln: of 2 = 6.9313812256e-1 + 9.0580006145e-6, of *e* = 1.0 + 0.0;
        Log2: of 2 = 1.0 + 0.0, of *e* = 1.4426950216293335 + 1.9259629911266175e-8;
        Log10: of 2 = 3.0102920532e-1 + 7.9034151668e-7, of *e* = 0.4342944920063019 + -1.0103050052231683e-8;
    }
    // Through the logarithm of (1 + s) / (1 - s): a quotient takes less time than 14 more terms.
    f64 u64: |f| {
        let s = f / (2.0 + f);
        let z = s * s;
        let half_square = 0.5 * f * f;
        let rest = polynomial!(z:
            0.6666666666666735, 0.3999999999940749, 0.2857142874414078, 0.2222219837859112, 0.1818357515779304, 0.1531375598812579,
            0.14799063585710492,
        );
        multiply_add::<FUSED>(s, multiply_add::<FUSED>(z, rest, half_square), -half_square)
    } {
        Ln: of 2 = 6.93147180369123816490e-1 + 1.90821492927058770002e-10, of *e* = 1.0 + 0.0;
        Log2: of 2 = 1.0 + 0.0, of *e* = 1.4426950408889634 + 2.0355273740931033e-17;
        Log10: of 2 = 3.01029995663611771306e-1 + 3.69423907715893078616e-13, of *e* = 0.4342944819032518 + 1.098319650216765e-17;
    }
}
