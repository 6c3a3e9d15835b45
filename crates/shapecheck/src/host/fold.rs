//! Folds along axes, pairwise, so that the error of a sum grows with the logarithm of the number of terms.
//!
//! Elements are read in the order of memory, whatever the order of the axes. If the terms of a result are contiguous, a
//! fold takes a row at a time, with 16 pairs of terms side by side. If the results are contiguous, it takes many
//! columns at a time, four rows at once. If the order of the terms matters for more than rounding, each result is
//! folded like a simple loop: see [`Fold::in_order`].

use super::raw::Raw;
use super::rows::{Kernel, widely};
use super::walk::{self, Axis, Walk};
use super::{layout, pool};

/// The number of terms that are combined side by side by vector instructions.
pub const LANES: usize = 16;

/// The number of elements of a row that are folded without another split: 32 pairs in each lane.
const BLOCK: usize = 2 * LANES * 32;

/// Terms with more bytes are folded one by one.
pub const LARGE: usize = 64;

/// The number of rows that are folded in one group.
pub const ROWS: usize = 64;

/// The number of columns that are folded together without an allocator for their terms.
const COLUMNS: usize = 64;

/// The same with an allocator, which reads memory in longer pieces: 1.5 times as fast for [1024, 768].
#[cfg(feature = "alloc")]
const MOST_COLUMNS: usize = 1024;
#[cfg(not(feature = "alloc"))]
const MOST_COLUMNS: usize = COLUMNS;

/// Rows with fewer terms are folded several at a time, and fewer columns together with those of the next rows.
const NARROW: usize = 32;

/// Columns beyond a multiple of this number are folded one by one.
const VECTORS: usize = 8;

/// The number of elements from which on wider instructions are worth asking the processor for.
const MANY: usize = 4 * 2 * LANES;

/// The number of lines that are folded one after the other.
const LINES: usize = 8;

/// The steps of a term, in multiplications.
const TERM: usize = 1;

/// A destination for the results of a fold.
pub trait Collect<R: Copy>: Copy {
    /// What holds the results.
    type Output;

    /// Room for `count` results, which have the value `start` until they are written. Without a result there is no value.
    fn room(self, count: usize, start: Option<R>) -> Self::Output;

    /// The results, to be read and written.
    fn results(output: &mut Self::Output) -> &mut [R];

    /// Like [`fold`](self::fold).
    #[inline]
    #[track_caller]
    fn fold<T: Copy + 'static, F: Fold<T, Result = R>>(
        self,
        raw: Raw<'_, T>,
        axes: &[usize],
        empty: Option<F::Term>,
        fold: F,
    ) -> Self::Output {
        fold_anywhere(raw, axes, empty, fold, self)
    }
}

/// The results of a fold along axes, which are counted from the end, from 1 for the last, and ordered from the first to
/// the last. A result without terms is that of `empty`.
///
/// # Panics
///
/// Panics if there is a result of no terms and no `empty`, or if the number of elements overflows `usize`.
#[inline]
#[track_caller]
pub fn fold<T: Copy + 'static, F: Fold<T>, C: Collect<F::Result>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    empty: Option<F::Term>,
    fold: F,
    to: C,
) -> C::Output {
    to.fold(raw, axes, empty, fold)
}

/// The same with sizes and strides that are read at run time.
#[track_caller]
pub fn fold_anywhere<T: Copy + 'static, F: Fold<T>, C: Collect<F::Result>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    empty: Option<F::Term>,
    fold: F,
    to: C,
) -> C::Output {
    // Also for repeated elements: more than can be counted cannot be folded.
    let terms = layout::count(raw.sizes);
    let (results, start) = start(raw, axes, terms, empty, &fold);
    let mut room = to.room(results, start);
    if start.is_some() && terms > 0 {
        fold_into(raw, axes, &fold, C::results(&mut room));
    }
    room
}

/// The number of results, and a value for all of them until they are written: that of `empty` where there are no terms.
#[track_caller]
fn start<T: Copy + 'static, F: Fold<T>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    terms: usize,
    empty: Option<F::Term>,
    fold: &F,
) -> (usize, Option<F::Result>) {
    let results = match terms {
        0 => layout::count(layout::reduced(raw.sizes, axes).dims()),
        // Each is a factor of the number of terms.
        _ => walk::count_of_kept(raw.sizes, axes),
    };
    let term = match (results, terms) {
        (0, _) => return (0, None),
        (_, 0) => empty,
        _ => Some(fold.term(raw.elements[0], 0, 0)),
    };
    match term {
        Some(term) => (results, Some(fold.finish(term))),
        None => panic!(
            "no largest or smallest: there is no element along an axis of shape {:?}",
            raw.sizes
        ),
    }
}

/// Writes the results, of which each has a term.
fn fold_into<T: Copy + 'static, F: Fold<T>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    fold: &F,
    results: &mut [F::Result],
) {
    let any_order = !fold.in_order() && !fold.is_placed();
    let (kept, along) = Walk::both((raw.sizes, raw.strides), axes, raw.row_major, any_order);
    let folded = Folded {
        fold,
        elements: raw.elements,
        first: 0,
        kept,
        along,
    };
    // Columns are folded from the first row to the last. Several axes may be in another order in memory.
    let is_by_rows = matches!(
        folded.kind(),
        Loop::InOrder | Loop::ColumnsInOrder | Loop::Columns
    );
    let is_first = is_by_rows && folded.along.is_one() && (raw.row_major || axes.len() == 1);
    folded.fold(results);
    if F::CAN_BE_IRREGULAR
        && !is_first
        && position(results, |&result| fold.has_equals(result)).is_some()
    {
        take_first(raw, axes, fold, results);
    }
}

