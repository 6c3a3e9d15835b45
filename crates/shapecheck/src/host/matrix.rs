//! The product of two matrices anywhere in memory, and of all matrices in two tensors.

#[cfg(all(feature = "matmul", feature = "std", target_arch = "x86_64"))]
mod wide;

#[cfg(feature = "alloc")]
use super::array::{Array, Unwritten};
use super::inline;
use super::memory::InlineArray;
use super::pool;
use super::raw::{Holds, Raw, RawMut};
use super::{layout, memory};
use crate::Shape;
use crate::for_each;

/// A matrix in memory: its first element, and the strides of columns and rows.
#[derive(Clone, Copy)]
pub struct Matrix<P> {
    pub first: P,
    pub row_stride: usize,
    pub column_stride: usize,
}

impl<P> Matrix<P> {
    #[inline]
    pub fn new(first: P, row_stride: usize, column_stride: usize) -> Self {
        Self {
            first,
            row_stride,
            column_stride,
        }
    }

    /// The distance of the element at an index from the first element.
    #[inline]
    fn offset(&self, row: usize, column: usize) -> usize {
        row * self.row_stride + column * self.column_stride
    }

    fn transposed(self) -> Self {
        Self::new(self.first, self.column_stride, self.row_stride)
    }
}

/// Two matrices and memory for their product: `[m, k]` by `[k, n]` is `[m, n]`, with `sizes` m, k and n. Loops borrow
/// it: a copy would take as long as a product of few numbers.
#[derive(Clone, Copy)]
pub struct Factors<T> {
    pub sizes: (usize, usize, usize),
    pub lhs: Matrix<*const T>,
    pub rhs: Matrix<*const T>,
    pub product: Matrix<*mut T>,
}

impl<T> Factors<T> {
    /// (A B)ᵀ = Bᵀ Aᵀ
    fn transposed(&self) -> Self {
        let (m, k, n) = self.sizes;
        Self {
            sizes: (n, k, m),
            lhs: self.rhs.transposed(),
            rhs: self.lhs.transposed(),
            product: self.product.transposed(),
        }
    }
}

/// An element type that matrices can be multiplied in.
pub trait Multiply: num_traits::Zero + core::ops::Mul<Output = Self> + Copy + Send + Sync {
    /// Up to this number of multiplications, a loop with constant bounds is at least as fast as
    /// [`multiply`](Self::multiply).
    const FEW: usize = usize::MAX;

    /// Whether the terms of a sum may be added in any order. For integers this would change where a sum overflows.
    const ANY_ORDER: bool = false;

    /// Writes the product.
    ///
    /// # Safety
    ///
    /// No size is 0. Each index into one of the matrices has an element at the offset that its strides give, in an
    /// allocation of at most `isize::MAX` bytes; the product may be written there, its memory is not part of the
    /// others', and it need not hold elements yet. No two of its elements are in one place.
    // Compiled where it is used: most programs multiply no matrices of integers, and there are twelve kinds.
    #[inline]
    unsafe fn multiply(factors: Factors<Self>) {
        // SAFETY: as the caller says.
        unsafe { by_loops(&factors) }
    }

    /// Whether there is a kernel for [`multiply_lines`](Self::multiply_lines) on this processor.
    #[cfg(feature = "alloc")]
    fn has_lines() -> bool {
        false
    }

    /// The rows of a matrix, as many numbers in each, in an order in which [`multiply_lines`](Self::multiply_lines) takes
    /// them faster. Nothing if there is none.
    #[cfg(feature = "alloc")]
    fn panels(matrix: &[Self], rows: usize) -> alloc::vec::Vec<Self> {
        let _ = (matrix, rows);
        alloc::vec::Vec::new()
    }

