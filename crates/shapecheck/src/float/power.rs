//! Powers.

use super::{BLOCK, Function, nested, polynomial};

/// An integer power, by repeated squaring.
#[derive(Clone, Copy)]
pub struct Powi(pub i32);

impl<T: num_traits::Float> Function<T> for Powi {
    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: T) -> T {
        let mut block = [x; BLOCK];
        Function::<T>::block::<FUSED>(self, &mut block);
        block[0]
    }

    // Each step for the whole block: the compiler does not vectorize a loop with an inner loop.
    #[inline(always)]
    fn block<const FUSED: bool>(self, block: &mut [T; BLOCK]) {
        let mut exponent = self.0.unsigned_abs();
        let mut squares = *block;
        *block = [T::one(); BLOCK];
        loop {
            if exponent & 1 == 1 {
                for (x, square) in block.iter_mut().zip(&squares) {
                    *x = *x * *square;
                }
            }
            exponent >>= 1;
            if exponent == 0 {
                break;
            }
            for square in &mut squares {
                *square = *square * *square;
            }
        }
        if self.0 < 0 {
            for x in block {
                *x = T::one() / *x;
            }
        }
    }
}

/// A power: 2 to the power of the exponent times the logarithm to base 2.
#[derive(Clone, Copy)]
pub struct Powf<T>(pub T);

/// Computed in `f64`, which has as many extra digits as a large exponent loses.
impl Function<f32> for Powf<f32> {
    #[inline(always)]
    fn is_usual(self, x: f32) -> bool {
        let Self(y) = self;
        let is_integer = y.abs() >= 8388608.0 || y.abs() as i32 as f32 == y.abs();
        (x.abs() <= f32::MAX) & ((x >= 0.0) | is_integer) & (y.abs() <= f32::MAX)
    }

    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f32) -> f32 {
        use super::f64::{ROUNDER, at_least, at_most, multiply_add, power_of_2};
        use super::ln::f64::split;
        let Self(y) = self;
        let (k, f) = split(f64::from(x.abs()));
        let rest = polynomial!(f:
            -0.7213475206557258, 0.48089835794956237, -0.36067370801369014, 0.2885374631871528, -0.24045157195920155, 0.20617127637352498,
            -0.1803338893555914, 0.15883047654762195, -0.14283550252059937, 0.1442024566554212, -0.1440179126602842, 0.0795130021692428,
        );
        let logarithm = k + multiply_add::<FUSED>(f * f, rest, f * core::f64::consts::LOG2_E);
        let logarithm = at_least(at_most(logarithm * f64::from(y), 300.0), -300.0);
        let n = (logarithm + ROUNDER) - ROUNDER;
        let r = logarithm - n;
        let rest = polynomial!(r:
            0.693147202981978, 0.24022647896693916, 0.055503321682202206, 0.00961843863419037, 0.0013399001495293073, 0.00015353246267491678,
        );
        let result = multiply_add::<FUSED>(r, rest, 1.0) * power_of_2(n);
        let of_zero = if y > 0.0 {
            0.0
        } else if y < 0.0 {
            f32::INFINITY
        } else {
            1.0
        };
        let result = if x == 0.0 { of_zero } else { result as f32 };
        let is_odd =
            y.abs() < 16777216.0 && y.abs() as i32 & 1 == 1 && y.abs() as i32 as f32 == y.abs();
        if is_odd { result.copysign(x) } else { result }
    }

    #[inline(always)]
    fn unusual<const FUSED: bool>(self, x: f32) -> f32 {
        num_traits::Float::powf(x, self.0)
    }
}

/// Tracks the rounding error of each step: a large exponent loses more digits than `f64` has extra.
impl Function<f64> for Powf<f64> {
    #[inline(always)]
    fn is_usual(self, x: f64) -> bool {
        let Self(y) = self;
        let is_integer = y.abs() >= 4503599627370496.0 || y.abs() as i64 as f64 == y.abs();
        (x.abs() >= f64::MIN_POSITIVE)
            & (x.abs() <= f64::MAX)
            & ((x > 0.0) | is_integer)
            & (y.abs() <= f64::MAX)
    }

    #[inline(always)]
    fn usual<const FUSED: bool>(self, x: f64) -> f64 {
        use super::f64::{ROUNDER, at_least, at_most, choose, multiply_add, product_error, scale};
        use super::ln::f64::split;
        // Twice the logarithm of *e* to base 2, and two thirds of it.
        const FIRST: (f64, f64) = (2.8853900817779268, 4.0710547481862066e-17);
        const SECOND: (f64, f64) = (0.9617966939259756, 5.0577616648125907e-17);
        // Beyond this, every power except that of 1 overflows or is 0.
        const MOST: f64 = 36893488147419103232.0;
        const OVERFLOW: f64 = 1100.0;
        let Self(y) = self;
        // The logarithm to base 2 is `k` and that of (1 + s) / (1 - s): s (first + z (second + z ..)), where z is the
        // square of s.
        let (k, f) = split(x.abs());
        let sum = 2.0 + f;
        let sum_lost = f - (sum - 2.0);
        let inverse = 1.0 / sum;
        let s = f * inverse;
        let s_lost = (-product_error::<FUSED>(s, sum, f) - s * sum_lost) * inverse;
        let z = s * s;
        let z_lost = product_error::<FUSED>(s, s, z) + 2.0 * s * s_lost;
        let rest = z
            * polynomial!(z:
                0.5770780163555853, 0.4121985831111323, 0.32059889797541474, 0.26230818922135846, 0.22195308864622412,
                0.19235880788927276, 0.16975922936824653, 0.15085291496793224, 0.1552689634447776,
            );
        let inner = SECOND.0 + rest;
        let inner_lost = (SECOND.0 - inner) + rest + SECOND.1;
        let product = z * inner;
        let product_lost = product_error::<FUSED>(z, inner, product)
            + multiply_add::<FUSED>(z, inner_lost, z_lost * inner);
        let outer = FIRST.0 + product;
        let outer_lost = (FIRST.0 - outer) + product + (product_lost + FIRST.1);
        let product = s * outer;
        let product_lost = product_error::<FUSED>(s, outer, product)
            + multiply_add::<FUSED>(s, outer_lost, s_lost * outer);
        let logarithm = k + product;
        let logarithm_lost = (k - logarithm) + product + product_lost;
        // By the exponent.
        let limited = at_least(at_most(y, MOST), -MOST);
        let power = limited * logarithm;
        let power_lost =
            product_error::<FUSED>(limited, logarithm, power) + limited * logarithm_lost;
        let power_lost = choose(power.abs() <= OVERFLOW, power_lost, 0.0);
        let power = at_least(at_most(power, OVERFLOW), -OVERFLOW);
        let n = (power + ROUNDER) - ROUNDER;
        let r = (power - n) + power_lost;
        let rest = polynomial!(r:
            0.6931471805599453, 0.24022650695910097, 0.0555041086648216, 0.009618129107606854, 0.0013333558146416916,
            0.00015403530441794136, 1.525273382986708e-05, 1.3215442552522291e-06, 1.0178062426976924e-07, 7.072593027878997e-09,
            4.4549643712692967e-10,
        );
        let result = scale(multiply_add::<FUSED>(r, rest, 1.0), n);
        let is_odd = y.abs() < 9007199254740992.0
            && y.abs() as i64 & 1 == 1
            && y.abs() as i64 as f64 == y.abs();
        if is_odd { result.copysign(x) } else { result }
    }

    #[inline(always)]
    fn unusual<const FUSED: bool>(self, x: f64) -> f64 {
        num_traits::Float::powf(x, self.0)
    }
}
