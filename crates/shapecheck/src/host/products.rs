//! Products of matrices. Sums of products over axes of two tensors are one such product: the contracted axes are merged
//! into one, and the others into another.

#[cfg(feature = "alloc")]
use core::mem::ManuallyDrop;

use super::matrix::{self, MatrixElement};
use super::memory::{self, InlineArray};
use super::raw::{Raw, RawMut};
#[cfg(feature = "alloc")]
use super::{
    Host, Memory,
    array::Array,
    engines::{ToHeap, heap},
    notation,
    raw::Holds,
};
use super::{Inline, layout};
use crate::algebra::{inner_shape, tensordot_shape};
use crate::engine::Products;
#[cfg(feature = "alloc")]
use crate::engine::{MovesAxes, composed, notation::Labelled};
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

/// See [`Products::contract`].
#[cfg(feature = "alloc")]
#[inline(never)]
#[track_caller]
fn contract<T: MatrixElement, A: Holds<Element = T>, B: Holds<Element = T>>(
    lhs: &A,
    rhs: &B,
    axes: usize,
    last: bool,
    sizes: DynShape,
) -> Array<T> {
    let (left, right) = (lhs.raw(), rhs.raw());
    let counts = counts((left.sizes, right.sizes), axes, last, &sizes);
    let mut result = heap::full(sizes, T::zero());
    // In row-major order, neighbouring axes can be merged.
    let (left_copy, right_copy);
    let left = match left.as_slice() {
        Some(elements) => elements,
        None => {
            left_copy = heap::copy(lhs);
            left_copy.raw().elements
        }
    };
    let right = match right.as_slice() {
        Some(elements) => elements,
        None => {
            right_copy = heap::copy(rhs);
            right_copy.raw().elements
        }
    };
    multiply(left, right, result.raw_mut().elements, counts, last);
    result
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T: MatrixElement, E: ToHeap<F>, F: Memory> Products<T, F> for E {
    type OutputEngine = Host;

    #[inline]
    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &E::Data<T, S>,
        rhs: &F::Data<T, R>,
        sizes: DynShape,
    ) -> Array<T> {
        // `held` gives what it gets and cannot fail: there is nothing to drop between the calls.
        let sizes = ManuallyDrop::new(sizes);
        let (lhs, rhs) = (E::held::<T, S>(lhs), F::held::<T, R>(rhs));
        heap::product(lhs, rhs, ManuallyDrop::into_inner(sizes))
    }

    #[track_caller]
    fn rows_by_columns<S, Row, R, Column, One, O>(
        lhs: &E::Data<T, S>,
        rhs: &F::Data<T, R>,
        ones: DynShape,
    ) -> Array<T>
    where
        S: Shape,
        Row: Shape,
        R: Shape,
        Column: Shape,
        One: Shape,
        O: Shape,
        Self: MovesAxes<T>,
        F: MovesAxes<T>,
    {
        type Any = DynShape;
        // As above.
        let ones = ManuallyDrop::new(ones);
        let (lhs, rhs) = (E::erase::<T, S>(lhs), F::erase::<T, R>(rhs));
        let products = composed::rows_by_columns::<
            T,
            E,
            F,
            E::Erased<S>,
            E::Erased<Row>,
            F::Erased<R>,
            F::Erased<Column>,
            Any,
            Any,
        >;
        products(lhs, rhs, ManuallyDrop::into_inner(ones))
    }

    fn few_products(
        lhs: &E::Data<T, DynShape>,
        rhs: &F::Data<T, DynShape>,
        labels: &Labelled<'_>,
        sizes: &DynShape,
    ) -> Option<Array<T>> {
        let (lhs, rhs) = (E::held::<T, DynShape>(lhs), F::held::<T, DynShape>(rhs));
        notation::few_products(lhs, rhs, labels, sizes)
    }

    #[inline]
    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &E::Data<T, S>,
        rhs: &F::Data<T, R>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> Array<T> {
        // As above.
        let sizes = ManuallyDrop::new(sizes);
        let (lhs, rhs) = (E::held::<T, S>(lhs), F::held::<T, R>(rhs));
        contract(lhs, rhs, axes, last, ManuallyDrop::into_inner(sizes))
    }
}

#[diagnostic::do_not_recommend]
impl<T: MatrixElement> Products<T> for Inline {
    type OutputEngine = Inline;

    #[inline(always)]
    #[track_caller]
    fn product<S: Shape, R: Shape, O: Shape>(
        lhs: &InlineArray<T, S>,
        rhs: &InlineArray<T, R>,
        _sizes: DynShape,
    ) -> InlineArray<T, O> {
        matrix::product_cells(lhs, rhs)
    }

    #[inline]
    #[track_caller]
    fn contract<S: Shape, R: Shape, O: Shape>(
        lhs: &InlineArray<T, S>,
        rhs: &InlineArray<T, R>,
        axes: usize,
        last: bool,
        sizes: DynShape,
    ) -> InlineArray<T, O> {
        let (left, right) = (lhs.as_slice(), rhs.as_slice());
        if const { S::STATIC_RANK.0 == 1 && R::STATIC_RANK.0 == 1 } {
            // Two short vectors: to find out what to merge takes longer than to multiply.
            if axes == 1 && sizes.rank() == 0 && left.len() == right.len() {
                let pairs = left.iter().zip(right);
                let sum = pairs.fold(T::zero(), |sum, (&lhs, &rhs)| sum + lhs * rhs);
                return memory::generate_cells(|| sum);
            }
        }
        let counts = counts((lhs.sizes(), rhs.sizes()), axes, last, &sizes);
        let mut result = memory::generate_cells::<T, O>(T::zero);
        multiply(left, right, result.as_mut_slice(), counts, last);
        result
    }
}
