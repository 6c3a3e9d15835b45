//! Matrix products with static sizes: loops with constant bounds and strides.

use core::ops::Mul;

use num_traits::Zero;

use super::{IS_SHARED, InlineArray};
use crate::Shape;
use crate::host::matrix::Multiply;
use crate::host::memory;
use crate::shape::list::NEAR;

/// A product of `[.., m, k]` by `[.., k, n]` without a size of 0.
pub struct Known {
    m: usize,
    k: usize,
    n: usize,
    /// The number and the sizes of the axes that count matrices, from the last one on.
    rank: usize,
    counts: [usize; NEAR],
    /// The strides of each of these axes, in matrices, on the left and on the right.
    lhs: [usize; NEAR],
    rhs: [usize; NEAR],
}

impl Known {
    /// The product of shapes `L` and `R` to `O`, or `None` if it is not a product, has no elements, or has many axes.
    pub const fn of<L: Shape, R: Shape, O: Shape>() -> Option<Self> {
        let (Some(lhs), Some(rhs), Some(to)) = (L::STATIC, R::STATIC, O::STATIC) else {
            return None;
        };
        let (lhs, rhs, to) = (lhs.sizes(), rhs.sizes(), to.sizes());
        let (left, right) = (lhs.len(), rhs.len());
        if left == 0 || right == 0 {
            return None;
        }
        // A vector is one row on the left, and one column on the right.
        let (m, k) = (size(lhs, 2), size(lhs, 1));
        let (rows, n) = match right {
            1 => (rhs[0], 1),
            _ => (size(rhs, 2), size(rhs, 1)),
        };
        let rank = if left > right { left } else { right }.saturating_sub(2);
        let ends = (left > 1) as usize + (right > 1) as usize;
        let fits = k == rows
            && rank <= NEAR
            && to.len() == rank + ends
            && (left == 1 || to[rank] == m)
            && (right == 1 || to[to.len() - 1] == n);
        if !fits || m * k * n == 0 {
            return None;
        }
        let mut known = Self {
            m,
            k,
            n,
            rank,
            counts: [1; NEAR],
            lhs: [0; NEAR],
            rhs: [0; NEAR],
        };
        let (mut axis, mut lhs_stride, mut rhs_stride) = (0, 1, 1);
        while axis < rank {
            let count = to[rank - 1 - axis];
            let (left, right) = (size(lhs, axis + 3), size(rhs, axis + 3));
            if count == 0 || left != 1 && left != count || right != 1 && right != count {
                return None;
            }
            known.counts[axis] = count;
            if left != 1 {
                known.lhs[axis] = lhs_stride;
            }
            if right != 1 {
                known.rhs[axis] = rhs_stride;
            }
            (lhs_stride, rhs_stride) = (lhs_stride * left, rhs_stride * right);
            axis += 1;
        }
        Some(known)
    }

    /// The number of multiplications for each matrix of the product.
    pub const fn multiplications(&self) -> usize {
        self.m * self.k * self.n
    }

    /// `[m, k, n]`, or zeros where it is not a product.
    const fn sizes(known: Option<Self>) -> [usize; 3] {
        match known {
            Some(Self { m, k, n, .. }) => [m, k, n],
            None => [0; 3],
        }
    }

    /// The matrices that a matrix of the product is made of.
    #[inline(always)]
    fn operands(&self, matrix: usize) -> (usize, usize) {
        let (mut lhs, mut rhs, mut rest) = (0, 0, matrix);
        for axis in 0..self.rank {
            let index = rest % self.counts[axis];
            rest /= self.counts[axis];
            lhs += index * self.lhs[axis];
            rhs += index * self.rhs[axis];
        }
        (lhs, rhs)
    }
}

/// The size of an axis counted from the end, from 1 for the last; 1 beyond the first axis.
const fn size(sizes: &[usize], axis: usize) -> usize {
    match sizes.len().checked_sub(axis) {
        Some(index) => sizes[index],
        None => 1,
    }
}

/// The product of shape `O`.
#[inline(always)]
pub fn product<T: Multiply, L: Shape, R: Shape, O: Shape>(
    lhs: &InlineArray<T, L>,
    rhs: &InlineArray<T, R>,
) -> InlineArray<T, O> {
    let (lhs, rhs) = (lhs.as_slice(), rhs.as_slice());
    let [m, k, n] = const { Known::sizes(Known::of::<L, R, O>()) };
    if IS_SHARED && const { is_one(Known::of::<L, R, O>()) } {
        return memory::changed_by(T::zero, product_by_rows, (lhs, rhs, (k, n)));
    }
    memory::changed_cells(T::zero, |product| {
        if const { is_one(Known::of::<L, R, O>()) } {
            one_product::<T, L, R, O>(lhs, rhs, product);
            return;
        }
        let Some(known) = (const { &Known::of::<L, R, O>() }) else {
            unreachable!("the loops of a product")
        };
        for (matrix, product) in product.chunks_exact_mut(m * n).enumerate() {
            let (left, right) = known.operands(matrix);
            let lhs = &lhs[left * m * k..][..m * k];
            let rhs = &rhs[right * k * n..][..k * n];
            one_product::<T, L, R, O>(lhs, rhs, product);
        }
    })
}

