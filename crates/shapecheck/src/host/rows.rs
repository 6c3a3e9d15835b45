//! One pass over a target and any number of operands, row by row.
//!
//! What happens along a row is decided outside of it: the patterns of all operands are one number, [`mask`](pattern),
//! which is a constant in each copy of the loops. Loops are compiled for element types, a function and a pattern, and
//! not for shapes; only inline tensors have separate loops.
//!
//! There are seven loops. Which of them runs is decided in [`pass`](super::pass) and in [`run`], by whose function it
//! is, by the size of the elements, and by how the rows lie in memory. (Some passes over few elements do not come here:
//! see [`even`](super::even).)
//!
//! - A function of the caller is compiled again in each place that uses it, so it has few loops. [`predicted`] runs if
//!   rows have the patterns that the types of the shapes predict, are wide, and the target is contiguous. Otherwise
//!   [`any`] runs. It gathers rows in blocks; but if elements are large, or if a target that is not new memory is not
//!   contiguous, it calls [`one_by_one`].
//! - All other functions come to [`run`], which takes the first of these that fits. [`one_by_one`] runs if an operand
//!   has elements of more than [`LARGE`] bytes. [`tiles`] runs if the target is contiguous and the plan says that rows
//!   are visited together, because an operand has a smaller stride from row to row than along a row. [`blocks`] runs if
//!   the target is not contiguous or rows are too narrow for a loop of their own, as [`is_wide`] says. [`rows`](rows())
//!   runs for the usual patterns of at most two operands: all contiguous; one repeated along the row; the results
//!   replace one; both of these. For all other patterns [`blocks`] runs.
//! - If the types of inline tensors say everything about a pass, it may have a loop in the function that asks for it:
//!   [`positions`] if an operand is strided and there are at most 64 elements, and [`rows`](rows()) if none is strided
//!   and either the operands are not two, or there are at most 128 elements along at most three axes. All elements in a
//!   row are a loop of [`even`](super::even), there or shared by all shapes. Otherwise the pass is one of those above.
//!
//! [`one_by_one`] is [`positions`], compiled once for all shapes.

use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};
#[cfg(feature = "alloc")]
use core::sync::atomic::{Ordering, compiler_fence};

#[cfg(any(feature = "std", feature = "libm"))]
use super::float;
use super::plan::{Plan, pattern};
use super::pool::crosses;
use super::raw::copy;
use crate::engine::ops::ELEMENT;
use crate::engine::{BinaryFunction, UnaryFunction};
use crate::sealed::Inside;
use crate::shape::list::NEAR;

/// The rows of a tile, and the elements of each: usually one cache line. With more rows of an operand at a time than
/// the processor prefetches, a pass takes twice as long.
const TILE: usize = 16;

/// The number of bytes of a cache line.
const LINE: usize = 64;

/// Prefetches the cache line of a place. Nothing is read, so any pointer will do.
#[inline(always)]
pub fn fetch<T>(place: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which does nothing where there is no such memory. Every processor of this kind has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
    }
    let _ = place;
}

/// The number of elements gathered at a time if they are not contiguous, at least those of a tile. Half as many take 1.15
/// times as long, twice as many the same time and a larger part of the stack.
const BLOCK: usize = 2 * TILE * TILE;

/// Elements with more bytes are not gathered: blocks of them would overflow the stack, and copying one takes longer
/// than a strided access.
const LARGE: usize = 16;

/// Rows with fewer elements are gathered several at a time, if the target is contiguous from one to the next.
const NARROW: usize = 24;

/// Rows with at least this many are not, where all of them together are so few that gathering takes longer: 88 ns for
/// `[16, 16] + [16]`, 45 ns row by row.
const SHORT: usize = 16;

/// Code that is compiled twice: for the instructions of the whole program, and for AVX2. Everything that it calls has
/// to be inlined.
pub trait Kernel {
    type Output;

    /// `#[inline(always)]` in each implementation.
    fn run(self) -> Self::Output;
}

/// Runs a kernel with AVX2 if the processor has it. Nothing is fused, so results are the same.
#[inline(always)]
pub fn widely<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        /// # Safety
        ///
        /// On a processor that has AVX2.
        #[target_feature(enable = "avx2")]
        unsafe fn wide<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor was asked.
            return unsafe { wide(kernel) };
        }
    }
    kernel.run()
}

/// The place of an operand: its first element, and its strides along the axes of a plan.
pub struct Source<T> {
    pub first: *const T,
    pub strides: [usize; NEAR],
}

copy!(Source<T>);

/// The destination of results: the first place, and the strides along the axes of a plan.
pub struct Target<U> {
    pub first: *mut U,
    pub strides: [usize; NEAR],
}

copy!(Target<U>);

impl<U> Target<U> {
    /// Moves `times` steps along an axis of the plan. After the last row, the place is not written.
    #[inline(always)]
    pub fn step(&mut self, axis: usize, times: isize) {
        let steps = times.wrapping_mul(self.strides[axis % NEAR] as isize);
        self.first = self.first.wrapping_offset(steps);
    }
}

/// The work for each element of the target.
pub trait Visit<U, Arguments> {
    /// Whether it copies its only operand, so that a row can be copied at once.
    const COPIES: bool = false;

    /// Whether it is a function of the caller, compiled where it is used: then it gets as few loops as possible.
    const IS_CLOSURE: bool = false;

    /// Whether the places are new memory, in row-major order.
    const IS_NEW: bool = false;

    /// # Safety
    ///
    /// `place` may be written; where the implementation reads it, it holds an element.
    unsafe fn each(&mut self, place: *mut U, arguments: Arguments);

    /// Processes a row of contiguous elements at once, if there is a faster way, and returns whether there is. A pass
    /// does this for all rows or for none, because results may differ in their last bits.
    ///
    /// # Safety
    ///
    /// There is one operand, with `count` elements from `from` on if they are as large as results. As many places from
    /// `to` on may be written: the same memory, or other memory.
    #[inline(always)]
    unsafe fn row(&mut self, from: *const u8, to: *mut U, count: usize) -> bool {
        let _ = (from, to, count);
        false
    }

    /// Whether it has [`rows`](Self::rows).
    const HAS_ROWS: bool = false;

