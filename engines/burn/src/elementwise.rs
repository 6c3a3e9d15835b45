//! Functions of one element and of two.

use burn::backend::TensorMetadata;
use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::tensor::Device;
use shapecheck::engine::{Binary, BinaryInPlace, Operand, Selects, Unary, ops};
use shapecheck::{DynShape, Shape};

use crate::Burn;
use crate::data::{Element, Held, Number, Ordered, Real};
use crate::raw::{self, Dispatch, Raw};

/// A function of two tensors of the same rank, which burn broadcasts.
#[track_caller]
fn pair(lhs: &Raw, rhs: &Raw, sizes: &[usize], function: impl FnOnce(Raw, Raw) -> Raw) -> Raw {
    let rank = sizes.len().max(1);
    function(raw::front(lhs, rank), raw::front(rhs, rank))
}

/// Functions of two numbers, and comparisons, which indices have too.
macro_rules! pairs {
    ($Bound:ident: $($Op:ident -> $Element:ty = |$lhs:ident, $rhs:ident| $result:expr;)*) => {$(
        impl<T: $Bound> Binary<ops::$Op, T> for Burn {
            type Element = $Element;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Held<T>>,
                rhs: Operand<'_, Held<T>>,
                sizes: DynShape,
            ) -> Held<$Element> {
                #[track_caller]
                fn function($lhs: Raw, $rhs: Raw) -> Raw {
                    $result
                }
                let (lhs, rhs) = (lhs.data().raw(), rhs.data().raw());
                Held::of(pair(lhs, rhs, sizes.dims(), function), sizes)
            }
        }
    )*};
}

pairs! {
    Number:
    Add -> T = |lhs, rhs| raw::add(lhs, rhs);
    Sub -> T = |lhs, rhs| raw::sub(lhs, rhs);
    Mul -> T = |lhs, rhs| raw::mul(lhs, rhs);
    Div -> T = |lhs, rhs| raw::div(lhs, rhs);
    Maximum -> T = |lhs, rhs| better(lhs, rhs, raw::greater_equal);
    Minimum -> T = |lhs, rhs| better(lhs, rhs, raw::less_equal);
}

pairs! {
    Ordered:
    Equal -> bool = |lhs, rhs| compare(lhs, rhs, raw::equal);
    NotEqual -> bool = |lhs, rhs| compare(lhs, rhs, raw::not_equal);
    Less -> bool = |lhs, rhs| compare(lhs, rhs, raw::less);
    LessEqual -> bool = |lhs, rhs| compare(lhs, rhs, raw::less_equal);
    Greater -> bool = |lhs, rhs| compare(lhs, rhs, raw::greater);
    GreaterEqual -> bool = |lhs, rhs| compare(lhs, rhs, raw::greater_equal);
}

type Compare = fn(Raw, Raw, burn::tensor::BoolDType) -> Raw;

#[track_caller]
fn compare(lhs: Raw, rhs: Raw, function: Compare) -> Raw {
    let mask = raw::mask_of(&lhs);
    function(lhs, rhs, mask)
}

/// The left element if it is as good or NaN, else the right one.
#[track_caller]
fn better(lhs: Raw, rhs: Raw, is_as_good: Compare) -> Raw {
    let both =
        shapecheck::broadcast::broadcast_shapes(&[lhs.shape().as_slice(), rhs.shape().as_slice()]);
    let both = both.expect("checked by the rule");
    let (lhs, rhs) = (
        raw::expand(&lhs, both.dims()),
        raw::expand(&rhs, both.dims()),
    );
    let is_left = compare(lhs.clone(), rhs.clone(), is_as_good);
    let is_unordered = compare(lhs.clone(), lhs.clone(), raw::not_equal);
    raw::masked(rhs, Dispatch::bool_or(is_left, is_unordered), lhs)
}

/// Operators on masks.
macro_rules! masks {
    ($($Op:ident $function:ident;)*) => {$(
        impl Binary<ops::$Op, bool> for Burn {
            type Element = bool;
            type OutputEngine = Self;

            #[track_caller]
            fn binary<S: Shape, R: Shape, O: Shape>(
                lhs: Operand<'_, Held<bool>>,
                rhs: Operand<'_, Held<bool>>,
                sizes: DynShape,
            ) -> Held<bool> {
                let whole = raw::shape(sizes.dims());
                // burn does not broadcast masks.
                let expanded = |mask: &Held<bool>| raw::expand(mask.raw(), whole.as_slice());
                let found = Dispatch::$function(expanded(lhs.data()), expanded(rhs.data()));
                Held::of(found, sizes)
            }
        }
    )*};
}

masks! {
    BitAnd bool_and;
    BitOr bool_or;
    BitXor bool_xor;
}

impl<T: Element> Selects<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn select<M: Shape, Y: Shape, N: Shape, O: Shape>(
        mask: &Held<bool>,
        yes: &Held<T>,
        no: &Held<T>,
        sizes: DynShape,
    ) -> Held<T> {
        let whole = raw::shape(sizes.dims());
        let whole = whole.as_slice();
        let (yes, no) = (raw::expand(yes.raw(), whole), raw::expand(no.raw(), whole));
        let found = raw::masked(no, raw::expand(mask.raw(), whole), yes);
        Held::of(found, sizes)
    }
}

