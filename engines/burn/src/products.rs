//! Matrix products, and what is computed on the host: equations, inverses and factors.

use shapecheck::engine::{Casts, ContractsAxes, Factors, Inverts, Products};
use shapecheck::{DynShape, Host, MatrixError, Shape};

use crate::Burn;
use crate::data::{Held, Number, Real};
use crate::order::{self, OnHost};
use crate::raw::{self, Raw};

impl<T: Number> Products<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Held<T>,
        rhs: &Held<T>,
        sizes: DynShape,
    ) -> Held<T> {
        let found = product((lhs.raw(), lhs.dims()), (rhs.raw(), rhs.dims()));
        Held::of(raw::reshape(&found, sizes.dims()), sizes)
    }
}

#[track_caller]
fn product((lhs, lhs_sizes): (&Raw, &[usize]), (rhs, rhs_sizes): (&Raw, &[usize])) -> Raw {
    // A vector is a row on the left and a column on the right; the result does not have its axis.
    let row_sizes = match lhs_sizes {
        [size] => &[1, *size],
        sizes => sizes,
    };
    let column_sizes = match rhs_sizes {
        [size] => &[*size, 1],
        sizes => sizes,
    };
    let (front, last) = row_sizes.split_at(row_sizes.len() - 2);
    let (behind, matrix) = column_sizes.split_at(column_sizes.len() - 2);
    if behind.iter().all(|&size| size == 1) && front.len() >= behind.len() {
        // One matrix on the right: a single product, with all rows of all matrices on the left.
        let rows = front.iter().product::<usize>() * last[0];
        let rows = raw::reshape(lhs, &[rows, last[1]]);
        return raw::matmul(rows, raw::reshape(rhs, matrix));
    }
    let rank = row_sizes.len().max(column_sizes.len());
    let (row, column) = (
        raw::reshape(lhs, row_sizes),
        raw::reshape(rhs, column_sizes),
    );
    raw::matmul(raw::front(&row, rank), raw::front(&column, rank))
}

impl<T: Number> ContractsAxes<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Held<T>,
        rhs: &Held<T>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> Held<T> {
        let (left, right) = (lhs.dims(), rhs.dims());
        let (free, inner) = left.split_at(left.len() - axes);
        let inner: usize = inner.iter().product();
        let rows = raw::reshape(lhs.raw(), &[free.iter().product(), inner]);
        // As many axes of the right operand: its first ones, as rows of a matrix, or its last ones.
        let column = match last {
            true => {
                let free: usize = right[..right.len() - axes].iter().product();
                raw::permute(raw::reshape(rhs.raw(), &[free, inner]), &[1, 0])
            }
            false => {
                let free = right[axes..].iter().product();
                raw::reshape(rhs.raw(), &[inner, free])
            }
        };
        let found = raw::matmul(rows, column);
        Held::of(raw::reshape(&found, sizes.dims()), sizes)
    }
}

/// A copy on the host, with the elements that it computes with.
#[track_caller]
fn on_host<T: Real, S: Shape>(data: &Held<T>) -> OnHost<T::OnHost, S> {
    order::on_host::<T::OnHost, S>(&<Burn as Casts<T, T::OnHost>>::converted::<S>(data))
}

/// A copy on the operand's device.
#[track_caller]
fn beside<T: Real, S: Shape>(found: &OnHost<T::OnHost, S>, operand: &Held<T>) -> Held<T> {
    let copy = order::beside::<T::OnHost, S, _>(found, operand);
    <Burn as Casts<T::OnHost, T>>::converted::<S>(&copy)
}

/// Computed on the host, in 32 bits at least. Gradients do not go through these.
impl<T: Real> Inverts<T> for Burn
where
    Host: Inverts<T::OnHost, OutputEngine = Host>,
{
    type OutputEngine = Self;

    #[track_caller]
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        rhs: &Held<T>,
    ) -> Result<Held<T>, MatrixError> {
        let found = Host::solve::<S, R, O>(&on_host::<T, S>(data), &on_host::<T, R>(rhs))?;
        Ok(beside::<T, O>(&found, data))
    }

    #[track_caller]
    fn inverse<S: Shape>(data: &Held<T>) -> Result<Held<T>, MatrixError> {
        let found = Host::inverse::<S>(&on_host::<T, S>(data))?;
        Ok(beside::<T, S>(&found, data))
    }

    #[track_caller]
    fn det<S: Shape, O: Shape>(data: &Held<T>) -> Held<T> {
        let found = Host::det::<S, O>(&on_host::<T, S>(data));
        beside::<T, O>(&found, data)
    }
}

/// Like [`Inverts`], on the host.
impl<T: Real> Factors<T> for Burn
where
    Host: Factors<T::OnHost, OutputEngine = Host>,
{
    type OutputEngine = Self;

    #[track_caller]
    fn cholesky<S: Shape>(data: &Held<T>) -> Result<Held<T>, MatrixError> {
        let found = Host::cholesky::<S>(&on_host::<T, S>(data))?;
        Ok(beside::<T, S>(&found, data))
    }
}