    /// The same for rows of one length.
    ///
    /// # Safety
    ///
    /// As for [`row`](Self::row), for each of the rows. It `HAS_ROWS`.
    #[inline(always)]
    unsafe fn rows(&mut self, from: *const u8, to: *mut U, rows: SameRows) {
        let _ = (from, to, rows);
    }

    /// How many multiplications it takes as long as, if it and all elements may be used on other threads: it holds nothing
    /// that it looks at but numbers, is copied like them, and only reads what it refers to.
    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        None
    }
}

/// The steps of a function of elements `A` with results `U`, if they may be used on other threads.
#[inline(always)]
fn steps_of<A: 'static, U: 'static>() -> Option<usize> {
    (crosses::<A>() && crosses::<U>()).then_some(ELEMENT)
}

/// Writes the result of a function of all operands.
pub struct Write<F>(pub F);

impl<U, Arguments, F: FnMut(Arguments) -> U> Visit<U, Arguments> for Write<F> {
    const IS_CLOSURE: bool = true;
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, arguments: Arguments) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(self.0(arguments)) }
    }
}

/// Writes the one operand as it is.
pub struct Copies;

impl<T: Copy + 'static> Visit<T, ((), T)> for Copies {
    const COPIES: bool = true;
    const IS_NEW: bool = true;

    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        steps_of::<T, T>()
    }

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut T, ((), element): ((), T)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(element) }
    }
}

/// Writes the result of a function of one operand.
pub struct WriteOne<F>(pub F);

impl<U, A, F: FnMut(A) -> U> Visit<U, ((), A)> for WriteOne<F> {
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, ((), a): ((), A)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(self.0(a)) }
    }
}

/// Writes the result of an operation on one operand.
pub struct Apply<Op>(pub Op);

impl<U: 'static, A: 'static, Op: UnaryFunction<A, Output = U>> Visit<U, ((), A)> for Apply<Op> {
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, ((), a): ((), A)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(self.0.apply(a)) }
    }

    #[inline(always)]
    unsafe fn row(&mut self, from: *const u8, to: *mut U, count: usize) -> bool {
        // SAFETY: as the caller says.
        unsafe { self.at_once(from.cast::<A>(), to, count) }
    }

    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        self.steps_of::<A>()
    }
}

impl<Op> Apply<Op> {
    /// Writes the results by a kernel for many elements, and returns whether there is one.
    ///
    /// # Safety
    ///
    /// As for [`Visit::row`], for elements of these types.
    #[inline(always)]
    unsafe fn at_once<A, U>(&self, from: *const A, to: *mut U, count: usize) -> bool
    where
        A: 'static,
        U: 'static,
        Op: UnaryFunction<A, Output = U>,
    {
        #[cfg(any(feature = "std", feature = "libm"))]
        if const { Op::HAS_KERNEL }
            && let Some(op) = self.0.as_any()
        {
            // SAFETY: as the caller says.
            return unsafe { float::apply(op, from, to, count) };
        }
        let _ = (from, to, count);
        false
    }

    /// See [`Visit::steps`].
    #[inline(always)]
    fn steps_of<A: 'static>(&self) -> Option<usize>
    where
        Op: UnaryFunction<A, Output: 'static>,
    {
        steps_of::<A, Op::Output>().and(self.0.steps(Inside))
    }
}

/// Rows of one length.
// Without an allocator nothing has rows at once.
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
#[derive(Clone, Copy)]
pub struct SameRows {
    count: usize,
    length: usize,
    /// The distances from row to row of the operand and of the target.
    across: [usize; 2],
}

/// An operation on one operand as it is applied to rows.
#[cfg(feature = "alloc")]
pub trait OnRows<A, U> {
    /// Writes the results for a row of contiguous elements.
    ///
    /// # Safety
    ///
    /// There are `count` elements from `from` on. As many places from `to` on may be written: the same memory, or other
    /// memory.
    unsafe fn row(&self, from: *const A, to: *mut U, count: usize);

    /// The same for rows of one length.
    ///
    /// # Safety
    ///
    /// As for [`row`](Self::row), for each of the rows.
    unsafe fn rows(&self, mut from: *const A, mut to: *mut U, rows: SameRows) {
        for _ in 0..rows.count {
            // SAFETY: as the caller says.
            unsafe { self.row(from, to, rows.length) };
            // After the last row nothing is read or written.
            from = from.wrapping_add(rows.across[0]);
            to = to.wrapping_add(rows.across[1]);
        }
    }

    /// See [`Visit::steps`].
    fn steps(&self) -> Option<usize>;
}

/// How many elements of a row are read at a time, and how many of its rest.
#[cfg(feature = "alloc")]
const MANY: usize = 8;
#[cfg(feature = "alloc")]
const FEW: usize = 4;

#[cfg(feature = "alloc")]
impl<Op> Apply<Op> {
    /// Goes on from a place in steps of so many elements, and leaves the rest. They are read, then the results are
    /// written: then the compiler need not ask whether results replace elements.
    ///
    /// # Safety
    ///
    /// There are `count` elements from `from` on, and as many places from `to` on, as for [`OnRows::row`].
    #[inline(always)]
    unsafe fn in_steps<const STEP: usize, A: Copy, U>(
        &self,
        (from, to): (*const A, *mut U),
        place: &mut usize,
        count: usize,
    ) where
        Op: UnaryFunction<A, Output = U>,
    {
        while count - *place >= STEP {
            // SAFETY: as the caller says.
            unsafe {
                let read = from.add(*place).cast::<[A; STEP]>().read();
                let to = to.add(*place);
                for (next, element) in read.into_iter().enumerate() {
                    to.add(next).write(self.0.apply(element));
                }
            }
            *place += STEP;
            // A step has the size that suits vectors. The compiler would make one of several.
            compiler_fence(Ordering::AcqRel);
        }
    }
}

#[cfg(feature = "alloc")]
impl<U: 'static, A: Copy + 'static, Op: UnaryFunction<A, Output = U>> OnRows<A, U> for Apply<Op> {
    unsafe fn row(&self, from: *const A, to: *mut U, count: usize) {
        // SAFETY: as the caller says; an element is read before its place is written.
        unsafe {
            if self.at_once(from, to, count) {
                return;
            }
            let mut place = 0;
            if const { size_of::<A>() <= LARGE } {
                self.in_steps::<MANY, A, U>((from, to), &mut place, count);
                self.in_steps::<FEW, A, U>((from, to), &mut place, count);
            }
            self.in_steps::<1, A, U>((from, to), &mut place, count);
        }
    }