/// Writes the product of one matrix by another.
// Which loop it is, rustc decides for each shape: LLVM gets that one alone.
#[inline(always)]
fn one_product<T: Multiply, L: Shape, R: Shape, O: Shape>(lhs: &[T], rhs: &[T], product: &mut [T]) {
    let [m, k, n] = const { Known::sizes(Known::of::<L, R, O>()) };
    for row in 0..m {
        let (factors, sums) = (&lhs[row * k..][..k], &mut product[row * n..][..n]);
        match const { Known::sizes(Known::of::<L, R, O>())[2] } {
            4 | 8 => by_lanes(factors, rhs, sums),
            9 => in_registers::<T, 9>(factors, rhs, sums),
            10 => in_registers::<T, 10>(factors, rhs, sums),
            11 => in_registers::<T, 11>(factors, rhs, sums),
            13 => in_registers::<T, 13>(factors, rhs, sums),
            14 => in_registers::<T, 14>(factors, rhs, sums),
            15 => in_registers::<T, 15>(factors, rhs, sums),
            _ => by_rows(factors, rhs, sums),
        }
    }
}

/// Whether there is one matrix on each side.
const fn is_one(known: Option<Known>) -> bool {
    matches!(known, Some(Known { rank: 0, .. }))
}

/// Writes the product of two matrices of `k` and of `n` columns, in loops for all sizes.
#[inline(never)]
pub fn product_by_rows<T: Zero + Mul<Output = T> + Copy>(
    product: &mut [T],
    (lhs, rhs, (k, n)): (&[T], &[T], (usize, usize)),
) {
    let rows = lhs.chunks_exact(k.max(1));
    for (factors, sums) in rows.zip(product.chunks_exact_mut(n.max(1))) {
        by_rows(factors, rhs, sums);
    }
}

/// A row of a product as a sum of rows on the right.
#[inline(always)]
fn by_rows<T: Zero + Mul<Output = T> + Copy>(factors: &[T], rhs: &[T], sums: &mut [T]) {
    let rows = rhs.chunks_exact(sums.len().max(1));
    for (inner, (&factor, others)) in factors.iter().zip(rows).enumerate() {
        for (sum, &other) in sums.iter_mut().zip(others) {
            let term = factor * other;
            *sum = match inner {
                0 => term,
                _ => *sum + term,
            };
        }
    }
}

/// The same for exactly four columns. The compiler vectorizes this differently from a loop over rows: 1.8 times as fast
/// for `[4, 4]`, but slower than [`by_rows`] for three columns and for twelve.
#[inline(always)]
fn by_lanes<T: Multiply>(factors: &[T], rhs: &[T], sums: &mut [T]) {
    let (k, n) = (factors.len(), sums.len());
    let mut column = 0;
    while column < n {
        let mut four = [T::zero(); 4];
        for inner in 0..k {
            let others = &rhs[inner * n + column..][..4];
            for lane in 0..4 {
                let term = factors[inner] * others[lane];
                four[lane] = match inner {
                    0 => term,
                    _ => four[lane] + term,
                };
            }
        }
        sums[column..][..4].copy_from_slice(&four);
        column += 4;
    }
}

/// The same for as many columns as registers hold and vectors do not divide. [`by_rows`] would write each sum to memory
/// after each product: a sixth more instructions for `[15, 15]`.
#[inline(always)]
fn in_registers<T: Multiply, const N: usize>(factors: &[T], rhs: &[T], sums: &mut [T]) {
    let mut lanes = [T::zero(); N];
    let others = |inner: usize| &rhs[inner * N..][..N];
    for (lane, &other) in lanes.iter_mut().zip(others(0)) {
        *lane = factors[0] * other;
    }
    // Four at a time, where the compiler leaves a loop.
    let (fours, rest) = factors[1..].as_chunks::<4>();
    let mut inner = 1;
    for four in fours {
        for &factor in four {
            add_product(&mut lanes, factor, others(inner));
            inner += 1;
        }
    }
    for &factor in rest {
        add_product(&mut lanes, factor, others(inner));
        inner += 1;
    }
    sums.copy_from_slice(&lanes);
}

/// Adds the products of a factor to sums.
#[inline(always)]
fn add_product<T: Multiply, const N: usize>(sums: &mut [T; N], factor: T, others: &[T]) {
    for (sum, &other) in sums.iter_mut().zip(others) {
        *sum = *sum + factor * other;
    }
}
