//! Folding along axes: pairwise, so that the error of a sum grows with the logarithm of the number of its terms.
//!
//! A fold along the last axes takes a row at a time, sixteen terms side by side; along others it takes many
//! columns at a time, in the order of memory.

use crate::{DynShape, Shape};

/// Terms side by side, which the processor adds at once.
const LANES: usize = 16;

/// Terms that are folded one after the other, in each lane of a row or in a column.
const TERMS: usize = 16;

/// Elements of a row that are folded without another split.
const BLOCK: usize = LANES * TERMS;

/// Columns that are folded together.
const COLUMNS: usize = 128;

/// What is folded: elements, the sizes and strides of their axes, and which of those are folded.
pub(super) struct Folded<'a, T> {
    pub(super) elements: &'a [T],
    pub(super) shape: DynShape,
    pub(super) strides: DynShape,
    /// Whether elements lie in row-major order without gaps.
    pub(super) contiguous: bool,
    /// Distances from the end, from the first axis to the last.
    pub(super) axes: &'a [usize],
}

/// A term of each element, which may depend on where it is among the results and along the axes; how two are
/// made one; and what a result is made of the last one. The order of terms is not kept.
pub(super) struct Fold<Term, Combine, Finish> {
    pub(super) term: Term,
    pub(super) combine: Combine,
    pub(super) finish: Finish,
}

impl<T: Copy> Folded<'_, T> {
    /// The number of terms of each result.
    pub(super) fn terms(&self) -> usize {
        self.axes
            .iter()
            .map(|&axis| self.shape.size_from_end(axis))
            .product()
    }

    /// The results, in row-major order. There is at least one, and at least one term of each.
    pub(super) fn fold<A: Copy, R>(
        &self,
        fold: &Fold<impl Fn(T, usize, usize) -> A, impl Fn(A, A) -> A, impl Fn(A) -> R>,
        results: &mut [R],
    ) {
        // Axes next to each other are one axis of contiguous elements.
        let adjacent = self.axes.windows(2).all(|pair| pair[0] == pair[1] + 1);
        match self.axes {
            [.., last] if self.contiguous && adjacent => {
                let after = (1..*last)
                    .map(|axis| self.shape.size_from_end(axis))
                    .product();
                let along = self.terms();
                let elements = &self.elements[..results.len() * along];
                if after == 1 {
                    for (result, (place, row)) in results
                        .iter_mut()
                        .zip(elements.chunks_exact(along).enumerate())
                    {
                        *result = (fold.finish)(fold.row(row, place));
                    }
                } else {
                    let blocks = elements.chunks_exact(along * after);
                    let results = results.chunks_exact_mut(after);
                    for (block, (elements, results)) in blocks.zip(results).enumerate() {
                        fold.columns(elements, block * after, results);
                    }
                }
            }
            _ => self.fold_strided(fold, results),
        }
    }

    /// The same for elements that lie anywhere: gathered for each result.
    fn fold_strided<A: Copy, R>(
        &self,
        fold: &Fold<impl Fn(T, usize, usize) -> A, impl Fn(A, A) -> A, impl Fn(A) -> R>,
        results: &mut [R],
    ) {
        let is_folded = |axis| self.axes.contains(&axis);
        let mut kept = Odometer::new(self, |axis| !is_folded(axis));
        for (place, result) in results.iter_mut().enumerate() {
            let mut along = Odometer::new(self, is_folded);
            let mut first = 0;
            let mut block = [self.elements[kept.offset]; BLOCK];
            let last = pairwise(self.terms(), &fold.combine, &mut |count| {
                for element in &mut block[..count] {
                    *element = self.elements[kept.offset + along.offset];
                    along.advance();
                }
                first += count;
                fold.block(&block[..count], place, first - count)
            });
            *result = (fold.finish)(last);
            kept.advance();
        }
    }
}

/// Counts through some of the axes in row-major order.
struct Odometer {
    offset: usize,
    index: DynShape,
    sizes: DynShape,
    strides: DynShape,
}

impl Odometer {
    fn new<T>(folded: &Folded<'_, T>, counts: impl Fn(usize) -> bool) -> Self {
        let rank = folded.shape.rank();
        let build = |size: &dyn Fn(usize) -> usize| {
            DynShape::build(rank, 1, &size).unwrap_or_else(|| unreachable!("the shape was built"))
        };
        Self {
            offset: 0,
            index: build(&|_| 0),
            sizes: build(&|axis| match counts(axis) {
                true => folded.shape.size_from_end(axis),
                false => 1,
            }),
            strides: build(&|axis| folded.strides.size_from_end(axis)),
        }
    }