    fn steps(&self) -> Option<usize> {
        self.steps_of::<A>()
    }
}

/// Writes the results of an operation rows at a time. It is one type for all operations, so that the loops over rows are
/// compiled once.
#[cfg(feature = "alloc")]
pub struct ByRow<'a, A, U>(pub &'a dyn OnRows<A, U>);

#[cfg(feature = "alloc")]
impl<U, A> Visit<U, ((), A)> for ByRow<'_, A, U> {
    const IS_NEW: bool = true;
    const HAS_ROWS: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, ((), a): ((), A)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { self.0.row(&raw const a, place, 1) }
    }

    #[inline(always)]
    unsafe fn row(&mut self, from: *const u8, to: *mut U, count: usize) -> bool {
        // SAFETY: as the caller says.
        unsafe { self.0.row(from.cast(), to, count) };
        true
    }

    #[inline(always)]
    unsafe fn rows(&mut self, from: *const u8, to: *mut U, rows: SameRows) {
        // SAFETY: as the caller says.
        unsafe { self.0.rows(from.cast(), to, rows) };
    }

    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        self.0.steps()
    }
}

/// Writes the result of an operation on two operands.
pub struct ApplyTwo<Op>(pub PhantomData<Op>);

impl<U, A, Op> Visit<U, (((), A), A)> for ApplyTwo<Op>
where
    U: 'static,
    A: 'static,
    Op: BinaryFunction<A, Output = U>,
{
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, (((), a), b): (((), A), A)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(Op::apply(a, b)) }
    }

    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        steps_of::<A, U>()
    }
}

/// Writes the result of a function of two operands.
pub struct WriteTwo<F>(pub F);

impl<U, A, B, F: FnMut(A, B) -> U> Visit<U, (((), A), B)> for WriteTwo<F> {
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, (((), a), b): (((), A), B)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(self.0(a, b)) }
    }
}

/// Changes elements in place.
pub struct Update<F>(pub F);

impl<U, Arguments, F: FnMut(&mut U, Arguments)> Visit<U, Arguments> for Update<F> {
    const IS_CLOSURE: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, arguments: Arguments) {
        // SAFETY: a function that updates is used with targets that hold elements, and nothing else refers to
        // the target's elements.
        self.0(unsafe { &mut *place }, arguments);
    }
}

/// Replaces elements by the result of an operation on them and on one operand.
pub struct ReplaceBy<Op>(pub PhantomData<Op>);

impl<U: Copy + 'static, Op: BinaryFunction<U, Output = U>> Visit<U, ((), U)> for ReplaceBy<Op> {
    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, ((), a): ((), U)) {
        // SAFETY: as in `Update`.
        unsafe { place.write(Op::apply(place.read(), a)) }
    }

    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        steps_of::<U, U>()
    }
}

/// Replaces elements by the result of a function of them.
pub struct Change<Op>(pub Op);

impl<U: Copy + 'static, Op: UnaryFunction<U, Output = U>> Visit<U, ()> for Change<Op> {
    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, (): ()) {
        // SAFETY: as in `Update`.
        unsafe { place.write(self.0.apply(place.read())) }
    }

    #[inline(always)]
    fn steps(&self) -> Option<usize> {
        steps_of::<U, U>().and(self.0.steps(Inside))
    }
}

/// The operands of a pass, `(((), a), b)`.
pub trait Sources: Copy {
    /// How many.
    const COUNT: usize;
    /// An element of each, `(((), x), y)`.
    type Arguments;
    /// What is read along a row.
    type Row: Copy;
    /// A block of each.
    type Scratch;
    /// The rows of a tile of each operand: the first one, and the distance to the next.
    type Tiled: Copy;

    /// The operands at the start of a row.
    ///
    /// # Safety
    ///
    /// Each operand that is not `TARGET` in `mask` has an element where it stands.
    unsafe fn row(&self, mask: u64) -> Self::Row;

    /// The elements at a place in the row.
    ///
    /// # Safety
    ///
    /// The row has such a place, and no operand is `STRIDED`. `target` is the start of the target's row, contiguous and
    /// with elements of the same size where an operand is `TARGET`.
    unsafe fn read(row: &Self::Row, mask: u64, place: usize, target: *const u8) -> Self::Arguments;

    /// Whether the elements of all operands are small enough to gather.
    const SMALL: bool;

    /// The elements at a place in the row, whatever the pattern.
    ///
    /// # Safety
    ///
    /// As for `read`, but operands may be `STRIDED`.
    unsafe fn look_up(&self, mask: u64, place: usize, target: *const u8) -> Self::Arguments;

    /// The first element of the last operand's row.
    fn start(row: &Self::Row) -> *const u8;

    /// Moves `times` steps along an axis of the plan.
    fn step(&mut self, axis: usize, times: isize);

    /// The distance from row to row of the last operand.
    fn across(&self) -> usize;

    fn scratch() -> Self::Scratch;

    /// The elements of a block, contiguous for each operand: to be read with a mask of 0.
    ///
    /// # Safety
    ///
    /// As for `row` and `read`, but operands may be `STRIDED`, and the block may go on along the second axis. All
    /// blocks of a row before this one were gathered into the same scratch.
    unsafe fn gather(
        &self,
        mask: u64,
        block: Block,
        target: *const u8,
        scratch: &mut Self::Scratch,
    ) -> Self::Row;

    /// The elements of a tile, in rows for each operand: where they are if they are contiguous there, else gathered.
    ///
    /// # Safety
    ///
    /// There is an element of each operand that is not `TARGET` at each place of each row of the tile, and for those
    /// that are, of the target, which is contiguous.
    unsafe fn tile(
        &self,
        mask: u64,
        tile: Tile,
        target: *const u8,
        scratch: &mut Self::Scratch,
    ) -> Self::Tiled;

    /// A row of a tile, to be read with a mask of 0.
    fn row_of_tile(tiled: &Self::Tiled, number: usize) -> Self::Row;

    /// The number of rows before the first one at which a cache line begins, for an operand that is gathered.
    fn lead(&self) -> usize;
}