    /// Like [`multiply`](Self::multiply), where row `k` on the right begins at `offsets[k]` and each `line` of its columns
    /// are contiguous, the next ones `row_stride` further. Those of the product are contiguous, and so are the rows on the
    /// left. Returns whether there is a kernel for it.
    ///
    /// # Safety
    ///
    /// As for it; there are as many offsets as rows, and `line` is not 0. If `panels` are not empty, they are those of the
    /// matrix on the left.
    #[cfg(feature = "alloc")]
    unsafe fn multiply_lines(
        factors: Factors<Self>,
        lines: (&[usize], usize),
        panels: &[Self],
    ) -> bool {
        let _ = (factors, lines, panels);
        false
    }
}

/// The product in loops, along contiguous rows if there are any.
///
/// # Safety
///
/// As for [`Multiply::multiply`].
pub(super) unsafe fn by_loops<T: Multiply>(factors: &Factors<T>) {
    // If the columns of the product are contiguous and its rows are not, the transposed product has contiguous rows.
    let turned;
    let factors = match factors.product.column_stride == 1 || factors.sizes.2 == 1 {
        true => factors,
        false => {
            turned = factors.transposed();
            &turned
        }
    };
    let rows_of_right = factors.rhs.column_stride == 1 && factors.product.column_stride == 1;
    // SAFETY: as the caller says; a product has the same elements as its transposed one.
    unsafe {
        match (rows_of_right, factors.sizes.2) {
            (true, 2) => by_short_rows::<T, 2>(factors),
            (true, 3) => by_short_rows::<T, 3>(factors),
            (true, 4) => by_short_rows::<T, 4>(factors),
            (true, 6) => by_short_rows::<T, 6>(factors),
            (true, 8) => by_short_rows::<T, 8>(factors),
            (true, 5..) => by_rows(factors),
            _ => by_dots(factors),
        }
    }
}

/// The bytes of rows on the right that are added to row after row of the product before the next ones, so that they
/// stay in the second-level cache.
const ROWS: usize = 256 << 10;

/// Row by row of the product: each is a sum of rows on the right. Both are contiguous.
///
/// # Safety
///
/// As for [`Multiply::multiply`], and the strides along rows of the right matrix and of the product are 1.
unsafe fn by_rows<T: Multiply>(factors: &Factors<T>) {
    let (lhs, rhs, product) = (factors.lhs, factors.rhs, factors.product);
    let (m, k, n) = factors.sizes;
    let depth = (ROWS / size_of::<T>() / n).max(16);
    for first in (0..k).step_by(depth) {
        let end = k.min(first + depth);
        for row in 0..m {
            // SAFETY: `row` is below `m` and each inner index below `k`, so that each offset is that of an index. A row
            // of the right matrix is `n` elements side by side, and so is one of the product, which nobody else sees
            // and which is a slice when all of it was written.
            unsafe {
                let to = product.first.add(product.offset(row, 0));
                if first == 0 {
                    (0..n).for_each(|column| to.add(column).write(T::zero()));
                }
                let sums = core::slice::from_raw_parts_mut(to, n);
                let factor = |inner| *lhs.first.add(lhs.offset(row, inner));
                let terms =
                    |inner| core::slice::from_raw_parts(rhs.first.add(rhs.offset(inner, 0)), n);
                let mut inner = first;
                while end - inner >= 4 {
                    let [a, b, c, d] = [0, 1, 2, 3].map(|next| terms(inner + next));
                    let [e, f, g, h] = [0, 1, 2, 3].map(|next| factor(inner + next));
                    for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                        *sum = *sum + e * *a + f * *b + g * *c + h * *d;
                    }
                    inner += 4;
                }
                for inner in inner..end {
                    let factor = factor(inner);
                    for (sum, term) in sums.iter_mut().zip(terms(inner)) {
                        *sum = *sum + factor * *term;
                    }
                }
            }
        }
    }
}

