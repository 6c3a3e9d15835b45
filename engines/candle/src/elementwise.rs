//! Functions of one element and of two.

use candle_core::{Result, Tensor as Untyped};
use shapecheck::engine::{Binary, BinaryInPlace, Operand, Selects, Unary, ops};
use shapecheck::{DynShape, Shape};

use crate::data::{Element, Held, Number, number, repeated};
use crate::{Candle, or_panic};

/// Operators on numbers, and comparisons, by candle's broadcasting functions. Indices are compared as they are stored.
macro_rules! pairs {
    ($($Op:ident [$Bound:ident] $function:ident -> $Element:ty;)*) => {$(
        impl<T: $Bound> Binary<ops::$Op, T> for Candle {
            type Element = $Element;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Held<T>>,
                rhs: Operand<'_, Held<T>>,
                _: DynShape,
            ) -> Held<$Element> {
                Held::of(or_panic(lhs.data().tensor().$function(rhs.data().tensor())))
            }
        }
    )*};
}

pairs! {
    Add [Number] broadcast_add -> T;
    Sub [Number] broadcast_sub -> T;
    Mul [Number] broadcast_mul -> T;
    Div [Number] broadcast_div -> T;
    Maximum [Number] broadcast_maximum -> T;
    Minimum [Number] broadcast_minimum -> T;
    Equal [Element] broadcast_eq -> bool;
    NotEqual [Element] broadcast_ne -> bool;
    Less [Element] broadcast_lt -> bool;
    LessEqual [Element] broadcast_le -> bool;
    Greater [Element] broadcast_gt -> bool;
    GreaterEqual [Element] broadcast_ge -> bool;
}

/// Operators on masks: 1 is true.
macro_rules! masks {
    ($($Op:ident $function:ident;)*) => {$(
        impl Binary<ops::$Op, bool> for Candle {
            type Element = bool;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Held<bool>>,
                rhs: Operand<'_, Held<bool>>,
                _: DynShape,
            ) -> Held<bool> {
                Held::of(or_panic(lhs.data().tensor().$function(rhs.data().tensor())))
            }
        }
    )*};
}

masks! {
    BitAnd broadcast_minimum;
    BitOr broadcast_maximum;
    BitXor broadcast_ne;
}

impl<T: Element> Selects<T> for Candle {
    type OutputEngine = Self;

    #[track_caller]
    fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
        mask: &Held<bool>,
        yes: &Held<T>,
        no: &Held<T>,
        sizes: DynShape,
    ) -> Held<T> {
        // Candle does not broadcast what is chosen.
        let whole = |tensor: &Untyped| or_panic(repeated(tensor, sizes.dims()));
        let (yes, no) = (whole(yes.tensor()), whole(no.tensor()));
        Held::of(or_panic(whole(mask.tensor()).where_cond(&yes, &no)))
    }
}

impl Unary<ops::Not, bool> for Candle {
    type Element = bool;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(_: ops::Not, data: Operand<'_, Held<bool>>) -> Held<bool> {
        Held::of(or_panic(data.data().tensor().eq(0_u8)))
    }
}

/// `+=` and its kin: candle's tensors are immutable, so the result replaces the target.
macro_rules! updates {
    ($($Op:ident)*) => {$(
        impl<T: Number> BinaryInPlace<ops::$Op, T> for Candle {
            #[track_caller]
            fn update<S: Shape, R: Shape>(target: &mut Held<T>, rhs: &Held<T>) {
                let sizes = DynShape::from(target.tensor().dims());
                let (lhs, rhs) = (Operand::ByRef(&*target), Operand::ByRef(rhs));
                *target = <Candle as Binary<ops::$Op, T>>::binary::<S, R, S>(lhs, rhs, sizes);
            }
        }
    )*};
}

updates!(Add Sub Mul Div);

impl<T: Number> BinaryInPlace<ops::Assign, T> for Candle {
    #[track_caller]
    fn update<S: Shape, R: Shape>(target: &mut Held<T>, rhs: &Held<T>) {
        let whole = rhs.tensor().broadcast_as(target.tensor().shape());
        *target = Held::of(or_panic(whole.and_then(|whole| whole.contiguous())));
    }
}