/// Elements gathered at a time: from one row, or from several whole rows.
#[derive(Clone, Copy)]
pub struct Block {
    /// The length of a row along the first axis of a plan.
    row: usize,
    /// The first place, counted from the start of the first row.
    start: usize,
    end: usize,
}

/// Parts of neighbouring rows along the second axis of a plan.
#[derive(Clone, Copy)]
pub struct Tile {
    /// The first place in each row.
    start: usize,
    length: usize,
    /// The first row.
    first: usize,
    rows: usize,
    /// The stride from row to row of the target.
    across: usize,
}

impl Sources for () {
    const COUNT: usize = 0;
    type Arguments = ();
    type Row = ();
    type Scratch = ();
    type Tiled = ();

    #[inline(always)]
    unsafe fn row(&self, _mask: u64) {}

    #[inline(always)]
    unsafe fn read(_row: &(), _mask: u64, _place: usize, _target: *const u8) {}

    const SMALL: bool = true;

    #[inline(always)]
    unsafe fn look_up(&self, _mask: u64, _place: usize, _target: *const u8) {}

    #[inline(always)]
    fn start(_row: &()) -> *const u8 {
        core::ptr::null()
    }

    #[inline(always)]
    fn step(&mut self, _axis: usize, _times: isize) {}

    #[inline(always)]
    fn across(&self) -> usize {
        0
    }

    #[inline(always)]
    fn scratch() {}

    #[inline(always)]
    unsafe fn gather(&self, _: u64, _: Block, _: *const u8, (): &mut ()) {}

    #[inline(always)]
    unsafe fn tile(&self, _: u64, _: Tile, _: *const u8, (): &mut ()) {}

    #[inline(always)]
    fn row_of_tile((): &(), _number: usize) {}

    #[inline(always)]
    fn lead(&self) -> usize {
        0
    }
}

impl<Lead: Sources, T: Copy> Sources for (Lead, Source<T>) {
    const COUNT: usize = Lead::COUNT + 1;
    type Arguments = (Lead::Arguments, T);
    type Row = (Lead::Row, *const T, MaybeUninit<T>);
    type Scratch = (Lead::Scratch, [MaybeUninit<T>; BLOCK]);
    type Tiled = (Lead::Tiled, *const T, usize);

    #[inline(always)]
    unsafe fn row(&self, mask: u64) -> Self::Row {
        // Read before the loop, because inside it the target could alias it.
        let value = match pattern::at(mask, Lead::COUNT) {
            // SAFETY: the caller says that there is an element.
            pattern::REPEATED => MaybeUninit::new(unsafe { *self.1.first }),
            _ => MaybeUninit::uninit(),
        };
        // SAFETY: as the caller says.
        (unsafe { self.0.row(mask) }, self.1.first, value)
    }

    #[inline(always)]
    unsafe fn read(
        (lead, first, value): &Self::Row,
        mask: u64,
        place: usize,
        target: *const u8,
    ) -> Self::Arguments {
        // SAFETY: the caller says that the row has this place. A repeated value was read by `row` with the same mask; a
        // target has elements of this size, as the caller says, and still holds this one.
        unsafe {
            let element = match pattern::at(mask, Lead::COUNT) {
                pattern::REPEATED => value.assume_init(),
                pattern::TARGET => *target.cast::<T>().add(place),
                _ => *first.add(place),
            };
            (Lead::read(lead, mask, place, target), element)
        }
    }

    const SMALL: bool = Lead::SMALL && size_of::<T>() <= LARGE;

    #[inline(always)]
    unsafe fn look_up(&self, mask: u64, place: usize, target: *const u8) -> Self::Arguments {
        let Source { first, strides } = self.1;
        // SAFETY: the caller says that the row has this place; the target still holds its element.
        unsafe {
            let element = match pattern::at(mask, Lead::COUNT) {
                pattern::TARGET => *target.cast::<T>().add(place),
                _ => *first.add(place * strides[0]),
            };
            (self.0.look_up(mask, place, target), element)
        }
    }

    #[inline(always)]
    fn start(row: &Self::Row) -> *const u8 {
        row.1.cast()
    }

    #[inline(always)]
    fn step(&mut self, axis: usize, times: isize) {
        self.0.step(axis, times);
        // After the last row, the place is not read.
        let steps = times.wrapping_mul(self.1.strides[axis % NEAR] as isize);
        self.1.first = self.1.first.wrapping_offset(steps);
    }

    #[inline(always)]
    fn across(&self) -> usize {
        self.1.strides[1]
    }

    #[inline(always)]
    fn scratch() -> Self::Scratch {
        (Lead::scratch(), [MaybeUninit::uninit(); BLOCK])
    }

    #[inline(always)]
    unsafe fn gather(
        &self,
        mask: u64,
        block: Block,
        target: *const u8,
        (lead, scratch): &mut Self::Scratch,
    ) -> Self::Row {
        let pattern = pattern::at(mask, Lead::COUNT);
        // SAFETY: as the caller says.
        let (first, lead) = unsafe {
            (
                self.1.gather(pattern, block, target.cast(), scratch),
                self.0.gather(mask, block, target, lead),
            )
        };
        (lead, first, MaybeUninit::uninit())
    }

    #[inline(always)]
    unsafe fn tile(
        &self,
        mask: u64,
        tile: Tile,
        target: *const u8,
        (lead, scratch): &mut Self::Scratch,
    ) -> Self::Tiled {
        let [along, across, ..] = self.1.strides;
        let (first, strides) = match pattern::at(mask, Lead::COUNT) {
            pattern::TARGET => (target.cast(), (1, tile.across)),
            _ => (self.1.first, (along, across)),
        };
        // SAFETY: as the caller says.
        unsafe {
            let lead = self.0.tile(mask, tile, target, lead);
            match strides {
                (1, across) => {
                    let first = first.add(tile.start + tile.first * across);
                    // Each row is in another cache line, which is loaded while other operands are gathered.
                    (0..tile.rows).for_each(|row| fetch(first.wrapping_add(row * across)));
                    (lead, first, across)
                }
                _ => {
                    gather_tile(first, strides, tile, scratch);
                    (lead, scratch.as_ptr().cast(), TILE)
                }
            }
        }
    }

