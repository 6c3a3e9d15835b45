//! Functions of floats compared with more precise ones: those of `f32` with `f64`, and those of `f64` with numbers of
//! 192 bits.
//!
//! With ten million random numbers for each function, this takes some minutes:
//!
//! ```sh
//! cargo test --release --test elementwise functions_of_floats -- --ignored
//! ```
// Under AddressSanitizer.
#![cfg(feature = "std")]

use astro_float::{BigFloat, Consts, RoundingMode, Sign, WORD_BIT_SIZE};
use shapecheck::{DynShape, InlineTensor, Tensor, View, shape};

/// Random bits, as the generator xorshift gives them.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Any bits, close to 0, close to 1, or where the results of most functions are neither 0, 1 nor infinite.
    fn number(&mut self, any: f64, most: f64) -> f64 {
        let unit = self.unit() * 2.0 - 1.0;
        match self.next() % 8 {
            0 | 1 => any,
            2 => 1.0 + unit / 16.0,
            3 => unit / 16.0,
            4 => unit * most,
            5 => unit * 30.0,
            _ => unit * 4.0,
        }
    }
}

/// Numbers that are special in one way or another.
fn special<T: Copy>(of: impl Fn(f64) -> T, subnormal: [T; 3], limits: [T; 3]) -> Vec<T> {
    let numbers = [
        0.0,
        1.0,
        2.0,
        0.5,
        3.0,
        10.0,
        87.0,
        88.0,
        89.0,
        103.9,
        104.0,
        709.0,
        710.0,
        745.2,
        746.0,
        1e6,
        1e9,
        3e38,
        f64::INFINITY,
    ];
    let numbers = numbers.iter().flat_map(|&x| [of(x), of(-x)]);
    numbers
        .chain(subnormal)
        .chain(limits)
        .chain([of(f64::NAN)])
        .collect()
}

/// The same bits on each engine, in whatever order and place elements stand.
#[test]
fn an_element_has_the_same_bits_wherever_it_stands() {
    let numbers: [[f32; 7]; 5] =
        core::array::from_fn(|i| core::array::from_fn(|j| (i * 7 + j) as f32 * 0.37 - 6.0));
    let x = Tensor::from(numbers);
    let inline = InlineTensor::from(numbers);
    macro_rules! same {
        ($($name:ident($($argument:expr)?);)*) => {$(
            let found = x.$name($($argument)?);
            let bits = |x: f32| if x.is_nan() { 0 } else { x.to_bits() };
            let expected: Vec<_> = found.iter().map(|&x| bits(x)).collect();
            assert_eq!(inline.$name($($argument)?).iter().map(|&x| bits(x)).collect::<Vec<_>>(), expected);
            let transposed = x.transpose().$name($($argument)?).transpose();
            assert_eq!(transposed.iter().map(|&x| bits(x)).collect::<Vec<_>>(), expected);
            assert_eq!(x.view().$name($($argument)?).iter().map(|&x| bits(x)).collect::<Vec<_>>(), expected);
            for (i, row) in numbers.iter().enumerate() {
                for (j, &number) in row.iter().enumerate() {
                    let expected = expected[i * 7 + j];
                    // By itself, repeated, in the first place of many, and in place of a tensor that is given.
                    assert_eq!(bits(InlineTensor::scalar(number).$name($($argument)?)[[]]), expected);
                    let repeated = View::<f32, shape![]>::from_buffer(core::slice::from_ref(&number)).unwrap();
                    let repeated = repeated.broadcast_to::<shape![20]>().$name($($argument)?);
                    assert!(repeated.iter().all(|&x| bits(x) == expected));
                    let rest = x.slice_axis::<-2>(i..).slice_axis::<-1>(j..).$name($($argument)?);
                    assert_eq!(bits(*rest.iter().next().unwrap()), expected);
                }
            }
        )*};
    }
    same! {
        exp(); exp_m1(); ln(); ln_1p(); log2(); log10(); sqrt(); sin(); cos(); tanh(); sigmoid(); silu(); erf(); gelu(); gelu_tanh(); relu();
        floor(); ceil(); round(); trunc(); fract(); powi(3); powi(-2); powf(2.0); powf(0.7);
        logaddexp(&InlineTensor::scalar(0.7));
    }
}