impl Unary<ops::Not, bool> for Burn {
    type Element = bool;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(_: ops::Not, data: Operand<'_, Held<bool>>) -> Held<bool> {
        let data = data.data();
        Held::of(Dispatch::bool_not(data.raw().clone()), data.sizes())
    }
}

/// `+=` and its kin: the result replaces the target, and may use its memory.
macro_rules! updates {
    ($($Op:ident)*) => {$(
        impl<T: Number> BinaryInPlace<ops::$Op, T> for Burn {
            #[track_caller]
            fn update<S: Shape, R: Shape>(target: &mut Held<T>, rhs: &Held<T>) {
                let sizes = target.sizes();
                let (lhs, rhs) = (Operand::ByRef(&*target), Operand::ByRef(rhs));
                *target = <Burn as Binary<ops::$Op, T>>::binary::<S, R, S>(lhs, rhs, sizes);
            }
        }
    )*};
}

updates!(Add Sub Mul Div);

impl<T: Element> BinaryInPlace<ops::Assign, T> for Burn {
    #[track_caller]
    fn update<S: Shape, R: Shape>(target: &mut Held<T>, rhs: &Held<T>) {
        let sizes = target.sizes();
        let whole = raw::shape(sizes.dims());
        *target = Held::of(raw::expand(rhs.raw(), whole.as_slice()), sizes);
    }
}

/// Operators with a number.
macro_rules! with_numbers {
    ($($Op:ident |$x:ident, $number:ident| $right:expr, |$y:ident, $left:ident| $left_result:expr;)*) => {$(
        impl<T: Number> Unary<ops::Right<ops::$Op, T>, T> for Burn {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn unary<S: Shape>(op: ops::Right<ops::$Op, T>, data: Operand<'_, Held<T>>) -> Held<T> {
                let data = data.data();
                let ($x, $number) = (data.raw().clone(), op.1.into());
                Held::of($right, data.sizes())
            }
        }

        impl<T: Number> Unary<ops::Left<ops::$Op, T>, T> for Burn {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn unary<S: Shape>(op: ops::Left<ops::$Op, T>, data: Operand<'_, Held<T>>) -> Held<T> {
                let data = data.data();
                let ($y, $left) = (data.raw().clone(), op.1);
                Held::of($left_result, data.sizes())
            }
        }
    )*};
}

with_numbers! {
    Add |x, number| raw::add_scalar(x, number), |x, number| raw::add_scalar(x, number.into());
    Sub |x, number| raw::sub_scalar(x, number), |x, number| raw::sub(beside(&x, number), x);
    Mul |x, number| raw::mul_scalar(x, number), |x, number| raw::mul_scalar(x, number.into());
    Div |x, number| raw::div_scalar(x, number), |x, number| raw::div(beside(&x, number), x);
}

/// A number with as many axes as a tensor, on its device.
fn beside<T: Number>(x: &Raw, number: T) -> Raw {
    let rank = x.shape().as_slice().len();
    raw::full(&vec![1; rank], number.into(), T::STORED, &x.device())
}

impl<T: Number> Unary<ops::Clamp<T>, T> for Burn {
    type Element = T;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(op: ops::Clamp<T>, data: Operand<'_, Held<T>>) -> Held<T> {
        let data = data.data();
        let clamped = raw::clamp(data.raw().clone(), op.0.into(), op.1.into());
        Held::of(clamped, data.sizes())
    }
}

impl<T: Number + std::ops::Neg<Output = T>> Unary<ops::Neg, T> for Burn {
    type Element = T;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(_: ops::Neg, data: Operand<'_, Held<T>>) -> Held<T> {
        let data = data.data();
        Held::of(raw::neg(data.raw().clone()), data.sizes())
    }
}

/// Functions that burn has for floats, or that are made of others.
macro_rules! each {
    ($($Op:ident |$x:ident| $result:expr;)*) => {$(
        impl<T: Real> Unary<ops::$Op, T> for Burn {
            type Element = T;
            type OutputEngine = Self;

            #[track_caller]
            fn unary<S: Shape>(_: ops::$Op, data: Operand<'_, Held<T>>) -> Held<T> {
                #[track_caller]
                fn function($x: Raw) -> Raw {
                    $result
                }
                let data = data.data();
                Held::of(function(data.raw().clone()), data.sizes())
            }
        }
    )*};
}