    #[inline(always)]
    fn row_of_tile((lead, first, across): &Self::Tiled, number: usize) -> Self::Row {
        let first = first.wrapping_add(number * across);
        (
            Lead::row_of_tile(lead, number),
            first,
            MaybeUninit::uninit(),
        )
    }

    #[inline(always)]
    fn lead(&self) -> usize {
        match (self.0.lead(), self.1.strides) {
            (0, [along, 1, ..]) if along > 1 => self.1.first.align_offset(LINE) % TILE,
            (lead, _) => lead,
        }
    }
}

impl<T: Copy> Source<T> {
    /// Like [`Sources::gather`], for one operand.
    ///
    /// # Safety
    ///
    /// As for it.
    unsafe fn gather(
        &self,
        pattern: u64,
        block: Block,
        target: *const T,
        scratch: &mut [MaybeUninit<T>; BLOCK],
    ) -> *const T {
        let Block { row, start, end } = block;
        let [along, across, ..] = self.strides;
        let scratch = &mut scratch[..(end - start).min(BLOCK)];
        let is_even = end <= row || across == along.wrapping_mul(row);
        let first = self.first;
        // SAFETY: the caller says that the rows have the places from the start to the end.
        unsafe {
            match pattern {
                pattern::CONTIGUOUS if is_even => return first.add(start),
                pattern::TARGET => {
                    let elements = target.cast::<MaybeUninit<T>>().add(start);
                    core::ptr::copy_nonoverlapping(elements, scratch.as_mut_ptr(), scratch.len());
                }
                // Later blocks are not longer, and find the same values.
                pattern::REPEATED if is_even => {
                    if start == 0 {
                        scratch.fill(MaybeUninit::new(*first));
                    }
                }
                _ if is_even => {
                    for (place, element) in (start..).zip(scratch.iter_mut()) {
                        element.write(*first.add(place * along));
                    }
                }
                _ if across == 0 && start > 0 => {}
                _ => {
                    let first = first.add(start / row * across);
                    let strides = (along, across);
                    // With a constant length, the loop is unrolled.
                    match row {
                        2 => gather_rows(first, strides, 2, scratch),
                        3 => gather_rows(first, strides, 3, scratch),
                        4 => gather_rows(first, strides, 4, scratch),
                        _ => gather_rows(first, strides, row, scratch),
                    }
                }
            }
        }
        scratch.as_ptr().cast()
    }
}

/// Gathers the elements of a tile of one operand, in rows of [`TILE`], in the order of memory.
///
/// # Safety
///
/// There is an element at each place of each row of the tile.
#[inline(never)]
unsafe fn gather_tile<T: Copy>(
    first: *const T,
    (along, across): (usize, usize),
    tile: Tile,
    scratch: &mut [MaybeUninit<T>; BLOCK],
) {
    let Tile {
        start,
        length,
        first: number,
        rows,
        ..
    } = tile;
    let first = first.wrapping_add(start * along + number * across);
    let is_whole = length == TILE && rows == TILE;
    // SAFETY: as the caller says; a whole tile has all places.
    unsafe {
        if is_whole && along == 1 {
            let (lines, _) = scratch.as_chunks_mut::<TILE>();
            for (number, row) in lines.iter_mut().take(TILE).enumerate() {
                let elements = first.add(number * across).cast();
                core::ptr::copy_nonoverlapping(elements, row.as_mut_ptr(), TILE);
            }
        } else if is_whole && across == 1 {
            for place in 0..TILE {
                let first = first.add(place * along);
                // Each is in a cache line of its own, and so are those of the next tile.
                fetch(first.wrapping_add(TILE * along));
                for number in 0..TILE {
                    scratch[number * TILE + place].write(*first.add(number));
                }
            }
        } else {
            for place in 0..length.min(TILE) {
                let first = first.add(place * along);
                for number in 0..rows.min(TILE) {
                    scratch[number * TILE + place].write(*first.add(number * across));
                }
            }
        }
    }
}

/// Gathers rows of elements that are `along` apart; the rows are `across` apart.
///
/// # Safety
///
/// There is an element at each place of each row that `scratch` has room for.
#[inline(always)]
unsafe fn gather_rows<T: Copy>(
    first: *const T,
    (along, across): (usize, usize),
    row: usize,
    scratch: &mut [MaybeUninit<T>],
) {
    for (number, scratch) in scratch.chunks_exact_mut(row).enumerate() {
        for (place, element) in scratch.iter_mut().enumerate() {
            // SAFETY: as the caller says.
            element.write(unsafe { *first.add(number * across + place * along) });
        }
    }
}

/// Calls `row` with target and operands at the start of each row.
#[inline(always)]
fn for_each_row<U, S: Sources>(
    plan: &Plan,
    mut target: Target<U>,
    mut sources: S,
    mut row: impl FnMut(&Target<U>, &S),
) {
    let step = |axis: usize, times: isize, target: &mut Target<U>, sources: &mut S| {
        target.step(axis, times);
        sources.step(axis, times);
    };
    let rows = if plan.len > 1 { plan.sizes[1] } else { 1 };
    let mut index = [0; NEAR];
    loop {
        for _ in 0..rows {
            row(&target, &sources);
            step(1, 1, &mut target, &mut sources);
        }
        let mut axis = 2;
        loop {
            if axis >= plan.len {
                return;
            }
            // Back to the start of the inner axis, one step along this one.
            step(
                axis - 1,
                -(plan.sizes[(axis - 1) % NEAR] as isize),
                &mut target,
                &mut sources,
            );
            step(axis, 1, &mut target, &mut sources);
            // A plan has at most `NEAR` axes; the remainder tells this to the compiler, so that it checks no bounds.
            let (place, size) = (&mut index[axis % NEAR], plan.sizes[axis % NEAR]);
            *place += 1;
            if *place < size {
                break;
            }
            *place = 0;
            axis += 1;
        }
    }
}

/// The same for several rows at a time, which take longer than a call: compiled once for all functions.
#[inline(never)]
fn for_each_tiled_row<U, S: Sources>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    row: &mut dyn FnMut(&Target<U>, &S),
) {
    for_each_row(plan, target, sources, row);
}