/// Like [`by_rows`], for rows so short that a loop along one takes longer to start than to run.
///
/// # Safety
///
/// As for it, and `N` is the number of columns.
unsafe fn by_short_rows<T: Multiply, const N: usize>(factors: &Factors<T>) {
    let (lhs, rhs, product) = (factors.lhs, factors.rhs, factors.product);
    let (m, k, _) = factors.sizes;
    for row in 0..m {
        let mut sums = [T::zero(); N];
        // SAFETY: `row` is below `m` and `inner` below `k`, so that each offset is that of an index. A row of the right
        // matrix is `N` elements side by side, and so is one of the product.
        unsafe {
            for inner in 0..k {
                let factor = *lhs.first.add(lhs.offset(row, inner));
                let terms = rhs.first.add(rhs.offset(inner, 0)).cast::<[T; N]>().read();
                for (sum, term) in sums.iter_mut().zip(terms) {
                    *sum = *sum + factor * term;
                }
            }
            let to = product.first.add(product.offset(row, 0));
            to.cast::<[T; N]>().write(sums);
        }
    }
}

/// The number of sums of products that are computed side by side; a single one would wait for each addition.
const LANES: usize = 16;

/// Element by element of the product: each is a sum of products.
///
/// # Safety
///
/// As for [`Multiply::multiply`].
unsafe fn by_dots<T: Multiply>(factors: &Factors<T>) {
    let (lhs, rhs, product) = (factors.lhs, factors.rhs, factors.product);
    let (m, k, n) = factors.sizes;
    let contiguous = lhs.column_stride == 1 && rhs.row_stride == 1 && T::ANY_ORDER;
    for row in 0..m {
        for column in 0..n {
            // SAFETY: `row` is below `m`, `inner` below `k` and `column` below `n`, so that each offset is that of an
            // index. Where neighbours along the inner axis are 1 apart, they are `k` elements side by side.
            unsafe {
                let (left, right) = (lhs.offset(row, 0), rhs.offset(0, column));
                let sum = if contiguous {
                    let left = core::slice::from_raw_parts(lhs.first.add(left), k);
                    dot(left, core::slice::from_raw_parts(rhs.first.add(right), k))
                } else {
                    (0..k).fold(T::zero(), |sum, inner| {
                        let left = *lhs.first.add(left + inner * lhs.column_stride);
                        sum + left * *rhs.first.add(right + inner * rhs.row_stride)
                    })
                };
                product.first.add(product.offset(row, column)).write(sum);
            }
        }
    }
}

/// The dot product of two slices, in many sums side by side.
fn dot<T: Multiply>(lhs: &[T], rhs: &[T]) -> T {
    let ((left, left_rest), (right, right_rest)) =
        (lhs.as_chunks::<LANES>(), rhs.as_chunks::<LANES>());
    let mut sums = [T::zero(); LANES];
    for (left, right) in left.iter().zip(right) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum = *sum + *left * *right;
        }
    }
    let rest = left_rest.iter().zip(right_rest);
    let rest = rest.fold(T::zero(), |sum, (left, right)| sum + *left * *right);
    sums.iter().fold(rest, |sum, &lane| sum + lane)
}

for_each! {
    ($integer:ident) => {
        impl Multiply for $integer {}
        impl MatrixElement for $integer {}
    }

    i8; i16; i32; i64; i128; isize; u8; u16; u32; u64; u128; usize;
}

#[cfg(not(feature = "matmul"))]
impl Multiply for f32 {
    const ANY_ORDER: bool = true;
}

#[cfg(not(feature = "matmul"))]
impl Multiply for f64 {
    const ANY_ORDER: bool = true;
}

/// Up to this many rows or columns, a product is computed by loops, because the kernel would copy the other matrix.
#[cfg(feature = "matmul")]
const NARROW: usize = 2;

/// Up to this many multiplications, loops take less time than the start of the kernel.
#[cfg(feature = "matmul")]
const FEW: usize = 8 * 8 * 8;

/// From this many contiguous numbers on, a vectorized loop pays off.
#[cfg(feature = "matmul")]
const LONG: usize = 16;

/// Up to this many multiplications, loops are used on every processor.
#[cfg(feature = "matmul")]
const FEWEST: usize = 4 * 4 * 4;

