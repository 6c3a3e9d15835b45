//! Softmax along an axis, without overflow.

use alloc::vec::Vec;

use num_traits::Float;

use super::float;
use super::fold::Collect;
use super::pool::{self, Elements, Here};
use super::raw::Raw;
use super::reduce::ReductionOf;
use super::rows::{Kernel, widely};
use crate::engine::ops;

/// The softmax of elements in row-major order along an axis, counted from the end, from 1, or its logarithm.
pub fn softmax<T: Float + 'static>(
    elements: &[T],
    (sizes, strides): (&[usize], &[usize]),
    axis: usize,
    logarithm: bool,
) -> Vec<T> {
    match sizes {
        _ if elements.is_empty() => Vec::new(),
        &[.., length] if axis == 1 => of_rows(elements, length, logarithm),
        _ => of_columns(elements, (sizes, strides), axis, logarithm),
    }
}

/// The steps of an exponential.
const EXP: usize = 12;

/// The sums that are computed side by side. The largest element is the same whatever their number.
const LANES: usize = 16;

/// The least elements whose exponentials are worth a loop.
const BLOCK: usize = 1024;

/// Along contiguous rows, each of which stays in the cache from the first step to the last.
fn of_rows<T: Float + 'static>(elements: &[T], length: usize, logarithm: bool) -> Vec<T> {
    /// The least length of a row whose exponentials are worth a separate loop.
    const LONG: usize = 64;

    let (count, elements) = (elements.len(), Elements::new(elements));
    // The largest, the sum and the quotient are some steps too.
    let steps = length * (EXP + 4);
    pool::collect::<T, T>(count, length, steps, |here, first, room| {
        let rows = &elements.get(here)[first * length..][..room.left()];
        if length < LONG {
            for rows in rows.chunks(BLOCK / length * length) {
                of_short_rows(room.extend_from_slice(rows), length, logarithm);
            }
            return;
        }
        for row in rows.chunks_exact(length) {
            of_row(room.extend_from_slice(row), logarithm);
        }
    })
}

/// Replaces a row by its softmax, or by the logarithm of that.
#[inline(never)]
pub fn of_row<T: Float + 'static>(row: &mut [T], logarithm: bool) {
    widely(LessLargest(row));
    if logarithm {
        let mut exps = [T::zero(); 256];
        let sums = row.chunks(exps.len()).map(|part| {
            let exps = &mut exps[..part.len()];
            exps.copy_from_slice(part);
            float::exp(exps);
            in_lanes::<T, LANES>(exps, T::zero(), T::add)
        });
        let logarithm = sums.fold(T::zero(), T::add).ln();
        for x in row {
            *x = *x - logarithm;
        }
    } else {
        // What a causal mask hides, whose exponentials would take several times as long as those of usual numbers.
        let hidden = T::neg_infinity();
        let shown = row.iter().rposition(|&x| x != hidden);
        let shown = shown.map_or(0, |last| last + 1);
        row[shown..].fill(T::zero());
        float::exp(&mut row[..shown]);
        let sums = row[..shown].chunks(4096).map(|part| widely(Sum(part)));
        let factor = sums.fold(T::zero(), T::add).recip();
        widely(Times { row, factor });
    }
}

/// See [`less_largest`].
struct LessLargest<'a, T>(&'a mut [T]);

impl<T: Float> Kernel for LessLargest<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        less_largest::<T, { 4 * LANES }>(self.0);
    }
}

/// The sum of elements. Lanes stay in registers only if there is no other code around.
struct Sum<'a, T>(&'a [T]);

impl<T: Float> Kernel for Sum<'_, T> {
    type Output = T;

    #[inline(always)]
    fn run(self) -> T {
        in_lanes::<T, { 4 * LANES }>(self.0, T::zero(), T::add)
    }
}

/// Multiplies elements by the inverse of their sum, which takes a fifth of the time of quotients. The sum is at least 1,
/// because the largest element is.
struct Times<'a, T> {
    row: &'a mut [T],
    factor: T,
}

impl<T: Float> Kernel for Times<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.row.iter_mut().for_each(|x| *x = *x * self.factor);
    }
}

/// The same for rows, at most [`BLOCK`] elements in all. Their exponentials are computed together.
#[inline(never)]
fn of_short_rows<T: Float + 'static>(rows: &mut [T], length: usize, logarithm: bool) {
    rows.chunks_exact_mut(length)
        .for_each(less_largest::<T, LANES>);
    if logarithm {
        let mut exps = [T::zero(); BLOCK];
        let exps = &mut exps[..rows.len()];
        exps.copy_from_slice(rows);
        float::exp(exps);
        let exps = exps.chunks_exact(length);
        for (row, exps) in rows.chunks_exact_mut(length).zip(exps) {
            let logarithm = in_lanes::<T, LANES>(exps, T::zero(), T::add).ln();
            row.iter_mut().for_each(|x| *x = *x - logarithm);
        }
    } else {
        float::exp(rows);
        for row in rows.chunks_exact_mut(length) {
            let inverse = in_lanes::<T, LANES>(row, T::zero(), T::add).recip();
            row.iter_mut().for_each(|x| *x = *x * inverse);
        }
    }
}

