//! Reductions and cumulative sums.

use burn::backend::TensorMetadata;
use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps};
use shapecheck::Shape;
use shapecheck::engine::Softmax;
use shapecheck::engine::adapter::adapt;

use crate::Burn;
use crate::data::{Held, Number, Real};
use crate::raw::{self, Dispatch, Raw};

// Burn keeps an axis of size 1 for each.
adapt! {
    reductions for Burn:
    [T: Number] T => T {
        Sum |x, axes| each(x, axes, raw::sum_along);
        Product |x, axes| each(x, axes, raw::product_along);
        Max |x, axes| each(x, axes, |x, axis| extreme(x, axis, raw::largest_along));
        Min |x, axes| each(x, axes, |x, axis| extreme(x, axis, raw::smallest_along));
    }
    [T: Number] T => usize {
        ArgMax merged |x, axes| place(x, axes[0], true);
        ArgMin merged |x, axes| place(x, axes[0], false);
    }
    [T: Real] T => T {
        Mean |x, axes| each(x, axes, Dispatch::float_mean_dim);
        Var |x, axes| each(deviations(x, axes), axes, Dispatch::float_mean_dim);
        SampleVar |x, axes| {
            let count: usize = axes.iter().map(|&axis| x.shape().as_slice()[axis]).product();
            let sums = each(deviations(x, axes), axes, raw::sum_along);
            raw::div_scalar(sums, (count as f64 - 1.0).into())
        };
        Norm |x, axes| {
            Dispatch::float_sqrt(each(raw::mul(x.clone(), x), axes, raw::sum_along))
        };
    }
    [] bool => bool {
        Any |x, axes| each(x, axes, Dispatch::bool_any_dim);
        All |x, axes| each(x, axes, Dispatch::bool_all_dim);
    }
}

/// Reduces one axis after the other, the last first, so that of equal elements the first in row-major order is left.
#[track_caller]
fn each(x: Raw, axes: &[usize], function: impl Fn(Raw, usize) -> Raw) -> Raw {
    axes.iter().rev().fold(x, |x, &axis| function(x, axis))
}

#[track_caller]
fn extreme(x: Raw, axis: usize, function: fn(Raw, usize) -> Raw) -> Raw {
    assert!(
        x.shape().as_slice()[axis] > 0,
        "no elements along an axis: there is no largest and no smallest one"
    );
    function(x, axis)
}

/// The index of the largest or the smallest element, as indices are stored.
#[track_caller]
fn place(x: Raw, axis: usize, is_largest: bool) -> Raw {
    let places = raw::places_of(&x);
    match (x.dtype().is_float(), is_largest) {
        (true, true) => Dispatch::float_argmax(x, axis, places),
        (true, false) => Dispatch::float_argmin(x, axis, places),
        (false, true) => Dispatch::int_cast(Dispatch::int_argmax(x, axis), places),
        (false, false) => Dispatch::int_cast(Dispatch::int_argmin(x, axis), places),
    }
}

/// The squared deviations from the mean along axes.
#[track_caller]
fn deviations(x: Raw, axes: &[usize]) -> Raw {
    let means = each(x.clone(), axes, Dispatch::float_mean_dim);
    let centred = raw::sub(x, means);
    raw::mul(centred.clone(), centred)
}

adapt! {
    scans for Burn: [Number]
    Add |x, axis| raw::running_sum(x, axis);
    Mul |x, axis| raw::running_product(x, axis);
    Maximum |x, axis| raw::running_maximum(x, axis);
    Minimum |x, axis| raw::running_minimum(x, axis);
}

impl<T: Real> Softmax<T> for Burn {
    #[track_caller]
    fn softmax<S: Shape, K: Shape>(data: &Held<T>, axis: usize, logarithm: bool) -> Held<T> {
        let (x, axis) = (data.raw().clone(), data.dims().len() - axis);
        let found = match logarithm {
            true => Dispatch::log_softmax(x, axis),
            false => Dispatch::softmax(x, axis),
        };
        Held::of(found, data.sizes())
    }
}
