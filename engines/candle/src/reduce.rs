//! Reductions, cumulative sums, and sorting.

use candle_core::{D, FloatDType, Result, Tensor as Untyped};
use shapecheck::Shape;
use shapecheck::engine::{Reduces, Scans, Softmax, Sorts, ops};

use crate::data::{Held, Number};
use crate::{Candle, or_panic};

/// Converts axes counted from the end, from 1 for the last, to axes counted as candle does.
fn from_first(tensor: &Untyped, axes: &[usize]) -> Vec<usize> {
    axes.iter().map(|axis| tensor.rank() - axis).collect()
}

/// A reduction along axes by candle, which keeps an axis of size 1 for each.
macro_rules! reduces {
    ($($Op:ident [$($bound:path),*] $T:ty => $Element:ty: |$x:ident, $axes:ident| $result:expr;)*) => {$(
        impl<T: Number $(+ $bound)*> Reduces<ops::$Op, $T> for Candle
        where
            $T: crate::Element,
        {
            type Element = $Element;
            type OutputEngine = Self;

            #[track_caller]
            fn reduce<S: Shape, O: Shape>(data: &Held<$T>, axes: &[usize]) -> Held<$Element> {
                fn function($x: &Untyped, $axes: &[usize]) -> Result<Untyped> {
                    $result
                }
                let tensor = data.tensor();
                Held::of(or_panic(function(tensor, &from_first(tensor, axes))))
            }

            #[track_caller]
            fn reduce_all<S: Shape>(data: &Held<$T>) -> $Element {
                let flat = Held::of(or_panic(data.tensor().flatten_all()));
                let one = <Self as Reduces<ops::$Op, $T>>::reduce::<S, S>(&flat, &[1]);
                let one = or_panic(one.tensor().reshape(()));
                crate::Element::restore(or_panic(one.to_scalar()))
            }
        }
    )*};
}

reduces! {
    Sum [] T => T: |x, axes| x.sum_keepdim(axes);
    Product [] T => T: |x, axes| along(x, axes, product);
    Mean [FloatDType] T => T: |x, axes| x.mean_keepdim(axes);
    Var [FloatDType] T => T: |x, axes| deviations(x, axes)?.mean_keepdim(axes);
    SampleVar [FloatDType] T => T: |x, axes| {
        let count: usize = axes.iter().map(|&axis| x.dims()[axis]).product();
        deviations(x, axes)?.sum_keepdim(axes)? / (count as f64 - 1.0)
    };
    Norm [FloatDType] T => T: |x, axes| x.sqr()?.sum_keepdim(axes)?.sqrt();
    Max [] T => T: |x, axes| along(x, axes, |x, axis| x.max_keepdim(axis));
    Min [] T => T: |x, axes| along(x, axes, |x, axis| x.min_keepdim(axis));
    ArgMax [] T => usize: |x, axes| merged(x, axes, |x, axis| x.argmax_keepdim(axis));
    ArgMin [] T => usize: |x, axes| merged(x, axes, |x, axis| x.argmin_keepdim(axis));
}

/// Whether any or all elements of a mask are true; true is stored as 1.
macro_rules! masks {
    ($($Op:ident $function:ident)*) => {$(
        impl Reduces<ops::$Op, bool> for Candle {
            type Element = bool;
            type OutputEngine = Self;

            #[track_caller]
            fn reduce<S: Shape, O: Shape>(data: &Held<bool>, axes: &[usize]) -> Held<bool> {
                let axes = from_first(data.tensor(), axes);
                Held::of(or_panic(along(data.tensor(), &axes, |x, axis| x.$function(axis))))
            }

            #[track_caller]
            fn reduce_all<S: Shape>(data: &Held<bool>) -> bool {
                let flat = or_panic(data.tensor().flatten_all());
                let one = or_panic(flat.$function(0).and_then(|one| one.reshape(())));
                or_panic(one.to_scalar::<u8>()) != 0
            }
        }
    )*};
}

masks!(Any max_keepdim All min_keepdim);

/// Reduces one axis after the other, the last first, so that of equal elements the first in row-major order is left.
fn along(
    x: &Untyped,
    axes: &[usize],
    function: impl Fn(&Untyped, usize) -> Result<Untyped>,
) -> Result<Untyped> {
    axes.iter()
        .rev()
        .try_fold(x.clone(), |x, &axis| function(&x, axis))
}