each! {
    Exp |x| Dispatch::float_exp(x);
    // eˣ - 1 without cancellation near 0.
    ExpM1 |x| {
        let half = Dispatch::float_tanh(raw::mul_scalar(x.clone(), 0.5.into()));
        raw::mul(half, raw::add_scalar(Dispatch::float_exp(x), 1.0.into()))
    };
    Ln |x| Dispatch::float_log(x);
    Ln1p |x| Dispatch::float_log1p(x);
    Log2 |x| raw::mul_scalar(Dispatch::float_log(x), std::f64::consts::LOG2_E.into());
    Log10 |x| raw::mul_scalar(Dispatch::float_log(x), std::f64::consts::LOG10_E.into());
    Sqrt |x| Dispatch::float_sqrt(x);
    Abs |x| raw::abs(x);
    Recip |x| Dispatch::float_recip(x);
    Sin |x| Dispatch::float_sin(x);
    Cos |x| Dispatch::float_cos(x);
    Tan |x| Dispatch::float_tan(x);
    Asin |x| Dispatch::float_asin(x);
    Acos |x| Dispatch::float_acos(x);
    Atan |x| Dispatch::float_atan(x);
    Sinh |x| Dispatch::float_sinh(x);
    Cosh |x| Dispatch::float_cosh(x);
    Tanh |x| Dispatch::float_tanh(x);
    Sigmoid |x| Dispatch::sigmoid(x);
    Silu |x| raw::mul(x.clone(), Dispatch::sigmoid(x));
    Erf |x| Dispatch::float_erf(x);
    Gelu |x| Dispatch::gelu(x);
    // x / (1 + exp -t) where t is the square root of 8 / π times (x + 0.044715 x³).
    GeluTanh |x| {
        let root = (8.0 / std::f64::consts::PI).sqrt();
        let square = raw::mul_scalar(raw::mul(x.clone(), x.clone()), (0.044715 * root).into());
        let power = raw::mul(x.clone(), raw::add_scalar(square, root.into()));
        raw::mul(x, Dispatch::sigmoid(power))
    };
    Relu |x| Dispatch::relu(x);
    Floor |x| Dispatch::float_floor(x);
    Ceil |x| Dispatch::float_ceil(x);
    // burn rounds halves to even. The fraction, doubled and truncated, is 1 for halves and above.
    Round |x| {
        let whole = Dispatch::float_trunc(x.clone());
        let twice = raw::mul_scalar(raw::sub(x, whole.clone()), 2.0.into());
        raw::add(whole, Dispatch::float_trunc(twice))
    };
    Trunc |x| Dispatch::float_trunc(x);
    Cbrt |x| {
        let root = Dispatch::float_powf_scalar(raw::abs(x.clone()), (1.0 / 3.0).into());
        raw::mul(Dispatch::float_sign(x), root)
    };
    // burn's sign of 0 is 0; the reciprocal of 0 is infinite and has its sign.
    Signum |x| {
        let sum = raw::add(x.clone(), Dispatch::float_recip(x.clone()));
        let is_unordered = compare(x.clone(), x.clone(), raw::not_equal);
        raw::masked(Dispatch::float_sign(sum), is_unordered, x)
    };
    Fract |x| raw::sub(x.clone(), Dispatch::float_trunc(x));
}

impl<T: Real> Unary<ops::Powf<T>, T> for Burn {
    type Element = T;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(op: ops::Powf<T>, data: Operand<'_, Held<T>>) -> Held<T> {
        let data = data.data();
        let powers = Dispatch::float_powf_scalar(data.raw().clone(), op.0.into());
        Held::of(powers, data.sizes())
    }
}

impl<T: Real> Unary<ops::Powi, T> for Burn {
    type Element = T;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(op: ops::Powi, data: Operand<'_, Held<T>>) -> Held<T> {
        let data = data.data();
        let powers = Dispatch::float_powi_scalar(data.raw().clone(), op.0.into());
        Held::of(powers, data.sizes())
    }
}

impl<T: Element, U: Element> Unary<ops::Cast<U>, T> for Burn {
    type Element = U;
    type OutputEngine = Self;

    #[track_caller]
    fn unary<S: Shape>(_: ops::Cast<U>, data: Operand<'_, Held<T>>) -> Held<U> {
        let data = data.data();
        let found = data.raw().clone();
        let target = U::dtype(&Device::new(found.device()));
        let dtype = found.dtype();
        if target.is_bool() {
            return Held::of(is_not_zero(found), data.sizes());
        }
        let found = match (dtype.is_bool(), dtype.is_float(), target.is_float()) {
            (true, _, true) => Dispatch::bool_into_float(found, target.into()),
            (true, _, false) => Dispatch::bool_into_int(found, target.into()),
            (_, true, true) => Dispatch::float_cast(found, target.into()),
            (_, true, false) => Dispatch::float_into_int(found, target.into()),
            (_, false, true) => Dispatch::int_into_float(found, target.into()),
            (_, false, false) => Dispatch::int_cast(found, target.into()),
        };
        Held::of(found, data.sizes())
    }
}

/// A mask of the elements that are not 0, or the mask itself.
#[track_caller]
fn is_not_zero(found: Raw) -> Raw {
    if found.dtype().is_bool() {
        return found;
    }
    let sizes = found.shape();
    let zeros = raw::full(sizes.as_slice(), 0.into(), found.dtype(), &found.device());
    compare(found, zeros, raw::not_equal)
}