/// Replaces results by the first element that is equal, in row-major order along the axes.
#[inline(never)]
fn take_first<T: Copy + 'static, F: Fold<T>>(
    raw: Raw<'_, T>,
    axes: &[usize],
    fold: &F,
    results: &mut [F::Result],
) {
    let (mut kept, mut along) = Walk::both((raw.sizes, raw.strides), axes, raw.row_major, false);
    let Axis { size, stride, .. } = along.take_inner();
    let lines = along.count();
    for _ in 0..results.len() {
        let result = results[kept.place];
        if fold.has_equals(result) {
            along.seek(0);
            let elements = &raw.elements[kept.offset..];
            let is_equal = |&element: &T| fold.is_equal(element, result);
            let first = (0..lines).find_map(|_| {
                let line = &elements[along.offset..];
                along.advance();
                match stride {
                    1 => position(&line[..size], is_equal).map(|index| line[index]),
                    0 => Some(line[0]).filter(is_equal),
                    _ => line
                        .iter()
                        .step_by(stride)
                        .take(size)
                        .copied()
                        .find(is_equal),
                }
            });
            if let Some(first) = first {
                results[kept.place] = fold.finish(fold.term(first, kept.place, 0));
            }
        }
        kept.advance();
    }
}

/// The index of the first element that is what is looked for.
#[inline(always)]
pub fn position<T>(elements: &[T], is_it: impl Fn(&T) -> bool) -> Option<usize> {
    const STEP: usize = 32;
    let mut chunks = elements.chunks(STEP).enumerate();
    chunks.find_map(|(number, chunk)| {
        // Without an early exit, the loop over a chunk is vectorized.
        let any = chunk
            .iter()
            .fold(false, |any, element| any | is_it(element));
        let index = if any {
            chunk.iter().position(&is_it)
        } else {
            None
        };
        Some(number * STEP + index?)
    })
}

/// The fold of all elements of a slice.
#[cfg(feature = "alloc")]
#[inline]
pub fn fold_all<T: Copy + 'static, F: Fold<T>>(elements: &[T], fold: &F) -> F::Result {
    if !fold.in_order() && size_of::<T>().max(size_of::<F::Term>()) <= LARGE {
        return fold_to_first(fold, elements, 0);
    }
    let terms = elements.iter().enumerate();
    let terms = terms.map(|(along, &element)| fold.term(element, 0, along));
    match terms.reduce(|lhs, rhs| fold.combine(lhs, rhs)) {
        Some(term) => fold.finish(term),
        None => unreachable!("there is an element"),
    }
}

/// How elements along axes are reduced. The order of terms is not kept.
pub trait Fold<T> {
    /// What is combined.
    type Term: Copy;
    /// The result, made from the last term.
    type Result: Copy;

    /// Whether terms can be [irregular](Self::is_irregular). Where none can, no second loop is compiled for them.
    const CAN_BE_IRREGULAR: bool = false;

    /// Whether [`columns`](Self::columns) cuts the rows for several threads, as [`fold_columns`] does.
    const CUTS_ROWS: bool = true;

    /// The term of an element, which may depend on the result it belongs to and on its index along the axes.
    fn term(&self, element: T, place: usize, along: usize) -> Self::Term;

    /// Combines two terms.
    fn combine(&self, lhs: Self::Term, rhs: Self::Term) -> Self::Term;

    /// The result of the final term.
    fn finish(&self, term: Self::Term) -> Self::Result;

    /// Whether terms are combined from the first to the last, in row-major order along the axes.
    #[inline(always)]
    fn in_order(&self) -> bool {
        false
    }

    /// Whether a term depends on where its element is.
    #[inline(always)]
    fn is_placed(&self) -> bool {
        false
    }

    /// Like `combine`, for regular terms. For terms that depend on the places of their elements, `lhs` comes first.
    #[inline(always)]
    fn quick(&self, lhs: Self::Term, rhs: Self::Term) -> Self::Term {
        self.combine(lhs, rhs)
    }

    /// Whether one of two terms is irregular, so that [`quick`](Self::quick) gave a wrong result and `combine` has to
    /// be used.
    #[inline(always)]
    fn is_irregular(&self, lhs: Self::Term, rhs: Self::Term) -> bool {
        let _ = (lhs, rhs);
        false
    }

    /// Whether an element may be equal to the one that is the result, and another. Then the first of them is the result.
    #[inline(always)]
    fn has_equals(&self, result: Self::Result) -> bool {
        let _ = result;
        false
    }

    /// Whether an element is equal to the result.
    #[inline(always)]
    fn is_equal(&self, element: T, result: Self::Result) -> bool {
        let _ = (element, result);
        false
    }

    /// The fold of at most [`BLOCK`] elements, whose first one has the index `first` along the axes.
    #[inline(always)]
    fn block(&self, block: &[T], place: usize, first: usize) -> Self::Term
    where
        Self: Sized,
        T: Copy + 'static,
    {
        fold_block(self, block, place, first)
    }

    /// The fold of columns, the first of which belongs to the result `place`. `terms` has room for one term of each
    /// column, and for as many again for each time the rows are halved.
    #[inline(always)]
    fn columns(
        &self,
        rows: &mut Rows<'_, T>,
        place: usize,
        terms: &mut [Self::Term],
        results: Results<'_, Self::Result>,
    ) where
        Self: Sized,
        T: Copy + 'static,
    {
        fold_columns(self, rows, place, terms, results);
    }
}

/// Rows, one element of each column.
pub struct Rows<'a, T> {
    elements: &'a [T],
    walk: &'a mut Walk,
    pub count: usize,
    pub columns: usize,
}

impl<'a, T> Rows<'a, T> {
    /// The next row; the first one after the last.
    #[inline(always)]
    pub fn next(&mut self) -> &'a [T] {
        let row = &self.elements[self.walk.offset..][..self.columns];
        self.walk.advance();
        row
    }
}

