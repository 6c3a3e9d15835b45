//! Sines and cosines, from the angle minus a multiple of a right angle, which is at most an eighth of a turn.

use super::{Function, nested, polynomial};

/// The sine.
#[derive(Clone, Copy)]
pub struct Sin;

/// The cosine.
#[derive(Clone, Copy)]
pub struct Cos;

macro_rules! angles {
    ($($float:ident $bits:ident: right angle = $first:literal and more, usual up to $usual:literal,
        |$x:ident, $n:ident, $high:ident| $fused:expr, unfused $unfused:expr, sine [$($sine:literal),*] cosine [$($cosine:literal),*];)*) => {$(
        pub mod $float {
            use super::super::$float::{ROUNDER, choose, multiply_add};
            use super::*;

            /// A number whose last two bits count the right angles, the rest of the angle, and its rounding error.
            #[inline(always)]
            fn reduced<const FUSED: bool>($x: $float) -> ($bits, $float, $float) {
                if const { !FUSED } {
                    return $unfused;
                }
                let rounded = multiply_add::<FUSED>($x, core::$float::consts::FRAC_2_PI, ROUNDER);
                let $n = rounded - ROUNDER;
                // Exact, because both have no digits below those of the right angle.
                let $high = multiply_add::<FUSED>(-$n, $first, $x);
                let (r, lacking) = $fused;
                (rounded.to_bits(), r, lacking)
            }

            /// The sine, some right angles further.
            #[inline(always)]
            fn sine<const FUSED: bool>(x: $float, more: $bits) -> $float {
                let (quadrant, r, lacking) = reduced::<FUSED>(x);
                let quadrant = quadrant.wrapping_add(more);
                let z = r * r;
                let sine = r + multiply_add::<FUSED>(r * z, polynomial!(z: $($sine),*), lacking);
                let rest = multiply_add::<FUSED>(z * z, polynomial!(z: $($cosine),*), -r * lacking);
                let cosine = multiply_add::<FUSED>(-0.5, z, 1.0) + rest;
                let result = choose(quadrant & 1 == 0, sine, cosine);
                <$float>::from_bits(result.to_bits() ^ ((quadrant & 2) << ($bits::BITS - 2)))
            }

            impl Function<$float> for Sin {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    let result = sine::<FUSED>(x, 0);
                    // The sine of -0.0 is -0.0.
                    if x == 0.0 { x } else { result }
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    num_traits::Float::sin(x)
                }
            }

            impl Function<$float> for Cos {
                #[inline(always)]
                fn is_usual(self, x: $float) -> bool {
                    x.abs() <= $usual
                }

                #[inline(always)]
                fn usual<const FUSED: bool>(self, x: $float) -> $float {
                    sine::<FUSED>(x, 1)
                }

                #[inline(always)]
                fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                    num_traits::Float::cos(x)
                }
            }
        }
    )*};
}

angles! {
    f32 u32: right angle = 1.5707963705062866 and more, usual up to 1.0e5,
        |x, n, high| {
            let r = multiply_add::<FUSED>(-n, -4.371138828673793e-8, high);
            (multiply_add::<FUSED>(-n, -1.7151245100058819e-15, r), 0.0)
        },
        unfused {
            use super::super::f64::ROUNDER;
            let x = f64::from(x);
            let rounded = x * core::f64::consts::FRAC_2_PI + ROUNDER;
            let n = rounded - ROUNDER;
            let r = (x - n * 1.5707963267341256) - n * 6.077100506303966e-11;
            (rounded.to_bits() as u32, r as f32, 0.0)
        },
        sine [-0.16666655242443085, 0.008332173340022564, -0.00019516656175255775]
        cosine [0.04166664555668831, -0.001388736185617745, 2.4437729734927416e-05];
    // Parts with so few digits that their products are exact.
    f64 u64: right angle = 1.5707963267948966 and more, usual up to 1.0e6,
        |x, n, high| {
            let second = n * 6.123233995736766e-17;
            let lost = multiply_add::<FUSED>(n, 6.123233995736766e-17, -second) + n * -1.4973848849598691e-33;
            let r = high - second;
            (r, ((high - r) - second) - lost)
        },
        unfused {
            let rounded = x * core::f64::consts::FRAC_2_PI + ROUNDER;
            let n = rounded - ROUNDER;
            let first = x - n * 1.5707963267341256;
            let second = n * 6.077100506303966e-11;
            let high = first - second;
            let low = n * 2.0222662487959506e-21 - ((first - high) - second);
            let r = high - low;
            (rounded.to_bits(), r, (high - r) - low)
        },
        sine [-0.16666666666666632, 0.008333333333322316, -0.00019841269829725343, 2.755731366209529e-06, -2.5050753269354662e-08, 1.5896505183953498e-10]
        cosine [0.0416666666666666, -0.001388888888887399, 2.4801587289395025e-05, -2.7557314326053483e-07, 2.087571956139133e-09, -1.1359448807351293e-11];
}
