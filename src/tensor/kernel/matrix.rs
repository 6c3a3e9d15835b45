//! The product of two matrices that lie anywhere in memory, and of all matrices in two tensors.

use core::marker::PhantomData;

use crate::broadcast::run_time::broadcast_shapes;
use crate::tensor::{Contiguous, Layout, Owned, Storage, StorageMut, TensorBase};
use crate::{DynShape, Shape, ShapeError};

/// A matrix in memory: its first element, and how far apart two neighbours in a column and in a row lie.
pub struct Matrix<P> {
    pub first: P,
    pub row_stride: usize,
    pub column_stride: usize,
}

/// An element type that matrices can be multiplied in.
pub trait Multiply: num_traits::Zero + Copy {
    /// Writes the product of `lhs`, `[m, k]`, and `rhs`, `[k, n]`, to `product`, `[m, n]`, whose rows are contiguous.
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
                    let sum = match inner {
                        0 => T::zero(),
                        _ => *sums.add(column),
                    };
                    let term = *terms.add(column * rhs.column_stride);
                    sums.add(column).write(sum + factor * term);
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

/// The matrices in a tensor: all axes but the last two count them. A vector is one row, or one column.
struct Matrices<'a, T> {
    first: *const T,
    elements: PhantomData<&'a [T]>,
    rows: (usize, usize),
    columns: (usize, usize),
    /// The sizes of the axes that count matrices, and their strides.
    sizes: DynShape,
    strides: DynShape,
}

impl<'a, T> Matrices<'a, T> {
    /// A vector has its axis as the columns of one row, or the rows of one column.
    fn of<S: Shape, Store: Storage<T, S>>(
        tensor: &'a TensorBase<T, S, Store>,
        vector_is_row: bool,
    ) -> Self {
        let (shape, layout) = (tensor.shape(), Store::layout(tensor.buffer()));
        let axis = |axis| {
            (
                shape.size_from_end(axis),
                layout.stride_from_end(shape, axis),
            )
        };
        let (rows, columns) = match (shape.rank(), vector_is_row) {
            (1, true) => ((1, 0), axis(1)),
            (1, false) => (axis(1), (1, 0)),
            _ => (axis(2), axis(1)),
        };
        let rank = shape.rank().saturating_sub(2);
        let build = |size: &dyn Fn(usize) -> usize| {
            DynShape::build(rank, 1, &|axis| size(axis + 2))
                .unwrap_or_else(|| unreachable!("the shape was built"))
        };
        Self {
            first: Store::elements(tensor.buffer()).as_ptr(),
            elements: PhantomData,
            rows,
            columns,
            sizes: build(&|axis| shape.size_from_end(axis)),
            strides: build(&|axis| match shape.size_from_end(axis) {
                1 => 0,
                _ => layout.stride_from_end(shape, axis),
            }),
        }
    }

    /// The stride along an axis that counts matrices, 0 where there is no such axis.
    fn stride(&self, axis: usize) -> usize {
        match axis <= self.strides.rank() {
            true => self.strides.size_from_end(axis),
            false => 0,
        }
    }

    fn at(&self, offset: usize) -> Matrix<*const T> {
        Matrix {
            first: self.first.wrapping_add(offset),
            row_stride: self.rows.1,
            column_stride: self.columns.1,
        }
    }
}

/// A product of matrices whose sizes fit.
pub struct Product<'a, T> {
    lhs: Matrices<'a, T>,
    rhs: Matrices<'a, T>,
    /// The sizes of the axes that count matrices.
    count: DynShape,
    /// The whole shape of the product.
    shape: DynShape,
}