/// The results of columns, a step apart.
pub type Results<'a, R> = core::iter::StepBy<core::slice::IterMut<'a, R>>;

/// A fold of three functions.
pub struct By<Term, Combine, Finish> {
    pub term: Term,
    pub combine: Combine,
    pub finish: Finish,
    pub in_order: bool,
    pub is_placed: bool,
}

impl<T, A: Copy, R: Copy, Term, Combine, Finish> Fold<T> for By<Term, Combine, Finish>
where
    Term: Fn(T, usize, usize) -> A,
    Combine: Fn(A, A) -> A,
    Finish: Fn(A) -> R,
{
    type Term = A;
    type Result = R;

    #[inline(always)]
    fn term(&self, element: T, place: usize, along: usize) -> A {
        (self.term)(element, place, along)
    }

    #[inline(always)]
    fn combine(&self, lhs: A, rhs: A) -> A {
        (self.combine)(lhs, rhs)
    }

    #[inline(always)]
    fn finish(&self, term: A) -> R {
        (self.finish)(term)
    }

    #[inline(always)]
    fn in_order(&self) -> bool {
        self.in_order
    }

    #[inline(always)]
    fn is_placed(&self) -> bool {
        self.is_placed
    }
}

/// What is folded: the elements, the axes of the results, and the axes of the terms.
struct Folded<'a, T, F> {
    fold: &'a F,
    elements: &'a [T],
    /// The place of the first result.
    first: usize,
    kept: Walk,
    along: Walk,
}

/// The kinds of loops over results.
#[derive(Clone, Copy)]
enum Loop {
    InOrder,
    ColumnsInOrder,
    Columns,
    SideBySide,
    Short,
    Turns,
    Lines,
}

impl Loop {
    /// The loop over results on the axes `kept`, of terms on the axes `along`.
    fn over(kept: &Walk, along: &Walk, in_order: bool, is_placed: bool) -> Self {
        let (column, line) = (kept.inner, along.inner);
        let has_columns = column.stride == 1 && line.stride != 1;
        if in_order {
            return match has_columns {
                true => Loop::ColumnsInOrder,
                false => Loop::InOrder,
            };
        }
        // A fold that depends on places gets the place of the first column of a row.
        if column.size > 1 && (column.step == 1 || !is_placed) {
            if has_columns {
                let is_narrow = column.size < NARROW
                    || column.size <= MOST_COLUMNS / 4 && column.size % VECTORS != 0;
                let is_narrow = is_narrow && line.stride == column.size;
                return match is_narrow && line.size > NARROW && !is_placed && along.is_one() {
                    true => Loop::SideBySide,
                    false => Loop::Columns,
                };
            }
            let is_short = line.stride == 1 && line.size < NARROW && column.stride == line.size;
            if is_short && column.step == 1 && along.is_one() {
                return Loop::Short;
            }
        }
        let lines = along.count() / line.size;
        match is_direct(along) && column.size > 1 && lines > 1 && has_turns(kept, along) {
            true => Loop::Turns,
            false => Loop::Lines,
        }
    }
}

/// Whether lines are folded where they are.
fn is_direct(along: &Walk) -> bool {
    let line = along.inner;
    line.stride == 1 && (line.size >= NARROW || along.is_one())
}

/// Whether the next result is nearer than the next line.
fn has_turns(kept: &Walk, along: &Walk) -> bool {
    let mut lines = along.clone();
    lines.take_inner();
    kept.inner.stride < lines.inner.stride
}

impl<T: Copy + 'static, F: Fold<T>> Folded<'_, T, F> {
    /// The results in row-major order. There is at least one, with at least one term.
    #[inline]
    fn fold(mut self, results: &mut [F::Result]) {
        let (kind, terms) = (self.kind(), self.along.count());
        match pool::IS_THERE
            && pool::crosses::<T>()
            && pool::is_large(results.len(), terms.saturating_mul(TERM))
        {
            true => self.fold_apart(kind, terms * TERM, results),
            false => self.fold_by(kind, results),
        }
    }

    /// The loop for all results. It says in which order terms are combined, so it is the same for parts of them.
    fn kind(&self) -> Loop {
        // Blocks of large terms would overflow the stack.
        if size_of::<T>().max(size_of::<F::Term>()) > LARGE {
            return Loop::InOrder;
        }
        let (in_order, is_placed) = (self.fold.in_order(), self.fold.is_placed());
        Loop::over(&self.kept, &self.along, in_order, is_placed)
    }

    fn fold_by(&mut self, kind: Loop, results: &mut [F::Result]) {
        match kind {
            Loop::InOrder => self.fold_in_order(results),
            Loop::ColumnsInOrder => self.fold_columns(results, columns_in_order),
            Loop::Columns => self.fold_columns(results, F::columns),
            Loop::SideBySide => self.fold_side_by_side(results),
            Loop::Short => self.fold_short(results),
            Loop::Turns => self.fold_in_turns(results),
            Loop::Lines => self.fold_lines(results),
        }
    }

    /// The same on all threads, in halves of the results.
    fn fold_apart(mut self, kind: Loop, steps: usize, results: &mut [F::Result]) {
        let is_whole = self.kept.is_one()
            && match kind {
                // Columns that are folded side by side are so together.
                Loop::SideBySide => true,
                // Long pieces of rows are read faster than short ones: the rows are cut.
                Loop::Columns => F::CUTS_ROWS && self.kept.inner.size <= MOST_COLUMNS,
                _ => false,
            };
        if is_whole || !pool::is_cut(results.len(), steps) {
            return self.fold_by(kind, results);
        }
        let Some((left, right, axis)) = self.kept.halves(LANES) else {
            return self.fold_by(kind, results);
        };
        if matches!(kind, Loop::SideBySide) && left.inner.size != right.inner.size {
            return self.fold_by(kind, results);
        }
        let (front, back) = results.split_at_mut(axis.size * axis.step);
        let right = Self {
            elements: &self.elements[axis.size * axis.stride..],
            first: self.first + axis.size * axis.step,
            kept: right,
            along: self.along.clone(),
            ..self
        };
        let left = Self { kept: left, ..self };
        // SAFETY: elements that cross, and functions of this crate, which hold nothing but such elements.
        #[allow(unsafe_code)]
        unsafe {
            pool::both(
                || left.fold_apart(kind, steps, front),
                || right.fold_apart(kind, steps, back),
            );
        }
    }

