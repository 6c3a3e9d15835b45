//! Matrix products, and what candle leaves to the host: equations, inverses and factors.

use candle_core::{FloatDType, Result, Tensor as Untyped};
use shapecheck::engine::{Engine, Factors, Inverts, Makes, Products};
use shapecheck::{DynShape, Host, MatrixError, Shape};

use crate::data::{Element, Held, Number, elements};
use crate::{Candle, must};

impl<T: Number> Products<T> for Candle {
    type Home = Self;

    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &Held<T>,
        rhs: &Held<T>,
        sizes: DynShape,
    ) -> Held<T> {
        Held::of(must(product(lhs.tensor(), rhs.tensor(), sizes.dims())))
    }
}

fn product(lhs: &Untyped, rhs: &Untyped, sizes: &[usize]) -> Result<Untyped> {
    if let (2, 2) = (lhs.rank(), rhs.rank()) {
        return whole(lhs, rhs, Untyped::matmul);
    }
    // A vector is a row on the left and a column on the right; its axis is not in the result.
    let row = match lhs.rank() {
        1 => &lhs.unsqueeze(0)?,
        _ => lhs,
    };
    let column = match rhs.rank() {
        1 => &rhs.unsqueeze(1)?,
        _ => rhs,
    };
    let found = if column.rank() == 2 && row.rank() > 2 {
        // One product in place of one for each matrix in front.
        let inner = row.dims()[row.rank() - 1];
        let rows = row.elem_count().checked_div(inner).unwrap_or_else(|| {
            let front = &row.dims()[..row.rank() - 1];
            front.iter().product()
        });
        whole(&row.reshape((rows, inner))?, column, Untyped::matmul)?
    } else if row.dims()[..row.rank() - 2] == column.dims()[..column.rank() - 2] {
        whole(row, column, Untyped::matmul)?
    } else {
        whole(row, column, Untyped::broadcast_matmul)?
    };
    found.reshape(sizes)
}

/// A product of operands as they lie, or of copies where candle's kernels cannot step through them.
fn whole(
    lhs: &Untyped,
    rhs: &Untyped,
    product: impl Fn(&Untyped, &Untyped) -> Result<Untyped>,
) -> Result<Untyped> {
    product(lhs, rhs).or_else(|_| product(&lhs.contiguous()?, &rhs.contiguous()?))
}

type OnHost<T, S> = <Host as Engine>::Data<T, S>;

/// A copy on the host.
#[track_caller]
fn on_host<T: Element, S: Shape>(data: &Held<T>) -> OnHost<T, S> {
    let mut elements = must(elements::<T>(data.tensor())).into_iter();
    let sizes = DynShape::from(data.tensor().dims());
    Host::generate::<S>(sizes, || {
        elements.next().expect("as many elements as the sizes say")
    })
}

/// A copy where the operand was.
#[track_caller]
fn beside<T: Element, S: Shape>(found: &OnHost<T, S>, operand: &Held<T>) -> Held<T>
where
    Host: shapecheck::engine::Copies<T>,
{
    let sizes = <Host as Engine>::sizes::<T, S>(found);
    let stored: Vec<T::Stored> = shapecheck::TensorOn::<T, S, Host>::try_from_data(
        <Host as shapecheck::engine::Keeps<T>>::keep::<S>(found),
    )
    .expect("sizes of the result")
    .iter()
    .map(|element| element.store())
    .collect();
    Held::of(must(Untyped::from_vec(
        stored,
        sizes,
        operand.tensor().device(),
    )))
}

/// Computed on the host, by its elimination; candle has none. There are no gradients through these.
impl<T: Number + FloatDType> Inverts<T> for Candle
where
    Host: Inverts<T, Home = Host>,
{
    type Home = Self;

    #[track_caller]
    fn solve<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        rhs: &Held<T>,
    ) -> std::result::Result<Held<T>, MatrixError> {
        let found = Host::solve::<S, R, O>(&on_host::<T, S>(data), &on_host::<T, R>(rhs))?;
        Ok(beside::<T, O>(&found, data))
    }

    #[track_caller]
    fn inverse<S: Shape>(data: &Held<T>) -> std::result::Result<Held<T>, MatrixError> {
        let found = Host::inverse::<S>(&on_host::<T, S>(data))?;
        Ok(beside::<T, S>(&found, data))
    }

    #[track_caller]
    fn det<S: Shape, O: Shape>(data: &Held<T>) -> Held<T> {
        beside::<T, O>(&Host::det::<S, O>(&on_host::<T, S>(data)), data)
    }
}

/// As [`Inverts`], on the host.
impl<T: Number + FloatDType> Factors<T> for Candle
where
    Host: Factors<T, Home = Host>,
{
    type Home = Self;

    #[track_caller]
    fn cholesky<S: Shape>(data: &Held<T>) -> std::result::Result<Held<T>, MatrixError> {
        let found = Host::cholesky::<S>(&on_host::<T, S>(data))?;
        Ok(beside::<T, S>(&found, data))
    }
}
