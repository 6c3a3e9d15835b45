//! Reductions, cumulative sums, and sorting.

use candle_core::{D, Result, Tensor as Untyped};
use shapecheck::Shape;
use shapecheck::engine::adapter::adapt;
use shapecheck::engine::{Softmax, Sorts};

use crate::data::{Held, Number, Real};
use crate::{Candle, or_panic};

// Candle keeps an axis of size 1 for each. In masks, 1 is true.
adapt! {
    reductions for Candle:
    [T: Number] T => T {
        Sum |x, axes| x.sum_keepdim(axes);
        Product |x, axes| along(x, axes, product);
        Max |x, axes| along(x, axes, |x, axis| x.max_keepdim(axis));
        Min |x, axes| along(x, axes, |x, axis| x.min_keepdim(axis));
    }
    [T: Number] T => usize {
        ArgMax merged |x, axes| x.argmax_keepdim(axes[0]);
        ArgMin merged |x, axes| x.argmin_keepdim(axes[0]);
    }
    [T: Real] T => T {
        Mean |x, axes| x.mean_keepdim(axes);
        Var |x, axes| deviations(x, axes)?.mean_keepdim(axes);
        SampleVar |x, axes| {
            let count: usize = axes.iter().map(|&axis| x.dims()[axis]).product();
            deviations(x, axes)?.sum_keepdim(axes)? / (count as f64 - 1.0)
        };
        Norm |x, axes| x.sqr()?.sum_keepdim(axes)?.sqrt();
    }
    [] bool => bool {
        Any |x, axes| along(x, axes, |x, axis| x.max_keepdim(axis));
        All |x, axes| along(x, axes, |x, axis| x.min_keepdim(axis));
    }
}

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

adapt! {
    scans for Candle: [Number]
    Add |x, axis| scan(x, axis, Untyped::add);
    Mul |x, axis| scan(x, axis, Untyped::mul);
    Maximum |x, axis| scan(x, axis, |x, y| x.maximum(y));
    Minimum |x, axis| scan(x, axis, |x, y| x.minimum(y));
}

/// Cumulative sums and products: each step doubles the number of elements combined.
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

impl<T: Real> Softmax<T> for Candle {
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