/// Many elements at a time, and each by itself.
// Under Miri.
// Under Miri with vectors.
#[test]
fn many_elements_have_the_results_of_each() {
    macro_rules! same {
        ($float:ty: $($name:ident($($argument:expr)?);)*) => {$(
            let x = Tensor::<$float, shape![19]>::from_fn(|[i]| i as $float * 0.37 - 2.5);
            let found = x.$name($($argument)?);
            for (x, found) in x.iter().zip(found.iter()) {
                let alone = InlineTensor::scalar(*x).$name($($argument)?)[[]];
                assert!(alone == *found || alone.is_nan() && found.is_nan(), "{} of {x}", stringify!($name));
            }
        )*};
    }
    macro_rules! of_floats {
        ($($float:ty)*) => {$(
            same! {
                $float: exp(); exp_m1(); ln(); ln_1p(); log2(); log10(); sqrt(); sin(); cos(); tanh(); sigmoid(); silu(); erf();
                gelu(); gelu_tanh(); relu(); floor(); ceil(); round(); trunc(); fract(); powi(3); powi(-2); powf(2.0); powf(0.7);
                logaddexp(&InlineTensor::scalar(0.7));
            }
        )*};
    }
    of_floats!(f32 f64);
}

/// Limits, signs of zeros, and what is not a number.
#[test]
fn special_numbers() {
    const INFINITY: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    macro_rules! results {
        ($($name:ident($($argument:expr)?): $($x:expr => $expected:expr),*;)*) => {$(
            for (x, expected) in [$(($x, $expected)),*] {
                let found = InlineTensor::scalar(x).$name($($argument.into())?)[[]];
                let same = found == expected && found.is_sign_positive() == expected.is_sign_positive();
                assert!(same || found.is_nan() && expected.is_nan(), "{} of {x} is {found}", stringify!($name));
                let found = InlineTensor::scalar(x as f32).$name($($argument.into())?)[[]];
                let same = found == expected as f32 && found.is_sign_positive() == expected.is_sign_positive();
                assert!(same || found.is_nan() && expected.is_nan(), "{} of {x} as f32 is {found}", stringify!($name));
            }
        )*};
    }
    results! {
        exp(): 0.0 => 1.0, -0.0 => 1.0, INFINITY => INFINITY, -INFINITY => 0.0, NAN => NAN, 1e4 => INFINITY, -1e4 => 0.0;
        exp_m1(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => INFINITY, -INFINITY => -1.0, NAN => NAN, 1e4 => INFINITY, -1e4 => -1.0;
        ln(): 0.0 => -INFINITY, -0.0 => -INFINITY, 1.0 => 0.0, INFINITY => INFINITY, -1.0 => NAN, -INFINITY => NAN, NAN => NAN;
        ln_1p(): 0.0 => 0.0, -0.0 => -0.0, -1.0 => -INFINITY, INFINITY => INFINITY, -2.0 => NAN, -INFINITY => NAN, NAN => NAN;
        log2(): 0.0 => -INFINITY, 1.0 => 0.0, 8.0 => 3.0, INFINITY => INFINITY, -1.0 => NAN, -INFINITY => NAN, NAN => NAN;
        log10(): 0.0 => -INFINITY, 1.0 => 0.0, 1000.0 => 3.0, INFINITY => INFINITY, -1.0 => NAN, -INFINITY => NAN, NAN => NAN;
        sqrt(): 0.0 => 0.0, -0.0 => -0.0, 4.0 => 2.0, INFINITY => INFINITY, -1.0 => NAN, NAN => NAN;
        sin(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => NAN, -INFINITY => NAN, NAN => NAN;
        cos(): 0.0 => 1.0, -0.0 => 1.0, INFINITY => NAN, -INFINITY => NAN, NAN => NAN;
        tanh(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => 1.0, -INFINITY => -1.0, NAN => NAN, 1e4 => 1.0;
        sigmoid(): 0.0 => 0.5, INFINITY => 1.0, -INFINITY => 0.0, NAN => NAN, 1e4 => 1.0, -1e4 => 0.0;
        silu(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => INFINITY, -INFINITY => -0.0, NAN => NAN, 1e4 => 1e4, -1e4 => -0.0;
        erf(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => 1.0, -INFINITY => -1.0, NAN => NAN;
        gelu(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => INFINITY, -INFINITY => -0.0, NAN => NAN, 1e4 => 1e4, -1e4 => -0.0;
        gelu_tanh(): 0.0 => 0.0, -0.0 => -0.0, INFINITY => INFINITY, -INFINITY => -0.0, NAN => NAN, 1e4 => 1e4, -1e4 => -0.0;
        relu(): 0.0 => 0.0, -0.0 => -0.0, 2.0 => 2.0, -2.0 => 0.0, INFINITY => INFINITY, -INFINITY => 0.0, NAN => NAN;
        powi(3): 0.0 => 0.0, -0.0 => -0.0, -2.0 => -8.0, INFINITY => INFINITY, -INFINITY => -INFINITY, NAN => NAN;
        powi(-1): 0.0 => INFINITY, -0.0 => -INFINITY, -2.0 => -0.5, INFINITY => 0.0;
        powi(0): 0.0 => 1.0, NAN => 1.0;
        powf(0.0_f32): 0.0 => 1.0, -3.0 => 1.0, INFINITY => 1.0, NAN => 1.0;
        powf(3.0_f32): 0.0 => 0.0, -0.0 => -0.0, -2.0 => -8.0, INFINITY => INFINITY, -INFINITY => -INFINITY, NAN => NAN;
        powf(-1.0_f32): 0.0 => INFINITY, -0.0 => -INFINITY, -2.0 => -0.5, INFINITY => 0.0, -INFINITY => -0.0;
        powf(0.5_f32): 0.0 => 0.0, -0.0 => 0.0, 4.0 => 2.0, -1.0 => NAN, INFINITY => INFINITY, -INFINITY => INFINITY, NAN => NAN;
        powf(f32::INFINITY): 0.5 => 0.0, 2.0 => INFINITY, 1.0 => 1.0, -1.0 => 1.0;
    }
}

/// Of two numbers, in both orders, as NumPy 2.4 gives it.
#[test]
fn logarithms_of_sums_of_two() {
    const INFINITY: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let cases = [
        (0.0, 0.0, core::f64::consts::LN_2),
        (0.0, -0.0, core::f64::consts::LN_2),
        (1.0, 0.0, 1.3132616875182228),
        (1.0, -3.0, 1.0181499279178097),
        (-3.0, -3.0, -2.3068528194400546),
        (1000.0, 1000.0, 1000.6931471805599),
        (710.0, 709.0, 710.3132616875182),
        (1000.0, -3.0, 1000.0),
        // The exponential of 0 and a little more.
        (0.0, -50.0, 1.9287498479639178e-22),
        (1e300, -1e300, 1e300),
        (INFINITY, 1.0, INFINITY),
        (INFINITY, INFINITY, INFINITY),
        (INFINITY, -INFINITY, INFINITY),
        (-INFINITY, 1.0, 1.0),
        (-INFINITY, -INFINITY, -INFINITY),
        (NAN, 1.0, NAN),
        (NAN, INFINITY, NAN),
        (NAN, -INFINITY, NAN),
        (NAN, NAN, NAN),
    ];
    for (x, y, expected) in cases.iter().flat_map(|&(x, y, z)| [(x, y, z), (y, x, z)]) {
        let [lhs, rhs] = [x, y].map(InlineTensor::scalar);
        let found = lhs.logaddexp(&rhs)[[]];
        let is_near = (found - expected).abs() <= 1e-15 * expected.abs();
        let is_same = found == expected || found.is_nan() && expected.is_nan();
        assert!(is_near || is_same, "{x} and {y}: {found}, not {expected}");
        let found = lhs.cast::<f32>().logaddexp(&rhs.cast())[[]];
        let expected = expected as f32;
        let is_near = (found - expected).abs() <= 2e-7 * expected.abs();
        let is_same = found == expected || found.is_nan() && expected.is_nan();
        assert!(is_near || is_same, "{x} and {y}: {found}, not {expected}");
    }
}

fn special_32() -> Vec<f32> {
    let subnormal = [
        f32::from_bits(1),
        -f32::from_bits(0x7f_ffff),
        f32::MIN_POSITIVE,
    ];
    special(|x| x as f32, subnormal, [f32::MAX, f32::MIN, f32::EPSILON])
}

fn special_64() -> Vec<f64> {
    let subnormal = [
        f64::from_bits(1),
        -f64::from_bits(0xf_ffff_ffff_ffff),
        f64::MIN_POSITIVE,
    ];
    special(|x| x, subnormal, [f64::MAX, f64::MIN, f64::EPSILON])
}

/// Each function: on tensors, in `f64`, and in many digits.
macro_rules! functions {
    ($($name:ident up to $most:literal: |$x:ident| $double:expr, |$big:ident, $with:ident| $exact:expr;)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        fn in_32(name: &str, x: &[f32]) -> Vec<f32> {
            let x = View::<f32, DynShape>::from_buffer_with([x.len()].into(), x).unwrap();
            match name {
                $(stringify!($name) => x.$name().to_vec(),)*
                _ => unreachable!(),
            }
        }

        fn in_64(name: &str, x: &[f64]) -> Vec<f64> {
            let x = View::<f64, DynShape>::from_buffer_with([x.len()].into(), x).unwrap();
            match name {
                $(stringify!($name) => x.$name().to_vec(),)*
                _ => unreachable!(),
            }
        }

        /// In `f64`: as exact as a result of `f32` has to be compared with.
        fn double(name: &str, x: f64) -> f64 {
            match name {
                $(stringify!($name) => {
                    let $x = x;
                    $double
                })*
                _ => unreachable!(),
            }
        }

        fn exact(name: &str, x: &BigFloat, with: &mut Consts) -> BigFloat {
            match name {
                $(stringify!($name) => {
                    let ($big, $with) = (x, with);
                    $exact
                })*
                _ => unreachable!(),
            }
        }

        /// How far from 0 there is something to see.
        fn most(name: &str) -> f64 {
            match name {
                $(stringify!($name) => $most,)*
                _ => unreachable!(),
            }
        }
    };
}

const BITS: usize = 192;
const ROUNDING: RoundingMode = RoundingMode::None;

fn big(x: f64) -> BigFloat {
    BigFloat::from_f64(x, BITS)
}

/// So small that the next term of a series, of the square, is nothing beside the first.
fn is_tiny(x: &BigFloat) -> bool {
    x.exponent().is_some_and(|exponent| exponent < -200)
}

functions! {
    exp up to 750.0: |x| x.exp(), |x, with| x.exp(BITS, ROUNDING, with);
    exp_m1 up to 750.0: |x| x.exp_m1(), |x, with| match is_tiny(x) {
        true => x.clone(),
        false => x.exp(2 * BITS, ROUNDING, with).sub(&big(1.0), 2 * BITS, ROUNDING),
    };
    ln up to 1e6: |x| x.ln(), |x, with| x.ln(BITS, ROUNDING, with);
    ln_1p up to 1e6: |x| x.ln_1p(), |x, with| match is_tiny(x) {
        true => x.clone(),
        false => x.add(&big(1.0), 2 * BITS, ROUNDING).ln(2 * BITS, ROUNDING, with),
    };
    log2 up to 1e6: |x| x.log2(), |x, with| x.log2(BITS, ROUNDING, with);
    log10 up to 1e6: |x| x.log10(), |x, with| x.log10(BITS, ROUNDING, with);
    sqrt up to 1e6: |x| x.sqrt(), |x, with| { let _ = with; x.sqrt(BITS, ROUNDING) };
    sin up to 1e6: |x| x.sin(), |x, with| x.sin(BITS, ROUNDING, with);
    cos up to 1e6: |x| x.cos(), |x, with| x.cos(BITS, ROUNDING, with);
    tanh up to 30.0: |x| x.tanh(), |x, with| match is_tiny(x) {
        true => x.clone(),
        false => {
            let exp = x.add(x, BITS, ROUNDING).exp(2 * BITS, ROUNDING, with);
            exp.sub(&big(1.0), 2 * BITS, ROUNDING).div(&exp.add(&big(1.0), 2 * BITS, ROUNDING), BITS, ROUNDING)
        }
    };
    sigmoid up to 760.0: |x| 1.0 / (1.0 + (-x).exp()), |x, with| sigmoid(x, with);
    silu up to 760.0: |x| if x < -800.0 { -0.0 } else { x / (1.0 + (-x).exp()) }, |x, with| x.mul(&sigmoid(x, with), BITS, ROUNDING);
    erf up to 7.0: |x| libm::erf(x), |x, with| erf(x, with);
    gelu up to 40.0: |x| if x < -40.0 { -0.0 } else { x * 0.5 * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2) }, |x, with| {
        let scaled = x.div(&big(2.0).sqrt(BITS, ROUNDING), BITS, ROUNDING);
        let twice = match x.is_negative() {
            true => erfc(&scaled.neg(), with),
            false => big(2.0).sub(&erfc(&scaled, with), BITS, ROUNDING),
        };
        x.mul(&twice, BITS, ROUNDING).div(&big(2.0), BITS, ROUNDING)
    };
    gelu_tanh up to 22.0: |x| if x < -22.0 { -0.0 } else { x / (1.0 + (-x * f64::sqrt(8.0 / core::f64::consts::PI) * (1.0 + 0.044715 * x * x)).exp()) }, |x, with| {
        let root = big(8.0).div(&with.pi(BITS, ROUNDING), BITS, ROUNDING).sqrt(BITS, ROUNDING);
        let factor = big(44715.0).div(&big(1e6), BITS, ROUNDING);
        let cube = x.mul(x, BITS, ROUNDING).mul(&factor, BITS, ROUNDING).add(&big(1.0), BITS, ROUNDING);
        let power = x.mul(&cube, BITS, ROUNDING).mul(&root, BITS, ROUNDING);
        x.mul(&sigmoid(&power, with), BITS, ROUNDING)
    };
}

fn sigmoid(x: &BigFloat, with: &mut Consts) -> BigFloat {
    let exp = x.neg().exp(BITS, ROUNDING, with);
    big(1.0).div(&exp.add(&big(1.0), BITS, ROUNDING), BITS, ROUNDING)
}

/// 2 / √π *e*^(-x²) (x + 2 x³ / 3 + 4 x⁵ / 15 + ..)
fn erf(x: &BigFloat, with: &mut Consts) -> BigFloat {
    let square = x.mul(x, BITS, ROUNDING);
    let (mut sum, mut term, mut count) = (x.clone(), x.clone(), 1.0);
    while !term.is_zero() && term.exponent() > sum.exponent().map(|exponent| exponent - BITS as i32)
    {
        term = term
            .mul(&square, BITS, ROUNDING)
            .mul(&big(2.0), BITS, ROUNDING)
            .div(&big(2.0 * count + 1.0), BITS, ROUNDING);
        sum = sum.add(&term, BITS, ROUNDING);
        count += 1.0;
    }
    let factor = big(2.0).div(
        &with.pi(BITS, ROUNDING).sqrt(BITS, ROUNDING),
        BITS,
        ROUNDING,
    );
    let exp = square.neg().exp(BITS, ROUNDING, with);
    sum.mul(&factor, BITS, ROUNDING).mul(&exp, BITS, ROUNDING)
}

/// *e*^(-x²) / √π / (x + 1/2 / (x + 1 / (x + 3/2 / (x + ..)))) where `x` is not small.
fn erfc(x: &BigFloat, with: &mut Consts) -> BigFloat {
    if nearest(x) < 3.0 {
        return big(1.0).sub(&erf(x, with), BITS, ROUNDING);
    }
    let below = (1..200).rev().fold(x.clone(), |below, count| {
        big(f64::from(count) / 2.0)
            .div(&below, BITS, ROUNDING)
            .add(x, BITS, ROUNDING)
    });
    let exp = x.mul(x, BITS, ROUNDING).neg().exp(BITS, ROUNDING, with);
    let root = with.pi(BITS, ROUNDING).sqrt(BITS, ROUNDING);
    exp.div(&below, BITS, ROUNDING).div(&root, BITS, ROUNDING)
}

/// A number of `f64` at most a unit in the last place away.
#[allow(clippy::useless_conversion, reason = "words have 32 bits elsewhere")]
fn nearest(x: &BigFloat) -> f64 {
    if x.is_nan() || x.is_inf() || x.is_zero() {
        return match (x.is_nan(), x.is_inf_pos(), x.is_inf_neg()) {
            (true, ..) => f64::NAN,
            (_, true, _) => f64::INFINITY,
            (.., true) => f64::NEG_INFINITY,
            _ => 0.0,
        };
    }
    let (words, _, sign, exponent, _) = x.as_raw_parts().unwrap();
    // The first 64 bits, in words of the target.
    let words = words.iter().rev().take(64 / WORD_BIT_SIZE);
    let bits = words.fold(0, |bits: u64, &word| {
        bits.unbounded_shl(WORD_BIT_SIZE as u32) | Into::<u64>::into(word)
    });
    let fraction = (bits >> 10) as f64 / (1_u64 << 54) as f64;
    // In two steps, as one factor may be beyond what there is.
    let half = exponent / 2;
    let size = fraction * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half);
    if sign == Sign::Neg { -size } else { size }
}

/// How many units in the last place of the exact value `found` is away from it.
fn units_64(found: f64, exact: &BigFloat) -> f64 {
    let value = nearest(exact);
    if found == value || found.is_nan() && value.is_nan() {
        return 0.0;
    }
    if value.is_infinite() {
        // Overflows may come a unit early or late.
        return if found == f64::MAX.copysign(value) {
            1.0
        } else {
            f64::INFINITY
        };
    }
    let exponent = value.abs().max(f64::MIN_POSITIVE).to_bits() >> 52;
    let found = if found.is_infinite() {
        big(f64::MAX.copysign(found))
    } else {
        from_subnormal(found)
    };
    // In units that are numbers: differences from subnormal numbers are not.
    let shift = 2.0_f64.powi(500);
    let mut difference = found.sub(exact, 2 * BITS, ROUNDING);
    let mut exponent = exponent as i32 - 1075;
    while exponent < -400 {
        difference = difference.mul(&big(shift), 2 * BITS, ROUNDING);
        exponent += 500;
    }
    nearest(&difference).abs() / 2.0_f64.powi(exponent)
}

/// A number of `f64`, which the crate reads where it is normal.
fn from_subnormal(x: f64) -> BigFloat {
    let shift = 2.0_f64.powi(200);
    match x.is_normal() || !x.is_finite() || x == 0.0 {
        true => big(x),
        false => big(x * shift).div(&big(shift), 2 * BITS, ROUNDING),
    }
}

fn units_32(found: f32, exact: f64) -> f64 {
    let value = exact as f32;
    if found == value && (found.is_infinite() || found == 0.0) || found.is_nan() && value.is_nan() {
        return 0.0;
    }
    let beyond = 2.0_f64.powi(128);
    let number = |x: f64| {
        if x.abs() > beyond {
            beyond.copysign(x)
        } else {
            x
        }
    };
    let unit = exact
        .abs()
        .clamp(f32::MIN_POSITIVE.into(), f32::MAX.into())
        .to_bits()
        >> 52;
    let unit = 2.0_f64.powi(unit as i32 - 1023 - 23);
    (number(found.into()) - number(exact)).abs() / unit
}

/// So many units at most.
const LIMIT: f64 = 2.0;
/// Of the function of `f32` that gives up some for its speed.
const LIMIT_OF_GELU: f64 = 4.0;

fn check_32(name: &str, count: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let numbers = (0..count).map(|_| {
        let any = f32::from_bits(random.next() as u32);
        random.number(any.into(), most(name).min(120.0)) as f32
    });
    let numbers: Vec<f32> = special_32().into_iter().chain(numbers).collect();
    let limit = if name == "gelu" { LIMIT_OF_GELU } else { LIMIT };
    for (x, found) in numbers.iter().zip(in_32(name, &numbers)) {
        let expected = double(name, f64::from(*x));
        let units = units_32(found, expected);
        assert!(
            units <= limit,
            "{name} of {x:e} is {found:e}, {units} units from {expected:e}"
        );
    }
}

/// A number in two: the second is what the first lacks, so that they have more than 100 bits together.
#[derive(Clone, Copy)]
struct Two(f64, f64);

impl Two {
    const ONE: Self = Self(1.0, 0.0);

    fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let rest = sum - a;
        Self(sum, (a - (sum - rest)) + (b - rest))
    }

    fn plus(self, other: Self) -> Self {
        let (first, second) = (Self::sum(self.0, other.0), Self::sum(self.1, other.1));
        let sum = Self::sum(first.0, first.1 + second.0);
        Self::sum(sum.0, sum.1 + second.1)
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, -other.1))
    }

    fn times(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let rest = self.0.mul_add(other.0, -product);
        Self::sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, other: Self) -> Self {
        let (mut quotient, mut rest) = (Self(0.0, 0.0), self);
        for _ in 0..3 {
            let next = Self(rest.0 / other.0, 0.0);
            quotient = quotient.plus(next);
            rest = rest.minus(other.times(next));
        }
        quotient
    }

    /// `x` and `n`, where *e* to this power is 2ⁿ (1 + x), by a series of a part of it that is squared again.
    fn exp(self) -> (Self, f64) {
        const LN_2: Two = Two(core::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
        let power = (self.0 / LN_2.0).round();
        let rest = self.minus(LN_2.times(Self(power, 0.0)));
        let part = Self(rest.0 / 512.0, rest.1 / 512.0);
        let series = (2..=12).rev().fold(Self::ONE, |series, count| {
            let next = part.over(Self(f64::from(count), 0.0));
            Self::ONE.plus(series.times(next))
        });
        let less_one = (0..9).fold(part.times(series), |x, _| x.plus(x).plus(x.times(x)));
        (less_one, power)
    }

    fn scaled(self, power: f64) -> Self {
        let factor = power.exp2();
        Self(self.0 * factor, self.1 * factor)
    }
}

/// A result by numbers in two, about half a unit away from the exact one, for functions that `libm` has not, or not as
/// exact; `None` where they are not enough.
fn by_two(name: &str, x: f64) -> Option<f64> {
    let exp = |x: Two| {
        let (less_one, power) = x.exp();
        less_one.plus(Two::ONE).scaled(power)
    };
    let sigmoid = |x: f64| Two::ONE.over(Two::ONE.plus(exp(Two(-x, 0.0))));
    let result = match name {
        "tanh" if x.abs() > 25.0 => Two(1.0_f64.copysign(x), 0.0),
        "tanh" => {
            let (less_one, power) = Two(2.0 * x, 0.0).exp();
            let less_one = match power {
                0.0 => less_one,
                _ => less_one.plus(Two::ONE).scaled(power).minus(Two::ONE),
            };
            less_one.over(less_one.plus(Two(2.0, 0.0)))
        }
        "sigmoid" if x.abs() < 690.0 => sigmoid(x),
        "silu" if x.abs() < 690.0 => Two(x, 0.0).times(sigmoid(x)),
        "gelu_tanh" if x.abs() < 20.0 => {
            // √(8 / π) and 0.044715, each with what it lacks.
            const ROOT: Two = Two(1.5957691216057308, -9.96930880911092e-17);
            const FACTOR: Two = Two(0.044715, 2.1960211427085595e-18);
            let x = Two(x, 0.0);
            let power = x.times(Two::ONE.plus(x.times(x).times(FACTOR))).times(ROOT);
            x.over(Two::ONE.plus(exp(Two(-power.0, -power.1))))
        }
        "gelu" if x.abs() < 36.0 => {
            const ROOT: Two = Two(core::f64::consts::FRAC_1_SQRT_2, -4.833_646_656_726_457e-17);
            const TWO_BY_ROOT_OF_PI: Two =
                Two(core::f64::consts::FRAC_2_SQRT_PI, 1.533_545_961_316_588e-17);
            let z = Two(x.abs(), 0.0).times(ROOT);
            let square = z.times(z);
            let factor = exp(Two(-square.0, -square.1)).times(TWO_BY_ROOT_OF_PI);
            // As `erf` and `erfc` below in more digits.
            let complement = if z.0 < 4.0 {
                let (mut sum, mut term, mut count) = (z, z, 1.0);
                while term.0 > sum.0 * 1e-33 {
                    let next = square.over(Two(count + 0.5, 0.0));
                    term = term.times(next);
                    sum = sum.plus(term);
                    count += 1.0;
                }
                Two::ONE.minus(sum.times(factor))
            } else {
                let below = (1..60).rev().fold(z, |below, count| {
                    Two(f64::from(count) / 2.0, 0.0).over(below).plus(z)
                });
                Two(factor.0 / 2.0, factor.1 / 2.0).over(below)
            };
            let twice = match x < 0.0 {
                true => complement,
                false => Two(2.0, 0.0).minus(complement),
            };
            Two(x / 2.0, 0.0).times(twice)
        }
        _ => return None,
    };
    let is_normal = result.0.abs() > 1e-290 && result.0.is_finite();
    is_normal.then_some(result.0)
}

/// The result of `libm` for functions of which it is less than a unit away from the exact one.
fn less_than_a_unit_off(name: &str, x: f64) -> Option<f64> {
    Some(match name {
        "exp" => libm::exp(x),
        "exp_m1" => libm::expm1(x),
        "ln" => libm::log(x),
        "ln_1p" => libm::log1p(x),
        "log2" => libm::log2(x),
        "log10" => libm::log10(x),
        "sqrt" => libm::sqrt(x),
        "sin" => libm::sin(x),
        "cos" => libm::cos(x),
        "erf" => libm::erf(x),
        _ => return None,
    })
}

/// Beside the exact results; if `quick`, only those that are more than a unit away from another implementation's.
fn check_64(name: &str, count: usize, quick: bool) {
    let mut with = Consts::new().unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let numbers = (0..count).map(|_| {
        let any = f64::from_bits(random.next());
        random.number(any, most(name))
    });
    // Limits, and what is not a number, have a separate test; the exponential of a large number has too many digits
    // here.
    let is_there = |x: f64| match name {
        "ln" | "log2" | "log10" | "sqrt" => x > 0.0,
        "ln_1p" => x > -1.0,
        _ => x.abs() <= most(name).max(750.0),
    };
    let numbers = special_64().into_iter().chain(numbers);
    let numbers: Vec<f64> = numbers.filter(|x| x.is_finite() && is_there(*x)).collect();
    for (&x, found) in numbers.iter().zip(in_64(name, &numbers)) {
        if x == 0.0 || name == "erf" && x.abs() > 10.0 {
            continue;
        }
        let by_two = by_two(name, x);
        let other = less_than_a_unit_off(name, x).or(by_two).filter(|_| quick);
        // Neighbours are one apart as bits.
        if other.is_some_and(|other| other.to_bits().abs_diff(found.to_bits()) <= 1) {
            continue;
        }
        let expected = exact(name, &from_subnormal(x), &mut with);
        if let Some(other) = by_two {
            let units = units_64(other, &expected);
            assert!(
                units <= 0.6,
                "{name} of {x:e} in two numbers is {units} units off"
            );
        }
        let units = units_64(found, &expected);
        assert!(
            units <= LIMIT,
            "{name} of {x:e} is {found:e}, {units} units from {expected}"
        );
    }
}

/// Powers with exponents of all sizes, of bases to which they make a difference.
fn check_powers(count: usize, quick: bool) {
    let mut with = Consts::new().unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for y in [
        1.7, -0.3, 0.5, 3.0, -2.0, 1e-3, 31.0, -250.5, 1e5, -3e8, 1e-300,
    ] {
        // Up to where the logarithm of the result is beyond that of any number.
        let most = (750.0 / f64::abs(y)).min(700.0);
        let numbers: Vec<f64> = (0..count)
            .map(|_| ((random.unit() * 2.0 - 1.0) * most).exp())
            .collect();
        let x = View::<f64, DynShape>::from_buffer_with([count].into(), &numbers).unwrap();
        for (&x, found) in numbers.iter().zip(x.powf(y).to_vec()) {
            let other = libm::pow(x, y);
            if quick && other.to_bits().abs_diff(found.to_bits()) <= 1 {
                continue;
            }
            let expected = big(x)
                .ln(2 * BITS, ROUNDING, &mut with)
                .mul(&big(y), 2 * BITS, ROUNDING)
                .exp(BITS, ROUNDING, &mut with);
            let units = units_64(found, &expected);
            assert!(
                units <= LIMIT,
                "{x:e} to the power of {y:e} is {found:e}, {units} units from {expected}"
            );
        }
        let numbers: Vec<f32> = numbers.iter().map(|&x| x as f32).collect();
        let x = View::<f32, DynShape>::from_buffer_with([count].into(), &numbers).unwrap();
        for (&x, found) in numbers.iter().zip(x.powf(y as f32).to_vec()) {
            let expected = f64::from(x).powf((y as f32).into());
            let units = units_32(found, expected);
            assert!(
                units <= LIMIT,
                "{x:e} to the power of {y:e} is {found:e}, {units} units from {expected:e}"
            );
        }
    }
}

#[test]
fn powers() {
    check_powers(300, false);
}

#[test]
#[ignore = "takes minutes"]
fn powers_many_times() {
    check_powers(1_000_000, true);
}

#[test]
fn of_single_precision() {
    NAMES.iter().for_each(|name| check_32(name, 50_000));
}

#[test]
fn of_double_precision() {
    NAMES.iter().for_each(|name| check_64(name, 400, false));
}

#[test]
#[ignore = "takes minutes"]
fn of_single_precision_many_times() {
    NAMES.iter().for_each(|name| check_32(name, 10_000_000));
}

#[test]
#[ignore = "takes minutes"]
fn of_double_precision_many_times() {
    std::thread::scope(|scope| {
        for name in NAMES {
            scope.spawn(move || check_64(name, 10_000_000, true));
        }
    });
}