/// The target and the operands at indices into the axes beyond those of a plan.
pub trait Beyond<U, S> {
    /// At the index with a number in row-major order; `None` after the last.
    fn at(&self, number: usize) -> Option<(Target<U>, S)>;
}

/// The rows of a pass, one after the other. All functions share this code, while [`for_each_row`] is compiled into the
/// loop of each.
pub struct Rows<'a, U, S> {
    pub plan: Plan,
    /// The pattern of each operand along a row.
    pub mask: u64,
    pub target: Target<U>,
    pub sources: S,
    index: [usize; NEAR],
    beyond: Option<&'a dyn Beyond<U, S>>,
    number: usize,
}

impl<'a, U, S: Sources> Rows<'a, U, S> {
    pub fn new(plan: Plan, mask: u64, (target, sources): (Target<U>, S)) -> Self {
        Self {
            plan,
            mask,
            target,
            sources,
            index: [0; NEAR],
            beyond: None,
            number: 0,
        }
    }

    pub fn and_beyond(self, beyond: &'a dyn Beyond<U, S>) -> Self {
        Self {
            beyond: Some(beyond),
            ..self
        }
    }

    /// Moves to the next row; false after the last.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        for axis in 1..self.plan.len {
            let size = self.plan.sizes[axis];
            self.index[axis] += 1;
            let back = self.index[axis] == size;
            // Back to the start of the axis, one step further along the next one.
            let steps = if back { 1 - size as isize } else { 1 };
            self.sources.step(axis, steps);
            self.target.step(axis, steps);
            if !back {
                return true;
            }
            self.index[axis] = 0;
        }
        self.leap()
    }

    /// Moves to the next index beyond the axes of the plan; false after the last.
    #[inline(never)]
    pub fn leap(&mut self) -> bool {
        self.number += 1;
        let at = self.beyond.and_then(|beyond| beyond.at(self.number));
        if let Some(at) = at {
            (self.target, self.sources) = at;
        }
        at.is_some()
    }

    /// Whether the places of the target's rows are side by side.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.target.strides[0] == 1 || self.plan.sizes[0] == 1
    }
}

/// A pass over rows of one pattern, which is a constant for the caller, with a contiguous target: the only loop of a
/// function of the caller.
///
/// # Safety
///
/// As for [`run`], without an operand that is `STRIDED`.
#[inline(always)]
pub unsafe fn predicted<U, S: Sources>(
    rows: &mut Rows<'_, U, S>,
    mask: u64,
    each: &mut impl Visit<U, S::Arguments>,
) {
    loop {
        let first = rows.target.first;
        // SAFETY: by the contract of `run` target and operands have an element at each place of each row. The target's
        // places are side by side.
        unsafe {
            let row = rows.sources.row(mask);
            let (count, mut place) = (rows.plan.sizes[0], 0);
            while place < count {
                each.each(first.add(place), S::read(&row, mask, place, first.cast()));
                place += 1;
            }
        }
        if !rows.advance() {
            return;
        }
    }
}

/// The same for rows of any pattern: operands that are not contiguous are gathered a block at a time.
///
/// # Safety
///
/// As for [`run`].
#[inline(never)]
pub unsafe fn any<U, S: Sources, E: Visit<U, S::Arguments>>(
    rows: &mut Rows<'_, U, S>,
    each: &mut E,
) {
    if const { !S::SMALL || !E::IS_NEW } && (const { !S::SMALL } || !rows.is_contiguous()) {
        loop {
            let (Target { first, strides }, sources, mask) = (rows.target, rows.sources, rows.mask);
            let (count, mut place) = (rows.plan.sizes[0], 0);
            while place < count {
                // SAFETY: by the contract of `run` target and operands have an element at each place of each row.
                unsafe {
                    let arguments = sources.look_up(mask, place, first.cast());
                    each.each(first.add(place * strides[0]), arguments);
                }
                place += 1;
            }
            if !rows.advance() {
                return;
            }
        }
    }
    // Nothing is dropped, which the compiler would have to find out for each function.
    let mut blocks = ManuallyDrop::new(Blocks::of(rows));
    // SAFETY: as the caller says. The blocks have an element of each operand for each of their places.
    unsafe {
        while let Some((first, row, count)) = blocks.next() {
            let mut place = 0;
            while place < count {
                each.each(first.add(place), S::read(&row, 0, place, first.cast()));
                place += 1;
            }
        }
    }
}

/// The rows of a pass whose target is contiguous, in blocks. All functions share this code.
struct Blocks<'r, 'a, U, S: Sources> {
    rows: &'r mut Rows<'a, U, S>,
    row: usize,
    /// The length of what is visited as one row.
    length: usize,
    /// The start of the next block.
    start: usize,
    scratch: S::Scratch,
}

impl<'r, 'a, U, S: Sources> Blocks<'r, 'a, U, S> {
    fn of(rows: &'r mut Rows<'a, U, S>) -> Self {
        let (row, length) = as_row(&mut rows.plan, &rows.target);
        Self {
            rows,
            row,
            length,
            start: 0,
            scratch: S::scratch(),
        }
    }

    /// The next block: its first place in the target, the elements of the operands, which are read with a mask of 0,
    /// and the number of places. `None` after the last block.
    ///
    /// # Safety
    ///
    /// As for [`run`].
    #[inline(never)]
    unsafe fn next(&mut self) -> Option<(*mut U, S::Row, usize)> {
        if self.start == self.length {
            if !self.rows.advance() {
                return None;
            }
            self.start = 0;
        }
        let (row, start) = (self.row, self.start);
        let end = end_of_block(row, start, self.length);
        self.start = end;
        // SAFETY: by the contract of `run` target and operands have an element at each place of each row, the target's
        // side by side.
        unsafe {
            let first = self.rows.target.first.add(start);
            let block = Block { row, start, end };
            let (sources, mask) = (&self.rows.sources, self.rows.mask);
            let target = self.rows.target.first.cast_const().cast();
            let row = sources.gather(mask, block, target, &mut self.scratch);
            Some((first, row, end - start))
        }
    }
}

/// The length of a row along the first axis of a plan, and the length visited at once: if rows are narrow and the
/// target is contiguous, everything along the second axis.
#[inline]
fn as_row<U>(plan: &mut Plan, target: &Target<U>) -> (usize, usize) {
    let row = plan.sizes[0];
    match is_wide(plan, target) {
        true => (row, row),
        false => (row, row * core::mem::replace(&mut plan.sizes[1], 1)),
    }
}

