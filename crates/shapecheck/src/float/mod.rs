//! Functions of `f32` and `f64` in a form that the compiler turns into vector instructions in loops over many elements.
//!
//! For [usual](Function::is_usual) numbers each function is straight-line code of sums, products, quotients, selections
//! and bit operations, without a branch, a table or a call. There is a second version for all other numbers, among them
//! those whose results overflow or are subnormal. If `FUSED`, for processors with such instructions, a product and a
//! sum are rounded as one. Only this changes the last bits, so the result for an element does not depend on its
//! position.
//!
//! Results differ from the exact value by at most 2 units in the last place, also for subnormal numbers; those of [`Gelu`]
//! for `f32` by at most 4, and 3.1 if `FUSED`.

// Coefficients are written as they were computed, for both types; a range check would be two comparisons and a branch.
#![allow(
    clippy::excessive_precision,
    clippy::approx_constant,
    clippy::manual_range_contains
)]

mod erf;
mod exp;
mod ln;
mod power;
mod round;
mod trig;

pub use erf::{Erf, Gelu};
pub use exp::{Exp, ExpM1, GeluTanh, Sigmoid, Silu, Tanh};
pub use ln::{Ln, Ln1p, Log2, Log10};
pub use power::{Powf, Powi};
pub use round::{Ceil, Floor, Fract, Round, Sqrt, Trunc};
pub use trig::{Cos, Sin};

/// The number of elements that a function takes at a time: several vectors of every processor, and enough that the
/// compiler vectorizes the loop over them.
pub const BLOCK: usize = 16;

/// A function of floats that is compiled to vector instructions.
pub trait Function<T: Copy>: Copy {
    /// Whether it works on blocks. A function of a single instruction is a loop without blocks.
    const IN_BLOCKS: bool = true;

    /// Whether `usual` is right for this number: by default for each.
    #[inline(always)]
    fn is_usual(self, _x: T) -> bool {
        true
    }

    /// The result for a usual number.
    fn usual<const FUSED: bool>(self, x: T) -> T;

    /// The result for any other number, if there is one.
    #[inline(always)]
    fn unusual<const FUSED: bool>(self, x: T) -> T {
        x
    }

    /// Replaces many numbers by their results.
    #[inline(always)]
    fn block<const FUSED: bool>(self, block: &mut [T; BLOCK]) {
        let mut are_usual = true;
        for &x in &*block {
            are_usual &= self.is_usual(x);
        }
        if are_usual {
            for x in block {
                *x = self.usual::<FUSED>(*x);
            }
        } else {
            for x in block {
                *x = self.of::<FUSED>(*x);
            }
        }
    }

    /// The result for any number.
    #[inline(always)]
    fn of<const FUSED: bool>(self, x: T) -> T {
        match self.is_usual(x) {
            true => self.usual::<FUSED>(x),
            false => self.unusual::<FUSED>(x),
        }
    }

    /// The result for any number, on any processor.
    fn apply(self, x: T) -> T {
        self.of::<false>(x)
    }
}

/// A polynomial from its coefficients, beginning with the constant: pairs of them, added one after the other. Sums of all
/// in pairs would take more operations, and a sum for each would wait for more of them, which processors cannot hold.
macro_rules! polynomial {
    ($x:ident: $($coefficient:expr),+ $(,)?) => {
        polynomial!(@ $x [] $($coefficient),+)
    };
    (@ $x:ident [$($pair:expr),*] $a:expr, $b:expr $(, $rest:expr)*) => {
        polynomial!(@ $x [$($pair,)* multiply_add::<FUSED>($b, $x, $a)] $($rest),*)
    };
    (@ $x:ident [$($pair:expr),*] $($a:expr)?) => {{
        let square = $x * $x;
        nested!(square: $($pair,)* $($a)?)
    }};
}
use polynomial;

/// A polynomial from its coefficients, beginning with the constant, with one operation for each of the others.
macro_rules! nested {
    ($x:ident: $coefficient:expr $(,)?) => { $coefficient };
    ($x:ident: $coefficient:expr, $($rest:expr),+ $(,)?) => {
        multiply_add::<FUSED>(nested!($x: $($rest),+), $x, $coefficient)
    };
}
use nested;

