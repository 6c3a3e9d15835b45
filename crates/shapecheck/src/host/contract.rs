//! Sums of products over axes of two tensors, as one matrix product: the contracted axes are merged into one, and the
//! others into another.

use super::matrix::{self, MatrixElement};
use super::raw::{Raw, RawMut};
use super::{Memory, Mutable, Promoted, Promotes, layout};
use crate::algebra::{inner_shape, tensordot_shape};
use crate::engine::{ContractsAxes, Copies, Creates, Engine};
use crate::{DynShape, Shape};

// What follows knows no shape, and so is compiled once for each element type.

/// The numbers of rows on the left, of columns on the right, and of elements that are summed up: `[m, k, n]`.
///
/// # Panics
///
/// Panics if the product has not these sizes.
#[inline(never)]
#[track_caller]
fn counts(
    (left, right): (&[usize], &[usize]),
    axes: usize,
    last: bool,
    sizes: &DynShape,
) -> [usize; 3] {
    let expected = match last {
        true => inner_shape(left, right),
        false => tensordot_shape(left, right, -(axes as isize)),
    };
    match expected {
        Ok(expected) if expected == *sizes && (!last || axes == 1) => {}
        Ok(expected) => panic!("a product of sizes {expected}, not {sizes}"),
        Err(error) => panic!("{error}"),
    }
    // There is nothing to multiply, and the other sizes may be more than can be counted.
    if layout::count(sizes.dims()) == 0 {
        return [0; 3];
    }
    let (rows, inner) = left.split_at(left.len() - axes);
    let columns = match last {
        true => &right[..right.len() - 1],
        false => &right[axes..],
    };
    [rows, inner, columns].map(layout::count)
}

/// The product of elements in row-major order, where neighbouring axes can be merged.
#[inline(never)]
#[track_caller]
fn multiply<T: MatrixElement>(
    left: &[T],
    right: &[T],
    target: &mut [T],
    [m, k, n]: [usize; 3],
    last: bool,
) {
    let strides = if last { [1, k] } else { [n, 1] };
    matrix::product_into(
        Raw::strided(left, &[m, k], &[k, 1]),
        Raw::strided(right, &[k, n], &strides),
        RawMut::strided(target, &[m, n], &[n, 1]),
    );
}

#[diagnostic::do_not_recommend]
impl<T, E, F> ContractsAxes<T, F> for E
where
    T: MatrixElement,
    E: Memory + Copies<T, Out: Memory> + Promotes<F>,
    F: Memory + Copies<T, Out: Memory>,
    Promoted<E, F>: Creates<T> + Mutable<T>,
{
    type OutputEngine = Promoted<E, F>;

    #[inline]
    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &E::Data<T, S>,
        rhs: &F::Data<T, R>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> <Self::OutputEngine as Engine>::Data<T, O> {
        if const { E::IS_INLINE && F::IS_INLINE && S::STATIC_RANK.0 == 1 && R::STATIC_RANK.0 == 1 }
        {
            let (left, right) = (E::raw::<T, S>(lhs), F::raw::<T, R>(rhs));
            // Two short vectors: to find out what to merge takes longer than to multiply.
            if axes == 1 && sizes.rank() == 0 && left.sizes == right.sizes {
                let pairs = left.elements.iter().zip(right.elements);
                let sum = pairs.fold(T::zero(), |sum, (&lhs, &rhs)| sum + lhs * rhs);
                return Self::OutputEngine::full::<O>(sizes, sum);
            }
        }
        let (lhs, rhs) = (E::erase::<T, S>(lhs), F::erase::<T, R>(rhs));
        Self::OutputEngine::restore(contract::<
            T,
            E,
            F,
            E::Erased<S>,
            F::Erased<R>,
            <Self::OutputEngine as Memory>::Erased<O>,
        >(lhs, rhs, axes, last, sizes))
    }
}

/// See [`ContractsAxes::contract`].
#[inline(never)]
#[track_caller]
fn contract<T, E, F, S: Shape, R: Shape, O: Shape>(
    lhs: &E::Data<T, S>,
    rhs: &F::Data<T, R>,
    axes: usize,
    last: bool,
    sizes: DynShape,
) -> <Promoted<E, F> as Engine>::Data<T, O>
where
    T: MatrixElement,
    E: Memory + Copies<T, Out: Memory> + Promotes<F>,
    F: Memory + Copies<T, Out: Memory>,
    Promoted<E, F>: Creates<T> + Mutable<T>,
{
    let (left, right) = (E::raw::<T, S>(lhs), F::raw::<T, R>(rhs));
    let counts = counts((left.sizes, right.sizes), axes, last, &sizes);
    let mut result = <Promoted<E, F> as Creates<T>>::full::<O>(sizes, T::zero());
    let target = <Promoted<E, F> as Mutable<T>>::raw_mut::<O>(&mut result).elements;
    // In row-major order, neighbouring axes can be merged.
    let (left_copy, right_copy);
    let left = match left.as_slice() {
        Some(elements) => elements,
        None => {
            left_copy = E::copy::<S>(lhs);
            E::Out::raw::<T, S>(&left_copy).elements
        }
    };
    let right = match right.as_slice() {
        Some(elements) => elements,
        None => {
            right_copy = F::copy::<R>(rhs);
            F::Out::raw::<T, R>(&right_copy).elements
        }
    };
    multiply(left, right, target, counts, last);
    result
}