/// Whether a row has enough elements for its own loop, or the next row of the target is not contiguous.
#[inline]
pub fn is_wide<U>(plan: &Plan, target: &Target<U>) -> bool {
    let row = plan.sizes[0];
    row >= NARROW
        || plan.len == 1
        || row >= SHORT && row * plan.sizes[1] <= BLOCK
        || row * plan.sizes[1] < 4 * NARROW
        || target.strides[0] != 1
        || target.strides[1] != row
}

/// The end of a block that begins at `start`: for narrow rows, at the end of a row.
#[inline]
fn end_of_block(row: usize, start: usize, length: usize) -> usize {
    let most = if length > row {
        BLOCK / row * row
    } else {
        BLOCK
    };
    length.min(start + most)
}

/// [`Sources::gather`], whose code is shared by all functions.
///
/// # Safety
///
/// As for it.
#[inline(never)]
unsafe fn gathered<U, S: Sources>(
    sources: &S,
    mask: u64,
    block: Block,
    target: *mut U,
    scratch: &mut S::Scratch,
) -> S::Row {
    // SAFETY: as the caller says.
    unsafe { sources.gather(mask, block, target.cast_const().cast(), scratch) }
}

/// Whether a row of the target is one of the operand.
const fn copies<U, S: Sources, E: Visit<U, S::Arguments>>() -> bool {
    E::COPIES && S::COUNT == 1
}

/// [`Visit::row`] for a row of one operand that is not `STRIDED`.
///
/// # Safety
///
/// As for it, with as many elements as the pattern in `mask` needs.
#[inline(always)]
pub unsafe fn at_once<U, Arguments>(
    from: *const u8,
    to: *mut U,
    count: usize,
    mask: u64,
    each: &mut impl Visit<U, Arguments>,
) -> bool {
    // SAFETY: as the caller says. The first place is written before it is copied to the others.
    unsafe {
        match mask {
            pattern::CONTIGUOUS => each.row(from, to, count),
            pattern::TARGET => each.row(to.cast_const().cast(), to, count),
            _ => {
                let is_done = each.row(from, to, 1);
                for place in 1..if is_done { count } else { 0 } {
                    core::ptr::copy_nonoverlapping(to, to.add(place), 1);
                }
                is_done
            }
        }
    }
}

/// A pass over rows without an operand that is `STRIDED`, with a contiguous target.
///
/// # Safety
///
/// As for [`run`].
#[inline(always)]
pub unsafe fn rows<U, S: Sources, E: Visit<U, S::Arguments>>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut E,
) {
    if const { E::HAS_ROWS && S::COUNT == 1 } && mask != pattern::REPEATED {
        let mut plan = *plan;
        let count = match plan.len > 1 {
            true => core::mem::replace(&mut plan.sizes[1], 1),
            false => 1,
        };
        return for_each_row(&plan, target, sources, |target, sources| {
            let (to, across) = (target.first, target.strides[1]);
            // SAFETY: by the contract of `run` target and operand have an element at each place of each row. The target's
            // places are side by side.
            unsafe {
                let (from, own) = match mask {
                    pattern::TARGET => (to.cast_const().cast(), across),
                    _ => (S::start(&sources.row(mask)), sources.across()),
                };
                let rows = SameRows {
                    count,
                    length: plan.sizes[0],
                    across: [own, across],
                };
                each.rows(from, to, rows);
            }
        });
    }
    for_each_row(plan, target, sources, |target, sources| {
        // SAFETY: by the contract of `run` target and operands have an element at each place of each row. The target's
        // places are side by side.
        unsafe {
            let row = sources.row(mask);
            if const { copies::<U, S, E>() } && mask == 0 {
                let first = S::start(&row).cast::<U>();
                core::ptr::copy_nonoverlapping(first, target.first, plan.sizes[0]);
                return;
            }
            if const { S::COUNT == 1 }
                && at_once(S::start(&row), target.first, plan.sizes[0], mask, each)
            {
                return;
            }
            for place in 0..plan.sizes[0] {
                let arguments = S::read(&row, mask, place, target.first.cast());
                each.each(target.first.add(place), arguments);
            }
        }
    });
}

/// A pass over rows of any pattern.
///
/// # Safety
///
/// As for [`run`].
#[inline(never)]
unsafe fn blocks<U, S: Sources>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut impl Visit<U, S::Arguments>,
) {
    let mut plan = *plan;
    let (row, length) = as_row(&mut plan, &target);
    let mut scratch = S::scratch();
    for_each_row(&plan, target, sources, |target, sources| {
        let mut start = 0;
        while start < length {
            let end = end_of_block(row, start, length);
            let block = Block { row, start, end };
            // SAFETY: by the contract of `run` target and operands have an element at each place of each row.
            unsafe {
                let row = gathered(sources, mask, block, target.first, &mut scratch);
                let arguments = |place| S::read(&row, 0, place - start, target.first.cast());
                let count = end - start;
                match target.strides[0] {
                    stride
                        if const { S::COUNT == 1 }
                            && (stride == 1 || count == 1)
                            && each.row(S::start(&row), target.first.add(start), count) => {}
                    1 => {
                        for place in start..end {
                            each.each(target.first.add(place), arguments(place));
                        }
                    }
                    stride => {
                        for place in start..end {
                            each.each(target.first.add(place * stride), arguments(place));
                        }
                    }
                }
            }
            start = end;
        }
    });
}