/// Computes a product of few multiplications in loops. Returns whether it is one.
///
/// # Safety
///
/// As for [`Multiply::multiply`].
#[cfg(feature = "matmul")]
#[inline]
unsafe fn few<T: Multiply>(factors: &Factors<T>, most: usize) -> bool {
    let (m, k, n) = factors.sizes;
    let is_few = m.saturating_mul(k).saturating_mul(n) <= most;
    if is_few {
        // With few rows, not columns.
        let turned;
        let factors = match n < m {
            true => {
                turned = factors.transposed();
                &turned
            }
            false => factors,
        };
        // SAFETY: as the caller says; a product has the same elements as its transposed one.
        unsafe { by_loops(factors) };
    }
    is_few
}

/// Computes a narrow product along contiguous numbers in loops. Returns whether it is one.
///
/// # Safety
///
/// As for [`Multiply::multiply`].
#[cfg(feature = "matmul")]
unsafe fn narrow<T: Multiply>(factors: Factors<T>) -> bool {
    // With few rows, not columns.
    let factors = match factors.sizes.2 < factors.sizes.0 {
        true => factors.transposed(),
        false => factors,
    };
    let (m, k, n) = factors.sizes;
    let along_rows = factors.rhs.column_stride == 1 && factors.product.column_stride == 1;
    let along_inner = factors.lhs.column_stride == 1 && factors.rhs.row_stride == 1;
    // SAFETY: as the caller says; a product has the same elements as its transposed one.
    unsafe {
        match m <= NARROW {
            true if along_rows && n >= LONG => by_rows(&factors),
            true if along_inner && k >= LONG => by_dots(&factors),
            _ => return false,
        }
    }
    true
}

#[cfg(feature = "matmul")]
macro_rules! by_kernel {
    ($($float:ident $kernel:ident)*) => {$(
        impl Multiply for $float {
            const FEW: usize = 16 * 16 * 16;
            const ANY_ORDER: bool = true;

            unsafe fn multiply(factors: Factors<Self>) {
                let Factors { sizes: (m, k, n), lhs, rhs, product } = factors;
                // SAFETY: as the caller says, which is what the kernel asks for. Strides are offsets of elements in an
                // allocation of at most `isize::MAX` bytes, or are not used, and so fit in `isize`. With a factor of 0
                // the product is not read.
                unsafe {
                    if few(&factors, FEWEST) || narrow(factors) {
                        return;
                    }
                    #[cfg(all(feature = "std", target_arch = "x86_64"))]
                    if wide::$float::multiply(factors) {
                        return;
                    }
                    if few(&factors, FEW) {
                        return;
                    }
                    matrixmultiply::$kernel(
                        m, k, n,
                        1.0,
                        lhs.first, lhs.row_stride as isize, lhs.column_stride as isize,
                        rhs.first, rhs.row_stride as isize, rhs.column_stride as isize,
                        0.0,
                        product.first, product.row_stride as isize, product.column_stride as isize,
                    );
                }
            }

            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            fn has_lines() -> bool {
                wide::$float::has_lines()
            }

            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            fn panels(matrix: &[Self], rows: usize) -> alloc::vec::Vec<Self> {
                wide::$float::panels(matrix, rows)
            }

            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            unsafe fn multiply_lines(
                factors: Factors<Self>,
                lines: (&[usize], usize),
                panels: &[Self],
            ) -> bool {
                // SAFETY: as the caller says.
                unsafe { wide::$float::multiply_lines(factors, lines, panels) }
            }
        }
    )*};
}

#[cfg(feature = "matmul")]
by_kernel!(f32 sgemm f64 dgemm);

/// An element type that matrices can be multiplied in: the primitive numbers. Floats are multiplied by the kernels of
/// the crate `matrixmultiply` (feature `matmul`).
#[diagnostic::on_unimplemented(
    message = "matrices of `{Self}` cannot be multiplied",
    label = "elements of `{Self}`",
    note = "matrix products are there for `f32`, `f64` and the primitive integers"
)]
pub trait MatrixElement: Multiply + 'static {}

// For each type, as for the integers, so that rustc reports this trait for other types.
impl MatrixElement for f32 {}
impl MatrixElement for f64 {}

