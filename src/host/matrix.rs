//! The product of two matrices that lie anywhere in memory, and of all matrices in two tensors.

use super::inline::Cells;
use super::raw::{Raw, RawMut};
use super::{layout, memory};
use crate::Shape;

/// A matrix in memory: its first element, and how far apart two neighbours in a column and in a row lie.
pub struct Matrix<P> {
    pub first: P,
    pub row_stride: usize,
    pub column_stride: usize,
}

/// An element type that matrices can be multiplied in.
pub trait Multiply: num_traits::Zero + Copy {
    /// Writes the product of `lhs`, `[m, k]`, and `rhs`, `[k, n]`, to `product`, `[m, n]`.
    ///
    /// # Safety
    ///
    /// No size is 0. Each index into one of the matrices has an element at the offset that its strides give, in an allocation of at most
    /// `isize::MAX` bytes; `product` may be written there, its memory is no part of the others', and need not hold
    /// elements yet.
    unsafe fn multiply(
        sizes: (usize, usize, usize),
        lhs: Matrix<*const Self>,
        rhs: Matrix<*const Self>,
        product: Matrix<*mut Self>,
    );
}

/// Row by row of the product: each is a sum of rows on the right.
///
/// # Safety
///
/// As for [`Multiply::multiply`].
unsafe fn by_rows<T: num_traits::Zero + core::ops::Mul<Output = T> + Copy>(
    (m, k, n): (usize, usize, usize),
    lhs: Matrix<*const T>,
    rhs: Matrix<*const T>,
    product: Matrix<*mut T>,
) {
    // SAFETY: `row` is below `m`, `inner` below `k` and `column` below `n`, so that each offset is that of an
    // index. A sum is read after it was written with `inner` 0.
    unsafe {
        for row in 0..m {
            let sums = product.first.add(row * product.row_stride);
            for inner in 0..k {
                let factor = *lhs
                    .first
                    .add(row * lhs.row_stride + inner * lhs.column_stride);
                let terms = rhs.first.add(inner * rhs.row_stride);
                for column in 0..n {
                    let sum = sums.add(column * product.column_stride);
                    let before = match inner {
                        0 => T::zero(),
                        _ => *sum,
                    };
                    let term = *terms.add(column * rhs.column_stride);
                    sum.write(before + factor * term);
                }
            }
        }
    }
}

macro_rules! by_rows {
    ($($number:ident)*) => {$(
        impl Multiply for $number {
            unsafe fn multiply(
                sizes: (usize, usize, usize),
                lhs: Matrix<*const Self>,
                rhs: Matrix<*const Self>,
                product: Matrix<*mut Self>,
            ) {
                // SAFETY: as the caller says.
                unsafe { by_rows(sizes, lhs, rhs, product) }
            }
        }
    )*};
}

by_rows!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
#[cfg(not(feature = "matmul"))]
by_rows!(f32 f64);

/// Below this many multiplications a loop is done before the kernel has packed its operands.
#[cfg(feature = "matmul")]
const FEW: usize = 8 * 8 * 8;

/// Four times as fast as the loop at [256, 256] by [256, 256]: row R11 of the benchmark.
#[cfg(feature = "matmul")]
macro_rules! by_kernel {
    ($($float:ident)*) => {$(
        impl Multiply for $float {
            unsafe fn multiply(
                (m, k, n): (usize, usize, usize),
                lhs: Matrix<*const Self>,
                rhs: Matrix<*const Self>,
                product: Matrix<*mut Self>,
            ) {
                // SAFETY: as the caller says, which is what the kernel asks for. Strides are offsets of elements in an allocation of
                // at most `isize::MAX` bytes, or are not used, and so fit in `isize`. The product is not read.
                unsafe {
                    if m.saturating_mul(k).saturating_mul(n) <= FEW {
                        return by_rows((m, k, n), lhs, rhs, product);
                    }
                    gemm::gemm(
                        m, n, k,
                        product.first, product.column_stride as isize, product.row_stride as isize, false,
                        lhs.first, lhs.column_stride as isize, lhs.row_stride as isize,
                        rhs.first, rhs.column_stride as isize, rhs.row_stride as isize,
                        0.0, 1.0, false, false, false,
                        gemm::Parallelism::None,
                    );
                }
            }
        }
    )*};
}

#[cfg(feature = "matmul")]
by_kernel!(f32 f64);