    fn advance(&mut self) {
        let (index, sizes, strides) = (
            self.index.dims_mut(),
            self.sizes.dims(),
            self.strides.dims(),
        );
        for ((place, &size), &stride) in index.iter_mut().zip(sizes).zip(strides).rev() {
            *place += 1;
            self.offset += stride;
            if *place < size {
                return;
            }
            self.offset -= stride * size;
            *place = 0;
        }
    }
}

/// Folds `count` terms, at least one, in blocks: halves of about the same length first, so that each term takes part in few folds.
fn pairwise<A>(count: usize, combine: &impl Fn(A, A) -> A, next: &mut impl FnMut(usize) -> A) -> A {
    if count <= BLOCK {
        return next(count);
    }
    let left = (count / 2).next_multiple_of(BLOCK);
    let first = pairwise(left, combine, next);
    combine(first, pairwise(count - left, combine, next))
}

impl<Term, Combine, Finish> Fold<Term, Combine, Finish> {
    /// The fold of a row of contiguous elements, which has the number `place` among the results.
    #[inline]
    fn row<T: Copy, A: Copy>(&self, row: &[T], place: usize) -> A
    where
        Term: Fn(T, usize, usize) -> A,
        Combine: Fn(A, A) -> A,
    {
        let mut first = 0;
        pairwise(row.len(), &self.combine, &mut |count| {
            first += count;
            self.block(&row[first - count..first], place, first - count)
        })
    }

    /// The fold of at most [`BLOCK`] elements, of which the first has the number `first` along the axes.
    #[inline]
    fn block<T: Copy, A: Copy>(&self, block: &[T], place: usize, first: usize) -> A
    where
        Term: Fn(T, usize, usize) -> A,
        Combine: Fn(A, A) -> A,
    {
        let term = |index: usize| (self.term)(block[index], place, first + index);
        let Some((start, rest)) = block.split_first_chunk::<LANES>() else {
            let mut result = term(0);
            for index in 1..block.len() {
                result = (self.combine)(result, term(index));
            }
            return result;
        };
        let mut lanes: [A; LANES] =
            core::array::from_fn(|lane| (self.term)(start[lane], place, first + lane));
        let mut along = first + LANES;
        let mut rows = rest.chunks_exact(LANES);
        for row in &mut rows {
            for (lane, result) in lanes.iter_mut().enumerate() {
                *result = (self.combine)(*result, (self.term)(row[lane], place, along + lane));
            }
            along += LANES;
        }
        for (lane, &element) in rows.remainder().iter().enumerate() {
            lanes[lane] = (self.combine)(lanes[lane], (self.term)(element, place, along + lane));
        }
        let mut width = LANES / 2;
        while width > 0 {
            for lane in 0..width {
                lanes[lane] = (self.combine)(lanes[lane], lanes[lane + width]);
            }
            width /= 2;
        }
        lanes[0]
    }

    /// The fold of rows, one result a column; the first has the number `place` among the results.
    fn columns<T: Copy, A: Copy, R>(&self, elements: &[T], place: usize, results: &mut [R])
    where
        Term: Fn(T, usize, usize) -> A,
        Combine: Fn(A, A) -> A,
        Finish: Fn(A) -> R,
    {
        let width = results.len();
        let rows = elements.len() / width;
        let mut last = [(self.term)(elements[0], place, 0); COLUMNS];
        for (tile, results) in results.chunks_mut(COLUMNS).enumerate() {
            let column = tile * COLUMNS;
            let last = &mut last[..results.len()];
            self.tile(elements, width, (0, rows), (place, column), last);
            for (result, &mut last) in results.iter_mut().zip(last) {
                *result = (self.finish)(last);
            }
        }
    }

    /// The fold of the rows from `first` to `end`, of as many columns as there are results, from `column` on.
    fn tile<T: Copy, A: Copy>(
        &self,
        elements: &[T],
        width: usize,
        (first, end): (usize, usize),
        (place, column): (usize, usize),
        results: &mut [A],
    ) where
        Term: Fn(T, usize, usize) -> A,
        Combine: Fn(A, A) -> A,
    {
        if end - first <= 2 * TERMS {
            for along in first..end {
                let row = &elements[along * width + column..][..results.len()];
                for (index, (result, &element)) in results.iter_mut().zip(row).enumerate() {
                    let term = (self.term)(element, place + column + index, along);
                    *result = match along == first {
                        true => term,
                        false => (self.combine)(*result, term),
                    };
                }
            }
            return;
        }
        let middle = first + (end - first) / 2;
        self.tile(elements, width, (first, middle), (place, column), results);
        let mut others = [results[0]; COLUMNS];
        let others = &mut others[..results.len()];
        self.tile(elements, width, (middle, end), (place, column), others);
        for (result, &other) in results.iter_mut().zip(&*others) {
            *result = (self.combine)(*result, other);
        }
    }
}