impl<'a, T: Multiply> Product<'a, T> {
    /// Checks what is left for run time.
    pub fn of<S: Shape, R: Shape, Store: Storage<T, S>, Other: Storage<T, R>>(
        lhs: &'a TensorBase<T, S, Store>,
        rhs: &'a TensorBase<T, R, Other>,
    ) -> Result<Self, ShapeError> {
        let (left, right) = (lhs.shape(), rhs.shape());
        if left.rank() == 0 || right.rank() == 0 {
            return Err(ShapeError::no_matrix(left.rank(), right));
        }
        let (lhs, rhs) = (Matrices::of(lhs, true), Matrices::of(rhs, false));
        if lhs.columns.0 != rhs.rows.0 {
            return Err(ShapeError::inner_sizes(
                [lhs.rows.0, lhs.columns.0],
                rhs.rows.0,
                right,
            ));
        }
        let count = broadcast_shapes(&[lhs.sizes.dims(), rhs.sizes.dims()])
            .map_err(|error| ShapeError::matrix_counts(&error, right))?;
        let ends = [
            (left.rank() > 1, lhs.rows.0),
            (right.rank() > 1, rhs.columns.0),
        ];
        let ends = ends.into_iter().filter(|end| end.0).map(|end| end.1);
        let (mut sizes, mut rank) = ([0; 2], 0);
        for size in ends {
            sizes[rank] = size;
            rank += 1;
        }
        let shape = DynShape::build(count.rank() + rank, 1, &|axis| match axis <= rank {
            true => sizes[rank - axis],
            false => count.size_from_end(axis - rank),
        });
        Ok(Self {
            lhs,
            rhs,
            shape: shape.ok_or_else(|| ShapeError::rank_needs_alloc(count.rank() + rank))?,
            count,
        })
    }

    /// The product as a tensor.
    pub fn collect<Out: Shape, Home: Owned<T, Out>>(
        self,
    ) -> Result<TensorBase<T, Out, Home>, ShapeError> {
        let shape = Out::try_from_sizes(self.shape.dims())?;
        let count = shape.num_elements()?;
        // SAFETY: `first` is memory for as many elements as the product has, and all of them are written.
        let buffer = unsafe { Home::build(&shape, count, None, |first, _| self.write(first)) };
        Ok(TensorBase::new(shape, buffer))
    }

    /// The product in the memory of a tensor.
    pub fn write_to<Out: Shape, Store: StorageMut<T, Out, Layout: Contiguous>>(
        self,
        result: &mut TensorBase<T, Out, Store>,
    ) -> Result<(), ShapeError> {
        if result.shape().to_dyn() != self.shape {
            return Err(ShapeError::another_result(&self.shape, result.shape()));
        }
        // SAFETY: the result has the shape of the product, in row-major order, and is borrowed mutably, so that its elements are
        // none of the operands'.
        unsafe { self.write(result.as_mut_slice().as_mut_ptr()) };
        Ok(())
    }

    /// Writes the product to memory from `first` on, in row-major order.
    ///
    /// # Safety
    ///
    /// There is memory for all elements of the product, and it is none of the operands'.
    unsafe fn write(&self, first: *mut T) {
        let (lhs, rhs) = (&self.lhs, &self.rhs);
        let (mut m, k, n) = (lhs.rows.0, lhs.columns.0, rhs.columns.0);
        // Without this the number of matrices may be more than can be counted.
        if m == 0 || n == 0 || self.count.dims().contains(&0) {
            return;
        }
        let (mut rank, mut matrices) = (
            self.count.rank(),
            self.count.dims().iter().product::<usize>(),
        );
        if k == 0 {
            for place in 0..matrices * m * n {
                // SAFETY: the product has this many elements.
                unsafe { first.add(place).write(T::zero()) };
            }
            return;
        }
        // Matrices on the left that lie one below the other are one, where they are multiplied by the same one.
        let mut below = lhs.rows.1 * m;
        let one_below_the_other = (1..=rank).all(|axis| {
            let size = self.count.size_from_end(axis);
            let fits = size == 1 || (lhs.stride(axis) == below && rhs.stride(axis) == 0);
            below *= size;
            fits
        });
        if one_below_the_other {
            m *= matrices;
            (rank, matrices) = (0, 1);
        }
        for matrix in 0..matrices {
            let (mut left, mut right, mut rest) = (0, 0, matrix);
            for axis in 1..=rank {
                let size = self.count.size_from_end(axis);
                let index = rest % size;
                rest /= size;
                left += index * lhs.stride(axis);
                right += index * rhs.stride(axis);
            }
            // SAFETY: `index` is one into the axes that count matrices, so that `left` and `right` are where a matrix of these sizes
            // begins, by the invariant of tensors; no size is 0. The product has `matrices` parts of `m * n` elements each, in row-major
            // order.
            unsafe {
                let product = Matrix {
                    first: first.add(matrix * m * n),
                    row_stride: n,
                    column_stride: 1,
                };
                T::multiply((m, k, n), lhs.at(left), rhs.at(right), product);
            }
        }
    }
}