/// The matrices in an operand: all axes except the last two count them. A vector is one row or one column.
struct Matrices<'a, T> {
    raw: Raw<'a, T>,
    /// The number of rows and their stride.
    rows: (usize, usize),
    columns: (usize, usize),
}

impl<'a, T> Matrices<'a, T> {
    /// The axis of a vector is the columns of one row, or the rows of one column.
    fn of(raw: Raw<'a, T>, vector_is_row: bool) -> Self {
        let axis = |axis| (raw.size_from_end(axis), raw.stride_from_end(axis));
        let (rows, columns) = match (raw.rank(), vector_is_row) {
            (1, true) => ((1, 0), axis(1)),
            (1, false) => (axis(1), (1, 0)),
            _ => (axis(2), axis(1)),
        };
        Self { raw, rows, columns }
    }

    /// The size and stride of an axis that counts matrices, counted from the end, from 1; the stride is 0 if the
    /// matrices repeat.
    fn count(&self, axis: usize) -> (usize, usize) {
        (
            self.raw.size_from_end(axis + 2),
            self.raw.stride_from_end(axis + 2),
        )
    }

    fn at(&self, offset: usize, row_stride: usize) -> Matrix<*const T> {
        let first = self.raw.elements.as_ptr().wrapping_add(offset);
        Matrix::new(first, row_stride, self.columns.1)
    }
}

/// Where a product is written, by several threads.
#[derive(Clone, Copy)]
struct Place<T>(*mut T);

// SAFETY: each piece of a product writes its own elements, and nobody reads them meanwhile; elements are numbers.
unsafe impl<T: Multiply> Send for Place<T> {}
// SAFETY: as above.
unsafe impl<T: Multiply> Sync for Place<T> {}

impl<T> Place<T> {
    /// A method, so that a closure has the place and not the pointer in it.
    fn first(self) -> *mut T {
        self.0
    }
}

/// The number of rows of a product that are one piece of work. A row is the same sums in the same order whatever rows there
/// are beside it, if all pieces have enough rows and steps that they go to the same kernel; so it may depend on the number
/// of threads. With more pieces the matrix on the right would be prepared more often.
#[cfg(feature = "rayon")]
fn rows_at_once(rows: usize, steps: usize) -> usize {
    /// The least rows of a piece but the last, which has at most as many fewer as there are pieces.
    const LEAST: usize = 112;
    const MOST: usize = 64;
    if rows < 2 * LEAST || !pool::is_large(rows, steps) {
        return rows;
    }
    let most = MOST.min(rows / LEAST).min(pool::shares(rows, steps));
    rows.div_ceil(rayon::current_num_threads().min(most))
}

/// All of them: there is one thread.
#[cfg(not(feature = "rayon"))]
fn rows_at_once(rows: usize, _: usize) -> usize {
    rows
}