    /// One result after the other, each from its first term to the last.
    fn fold_in_order(&mut self, results: &mut [F::Result]) {
        let terms = self.along.count();
        let line = self.along.take_inner();
        for _ in 0..results.len() {
            let place = self.kept.place;
            let told = self.first + place;
            let start = self.elements[self.kept.offset + self.along.offset];
            let mut so_far = self.fold.term(start, told, 0);
            for first in (0..terms).step_by(line.size) {
                let elements = &self.elements[self.kept.offset + self.along.offset..];
                let done = usize::from(first == 0);
                match line.stride {
                    // A separate loop, which is vectorized.
                    1 => {
                        for (along, &element) in elements[done..line.size].iter().enumerate() {
                            let term = self.fold.term(element, told, first + done + along);
                            so_far = self.fold.combine(so_far, term);
                        }
                    }
                    stride => {
                        for along in done..line.size {
                            let term =
                                self.fold
                                    .term(elements[along * stride], told, first + along);
                            so_far = self.fold.combine(so_far, term);
                        }
                    }
                }
                self.along.advance();
            }
            results[place] = self.fold.finish(so_far);
            self.kept.advance();
        }
    }

    /// One result after the other, one line along the innermost axis at a time. The line is gathered if its terms are
    /// few or not contiguous.
    fn fold_lines(&mut self, results: &mut [F::Result]) {
        let (fold, first_place, terms) = (self.fold, self.first, self.along.count());
        let is_direct = is_direct(&self.along);
        let Axis { size, stride, .. } = self.along.take_inner();
        let (kept, along) = (&mut self.kept, &mut self.along);
        let combine = |lhs, rhs| fold.combine(lhs, rhs);
        let lines = terms / size;
        if is_direct && lines == 1 && kept.is_one() {
            // With as little overhead as possible from row to row.
            for (place, result) in results.iter_mut().enumerate() {
                let row = &self.elements[place * kept.inner.stride..][..size];
                *result = fold.finish(fold_row(fold, row, first_place + place));
            }
            return;
        }
        // Initialized once, and only if terms are gathered.
        let mut block = None;
        for _ in 0..results.len() {
            let elements = &self.elements[kept.offset..];
            let place = first_place + kept.place;
            let term = if is_direct {
                let mut first = 0;
                let mut line = || {
                    let row = &elements[along.offset..][..size];
                    along.advance();
                    first += size;
                    fold_row_from(fold, row, place, first - size)
                };
                pairwise(lines, LINES, &combine, &mut |count| {
                    let start = line();
                    (1..count).fold(start, |so_far, _| combine(so_far, line()))
                })
            } else {
                let block = block.get_or_insert_with(|| [elements[0]; BLOCK]);
                let (mut first, mut at) = (0, 0);
                pairwise(terms, BLOCK, &combine, &mut |count| {
                    gather(
                        elements,
                        along,
                        (size, stride),
                        &mut at,
                        &mut block[..count],
                    );
                    first += count;
                    fold.block(&block[..count], place, first - count)
                })
            };
            results[kept.place] = fold.finish(term);
            kept.advance();
        }
    }

    /// One line of each of many results, then the next line of each: in the order of memory.
    fn fold_in_turns(&mut self, results: &mut [F::Result]) {
        let (fold, column) = (self.fold, self.kept.take_inner());
        let terms = self.along.count();
        let size = self.along.take_inner().size;
        let lines = terms / size;
        let any = fold.term(self.elements[0], 0, 0);
        with_terms(
            any,
            column.size.min(MOST_COLUMNS),
            (lines, LINES),
            &mut |terms, width| {
                for _ in 0..self.kept.count() {
                    for start in (0..column.size).step_by(width) {
                        let columns = width.min(column.size - start);
                        let place = self.kept.place + start * column.step;
                        let offset = self.kept.offset + start * column.stride;
                        let mut next = |number: usize, index: usize| {
                            let at = offset + self.along.offset + index * column.stride;
                            let row = &self.elements[at..][..size];
                            let place = self.first + place + index * column.step;
                            let term = fold_row_from(fold, row, place, number * size);
                            if index + 1 == columns {
                                self.along.advance();
                            }
                            term
                        };
                        let (terms, spare) = terms.split_at_mut(columns);
                        fold_turns(fold, (0, lines), &mut next, terms, spare);
                        let results = results[place..].iter_mut().step_by(column.step);
                        finish(fold, terms, results);
                    }
                    self.kept.advance();
                }
            },
        );
    }

    /// Many results at a time, which are contiguous along the innermost axis of the results.
    fn fold_columns(
        &mut self,
        results: &mut [F::Result],
        columns: impl Fn(&F, &mut Rows<'_, T>, usize, &mut [F::Term], Results<'_, F::Result>),
    ) {
        let count = self.along.count();
        let column = self.kept.take_inner();
        let any = self.fold.term(self.elements[0], 0, 0);
        with_terms(
            any,
            column.size.min(MOST_COLUMNS),
            (count, ROWS),
            &mut |terms, width| {
                for _ in 0..self.kept.count() {
                    for start in (0..column.size).step_by(width) {
                        let columns_here = width.min(column.size - start);
                        let place = self.kept.place + start * column.step;
                        let mut rows = Rows {
                            elements: &self.elements[self.kept.offset + start..],
                            walk: &mut self.along,
                            count,
                            columns: columns_here,
                        };
                        let results = results[place..].iter_mut().step_by(column.step);
                        columns(self.fold, &mut rows, self.first + place, terms, results);
                    }
                    self.kept.advance();
                }
            },
        );
    }

