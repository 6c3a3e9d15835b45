//! Functions of one element and of two.

use candle_core::{Result, Tensor as Untyped};
use shapecheck::engine::adapter::adapt;

use crate::Candle;
use crate::data::{Element, Number, Real, beside};

// By candle's broadcasting functions. Indices and masks are compared as they are stored: in masks, 1 is true.
adapt! {
    binary for Candle:
    [T: Number] T => T {
        Add |x, y| x.broadcast_add(y);
        Sub |x, y| x.broadcast_sub(y);
        Mul |x, y| x.broadcast_mul(y);
        Div |x, y| x.broadcast_div(y);
        Maximum |x, y| x.broadcast_maximum(y);
        Minimum |x, y| x.broadcast_minimum(y);
    }
    [T: Real] T => T {
        Logaddexp |x, y| logaddexp(x, y);
    }
    [T: Element] T => bool {
        Equal |x, y| x.broadcast_eq(y);
        NotEqual |x, y| x.broadcast_ne(y);
        Less |x, y| x.broadcast_lt(y);
        LessEqual |x, y| x.broadcast_le(y);
        Greater |x, y| x.broadcast_gt(y);
        GreaterEqual |x, y| x.broadcast_ge(y);
    }
    [] bool => bool {
        BitAnd |x, y| x.broadcast_minimum(y);
        BitOr |x, y| x.broadcast_maximum(y);
        BitXor |x, y| x.broadcast_ne(y);
    }
}

adapt!(updates for Candle: [Number] Add Sub Mul Div);

adapt! {
    unary for Candle:
    [] bool => bool {
        Not |x| x.eq(0_u8);
    }
    [T: Element, U: Element] T => U {
        Cast<U> |x, _to| U::converted(x);
    }
    [T: Number] T => T {
        Right<Add, T> |x, op| x.broadcast_add(&beside(op.1, x)?);
        Right<Sub, T> |x, op| x.broadcast_sub(&beside(op.1, x)?);
        Right<Mul, T> |x, op| x.broadcast_mul(&beside(op.1, x)?);
        Right<Div, T> |x, op| x.broadcast_div(&beside(op.1, x)?);
        Left<Add, T> |x, op| beside(op.1, x)?.broadcast_add(x);
        Left<Sub, T> |x, op| beside(op.1, x)?.broadcast_sub(x);
        Left<Mul, T> |x, op| beside(op.1, x)?.broadcast_mul(x);
        Left<Div, T> |x, op| beside(op.1, x)?.broadcast_div(x);
        Clamp<T> |x, op| {
            let clamped = x.broadcast_maximum(&beside(op.0, x)?)?;
            clamped.broadcast_minimum(&beside(op.1, x)?)
        };
    }
    // Functions that candle has for floats, or that are made of others.
    [T: Real] T => T {
        Neg |x| x.neg();
        Exp |x| x.exp();
        ExpM1 |x| exp_m1(x);
        Ln |x| x.log();
        Ln1p |x| ln_1p(x);
        Log2 |x| x.log()? * std::f64::consts::LOG2_E;
        Log10 |x| x.log()? * std::f64::consts::LOG10_E;
        Sqrt |x| x.sqrt();
        Abs |x| x.abs();
        Recip |x| x.recip();
        Sin |x| x.sin();
        Cos |x| x.cos();
        Tanh |x| x.tanh();
        Sigmoid |x| candle_nn::ops::sigmoid(x);
        Silu |x| x.silu();
        Erf |x| x.erf();
        Gelu |x| x.gelu_erf();
        // candle's own name for it.
        GeluTanh |x| x.gelu();
        Relu |x| x.relu();
        Floor |x| x.floor();
        Ceil |x| x.ceil();
        Round |x| x.round();
        Powf<T> |x, exponent| x.powf(exponent.0.to_f64());
        Powi |x, exponent| x.powf(exponent.0.into());
        Cbrt |x| x.abs()?.powf(1.0 / 3.0)?.mul(&x.sign()?);
        Tan |x| x.sin()?.div(&x.cos()?);
        // (eˣ - e⁻ˣ) / 2 from `exp_m1`, which keeps the digits of numbers near 0.
        Sinh |x| {
            let less_1 = exp_m1(x)?;
            let quotient = less_1.div(&(&less_1 + 1.0)?)?;
            (less_1 + quotient)? * 0.5
        };
        Cosh |x| (x.exp()? + x.neg()?.exp()?)? * 0.5;
        // The reciprocal of 0 is infinite and has the sign of that 0. What is not a number stays so.
        Signum |x| {
            let (one, sum) = (x.ones_like()?, (x + x.recip()?)?);
            sum.lt(0.0)?.where_cond(&one.neg()?, &sum.gt(0.0)?.where_cond(&one, x)?)
        };
        Trunc |x| trunc(x);
        Fract |x| x - trunc(x)?;
    }
}

/// ln (eˣ + eʸ), from the larger of the two.
fn logaddexp(x: &Untyped, y: &Untyped) -> Result<Untyped> {
    let apart = x.broadcast_sub(y)?.abs()?.neg()?;
    // Infinities that are equal have no difference. NaN is equal to nothing.
    let below = x
        .broadcast_eq(y)?
        .where_cond(&apart.zeros_like()?, &apart)?;
    x.broadcast_maximum(y)?.add(&ln_1p(&below.exp()?)?)
}

/// Rounds towards 0.
fn trunc(x: &Untyped) -> Result<Untyped> {
    x.ge(0.0)?.where_cond(&x.floor()?, &x.ceil()?)
}

/// eˣ - 1 without cancellation near 0.
fn exp_m1(x: &Untyped) -> Result<Untyped> {
    (x * 0.5)?.tanh()?.mul(&(x.exp()? + 1.0)?)
}

/// The logarithm of 1 + x without loss of digits near 0: Kahan's ln(u) x / (u - 1), where u is 1 + x rounded.
fn ln_1p(x: &Untyped) -> Result<Untyped> {
    let sum = (x + 1.0)?;
    let added = (&sum - 1.0)?;
    // Where 1 + x rounds to 1, the logarithm is x. The quotient must not be 0 / 0 there, for the gradients.
    let is_lost = added.eq(0.0)?;
    let one = added.ones_like()?;
    let added = is_lost.where_cond(&one, &added)?;
    is_lost.where_cond(x, &sum.log()?.mul(x)?.div(&added)?)
}