/// Subtracts from each element the largest. A NaN is not the largest here, and makes the sum of exponentials NaN.
#[inline(always)]
fn less_largest<T: Float, const LANES: usize>(row: &mut [T]) {
    let larger = |lhs, rhs| if rhs > lhs { rhs } else { lhs };
    let largest = in_lanes::<T, LANES>(row, T::neg_infinity(), larger);
    row.iter_mut().for_each(|x| *x = *x - largest);
}

/// Along an axis with others after it: these are columns, and each index of the axis is a row of them.
fn of_columns<T: Float + 'static>(
    elements: &[T],
    (sizes, strides): (&[usize], &[usize]),
    axis: usize,
    logarithm: bool,
) -> Vec<T> {
    let (size, columns) = (sizes[sizes.len() - axis], strides[sizes.len() - axis]);
    let block = BLOCK.div_ceil(columns) * columns;
    let largest = ops::Max::reduce(Raw::strided(elements, sizes, strides), &[axis], ToVec);
    let largest = ByColumn::new(&largest, size, columns);
    let (count, elements) = (elements.len(), Elements::new(elements));
    let mut result = pool::collect::<T, T>(count, block, block * EXP, |here, first, room| {
        let part = &elements.get(here)[first * block..][..room.left()];
        for (number, part) in (first..).zip(part.chunks(block)) {
            let part = room.extend_from_slice(part);
            largest.change(here, part, number * block, T::sub);
            float::exp(part);
        }
    });
    let mut sums = ops::Sum::reduce(Raw::strided(&result, sizes, strides), &[axis], ToVec);
    let of_sum = if logarithm { T::ln } else { T::recip };
    sums.iter_mut().for_each(|sum| *sum = of_sum(*sum));
    let sums = ByColumn::new(&sums, size, columns);
    pool::chunks::<T, T>(&mut result, block, block * 4, |here, first, part| {
        for (number, part) in (first..).zip(part.chunks_mut(block)) {
            let first = number * block;
            if logarithm {
                part.copy_from_slice(&elements.get(here)[first..][..part.len()]);
                largest.change(here, part, first, T::sub);
                sums.change(here, part, first, T::sub);
            } else {
                sums.change(here, part, first, T::mul);
            }
        }
    });
    result
}

/// A number for each column of each group of rows.
#[derive(Clone, Copy)]
struct ByColumn<'a, T> {
    numbers: Elements<'a, T>,
    /// The rows of a group, and the columns of a row.
    size: usize,
    columns: usize,
}

impl<'a, T: Float> ByColumn<'a, T> {
    fn new(numbers: &'a [T], size: usize, columns: usize) -> Self {
        Self {
            numbers: Elements::new(numbers),
            size,
            columns,
        }
    }

    /// Changes rows, the first of which begins `first` elements after the first of all.
    #[inline(always)]
    fn change(self, here: Here<T>, mut rows: &mut [T], first: usize, function: impl Fn(T, T) -> T) {
        /// The most columns that are too few for vectors.
        const NARROW: usize = 32;

        let change = |rows: &mut [T], numbers: &[T]| {
            for row in rows.chunks_mut(numbers.len()) {
                for (x, &number) in row.iter_mut().zip(numbers) {
                    *x = function(*x, number);
                }
            }
        };
        let group = self.size * self.columns;
        let mut at = first;
        while !rows.is_empty() {
            let left = (group - at % group).min(rows.len());
            let (these, others) = rows.split_at_mut(left);
            let numbers = &self.numbers.get(here)[at / group * self.columns..][..self.columns];
            let mut repeated = [T::zero(); 4 * NARROW];
            if self.columns < NARROW && left > repeated.len() {
                let width = repeated.len() / self.columns * self.columns;
                for (repeated, &number) in repeated[..width].iter_mut().zip(numbers.iter().cycle())
                {
                    *repeated = number;
                }
                change(these, &repeated[..width]);
            } else {
                change(these, numbers);
            }
            (rows, at) = (others, at + left);
        }
    }
}

/// Combines elements in any order, several side by side.
#[inline(always)]
fn in_lanes<T: Copy, const LANES: usize>(
    elements: &[T],
    start: T,
    combine: impl Fn(T, T) -> T,
) -> T {
    const { assert!(LANES.is_power_of_two() && LANES <= 64, "halves of halves") };
    let (blocks, rest) = elements.as_chunks::<LANES>();
    let mut lanes = [start; LANES];
    for block in blocks {
        for (lane, &element) in lanes.iter_mut().zip(block) {
            *lane = combine(*lane, element);
        }
    }
    for (lane, &element) in lanes.iter_mut().zip(rest) {
        *lane = combine(*lane, element);
    }
    // Without an end that changes, the compiler writes each step out.
    for half in [32, 16, 8, 4, 2, 1] {
        if half < LANES {
            for lane in 0..half {
                lanes[lane] = combine(lanes[lane], lanes[lane + half]);
            }
        }
    }
    lanes[0]
}

/// Results as a vector.
#[derive(Clone, Copy)]
struct ToVec;

impl<R: Copy> Collect<R> for ToVec {
    type Output = Vec<R>;

    fn room(self, count: usize, start: Option<R>) -> Vec<R> {
        match start {
            Some(start) => super::memory::filled(count, start),
            None => Vec::new(),
        }
    }

    fn results(output: &mut Vec<R>) -> &mut [R] {
        output
    }
}