    /// Few columns without gaps between rows: several rows are treated as one, and its columns are then combined.
    fn fold_side_by_side(&mut self, results: &mut [F::Result]) {
        let fold = self.fold;
        let (column, line) = (self.kept.take_inner(), self.along.inner);
        let rows_each = line.size.min(MOST_COLUMNS / column.size);
        let (width, count) = (rows_each * column.size, line.size / rows_each);
        let whole = count * width;
        let mut wide = Walk::new((&[count], &[width]), 0, true, &|_| true);
        let any = fold.term(self.elements[0], 0, 0);
        with_terms(any, width, (count, ROWS), &mut |terms, _| {
            for _ in 0..self.kept.count() {
                let elements = &self.elements[self.kept.offset..][..line.size * column.size];
                let mut rows = Rows {
                    elements,
                    walk: &mut wide,
                    count,
                    columns: width,
                };
                let (last, spare) = terms.split_at_mut(width);
                fold_tile(fold, &mut rows, (0, count), 0, last, spare);
                let mut groups = rows_each;
                while groups > 1 {
                    let half = groups / 2;
                    groups -= half;
                    let (front, back) = last.split_at_mut(groups * column.size);
                    for (term, &other) in front.iter_mut().zip(&back[..half * column.size]) {
                        *term = fold.combine(*term, other);
                    }
                }
                for (index, &term) in last[..column.size].iter().enumerate() {
                    let mut all = term;
                    if let Some(&first) = elements.get(whole + index) {
                        let mut rest = fold.term(first, 0, 0);
                        let mut at = whole + index + column.size;
                        while let Some(&element) = elements.get(at) {
                            rest = fold.combine(rest, fold.term(element, 0, 0));
                            at += column.size;
                        }
                        all = fold.combine(term, rest);
                    }
                    results[self.kept.place + index * column.step] = fold.finish(all);
                }
                self.kept.advance();
            }
        });
    }

    /// Rows of a few terms each, without gaps.
    fn fold_short(&mut self, results: &mut [F::Result]) {
        const ROWS: usize = 256;
        let (fold, column, length) = (self.fold, self.kept.take_inner(), self.along.inner.size);
        for _ in 0..self.kept.count() {
            let first = self.kept.place;
            let elements = &self.elements[self.kept.offset..][..column.size * length];
            let results = &mut results[first..][..column.size];
            let blocks = elements.chunks(ROWS * length).zip(results.chunks_mut(ROWS));
            for (number, (elements, results)) in blocks.enumerate() {
                let place = self.first + first + number * ROWS;
                // With a constant length, the loop is vectorized.
                let irregular = match length {
                    2 => fold_each(fold, elements, 2, place, results, F::quick),
                    3 => fold_each(fold, elements, 3, place, results, F::quick),
                    4 => fold_each(fold, elements, 4, place, results, F::quick),
                    _ => {
                        let irregular = F::CAN_BE_IRREGULAR && any_irregular(fold, elements);
                        if !irregular {
                            fold_some(fold, elements, length, place, results);
                        }
                        irregular
                    }
                };
                if F::CAN_BE_IRREGULAR && irregular {
                    fold_each(fold, elements, length, place, results, F::combine);
                }
            }
            self.kept.advance();
        }
    }
}

/// Calls `run` with room for the terms of a number of columns, for each halving of the rows down to `each`, and with
/// that number of columns.
fn with_terms<A: Copy>(
    any: A,
    columns: usize,
    (rows, each): (usize, usize),
    run: &mut dyn FnMut(&mut [A], usize),
) {
    #[cfg(feature = "alloc")]
    if columns > COLUMNS {
        let halvings = rows.div_ceil(each).next_power_of_two().ilog2() as usize;
        return run(&mut alloc::vec![any; columns * (halvings + 1)], columns);
    }
    let _ = (rows, each);
    let columns = columns.min(COLUMNS);
    // If the rows are halved, room is made in between.
    run(&mut [any; COLUMNS][..columns], columns);
}

/// Gathers the next terms of lines whose elements are a stride apart; `at` of the first line are done.
fn gather<T: Copy>(
    elements: &[T],
    lines: &mut Walk,
    (length, stride): (usize, usize),
    at: &mut usize,
    mut block: &mut [T],
) {
    while !block.is_empty() {
        let count = block.len().min(length - *at);
        let elements = &elements[lines.offset + *at * stride..];
        let (part, rest) = block.split_at_mut(count);
        if stride == 1 {
            part.copy_from_slice(&elements[..count]);
        } else {
            for (step, element) in part.iter_mut().enumerate() {
                *element = elements[step * stride];
            }
        }
        block = rest;
        *at += count;
        if *at == length {
            *at = 0;
            lines.advance();
        }
    }
}

/// Whether any of the elements is irregular, independent of its place. It looks at all of them at once, because the
/// folds of short rows would look at each one.
#[inline(always)]
fn any_irregular<T: Copy + 'static, F: Fold<T>>(fold: &F, elements: &[T]) -> bool {
    let is_irregular = |lhs, rhs| fold.is_irregular(fold.term(lhs, 0, 0), fold.term(rhs, 0, 0));
    let mut irregular = false;
    let (pairs, rest) = elements.as_chunks::<{ 2 * LANES }>();
    for &element in rest {
        irregular |= is_irregular(element, element);
    }
    for both in pairs {
        let (front, back) = both.split_at(LANES);
        let mut any = false;
        for (&front, &back) in front.iter().zip(back) {
            any |= is_irregular(front, back);
        }
        irregular |= any;
    }
    irregular
}