/// A product of matrices with sizes that fit.
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
    /// Panics if they are not those of the product, or if the number of elements overflows `usize`. A caller who uses an
    /// engine by hand may have got them wrong.
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
    /// There is memory for all elements of the product at the offsets that the strides give, no two of them the same,
    /// and it is not an operand's.
    pub unsafe fn write(&self, first: *mut T, strides: &[usize]) {
        let (lhs, rhs) = (&self.lhs, &self.rhs);
        let (mut m, k, n) = (lhs.rows.0, lhs.columns.0, rhs.columns.0);
        // Without elements, the number of matrices may overflow.
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
        // Matrices on the left that are contiguous and multiplied by the same matrix are treated as one.
        let (mut left_row, mut row) = (lhs.rows.1, row);
        if let (1, Some(axis)) = (m, (1..=rank).find(|&axis| size(axis) != 1)) {
            // A single row has no stride.
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
        // Each matrix in blocks of rows.
        let block = rows_at_once(m, k.saturating_mul(n));
        let blocks = m.div_ceil(block);
        let to = Place(first);
        let steps = block.saturating_mul(k).saturating_mul(n);
        pool::pieces(matrices * blocks, steps, |pieces| {
            for piece in pieces {
                let (matrix, top) = (piece / blocks, piece % blocks * block);
                let (mut left, mut right, mut place, mut rest) = (0, 0, 0, matrix);
                for axis in 1..=rank {
                    let index = rest % size(axis);
                    rest /= size(axis);
                    left += index * lhs.count(axis).1;
                    right += index * rhs.count(axis).1;
                    place += index * stride(axis);
                }
                let m = block.min(m - top);
                // SAFETY: `index` is one into the axes that count matrices, so that `left` and `right` are where a
                // matrix of these sizes begins, and `place` is where its product does; `top` is one of its rows, and
                // as many follow; no size is 0 but perhaps `k`. No two pieces have an element of the product in
                // common.
                unsafe {
                    let first = to.first().add(place + top * row);
                    let product = Matrix::new(first, row, column);
                    if k == 0 {
                        for index in 0..m * n {
                            let place = index / n * row + index % n * column;
                            product.first.add(place).write(T::zero());
                        }
                    } else {
                        T::multiply(Factors {
                            sizes: (m, k, n),
                            lhs: lhs.at(left + top * left_row, left_row),
                            rhs: rhs.at(right, rhs.rows.1),
                            product,
                        });
                    }
                }
            }
        });
    }
}

/// The product of these sizes, in row-major order.
///
/// # Panics
///
/// See [`Product::of`].
#[cfg(feature = "alloc")]
#[track_caller]
pub fn product<T: Multiply>(lhs: Raw<'_, T>, rhs: Raw<'_, T>, sizes: &crate::DynShape) -> Array<T> {
    // Two matrices alone need no search for others, which takes longer than a product of few numbers.
    if let (&[m, k], &[rows, n], &[_, _]) = (lhs.sizes, rhs.sizes, sizes.dims())
        && sizes.dims()[0] == m
        && sizes.dims()[1] == n
        && rows == k
        && k > 0
        // One that is cut is written with the others.
        && rows_at_once(m, k.saturating_mul(n)) == m
    {
        let count = layout::count_of(sizes);
        let memory = Unwritten::new(sizes, count, None);
        let matrix = |raw: Raw<'_, T>| {
            let (row_stride, column_stride) = (raw.stride_from_end(2), raw.stride_from_end(1));
            Matrix::new(raw.elements.as_ptr(), row_stride, column_stride)
        };
        let factors = Factors {
            sizes: (m, k, n),
            lhs: matrix(lhs),
            rhs: matrix(rhs),
            product: Matrix::new(memory.first(), n, 1),
        };
        // SAFETY: the sizes fit, and no size is 0 where there are results. There is fresh memory for all of them, in
        // row-major order, which are all written.
        return unsafe {
            if count > 0 {
                T::multiply(factors);
            }
            memory.finish()
        };
    }
    let product = Product::of(lhs, rhs, sizes.dims());
    let memory = Unwritten::new(sizes, product.count, None);
    let strides;
    let strides = match sizes.known() {
        Some(known) => known.strides(),
        None => {
            strides = layout::row_major_strides(sizes.dims());
            strides.dims()
        }
    };
    // SAFETY: all elements of the product are written, to memory that is fresh.
    unsafe {
        product.write(memory.first(), strides);
        memory.finish()
    }
}

/// The same as nested arrays.
///
/// # Panics
///
/// See [`Product::of`].
#[inline(always)]
#[track_caller]
pub fn product_cells<T: Multiply, L: Shape, R: Shape, O: Shape>(
    lhs: &InlineArray<T, L>,
    rhs: &InlineArray<T, R>,
) -> InlineArray<T, O> {
    if const { has_loops::<T, L, R, O>() } {
        return inline::matrix::product(lhs, rhs);
    }
    let known = memory::known::<O>();
    let product = Product::of(lhs.raw(), rhs.raw(), known.sizes());
    // SAFETY: all elements of a shape of the product's sizes are written, to memory that is fresh.
    unsafe { memory::build_cells(|first| product.write(first, known.strides())) }
}

