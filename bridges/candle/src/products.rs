//! Matrix products, and what is computed on the host: equations, inverses and factors.

use candle_core::{Result, Tensor as Untyped};
use shapecheck::engine::adapter::{adapt, received, sent};
use shapecheck::engine::{Decomposes, Engine};
use shapecheck::{Host, Shape};

use crate::Candle;
use crate::data::{Held, Real, reshaped};

adapt!(products for Candle: [Real] |x, y, sizes| product(x, y, sizes););

fn product(lhs: &Untyped, rhs: &Untyped, sizes: &[usize]) -> Result<Untyped> {
    // A vector is a row on the left and a column on the right; the result does not have its axis.
    let row = match lhs.rank() {
        1 => &lhs.unsqueeze(0)?,
        _ => lhs,
    };
    let column = match rhs.rank() {
        1 => &rhs.unsqueeze(1)?,
        _ => rhs,
    };
    let (front, last) = row.dims().split_at(row.rank() - 2);
    let (behind, _) = column.dims().split_at(column.rank() - 2);
    let inner = last[1];
    let found = if behind.iter().all(|&size| size == 1) && front.len() >= behind.len() {
        // One matrix on the right: a single product, with all rows of all matrices on the left.
        let rows = front.iter().product::<usize>() * last[0];
        multiply(&reshaped(row, (rows, inner))?, &matrix(column)?)?
    } else if front == behind {
        multiply(&matrices(row)?, &matrices(column)?)?
    } else if let ([front @ .., rows], [behind @ .., 1]) = (front, behind)
        && front == behind
    {
        // Each matrix on the right belongs to several consecutive ones on the left, which become its rows.
        let count = front.iter().product::<usize>();
        let row = reshaped(row, (count, rows * last[0], inner))?;
        multiply(&row, &matrices(column)?)?
    } else {
        let both =
            shapecheck::broadcast::broadcast_shapes(&[front, behind]).expect("checked by the rule");
        let expanded = |matrices: &Untyped| {
            let last = &matrices.dims()[matrices.rank() - 2..];
            matrices.broadcast_as([both.dims(), last].concat())
        };
        multiply(&matrices(&expanded(row)?)?, &matrices(&expanded(column)?)?)?
    };
    reshaped(&found, sizes)
}

/// Matrices with one axis in front, as candle's kernels need them. Transposed ones are not copied.
fn matrices(all: &Untyped) -> Result<Untyped> {
    let (front, last) = all.dims().split_at(all.rank() - 2);
    let count: usize = front.iter().product();
    let turned = all.t()?;
    match !all.is_contiguous() && turned.is_contiguous() {
        true => reshaped(&turned, (count, last[1], last[0]))?.t(),
        false => reshaped(all, (count, last[0], last[1])),
    }
}

/// The only matrix of a tensor.
fn matrix(one: &Untyped) -> Result<Untyped> {
    match one.rank() {
        2 => Ok(one.clone()),
        _ => matrices(one)?.squeeze(0),
    }
}

/// The product of the operands, which are copied first if candle's kernels cannot use their strides.
pub(crate) fn multiply(lhs: &Untyped, rhs: &Untyped) -> Result<Untyped> {
    lhs.matmul(rhs)
        .or_else(|_| lhs.contiguous()?.matmul(&rhs.contiguous()?))
}

adapt!(algebra for Candle: Held, [Real], [Real]);

type OnHost<T, S> = <Host as Engine>::Data<<T as Real>::OnHost, S>;

/// A copy on the host, with the elements that it computes with.
#[track_caller]
fn on_host<T: Real, S: Shape>(data: &Held<T>) -> OnHost<T, S> {
    sent::<Host, Candle, T, T::OnHost, S>(data)
}

/// A copy on the operand's device.
#[track_caller]
fn beside<T: Real, S: Shape>(found: &OnHost<T, S>, operand: &Held<T>) -> Held<T> {
    received::<Host, Candle, T, T::OnHost, S>(found, operand.tensor().device())
}

/// Computed on the host, like inverses.
impl<T: Real> Decomposes<T> for Candle
where
    Host: Decomposes<T::OnHost>,
{
    #[track_caller]
    fn qr<S: Shape, Q: Shape, R: Shape>(data: &Held<T>, complete: bool) -> (Held<T>, Held<T>) {
        let (q, r) = Host::qr::<S, Q, R>(&on_host::<T, S>(data), complete);
        (beside::<T, Q>(&q, data), beside::<T, R>(&r, data))
    }

    #[track_caller]
    fn eigh<S: Shape, L: Shape>(data: &Held<T>) -> (Held<T>, Held<T>) {
        let (values, vectors) = Host::eigh::<S, L>(&on_host::<T, S>(data));
        (
            beside::<T, L>(&values, data),
            beside::<T, S>(&vectors, data),
        )
    }

    #[track_caller]
    fn slogdet<S: Shape, O: Shape>(data: &Held<T>) -> (Held<T>, Held<T>) {
        let (signs, logarithms) = Host::slogdet::<S, O>(&on_host::<T, S>(data));
        (
            beside::<T, O>(&signs, data),
            beside::<T, O>(&logarithms, data),
        )
    }

    #[track_caller]
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(
        data: &Held<T>,
        full: bool,
    ) -> (Held<T>, Held<T>, Held<T>) {
        let (u, values, v) = Host::svd::<S, U, L, V>(&on_host::<T, S>(data), full);
        (
            beside::<T, U>(&u, data),
            beside::<T, L>(&values, data),
            beside::<T, V>(&v, data),
        )
    }
}