/// The folds of rows of a length, and whether any term is irregular.
#[inline(always)]
fn fold_each<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    elements: &[T],
    length: usize,
    place: usize,
    results: &mut [F::Result],
    combine: impl Fn(&F, F::Term, F::Term) -> F::Term,
) -> bool {
    let mut irregular = false;
    let rows = elements.chunks_exact(length).enumerate();
    for (result, (number, row)) in results.iter_mut().zip(rows) {
        let mut so_far = fold.term(row[0], place + number, 0);
        irregular |= fold.is_irregular(so_far, so_far);
        for (along, &element) in row.iter().enumerate().skip(1) {
            let next = fold.term(element, place + number, along);
            irregular |= fold.is_irregular(next, next);
            so_far = combine(fold, so_far, next);
        }
        *result = fold.finish(so_far);
    }
    irregular
}

/// The same for regular terms only, several rows at a time, which do not depend on each other.
fn fold_some<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    elements: &[T],
    length: usize,
    place: usize,
    results: &mut [F::Result],
) {
    const SOME: usize = 4;
    let (mut elements, mut results, mut place) = (elements, results, place);
    while results.len() >= SOME {
        let (some, rest) = core::mem::take(&mut results).split_at_mut(SOME);
        let rows: [&[T]; SOME] = core::array::from_fn(|_| {
            let (row, rest) = elements.split_at(length);
            elements = rest;
            row
        });
        let mut terms: [F::Term; SOME] =
            core::array::from_fn(|row| fold.term(rows[row][0], place + row, 0));
        for along in 1..length {
            for (number, (so_far, row)) in terms.iter_mut().zip(rows).enumerate() {
                let next = fold.term(row[along], place + number, along);
                // If the element comes first, one instruction reads and compares it.
                *so_far = match fold.is_placed() {
                    true => fold.quick(*so_far, next),
                    false => fold.quick(next, *so_far),
                };
            }
        }
        for (result, term) in some.iter_mut().zip(terms) {
            *result = fold.finish(term);
        }
        (results, place) = (rest, place + SOME);
    }
    fold_each(fold, elements, length, place, results, F::quick);
}

/// The fold of columns from the first row to the last.
fn columns_in_order<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    rows: &mut Rows<'_, T>,
    place: usize,
    terms: &mut [F::Term],
    results: Results<'_, F::Result>,
) {
    let terms = &mut terms[..rows.columns];
    for along in 0..rows.count {
        let row = rows.next();
        for (index, (so_far, &element)) in terms.iter_mut().zip(row).enumerate() {
            let term = fold.term(element, place + index, along);
            *so_far = match along {
                0 => term,
                _ => fold.combine(*so_far, term),
            };
        }
    }
    finish(fold, terms, results);
}

/// Writes the results of columns.
#[inline(always)]
fn finish<T, F: Fold<T>>(fold: &F, terms: &[F::Term], results: Results<'_, F::Result>) {
    for (result, &term) in results.zip(terms) {
        *result = fold.finish(term);
    }
}

/// Folds `count` terms, at least one, in blocks: first halves of about the same length, so that each term is in few
/// folds.
fn pairwise<A>(
    count: usize,
    block: usize,
    combine: &impl Fn(A, A) -> A,
    next: &mut impl FnMut(usize) -> A,
) -> A {
    if count <= block {
        return next(count);
    }
    let left = half(count, block);
    let first = pairwise(left, block, combine, next);
    combine(first, pairwise(count - left, block, combine, next))
}

/// The terms in the first of two halves, in whole blocks.
fn half(count: usize, block: usize) -> usize {
    (count / 2).next_multiple_of(block)
}

/// The fold of a contiguous row, which belongs to the result `place`.
#[inline]
pub fn fold_row<T: Copy + 'static, F: Fold<T>>(fold: &F, row: &[T], place: usize) -> F::Term {
    fold_row_from(fold, row, place, 0)
}

/// The result of a row: of equal elements that are others, the first.
#[inline]
pub fn fold_to_first<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    row: &[T],
    place: usize,
) -> F::Result {
    let result = fold.finish(fold_row(fold, row, place));
    if fold.has_equals(result)
        && let Some(first) = position(row, |&element| fold.is_equal(element, result))
    {
        return fold.finish(fold.term(row[first], place, first));
    }
    result
}

/// The fold of a contiguous row if the first element has the index `first` along the axes.
#[inline]
fn fold_row_from<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    row: &[T],
    place: usize,
    first: usize,
) -> F::Term {
    if row.len() <= BLOCK {
        return fold.block(row, place, first);
    }
    match pool::IS_THERE && pool::crosses::<T>() && pool::is_large(row.len(), TERM) {
        true => fold_halves_of_row(fold, row, place, first),
        false => fold_blocks(fold, row, place, first),
    }
}

/// The same on all threads.
fn fold_halves_of_row<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    row: &[T],
    place: usize,
    first: usize,
) -> F::Term {
    if row.len() <= BLOCK || !pool::is_cut(row.len(), TERM) {
        return fold_blocks(fold, row, place, first);
    }
    let left = half(row.len(), BLOCK);
    let (front, back) = row.split_at(left);
    // SAFETY: as in `Folded::fold_apart`.
    #[allow(unsafe_code)]
    let (lhs, rhs) = unsafe {
        pool::both(
            || fold_halves_of_row(fold, front, place, first),
            || fold_halves_of_row(fold, back, place, first + left),
        )
    };
    fold.combine(lhs, rhs)
}

/// The same on one, in blocks.
fn fold_blocks<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    mut row: &[T],
    place: usize,
    mut first: usize,
) -> F::Term {
    let combine = |lhs, rhs| fold.combine(lhs, rhs);
    pairwise(row.len(), BLOCK, &combine, &mut |count| {
        let (block, rest) = row.split_at(count);
        row = rest;
        first += count;
        fold.block(block, place, first - count)
    })
}