/// The same for rows that are visited together, with a contiguous target.
///
/// # Safety
///
/// As for [`run`].
#[inline(never)]
unsafe fn tiles<U, S: Sources>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut impl Visit<U, S::Arguments>,
) {
    let mut plan = *plan;
    let (length, rows) = (plan.sizes[0], core::mem::replace(&mut plan.sizes[1], 1));
    let mut scratch = S::scratch();
    for_each_tiled_row(&plan, target, sources, &mut |target, sources| {
        let across = target.strides[1];
        let (mut first, mut end) = (0, rows.min(sources.lead()));
        while first < rows {
            if end == first {
                end = rows.min(first + TILE);
            }
            // Tile by tile along rows of the target. In the other direction, rows a power of 2 apart would fall into
            // the same few sets of the cache, and loads would wait for stores to addresses with the same last bits.
            // Those after the first begin with a cache line of the target.
            let lead = target.first.wrapping_add(first * across);
            let lead = lead.align_offset(LINE) % TILE;
            let mut next = 0;
            while next < length {
                let start = next;
                next = match start {
                    0 if lead > 0 => lead.min(length),
                    _ => length.min(start + TILE),
                };
                let tile = Tile {
                    start,
                    length: next - start,
                    first,
                    rows: end - first,
                    across,
                };
                // SAFETY: by the contract of `run` target and operands have an element at each place of each row.
                unsafe {
                    let read = target.first.cast_const().cast();
                    let tiled = sources.tile(mask, tile, read, &mut scratch);
                    for number in 0..tile.rows {
                        let to = target.first.add((first + number) * across + start);
                        // Each row is in another page, where no processor looks ahead.
                        fetch(to.wrapping_add(TILE).cast_const());
                        let row = S::row_of_tile(&tiled, number);
                        if const { S::COUNT == 1 } && each.row(S::start(&row), to, tile.length) {
                            continue;
                        }
                        if tile.length == TILE {
                            // All are read, then written: then the compiler need not check for overlaps.
                            let read: [_; TILE] =
                                core::array::from_fn(|place| S::read(&row, 0, place, read));
                            for (place, arguments) in read.into_iter().enumerate() {
                                each.each(to.add(place), arguments);
                            }
                            continue;
                        }
                        for place in 0..tile.length {
                            each.each(to.add(place), S::read(&row, 0, place, read));
                        }
                    }
                }
            }
            first = end;
        }
    });
}

/// The same for large elements, one by one.
///
/// # Safety
///
/// As for [`run`].
#[inline(never)]
unsafe fn one_by_one<U, S: Sources>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut impl Visit<U, S::Arguments>,
) {
    // SAFETY: as the caller says.
    unsafe { positions(plan, target, sources, mask, each) }
}

/// A pass over rows of any pattern, place by place: for constant strides, and for large elements.
///
/// # Safety
///
/// As for [`run`].
#[inline(always)]
pub unsafe fn positions<U, S: Sources>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut impl Visit<U, S::Arguments>,
) {
    let mut row = |target: &Target<U>, sources: &S| {
        for place in 0..plan.sizes[0] {
            // SAFETY: by the contract of `run` target and operands have an element at each place of each row.
            unsafe {
                let arguments = sources.look_up(mask, place, target.first.cast());
                each.each(target.first.add(place * target.strides[0]), arguments);
            }
        }
    };
    if plan.len > 3 {
        return for_each_row(plan, target, sources, row);
    }
    // Nested loops, because with constant sizes they are simpler for the compiler than a loop over any number of axes.
    let at = |(mut target, mut sources): (Target<U>, S), axis: usize, index: usize| {
        target.step(axis, index as isize);
        sources.step(axis, index as isize);
        (target, sources)
    };
    for outer in 0..plan.sizes[2] {
        let outer = at((target, sources), 2, outer);
        for inner in 0..plan.sizes[1] {
            let (target, sources) = at(outer, 1, inner);
            row(&target, &sources);
        }
    }
}

/// A pass with a function of one or two elements that many callers share: loops for the usual patterns.
///
/// # Safety
///
/// The plan has no size of 0. For every index into it, `target` may be written at the offset that its strides give, and
/// holds an element there if `each` reads it; no two indices give one place. Every operand of `sources` that is not
/// `TARGET` in `mask` has an element there, in memory that the target is not part of; for those that are, the target is
/// contiguous and has elements of the same size and alignment which are of the operand's type until they are written.
/// `mask` is that of the plan, except for `TARGET`, which is set only if `REUSE`.
#[inline(never)]
pub unsafe fn run<U, S: Sources, const REUSE: bool>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut impl Visit<U, S::Arguments>,
) {
    use pattern::{REPEATED, TARGET};
    const LEFT_REPEATED: u64 = pattern::with(0, 0, REPEATED);
    const RIGHT_REPEATED: u64 = pattern::with(0, 1, REPEATED);
    const LEFT_TARGET: u64 = pattern::with(0, 0, TARGET);
    const RIGHT_TARGET: u64 = pattern::with(0, 1, TARGET);
    const LEFT_TARGET_RIGHT_REPEATED: u64 = LEFT_TARGET | RIGHT_REPEATED;
    const LEFT_REPEATED_RIGHT_TARGET: u64 = LEFT_REPEATED | RIGHT_TARGET;
    // A single place counts as contiguous.
    let contiguous = target.strides[0] == 1 || plan.sizes[0] == 1;
    // SAFETY: as the caller says; an arm's constant is the mask.
    unsafe {
        match mask {
            _ if const { !S::SMALL } => one_by_one(plan, target, sources, mask, each),
            _ if plan.tiled && contiguous => tiles(plan, target, sources, mask, each),
            _ if !contiguous || !is_wide(plan, &target) => {
                blocks(plan, target, sources, mask, each)
            }
            0 if const { !REUSE } => rows(plan, target, sources, 0, each),
            LEFT_REPEATED if const { !REUSE && S::COUNT > 0 } => {
                rows(plan, target, sources, LEFT_REPEATED, each)
            }
            RIGHT_REPEATED if const { !REUSE && S::COUNT == 2 } => {
                rows(plan, target, sources, RIGHT_REPEATED, each)
            }
            LEFT_TARGET if const { REUSE } => rows(plan, target, sources, LEFT_TARGET, each),
            LEFT_TARGET_RIGHT_REPEATED if const { REUSE && S::COUNT == 2 } => {
                rows(plan, target, sources, LEFT_TARGET_RIGHT_REPEATED, each)
            }
            RIGHT_TARGET if const { REUSE && S::COUNT == 2 } => {
                rows(plan, target, sources, RIGHT_TARGET, each)
            }
            LEFT_REPEATED_RIGHT_TARGET if const { REUSE && S::COUNT == 2 } => {
                rows(plan, target, sources, LEFT_REPEATED_RIGHT_TARGET, each)
            }
            _ => blocks(plan, target, sources, mask, each),
        }
    }
}