/// Reduces the axes as one, because an index is one of all their elements, and not of those of the last axis.
fn merged(
    x: &Untyped,
    axes: &[usize],
    function: impl Fn(&Untyped, usize) -> Result<Untyped>,
) -> Result<Untyped> {
    if let &[axis] = axes {
        return function(x, axis);
    }
    let kept = (0..x.rank()).filter(|axis| !axes.contains(axis));
    let order: Vec<usize> = kept.chain(axes.iter().copied()).collect();
    let count: usize = axes.iter().map(|&axis| x.dims()[axis]).product();
    let mut sizes = x.dims().to_vec();
    axes.iter().for_each(|&axis| sizes[axis] = 1);
    let results: usize = sizes.iter().product();
    function(&x.permute(order)?.reshape((results, count))?, 1)?.reshape(sizes)
}

/// The product along an axis, which candle does not have: halves are multiplied until one element is left.
fn product(x: &Untyped, axis: usize) -> Result<Untyped> {
    let mut x = x.clone();
    loop {
        let size = x.dims()[axis];
        match size {
            0 => {
                let mut sizes = x.dims().to_vec();
                sizes[axis] = 1;
                return Untyped::ones(sizes, x.dtype(), x.device());
            }
            1 => return Ok(x),
            _ => {
                let half = size / 2;
                let halves = x.narrow(axis, 0, half)?.mul(&x.narrow(axis, half, half)?)?;
                x = match size % 2 {
                    0 => halves,
                    _ => Untyped::cat(&[halves, x.narrow(axis, size - 1, 1)?], axis)?,
                };
            }
        }
    }
}

/// The squared deviations from the mean along axes.
fn deviations(x: &Untyped, axes: &[usize]) -> Result<Untyped> {
    x.broadcast_sub(&x.mean_keepdim(axes)?)?.sqr()
}

/// Cumulative sums and products: each step doubles the number of elements combined.
macro_rules! scans {
    ($($Op:ident $function:ident)*) => {$(
        impl<T: Number> Scans<ops::$Op, T> for Candle {
            type OutputEngine = Self;

            #[track_caller]
            fn scan<S: Shape>(data: &Held<T>, axis: usize) -> Held<T> {
                Held::of(or_panic(scan(data.tensor(), axis, |x, y| x.$function(y))))
            }
        }
    )*};
}

scans!(Add add Mul mul Maximum maximum Minimum minimum);

fn scan(
    x: &Untyped,
    axis: usize,
    function: impl Fn(&Untyped, &Untyped) -> Result<Untyped>,
) -> Result<Untyped> {
    let (mut x, size) = (x.clone(), x.dims()[axis]);
    let mut step = 1;
    while step < size {
        let rest = size - step;
        let later = function(&x.narrow(axis, 0, rest)?, &x.narrow(axis, step, rest)?)?;
        x = Untyped::cat(&[x.narrow(axis, 0, step)?, later], axis)?;
        step *= 2;
    }
    Ok(x)
}

impl<T: Number> Sorts<T> for Candle {
    type OutputEngine = Self;

    #[track_caller]
    fn sort<S: Shape>(data: &Held<T>, axis: usize, descending: bool) -> Held<T> {
        let order = Self::argsort::<S>(data, axis, descending);
        let tensor = or_panic(data.tensor().contiguous());
        Held::of(or_panic(tensor.gather(order.tensor(), axis)))
    }

    #[track_caller]
    fn argsort<S: Shape>(data: &Held<T>, axis: usize, descending: bool) -> Held<usize> {
        let sorted = || {
            let last = data.tensor().transpose(axis, D::Minus1)?.contiguous()?;
            let order = last.arg_sort_last_dim(!descending)?;
            order.transpose(axis, D::Minus1)?.contiguous()
        };
        Held::of(or_panic(sorted()))
    }
}

impl<T: Number + FloatDType> Softmax<T> for Candle {
    type OutputEngine = Self;

    #[track_caller]
    fn softmax<S: Shape, K: Shape>(data: &Held<T>, axis: usize, logarithm: bool) -> Held<T> {
        let tensor = data.tensor();
        let place = tensor.rank() - axis;
        Held::of(or_panic(match logarithm {
            true => candle_nn::ops::log_softmax(tensor, place),
            // Candle's kernel for the last axis has no gradient.
            false if axis == 1 && !tensor.track_op() => candle_nn::ops::softmax_last_dim(tensor),
            false => candle_nn::ops::softmax(tensor, place),
        }))
    }
}
