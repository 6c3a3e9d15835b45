//! Reductions and cumulative sums.

use burn::backend::TensorMetadata;
use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps};
use shapecheck::engine::{Reduces, Scans, Softmax, ops};
use shapecheck::{DynShape, Shape};

use crate::Burn;
use crate::data::{Element, Held, Number, Real, elements, or_panic};
use crate::raw::{self, Dispatch, Raw};

/// The axes (given from the end, from 1 for the last) as burn counts them, and the sizes of the result, with 1 at each
/// axis.
fn along(sizes: &[usize], axes: &[usize]) -> (Vec<usize>, DynShape) {
    let axes: Vec<usize> = axes.iter().map(|axis| sizes.len() - axis).collect();
    let mut left = sizes.to_vec();
    axes.iter().for_each(|&axis| left[axis] = 1);
    (axes, DynShape::from(&left[..]))
}

/// A reduction along axes by burn, which keeps an axis of size 1 for each.
macro_rules! reduces {
    ($($Op:ident [$Bound:ident] $T:ty => $Element:ty: |$x:ident, $axes:ident| $result:expr;)*) => {$(
        impl<T: $Bound> Reduces<ops::$Op, $T> for Burn {
            type Element = $Element;
            type OutputEngine = Self;

            #[track_caller]
            fn reduce<S: Shape, O: Shape>(data: &Held<$T>, axes: &[usize]) -> Held<$Element> {
                #[track_caller]
                fn function($x: Raw, $axes: &[usize]) -> Raw {
                    $result
                }
                let (axes, sizes) = along(data.dims(), axes);
                Held::of(function(data.raw().clone(), &axes), sizes)
            }

            #[track_caller]
            fn reduce_all<S: Shape>(data: &Held<$T>) -> $Element {
                all(data, <Self as Reduces<ops::$Op, $T>>::reduce::<S, S>)
            }
        }
    )*};
}

/// The result over all elements, by a reduction of all axes merged into one.
#[track_caller]
fn all<T: Element, U: Element>(
    data: &Held<T>,
    reduce: impl FnOnce(&Held<T>, &[usize]) -> Held<U>,
) -> U {
    let count = data.dims().iter().product();
    let flat = Held::with_axes(raw::reshape(data.raw(), &[count]));
    or_panic(elements(&reduce(&flat, &[1])))[0]
}

reduces! {
    Sum [Number] T => T: |x, axes| each(x, axes, raw::sum_along);
    Product [Number] T => T: |x, axes| each(x, axes, raw::product_along);
    Mean [Real] T => T: |x, axes| each(x, axes, Dispatch::float_mean_dim);
    Var [Real] T => T: |x, axes| each(deviations(x, axes), axes, Dispatch::float_mean_dim);
    SampleVar [Real] T => T: |x, axes| {
        let count: usize = axes.iter().map(|&axis| x.shape().as_slice()[axis]).product();
        let sums = each(deviations(x, axes), axes, raw::sum_along);
        raw::div_scalar(sums, (count as f64 - 1.0).into())
    };
    Norm [Real] T => T: |x, axes| {
        Dispatch::float_sqrt(each(raw::mul(x.clone(), x), axes, raw::sum_along))
    };
    Max [Number] T => T: |x, axes| each(x, axes, |x, axis| extreme(x, axis, raw::largest_along));
    Min [Number] T => T: |x, axes| each(x, axes, |x, axis| extreme(x, axis, raw::smallest_along));
    ArgMax [Number] T => usize: |x, axes| merged(x, axes, |x, axis| place(x, axis, true));
    ArgMin [Number] T => usize: |x, axes| merged(x, axes, |x, axis| place(x, axis, false));
}

/// Reduces one axis after the other, the last first, so that of equal elements the first in row-major order is left.
#[track_caller]
fn each(x: Raw, axes: &[usize], function: impl Fn(Raw, usize) -> Raw) -> Raw {
    axes.iter().rev().fold(x, |x, &axis| function(x, axis))
}

/// Reduces the axes as one, because an index is one of all their elements, and not of those of the last axis.
#[track_caller]
fn merged(x: Raw, axes: &[usize], function: impl Fn(Raw, usize) -> Raw) -> Raw {
    if let &[axis] = axes {
        return function(x, axis);
    }
    let mut sizes = x.shape().as_slice().to_vec();
    let kept = (0..sizes.len()).filter(|axis| !axes.contains(axis));
    let order: Vec<usize> = kept.chain(axes.iter().copied()).collect();
    let count = axes.iter().map(|&axis| sizes[axis]).product();
    axes.iter().for_each(|&axis| sizes[axis] = 1);
    let rows = raw::reshape(
        &raw::permute(x, &order),
        &[sizes.iter().product::<usize>(), count],
    );
    raw::reshape(&function(rows, 1), &sizes)
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

/// Whether any or all elements of a mask are true.
macro_rules! masks {
    ($($Op:ident $function:ident)*) => {$(
        impl Reduces<ops::$Op, bool> for Burn {
            type Element = bool;
            type OutputEngine = Self;

            #[track_caller]
            fn reduce<S: Shape, O: Shape>(data: &Held<bool>, axes: &[usize]) -> Held<bool> {
                let (axes, sizes) = along(data.dims(), axes);
                Held::of(each(data.raw().clone(), &axes, Dispatch::$function), sizes)
            }

            #[track_caller]
            fn reduce_all<S: Shape>(data: &Held<bool>) -> bool {
                all(data, <Self as Reduces<ops::$Op, bool>>::reduce::<S, S>)
            }
        }
    )*};
}

masks!(Any bool_any_dim All bool_all_dim);

/// The squared deviations from the mean along axes.
#[track_caller]
fn deviations(x: Raw, axes: &[usize]) -> Raw {
    let means = each(x.clone(), axes, Dispatch::float_mean_dim);
    let centred = raw::sub(x, means);
    raw::mul(centred.clone(), centred)
}

macro_rules! scans {
    ($($Op:ident $function:ident)*) => {$(
        impl<T: Number> Scans<ops::$Op, T> for Burn {
            type OutputEngine = Self;

            #[track_caller]
            fn scan<S: Shape>(data: &Held<T>, axis: usize) -> Held<T> {
                Held::of(raw::$function(data.raw().clone(), axis), data.sizes())
            }
        }
    )*};
}

scans!(Add running_sum Mul running_product Maximum running_maximum Minimum running_minimum);

impl<T: Real> Softmax<T> for Burn {
    type OutputEngine = Self;

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
