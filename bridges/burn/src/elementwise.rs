//! Functions of one element and of two.

use burn::backend::TensorMetadata;
use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::tensor::Device;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::engine::adapter::adapt;

use crate::Burn;
use crate::data::{Element, Number, Ordered, Real, Signed};
use crate::raw::{self, Dispatch, Raw};

adapt! {
    binary for Burn:
    [T: Number] T => T {
        Add |x, y| raw::add(x, y);
        Sub |x, y| raw::sub(x, y);
        Mul |x, y| raw::mul(x, y);
        Div |x, y| raw::div(x, y);
        Maximum |x, y| better(x, y, raw::greater_equal);
        Minimum |x, y| better(x, y, raw::less_equal);
    }
    [T: Real] T => T {
        Logaddexp |x, y| logaddexp(x, y);
    }
    [T: Ordered] T => bool {
        Equal |x, y| compare(x, y, raw::equal);
        NotEqual |x, y| compare(x, y, raw::not_equal);
        Less |x, y| compare(x, y, raw::less);
        LessEqual |x, y| compare(x, y, raw::less_equal);
        Greater |x, y| compare(x, y, raw::greater);
        GreaterEqual |x, y| compare(x, y, raw::greater_equal);
    }
    [] bool => bool {
        BitAnd |x, y| of_masks(x, y, Dispatch::bool_and);
        BitOr |x, y| of_masks(x, y, Dispatch::bool_or);
        BitXor |x, y| of_masks(x, y, Dispatch::bool_xor);
    }
}

adapt!(updates for Burn: [Number] Add Sub Mul Div);

type Compare = fn(Raw, Raw, burn::tensor::BoolDType) -> Raw;

#[track_caller]
fn compare(lhs: Raw, rhs: Raw, function: Compare) -> Raw {
    let mask = raw::mask_of(&lhs);
    function(lhs, rhs, mask)
}

/// The left element if it is as good or NaN, else the right one.
#[track_caller]
fn better(lhs: Raw, rhs: Raw, is_as_good: Compare) -> Raw {
    let (lhs, rhs) = expanded(lhs, rhs);
    let is_left = compare(lhs.clone(), rhs.clone(), is_as_good);
    let is_unordered = compare(lhs.clone(), lhs.clone(), raw::not_equal);
    raw::masked(rhs, Dispatch::bool_or(is_left, is_unordered), lhs)
}

/// ln (eˣ + eʸ), from the larger of the two.
#[track_caller]
fn logaddexp(lhs: Raw, rhs: Raw) -> Raw {
    let (lhs, rhs) = expanded(lhs, rhs);
    // If two are equal, one is the larger in both masks, so that each has half of the gradient.
    let is_left = compare(lhs.clone(), rhs.clone(), raw::greater_equal);
    let most = raw::masked(rhs.clone(), is_left.clone(), lhs.clone());
    let apart = raw::sub(lhs.clone(), rhs.clone());
    let below = raw::masked(apart.clone(), is_left, raw::neg(apart));
    // Infinities that are equal have no difference. NaN is equal to nothing.
    let is_same = compare(lhs, rhs, raw::equal);
    let is_unordered = compare(below.clone(), below.clone(), raw::not_equal);
    let zeros = raw::full(
        below.shape().as_slice(),
        0.into(),
        below.dtype(),
        &below.device(),
    );
    let below = raw::masked(below, Dispatch::bool_and(is_same, is_unordered), zeros);
    raw::add(most, Dispatch::float_log1p(Dispatch::float_exp(below)))
}

/// Both with the sizes that they broadcast to, for functions that do not broadcast.
#[track_caller]
fn expanded(lhs: Raw, rhs: Raw) -> (Raw, Raw) {
    let both = broadcast_shapes(&[lhs.shape().as_slice(), rhs.shape().as_slice()]);
    let both = both.expect("checked by the rule");
    (
        raw::expand(&lhs, both.dims()),
        raw::expand(&rhs, both.dims()),
    )
}

/// Burn does not broadcast masks.
#[track_caller]
fn of_masks(lhs: Raw, rhs: Raw, function: fn(Raw, Raw) -> Raw) -> Raw {
    let (lhs, rhs) = expanded(lhs, rhs);
    function(lhs, rhs)
}

adapt! {
    unary for Burn:
    [] bool => bool {
        Not |x| Dispatch::bool_not(x);
    }
    [T: Element, U: Element] T => U {
        Cast<U> |x, _to| cast::<U>(x);
    }
    [T: Number] T => T {
        Right<Add, T> |x, op| raw::add_scalar(x, op.1.into());
        Right<Sub, T> |x, op| raw::sub_scalar(x, op.1.into());
        Right<Mul, T> |x, op| raw::mul_scalar(x, op.1.into());
        Right<Div, T> |x, op| raw::div_scalar(x, op.1.into());
        Left<Add, T> |x, op| raw::add_scalar(x, op.1.into());
        Left<Sub, T> |x, op| raw::sub(beside(&x, op.1), x);
        Left<Mul, T> |x, op| raw::mul_scalar(x, op.1.into());
        Left<Div, T> |x, op| raw::div(beside(&x, op.1), x);
        Clamp<T> |x, op| raw::clamp(x, op.0.into(), op.1.into());
    }
    [T: Signed] T => T {
        Neg |x| raw::neg(x);
    }
    // Functions that burn has for floats, or that are made of others.
    [T: Real] T => T {
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
        Powf<T> |x, exponent| Dispatch::float_powf_scalar(x, exponent.0.into());
        Powi |x, exponent| Dispatch::float_powi_scalar(x, exponent.0.into());
    }
}

/// A number with as many axes as a tensor, on its device.
fn beside<T: Number>(x: &Raw, number: T) -> Raw {
    let rank = x.shape().as_slice().len();
    raw::full(&vec![1; rank], number.into(), T::STORED, &x.device())
}

#[track_caller]
fn cast<U: Element>(found: Raw) -> Raw {
    let target = U::dtype(&Device::new(found.device()));
    let dtype = found.dtype();
    if dtype == target {
        return found;
    }
    if target.is_bool() {
        return is_not_zero(found);
    }
    match (dtype.is_bool(), dtype.is_float(), target.is_float()) {
        (true, _, true) => Dispatch::bool_into_float(found, target.into()),
        (true, _, false) => Dispatch::bool_into_int(found, target.into()),
        (_, true, true) => Dispatch::float_cast(found, target.into()),
        (_, true, false) => Dispatch::float_into_int(found, target.into()),
        (_, false, true) => Dispatch::int_into_float(found, target.into()),
        (_, false, false) => Dispatch::int_cast(found, target.into()),
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