/// Operators with a number.
macro_rules! with_numbers {
    ($($Op:ident $function:ident)*) => {$(
        impl<T: Number> Unary<ops::Right<ops::$Op, T>, T> for Candle {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn unary<S: Shape>(op: ops::Right<ops::$Op, T>, data: Operand<'_, Held<T>>) -> Held<T> {
                let tensor = data.data().tensor();
                Held::of(or_panic(tensor.$function(&number(op.1, tensor.device()))))
            }
        }

        impl<T: Number> Unary<ops::Left<ops::$Op, T>, T> for Candle {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn unary<S: Shape>(op: ops::Left<ops::$Op, T>, data: Operand<'_, Held<T>>) -> Held<T> {
                let tensor = data.data().tensor();
                Held::of(or_panic(number(op.1, tensor.device()).$function(tensor)))
            }
        }
    )*};
}

with_numbers!(Add broadcast_add Sub broadcast_sub Mul broadcast_mul Div broadcast_div);

impl<T: Number> Unary<ops::Clamp<T>, T> for Candle {
    type Element = T;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(op: ops::Clamp<T>, data: Operand<'_, Held<T>>) -> Held<T> {
        let tensor = data.data().tensor();
        let (least, most) = (number(op.0, tensor.device()), number(op.1, tensor.device()));
        let clamped = tensor.broadcast_maximum(&least);
        Held::of(or_panic(clamped.and_then(|it| it.broadcast_minimum(&most))))
    }
}

/// Functions that candle has for floats, or that are made of others.
macro_rules! each {
    ($($Op:ident $(($argument:ident))? |$x:ident| $result:expr;)*) => {$(
        impl<T: Number + candle_core::FloatDType> Unary<each!(@ $Op $($argument)?), T> for Candle {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn unary<S: Shape>(op: each!(@ $Op $($argument)?), data: Operand<'_, Held<T>>) -> Held<T> {
                fn function($x: &Untyped $(, $argument: f64)?) -> Result<Untyped> {
                    $result
                }
                $(let $argument = op.0.to_f64();)?
                let _ = op;
                Held::of(or_panic(function(data.data().tensor() $(, $argument)?)))
            }
        }
    )*};
    (@ $Op:ident) => { ops::$Op };
    (@ $Op:ident $argument:ident) => { ops::$Op<T> };
}

each! {
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
    Powf(exponent) |x| x.powf(exponent);
    Cbrt |x| x.abs()?.powf(1.0 / 3.0)?.mul(&x.sign()?);
    Tan |x| x.sin()?.div(&x.cos()?);
    // (eˣ - e⁻ˣ) / 2 from `exp_m1`, which keeps the digits of numbers near 0.
    Sinh |x| {
        let less_1 = exp_m1(x)?;
        let quotient = less_1.div(&(&less_1 + 1.0)?)?;
        (less_1 + quotient)? * 0.5
    };
    Cosh |x| (x.exp()? + x.neg()?.exp()?)? * 0.5;
    // The reciprocal of 0 is infinite and has the sign of that 0. What is no number stays so.
    Signum |x| {
        let (one, sum) = (x.ones_like()?, (x + x.recip()?)?);
        sum.lt(0.0)?.where_cond(&one.neg()?, &sum.gt(0.0)?.where_cond(&one, x)?)
    };
    Trunc |x| trunc(x);
    Fract |x| x - trunc(x)?;
}

/// Rounds towards 0.
fn trunc(x: &Untyped) -> Result<Untyped> {
    x.ge(0.0)?.where_cond(&x.floor()?, &x.ceil()?)
}

/// eˣ - 1 without cancellation near 0.
fn exp_m1(x: &Untyped) -> Result<Untyped> {
    (x * 0.5)?.tanh()?.mul(&(x.exp()? + 1.0)?)
}

impl<T: Number + candle_core::FloatDType> Unary<ops::Powi, T> for Candle {
    type Element = T;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(op: ops::Powi, data: Operand<'_, Held<T>>) -> Held<T> {
        Held::of(or_panic(data.data().tensor().powf(op.0.into())))
    }
}

impl<T: Element, U: Element> Unary<ops::Cast<U>, T> for Candle {
    type Element = U;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(_: ops::Cast<U>, data: Operand<'_, Held<T>>) -> Held<U> {
        Held::of(or_panic(U::converted(data.data().tensor())))
    }
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