/// Whether a product has its own loops; a kernel is for more than a few multiplications.
const fn has_loops<T: Multiply, L: Shape, R: Shape, O: Shape>() -> bool {
    match inline::matrix::Known::of::<L, R, O>() {
        Some(known) => known.multiplications() <= T::FEW,
        None => false,
    }
}

/// The same into existing memory, whose elements are replaced.
///
/// # Panics
///
/// See [`Product::of`].
#[track_caller]
pub fn product_into<T: Multiply>(lhs: Raw<'_, T>, rhs: Raw<'_, T>, target: RawMut<'_, T>) {
    let product = Product::of(lhs, rhs, target.sizes);
    // SAFETY: the target is borrowed mutably, so that it is none of the operands', and has the sizes of the product.
    unsafe { product.write(target.elements.as_mut_ptr(), target.strides) }
}

/// Matrices, and the first elements of rows of others that overlap, as those under the kernel of a convolution, which are
/// contiguous along its way.
#[cfg(feature = "alloc")]
pub struct Lines<'a, T> {
    /// The matrices on the left, one after the other, and the rows of each.
    matrices: &'a [T],
    rows: usize,
    /// Each of them in panels, if there are such.
    panels: alloc::vec::Vec<alloc::vec::Vec<T>>,
    offsets: alloc::vec::Vec<usize>,
    /// The last of them.
    last: usize,
}

#[cfg(feature = "alloc")]
impl<'a, T: Multiply> Lines<'a, T> {
    /// Prepares row-major matrices of as many rows, with a column for each offset.
    pub fn new(matrices: &'a [T], rows: usize, offsets: alloc::vec::Vec<usize>) -> Self {
        let each = matrices.chunks_exact((rows * offsets.len()).max(1));
        Self {
            panels: each.map(|matrix| T::panels(matrix, rows)).collect(),
            matrices,
            rows,
            last: offsets.iter().copied().max().unwrap_or(0),
            offsets,
        }
    }

    /// Writes the product of one of the matrices and columns to rows that are `stride` apart. The columns are the elements
    /// after the beginning of each row: `lines` times `width` of them, `apart` elements apart. Returns false if there is no
    /// kernel for it.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many elements.
    #[track_caller]
    pub fn multiply(
        &self,
        number: usize,
        elements: &[T],
        (lines, width, apart): (usize, usize, usize),
        (target, stride): (&mut [T], usize),
    ) -> bool {
        let (rows, inner) = (self.rows, self.offsets.len());
        if rows == 0 || inner == 0 || lines == 0 || width == 0 {
            return false;
        }
        // The end of some elements after as many steps.
        let end = |steps: usize, step: usize, count: usize| {
            steps
                .checked_mul(step)
                .and_then(|last| last.checked_add(count))
        };
        let columns = lines.checked_mul(width);
        let read = end(lines - 1, apart, width).and_then(|end| end.checked_add(self.last));
        let written = columns.and_then(|columns| end(rows - 1, stride, columns));
        assert!(
            read.is_some_and(|end| end <= elements.len())
                && written.is_some_and(|end| end <= target.len())
                && columns.is_some_and(|columns| columns <= stride),
            "a matrix of {rows} rows by {lines} lines of {width} elements, to rows {stride} apart"
        );
        let lhs = &self.matrices[number * rows * inner..][..rows * inner];
        let factors = Factors {
            sizes: (rows, inner, lines * width),
            lhs: Matrix::new(lhs.as_ptr(), inner, 1),
            rhs: Matrix::new(elements.as_ptr(), apart, 1),
            product: Matrix::new(target.as_mut_ptr(), stride, 1),
        };
        // SAFETY: no size is 0, and every index has an element, as was seen; the panels are those of this matrix. The
        // target is borrowed mutably, and its rows do not overlap.
        unsafe { T::multiply_lines(factors, (&self.offsets, width), &self.panels[number]) }
    }
}