/// The fold of at most [`BLOCK`] elements, of which the first has the number `first` along the axes.
fn fold_block<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    block: &[T],
    place: usize,
    first: usize,
) -> F::Term {
    let term = |index: usize, element| fold.term(element, place, first + index);
    let (folded, irregular) = fold_lanes(fold, block, term, |lhs, rhs| fold.quick(lhs, rhs));
    if F::CAN_BE_IRREGULAR && irregular {
        return fold_lanes(fold, block, term, |lhs, rhs| fold.combine(lhs, rhs)).0;
    }
    folded
}

/// The fold of some elements, and whether any term is irregular.
#[inline(always)]
fn fold_lanes<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    block: &[T],
    term: impl Fn(usize, T) -> F::Term,
    combine: impl Fn(F::Term, F::Term) -> F::Term,
) -> (F::Term, bool) {
    let whole = block.len() / (2 * LANES) * (2 * LANES);
    let (pairs, rest) = block.split_at(whole);
    let rest = rest.iter().enumerate();
    let mut rest = rest.map(|(index, &element)| term(whole + index, element));
    let (mut folded, mut irregular) = match pairs.split_first_chunk() {
        Some((start, pairs)) => fold_pairs(fold, start, pairs, &term, &combine),
        None => match rest.next() {
            Some(first) => (first, fold.is_irregular(first, first)),
            None => unreachable!("a block has elements"),
        },
    };
    for next in rest {
        irregular |= fold.is_irregular(folded, next);
        folded = combine(folded, next);
    }
    (folded, irregular)
}

/// Pairs of rows of lanes.
struct PairsOfRows<'a, T, F, Term, Combine> {
    fold: &'a F,
    start: &'a [T; 2 * LANES],
    pairs: &'a [T],
    term: &'a Term,
    combine: &'a Combine,
}

/// Folds pairs of rows of lanes, and returns whether any term is irregular.
// A separate function, because the compiler keeps the lanes in registers only if there is no other code around.
#[inline(never)]
fn fold_pairs<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    start: &[T; 2 * LANES],
    pairs: &[T],
    term: &impl Fn(usize, T) -> F::Term,
    combine: &impl Fn(F::Term, F::Term) -> F::Term,
) -> (F::Term, bool) {
    let pairs = PairsOfRows {
        fold,
        start,
        pairs,
        term,
        combine,
    };
    match pairs.pairs.len() < MANY {
        true => pairs.run(),
        false => widely(pairs),
    }
}

impl<T, F, Term, Combine> Kernel for PairsOfRows<'_, T, F, Term, Combine>
where
    T: Copy,
    F: Fold<T>,
    Term: Fn(usize, T) -> F::Term,
    Combine: Fn(F::Term, F::Term) -> F::Term,
{
    type Output = (F::Term, bool);

    #[inline(always)]
    fn run(self) -> (F::Term, bool) {
        let Self {
            fold,
            start,
            pairs,
            term,
            combine,
        } = self;
        let mut lanes = [term(0, start[0]); LANES];
        let mut irregular = false;
        for (lane, result) in lanes.iter_mut().enumerate() {
            let (front, back) = (
                term(lane, start[lane]),
                term(lane + LANES, start[lane + LANES]),
            );
            irregular |= fold.is_irregular(front, back);
            *result = combine(front, back);
        }
        for (number, both) in pairs.as_chunks::<{ 2 * LANES }>().0.iter().enumerate() {
            let at = 2 * LANES * (number + 1);
            let (front, back) = both.split_at(LANES);
            let terms = front.iter().zip(back).enumerate();
            // Groups of 16, so that the flags of a row of lanes are checked at once.
            let mut any = false;
            for (result, (lane, (&front, &back))) in lanes.iter_mut().zip(terms) {
                let (front, back) = (term(at + lane, front), term(at + lane + LANES, back));
                any |= fold.is_irregular(front, back);
                *result = combine(*result, combine(front, back));
            }
            irregular |= any;
        }
        // Halves are combined with halves: one lane after the other would take longer than a short row.
        let mut half = LANES / 2;
        while half > 0 {
            let (front, back) = lanes.split_at_mut(half);
            for (result, &mut other) in front.iter_mut().zip(back) {
                *result = combine(*result, other);
            }
            half /= 2;
        }
        (lanes[0], irregular)
    }
}

/// The fold of columns, in halves of the rows: [`Fold::columns`] where a fold has no other way.
pub fn fold_columns<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    rows: &mut Rows<'_, T>,
    place: usize,
    terms: &mut [F::Term],
    results: Results<'_, F::Result>,
) {
    let (last, spare) = terms.split_at_mut(rows.columns);
    fold_tile(fold, rows, (0, rows.count), place, last, spare);
    finish(fold, last, results);
}

/// The fold of the rows from `first` to `end`, for as many columns as there are terms.
fn fold_tile<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    rows: &mut Rows<'_, T>,
    range: (usize, usize),
    place: usize,
    terms: &mut [F::Term],
    spare: &mut [F::Term],
) {
    #[cfg(feature = "rayon")]
    {
        let (first, end) = range;
        let steps = rows.columns.saturating_mul(TERM);
        if pool::crosses::<T>() && end - first > ROWS && pool::is_large(end - first, steps) {
            return fold_halves_of_rows(fold, rows, range, place, terms);
        }
    }
    fold_rows_of_tile(fold, rows, range, place, terms, spare);
}