/// An element type that matrices can be multiplied in: the primitive numbers. Floats are multiplied by the kernels of the
/// crate `gemm` (feature `matmul`).
#[diagnostic::on_unimplemented(
    message = "matrices of `{Self}` cannot be multiplied",
    label = "elements of `{Self}`",
    note = "matrix products are there for `f32`, `f64` and the primitive integers"
)]
pub trait MatrixElement: Multiply + 'static {}

macro_rules! matrix_elements {
    ($($T:ty)*) => {$(
        impl MatrixElement for $T {}
    )*};
}

// One by one, so that it is this trait which anything else is said to lack.
matrix_elements!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// The matrices in an operand: all axes but the last two count them. A vector is one row, or one column.
struct Matrices<'a, T> {
    raw: Raw<'a, T>,
    /// How many, and how far apart.
    rows: (usize, usize),
    columns: (usize, usize),
}

impl<'a, T> Matrices<'a, T> {
    /// A vector has its axis as the columns of one row, or the rows of one column.
    fn of(raw: Raw<'a, T>, vector_is_row: bool) -> Self {
        let axis = |axis| (raw.size_from_end(axis), raw.stride_from_end(axis));
        let (rows, columns) = match (raw.rank(), vector_is_row) {
            (1, true) => ((1, 0), axis(1)),
            (1, false) => (axis(1), (1, 0)),
            _ => (axis(2), axis(1)),
        };
        Self { raw, rows, columns }
    }

    /// The size of an axis that counts matrices, counted from the end from 1, and its stride: 0 where the matrices are repeated.
    fn count(&self, axis: usize) -> (usize, usize) {
        (
            self.raw.size_from_end(axis + 2),
            self.raw.stride_from_end(axis + 2),
        )
    }

    fn at(&self, offset: usize, row_stride: usize) -> Matrix<*const T> {
        Matrix {
            first: self.raw.elements.as_ptr().wrapping_add(offset),
            row_stride,
            column_stride: self.columns.1,
        }
    }
}

/// A product of matrices whose sizes fit.
pub struct Product<'a, T> {
    lhs: Matrices<'a, T>,
    rhs: Matrices<'a, T>,
    /// The sizes of the axes that count matrices, the first axis first.
    counts: &'a [usize],
    /// The number of elements of the product.
    pub count: usize,
}

