//! Products, and what is made of them: equations, inverses and factors.

use super::Sizes;
use super::held::Held;
use super::note::{layer, made, name_last, note, parts};
use crate::engine::notation::Labelled;
use crate::engine::notation::evaluate::made_of_products;
use crate::engine::{ArrayShape, Decomposes, Factors, Inverts, Numbers, Products};
use crate::{DynShape, MatrixError, Shape};

/// What a run cannot find out.
const UNCHECKED: &str = "whether a matrix is singular or not positive definite depends on values";

/// The product of two numbers that may be more than can be counted.
pub(super) fn times(count: u64, each: usize) -> u64 {
    count.saturating_mul(each as u64)
}

impl<T: 'static> Products<T> for Sizes {
    type OutputEngine = Self;

    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(lhs: &Held, rhs: &Held, sizes: DynShape) -> Held {
        let result = Held::new::<T, O>(&sizes);
        let inner = lhs.sizes().last().copied().unwrap_or(1);
        made(
            || "matmul".into(),
            &[lhs, rhs],
            times(result.elements(), inner),
            result,
        )
    }

    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &Held,
        rhs: &Held,
        axes: usize,
        _last: bool,
        sizes: DynShape,
    ) -> Held {
        let result = Held::new::<T, O>(&sizes);
        let summed = lhs.sizes().iter().rev().take(axes);
        let count = summed.fold(result.elements(), |count, &size| times(count, size));
        made(|| "tensordot".into(), &[lhs, rhs], count, result)
    }

    #[track_caller]
    fn products_at_once(operands: &[Held], labels: &Labelled<'_>, sizes: &DynShape) -> Option<Held>
    where
        Self: Numbers<T>,
    {
        let parts = parts();
        let result = made_of_products::<T, Sizes, Sizes>(operands, labels, sizes);
        drop(parts);
        let operands: alloc::vec::Vec<&Held> = operands.iter().collect();
        layer("einsum", of_two(labels), [&operands, &[&result]]);
        Some(result)
    }

    fn typed_products<O: ArrayShape>(found: Held) -> Held {
        let found = found.named::<O>();
        name_last(&found);
        found
    }
}

/// The multiply-adds of an equation of two operands: one for each index of the labels that both have or that stay.
fn of_two(labels: &Labelled<'_>) -> Option<u64> {
    let [lhs, rhs] = labels.operands else {
        return None;
    };
    let counts = |label: &u8| {
        let stays = labels.result().contains(label);
        stays || (lhs.contains(label) && rhs.contains(label))
    };
    let all = 0..labels.sizes.len() as u8;
    let counted = all.filter(counts);
    Some(counted.fold(1, |count, label| times(count, labels.size(label))))
}

/// The shape of each result, and nothing of whether there is one.
#[track_caller]
fn solved<T: 'static, O: Shape>(
    name: fn() -> alloc::borrow::Cow<'static, str>,
    operands: &[&Held],
    sizes: &[usize],
) -> Held {
    let result = Held::new::<T, O>(&sizes.into());
    note(name, 0, Some(UNCHECKED), [operands, &[&result]]);
    result
}

impl<T: 'static> Inverts<T> for Sizes {
    #[track_caller]
    fn solve<S: Shape, R: Shape, O: Shape>(data: &Held, rhs: &Held) -> Result<Held, MatrixError> {
        let sizes = crate::algebra::solve_shape(data.sizes(), rhs.sizes())?;
        Ok(solved::<T, O>(
            || "solve".into(),
            &[data, rhs],
            sizes.dims(),
        ))
    }

    #[track_caller]
    fn inverse<S: Shape, O: Shape>(data: &Held) -> Result<Held, MatrixError> {
        Ok(solved::<T, O>(|| "inverse".into(), &[data], data.sizes()))
    }

    #[track_caller]
    fn det<S: Shape, O: Shape>(data: &Held) -> Held {
        let front = in_front(data.sizes());
        made(
            || "det".into(),
            &[data],
            0,
            Held::new::<T, O>(&front.into()),
        )
    }
}

impl<T: 'static> Factors<T> for Sizes {
    #[track_caller]
    fn cholesky<S: Shape>(data: &Held) -> Result<Held, MatrixError> {
        Ok(solved::<T, S>(|| "cholesky".into(), &[data], data.sizes()))
    }
}

/// The axes before matrices.
fn in_front(sizes: &[usize]) -> &[usize] {
    &sizes[..sizes.len() - 2]
}

/// Matrices, or vectors, with the same axes in front.
#[track_caller]
fn behind<T: 'static, O: Shape>(data: &Held, last: &[usize]) -> Held {
    Held::new::<T, O>(&DynShape::from(
        &[in_front(data.sizes()), last].concat()[..],
    ))
}

impl<T: 'static> Decomposes<T> for Sizes {
    #[track_caller]
    fn qr<S: Shape, Q: Shape, R: Shape>(data: &Held, complete: bool) -> (Held, Held) {
        let [rows, columns] = last_two(data);
        let inner = if complete { rows } else { rows.min(columns) };
        let found = (
            behind::<T, Q>(data, &[rows, inner]),
            behind::<T, R>(data, &[inner, columns]),
        );
        note(|| "qr".into(), 0, None, [&[data], &[&found.0, &found.1]]);
        found
    }

    #[track_caller]
    fn eigh<S: Shape, L: Shape>(data: &Held) -> (Held, Held) {
        let [size, _] = last_two(data);
        let found = (
            behind::<T, L>(data, &[size]),
            behind::<T, S>(data, &[size, size]),
        );
        note(|| "eigh".into(), 0, None, [&[data], &[&found.0, &found.1]]);
        found
    }

    #[track_caller]
    fn slogdet<S: Shape, O: Shape>(data: &Held) -> (Held, Held) {
        let found = (behind::<T, O>(data, &[]), behind::<T, O>(data, &[]));
        note(
            || "slogdet".into(),
            0,
            None,
            [&[data], &[&found.0, &found.1]],
        );
        found
    }

    #[track_caller]
    fn svd<S: Shape, U: Shape, L: Shape, V: Shape>(data: &Held, full: bool) -> (Held, Held, Held) {
        let [rows, columns] = last_two(data);
        let values = rows.min(columns);
        let [left, right] = if full { [rows, columns] } else { [values; 2] };
        let found = (
            behind::<T, U>(data, &[rows, left]),
            behind::<T, L>(data, &[values]),
            behind::<T, V>(data, &[right, columns]),
        );
        note(
            || "svd".into(),
            0,
            None,
            [&[data], &[&found.0, &found.1, &found.2]],
        );
        found
    }
}

fn last_two(data: &Held) -> [usize; 2] {
    let sizes = data.sizes();
    [sizes[sizes.len() - 2], sizes[sizes.len() - 1]]
}