/// The same on all threads.
#[cfg(feature = "rayon")]
fn fold_halves_of_rows<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    rows: &Rows<'_, T>,
    (first, end): (usize, usize),
    place: usize,
    terms: &mut [F::Term],
) {
    if end - first <= ROWS || !pool::is_cut(end - first, rows.columns.saturating_mul(TERM)) {
        let mut walk = rows.walk.clone();
        walk.seek(first);
        let mut rows = Rows {
            walk: &mut walk,
            ..*rows
        };
        let (any, each) = (terms[0], (end - first, ROWS));
        return with_terms(any, rows.columns, each, &mut |spare, _| {
            fold_rows_of_tile(fold, &mut rows, (first, end), place, terms, spare);
        });
    }
    let middle = first + (end - first) / 2;
    let mut others = alloc::vec![terms[0]; terms.len()];
    // SAFETY: as in `Folded::fold_apart`.
    #[allow(unsafe_code)]
    unsafe {
        pool::both(
            || fold_halves_of_rows(fold, rows, (first, middle), place, terms),
            || fold_halves_of_rows(fold, rows, (middle, end), place, &mut others),
        );
    }
    for (term, &other) in terms.iter_mut().zip(&others) {
        *term = fold.combine(*term, other);
    }
}

/// The same on one.
fn fold_rows_of_tile<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    rows: &mut Rows<'_, T>,
    range: (usize, usize),
    place: usize,
    terms: &mut [F::Term],
    spare: &mut [F::Term],
) {
    let combine = |lhs, rhs| fold.combine(lhs, rhs);
    let mut few = |(first, end), terms: &mut [F::Term]| {
        let quick = |lhs, rhs| fold.quick(lhs, rhs);
        let irregular = fold_rows(fold, rows, (first, end), place, terms, quick);
        if F::CAN_BE_IRREGULAR && irregular {
            rows.walk.seek(first);
            fold_rows(fold, rows, (first, end), place, terms, combine);
        }
    };
    in_halves(range, ROWS, &combine, &mut few, terms, spare);
}

/// The fold of the lines from `first` to `end`, of which `next` gives the term of one result after the other.
fn fold_turns<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    range: (usize, usize),
    next: &mut impl FnMut(usize, usize) -> F::Term,
    terms: &mut [F::Term],
    spare: &mut [F::Term],
) {
    let combine = |lhs, rhs| fold.combine(lhs, rhs);
    let mut few = |(first, end), terms: &mut [F::Term]| {
        for number in first..end {
            for (index, so_far) in terms.iter_mut().enumerate() {
                let term = next(number, index);
                *so_far = match number == first {
                    true => term,
                    false => combine(*so_far, term),
                };
            }
        }
    };
    in_halves(range, LINES, &combine, &mut few, terms, spare);
}

/// The fold of a range, in halves of at most `most`, each of which `few` folds.
fn in_halves<A: Copy>(
    (first, end): (usize, usize),
    most: usize,
    combine: &impl Fn(A, A) -> A,
    few: &mut impl FnMut((usize, usize), &mut [A]),
    terms: &mut [A],
    spare: &mut [A],
) {
    if end - first <= most {
        return few((first, end), terms);
    }
    let middle = first + (end - first) / 2;
    in_halves((first, middle), most, combine, few, terms, spare);
    let mut in_place;
    let (others, spare) = match spare.len() < terms.len() {
        true => {
            in_place = [terms[0]; COLUMNS];
            (&mut in_place[..terms.len()], &mut [][..])
        }
        false => spare.split_at_mut(terms.len()),
    };
    in_halves((middle, end), most, combine, few, others, spare);
    for (term, &other) in terms.iter_mut().zip(&*others) {
        *term = combine(*term, other);
    }
}

/// A few rows of columns.
struct Few<'a, 'e, T, F: Fold<T>, Combine> {
    fold: &'a F,
    rows: &'a mut Rows<'e, T>,
    first: usize,
    end: usize,
    place: usize,
    terms: &'a mut [F::Term],
    combine: Combine,
}

/// The fold of a few rows, four at a time, so that terms are read and written a quarter as often, and whether any term
/// is irregular.
#[inline(always)]
fn fold_rows<T: Copy + 'static, F: Fold<T>>(
    fold: &F,
    rows: &mut Rows<'_, T>,
    (first, end): (usize, usize),
    place: usize,
    terms: &mut [F::Term],
    combine: impl Fn(F::Term, F::Term) -> F::Term,
) -> bool {
    widely(Few {
        fold,
        rows,
        first,
        end,
        place,
        terms,
        combine,
    })
}

impl<T, F, Combine> Kernel for Few<'_, '_, T, F, Combine>
where
    T: Copy,
    F: Fold<T>,
    Combine: Fn(F::Term, F::Term) -> F::Term,
{
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self {
            fold,
            rows,
            first,
            end,
            place,
            terms,
            combine,
        } = self;
        let mut irregular = false;
        let mut along = first;
        while along + 4 <= end {
            let four = (rows.next(), rows.next(), rows.next(), rows.next());
            let four = four.0.iter().zip(four.1).zip(four.2).zip(four.3);
            for (index, (so_far, (((&a, &b), &c), &d))) in terms.iter_mut().zip(four).enumerate() {
                let term = |element, next| fold.term(element, place + index, along + next);
                let (a, b, c, d) = (term(a, 0), term(b, 1), term(c, 2), term(d, 3));
                irregular |= fold.is_irregular(a, b) | fold.is_irregular(c, d);
                let four = combine(combine(a, b), combine(c, d));
                *so_far = match along == first {
                    true => four,
                    false => combine(*so_far, four),
                };
            }
            along += 4;
        }
        for along in along..end {
            for (index, (so_far, &element)) in terms.iter_mut().zip(rows.next()).enumerate() {
                let next = fold.term(element, place + index, along);
                irregular |= fold.is_irregular(next, next);
                *so_far = match along == first {
                    true => next,
                    false => combine(*so_far, next),
                };
            }
        }
        irregular
    }
}