/// What the functions of both types share.
macro_rules! formats {
    ($($float:ident $bits:ident: $digits:literal;)*) => {$(
        pub(crate) mod $float {

            /// The number of bits of the fraction.
            pub const DIGITS: u32 = $digits;
            /// Adding this to a number that is not large gives its nearest integer in the low bits, and subtracting it
            /// again gives that integer.
            pub const ROUNDER: $float = 1.5 * (1_u64 << DIGITS) as $float;
            /// The exponent of 1.
            pub const BIAS: $float = (core::primitive::$float::MAX_EXP - 1) as $float;

            /// `x * y + z`, rounded once if `FUSED`.
            #[inline(always)]
            pub fn multiply_add<const FUSED: bool>(x: $float, y: $float, z: $float) -> $float {
                #[cfg(feature = "std")]
                if FUSED {
                    return x.mul_add(y, z);
                }
                x * y + z
            }

            /// 2 to an integer power, for exponents of normal numbers.
            #[inline(always)]
            pub fn power_of_2(n: $float) -> $float {
                <$float>::from_bits((n + (ROUNDER + BIAS)).to_bits() << DIGITS)
            }

            /// `x` times 2 to an integer power, for exponents up to twice those of normal numbers.
            #[inline(always)]
            pub fn scale(x: $float, n: $float) -> $float {
                let half = (n * 0.5 + ROUNDER) - ROUNDER;
                x * power_of_2(half) * power_of_2(n - half)
            }

            /// The number without the lower half of its digits.
            #[inline(always)]
            pub const fn upper_half(x: $float) -> $float {
                <$float>::from_bits(x.to_bits() & ($bits::MAX << (DIGITS / 2 + 1)))
            }

            /// `x * y - product`, where `product` is the rounded product.
            #[inline(always)]
            pub fn product_error<const FUSED: bool>(x: $float, y: $float, product: $float) -> $float {
                if FUSED {
                    return multiply_add::<FUSED>(x, y, -product);
                }
                let (first, second) = (upper_half(x), upper_half(y));
                let (x, y) = (x - first, y - second);
                ((first * second - product) + first * y + x * second) + x * y
            }

            /// Selects one of two numbers by their bits; otherwise the compiler would branch.
            #[inline(always)]
            pub fn choose(first: bool, one: $float, other: $float) -> $float {
                let mask = (first as $bits).wrapping_neg();
                <$float>::from_bits((one.to_bits() & mask) | (other.to_bits() & !mask))
            }

            /// The larger number, or `x` if it is NaN.
            #[inline(always)]
            pub fn at_least(x: $float, least: $float) -> $float {
                if x < least { least } else { x }
            }

            /// The smaller number, or `x` if it is NaN.
            #[inline(always)]
            pub fn at_most(x: $float, most: $float) -> $float {
                if x > most { most } else { x }
            }
        }
    )*};
}

formats! {
    f32 u32: 23;
    f64 u64: 52;
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// Numbers from -`most` to `most`.
    fn numbers(most: f64) -> impl Iterator<Item = f64> {
        (-100_000..=100_000).map(move |n| most * f64::from(n) / 100_000.3)
    }

    /// Compares a function with its exact values.
    fn close<F: Function<f32>>(function: F, most: f64, exact: impl Fn(f64) -> f64) {
        close_by(2.0, function, most, exact);
    }

    fn close_by<F: Function<f32>>(limit: f64, function: F, most: f64, exact: impl Fn(f64) -> f64) {
        for x in numbers(most) {
            let x = x as f32;
            let found = f64::from(function.apply(x));
            let exact = exact(f64::from(x));
            if found == exact || exact.is_nan() && found.is_nan() {
                continue;
            }
            let least = f64::from((exact.abs() as f32).max(f32::MIN_POSITIVE));
            let unit = least.log2().floor() - 23.0;
            let units = (found - exact).abs() / unit.exp2();
            let name = core::any::type_name::<F>();
            assert!(units <= limit, "{units} units of {name} at {x}");
        }
    }

    // Without fused operations, which processors for tests mostly have.
    #[test]
    fn of_single_precision_on_any_processor() {
        close(Exp, 88.0, |x| x.exp());
        close(ExpM1, 50.0, |x| x.exp_m1());
        close(Ln, 1e5, |x| x.ln());
        close(Ln1p, 2.0, |x| x.ln_1p());
        close(Log2, 1e5, |x| x.log2());
        close(Log10, 1e5, |x| x.log10());
        close(Sin, 1e4, |x| x.sin());
        close(Cos, 1e4, |x| x.cos());
        close(Tanh, 12.0, |x| x.tanh());
        close(Sigmoid, 100.0, |x| 1.0 / (1.0 + (-x).exp()));
        close(Silu, 100.0, |x| x / (1.0 + (-x).exp()));
        close(Silu, 2.0, |x| x / (1.0 + (-x).exp()));
        close(Erf, 4.5, libm::erf);
        close(GeluTanh, 14.0, |x| {
            x / (1.0 + (-1.5957691216057308 * (x + 0.044715 * x * x * x)).exp())
        });
        close_by(4.0, Gelu, 14.0, |x| {
            0.5 * x * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2)
        });
    }
}
