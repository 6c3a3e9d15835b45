//! Powers.

use super::{BLOCK, Function, polynomial};

/// An integer power, by squares.
#[derive(Clone, Copy)]
pub struct Powi(pub i32);

macro_rules! integer_powers {
    ($($float:ident)*) => {$(
        impl Function<$float> for Powi {
            #[inline(always)]
            fn is_usual(self, _x: $float) -> bool {
                true
            }

            #[inline(always)]
            fn usual<const FUSED: bool>(self, x: $float) -> $float {
                let mut block = [x; BLOCK];
                Function::<$float>::block::<FUSED>(self, &mut block);
                block[0]
            }

            #[inline(always)]
            fn unusual<const FUSED: bool>(self, x: $float) -> $float {
                x
            }

            // Each step for all: a loop inside of a loop over elements is not turned into vector instructions.
            #[inline(always)]
            fn block<const FUSED: bool>(self, block: &mut [$float; BLOCK]) {
                let mut exponent = self.0.unsigned_abs();
                let mut squares = *block;
                *block = [1.0; BLOCK];
                loop {
                    if exponent & 1 == 1 {
                        for (x, square) in block.iter_mut().zip(&squares) {
                            *x *= square;
                        }
                    }
                    exponent >>= 1;
                    if exponent == 0 {
                        break;
                    }
                    for square in &mut squares {
                        *square *= *square;
                    }
                }
                if self.0 < 0 {
                    for x in block {
                        *x = 1.0 / *x;
                    }
                }
            }
        }
    )*};
}

integer_powers!(f32 f64);

/// A power, 2 to the power of the exponent times the logarithm to base 2.
#[derive(Clone, Copy)]
pub struct Powf<T>(pub T);

/// In `f64`, which has as many digits more as a large exponent takes off.
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