impl<'a, T: Multiply> Product<'a, T> {
    /// The product of these sizes.
    ///
    /// # Panics
    ///
    /// Where they are not those of the product, and where the number of elements overflows `usize`. Whoever calls an engine by hand may have got
    /// them wrong.
    #[track_caller]
    pub fn of(lhs: Raw<'a, T>, rhs: Raw<'a, T>, sizes: &'a [usize]) -> Self {
        let ends = usize::from(lhs.rank() > 1) + usize::from(rhs.rank() > 1);
        let (left, right) = (Matrices::of(lhs, true), Matrices::of(rhs, false));
        let rank = lhs.rank().max(rhs.rank()).saturating_sub(2);
        let counts = &sizes[..rank.min(sizes.len())];
        let end = [left.rows.0, right.columns.0];
        let end = match (lhs.rank() > 1, rhs.rank() > 1) {
            (true, true) => &end[..],
            (true, false) => &end[..1],
            (false, true) => &end[1..],
            (false, false) => &[],
        };
        let product = Self {
            lhs: left,
            rhs: right,
            counts,
            count: layout::count(sizes),
        };
        let broadcasts = |matrices: &Matrices<'_, T>| {
            (1..=rank).all(|axis| {
                let size = matrices.count(axis).0;
                size == 1 || size == counts[rank - axis]
            })
        };
        assert!(
            lhs.rank() > 0
                && rhs.rank() > 0
                && product.lhs.columns.0 == product.rhs.rows.0
                && sizes.len() == rank + ends
                && &sizes[rank..] == end
                && broadcasts(&product.lhs)
                && broadcasts(&product.rhs),
            "matrices of sizes {:?} and {:?} have a product of sizes {sizes:?}",
            lhs.sizes,
            rhs.sizes,
        );
        product
    }

    /// Writes the product to memory from `first` on.
    ///
    /// # Safety
    ///
    /// There is memory for all elements of the product at the offsets that the strides give, no two of them the same, and it is none of the operands'.
    pub unsafe fn write(&self, first: *mut T, strides: &[usize]) {
        let (lhs, rhs) = (&self.lhs, &self.rhs);
        let (mut m, k, n) = (lhs.rows.0, lhs.columns.0, rhs.columns.0);
        // Without this the number of matrices may be more than can be counted.
        if self.count == 0 {
            return;
        }
        let (counted, ends) = strides.split_at(self.counts.len());
        // An axis that the product does not have has one index.
        let (row, column) = match (lhs.raw.rank() > 1, ends) {
            (true, &[row, column]) => (row, column),
            (true, &[row]) => (row, 1),
            (false, &[column]) => (0, column),
            _ => (0, 1),
        };
        let (mut rank, mut matrices) = (self.counts.len(), self.counts.iter().product::<usize>());
        let size = |axis: usize| self.counts[self.counts.len() - axis];
        let stride = |axis: usize| counted[counted.len() - axis];
        // Matrices on the left that lie one below the other are one, where they are multiplied by the same one and so do their products.
        let (mut left_row, mut row) = (lhs.rows.1, row);
        if let (1, Some(axis)) = (m, (1..=rank).find(|&axis| size(axis) != 1)) {
            // One row has no stride of its own.
            (left_row, row) = (lhs.count(axis).1, stride(axis));
        }
        let (mut below, mut product_below) = (left_row * m, row * m);
        let one_below_the_other = (1..=rank).all(|axis| {
            let (left, right) = (lhs.count(axis).1, rhs.count(axis).1);
            let fits = left == below && stride(axis) == product_below && right == 0;
            let fits = size(axis) == 1 || fits;
            below *= size(axis);
            product_below *= size(axis);
            fits
        });
        if one_below_the_other {
            m *= matrices;
            (rank, matrices) = (0, 1);
        }
        for matrix in 0..matrices {
            let (mut left, mut right, mut place, mut rest) = (0, 0, 0, matrix);
            for axis in 1..=rank {
                let index = rest % size(axis);
                rest /= size(axis);
                left += index * lhs.count(axis).1;
                right += index * rhs.count(axis).1;
                place += index * stride(axis);
            }
            // SAFETY: `index` is one into the axes that count matrices, so that `left` and `right` are where a matrix of these sizes
            // begins, and `place` is where its product does; no size is 0 but perhaps `k`.
            unsafe {
                let product = Matrix {
                    first: first.add(place),
                    row_stride: row,
                    column_stride: column,
                };
                if k == 0 {
                    for index in 0..m * n {
                        let place = index / n * row + index % n * column;
                        product.first.add(place).write(T::zero());
                    }
                } else {
                    let (left, right) = (lhs.at(left, left_row), rhs.at(right, rhs.rows.1));
                    T::multiply((m, k, n), left, right, product);
                }
            }
        }
    }
}

/// The product of these sizes, in row-major order.
///
/// # Panics
///
/// As [`Product::of`].
#[cfg(feature = "alloc")]
#[track_caller]
pub fn product<T: Multiply>(
    lhs: Raw<'_, T>,
    rhs: Raw<'_, T>,
    sizes: &[usize],
) -> alloc::vec::Vec<T> {
    let product = Product::of(lhs, rhs, sizes);
    let strides = layout::row_major_strides(sizes);
    // SAFETY: all elements of the product are written, to memory that is fresh.
    unsafe { memory::build(product.count, |first| product.write(first, strides.dims())) }
}

/// The same as arrays nested per axis.
///
/// # Panics
///
/// As [`Product::of`].
#[track_caller]
pub fn product_cells<T: Multiply, O: Shape>(lhs: Raw<'_, T>, rhs: Raw<'_, T>) -> Cells<T, O> {
    let known = memory::known::<O>();
    let product = Product::of(lhs, rhs, known.sizes());
    // SAFETY: all elements of a shape of the product's sizes are written, to memory that is fresh.
    unsafe { memory::build_cells(|first| product.write(first, known.strides())) }
}

/// The same to memory that there is: its elements are replaced.
///
/// # Panics
///
/// As [`Product::of`].
#[track_caller]
pub fn product_into<T: Multiply>(lhs: Raw<'_, T>, rhs: Raw<'_, T>, target: RawMut<'_, T>) {
    let product = Product::of(lhs, rhs, target.sizes);
    // SAFETY: the target is borrowed mutably, so that it is none of the operands', and has the sizes of the product.
    unsafe { product.write(target.elements.as_mut_ptr(), target.strides) }
}
