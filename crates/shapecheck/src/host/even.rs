//! Passes over few elements, without a plan, which would take longer to make than the pass. All operands are in
//! row-major order, and each either runs through the whole result, or repeats in each row, or is one number, or one for
//! each row. `[4, 4] + [4]` and `[4, 4] + [4, 1]` are such passes.

use core::mem::MaybeUninit;
use core::sync::atomic::{Ordering, compiler_fence};

use super::plan::pattern;
use super::raw::{Repeated, copy};
use super::rows::{self, Visit};

/// The most elements. For more of them, the time for a plan does not matter.
pub const FEW: usize = 1 << 9;

/// Elements are read in groups of this size and then written, so that the loop need not ask whether results replace
/// operands.
const STEP: usize = 4;

/// The same limit for functions of the caller, which run element by element.
pub const FEW_OF_CLOSURE: usize = 1 << 6;

/// The most operands.
pub const MOST: usize = 2;

/// The patterns of two operands along a row, one of which repeats.
pub const LEFT: u64 = pattern::with(0, 0, pattern::REPEATED);
pub const RIGHT: u64 = pattern::with(0, 1, pattern::REPEATED);

/// Rows of the same length, one after the other.
#[derive(Clone, Copy)]
pub struct Even {
    length: u16,
    /// The number of elements in all rows together.
    count: u16,
    /// The patterns of the operands along a row: contiguous, or one number.
    mask: u8,
    /// In the same way, 1 for operands that move on from row to row.
    moves: u8,
}

impl Even {
    /// For operands with elements that repeat so, and a target with `count`, at least one and at most [`FEW`].
    #[inline(always)]
    pub fn of(operands: &[Repeated], count: usize) -> Option<Self> {
        let mut length = count;
        for own in operands {
            let own = match own.each {
                1 => own.count,
                each => each,
            };
            if own != 1 && own < length {
                length = own;
            }
        }
        let (mut mask, mut moves) = (0, 0);
        for (operand, own) in operands.iter().enumerate() {
            let (own, each) = (own.count, own.each);
            if each != 1 {
                if each != length || own * each != count {
                    return None;
                }
                mask = pattern::with(mask, operand, pattern::REPEATED);
                moves = pattern::with(moves, operand, 1);
            } else if own == length {
            } else if own == count {
                moves = pattern::with(moves, operand, 1);
            } else if own == 1 {
                mask = pattern::with(mask, operand, pattern::REPEATED);
            } else {
                return None;
            }
        }
        Some(Self {
            length: length as u16,
            count: count as u16,
            mask: mask as u8,
            moves: moves as u8,
        })
    }

    /// Whether there is one row, of contiguous elements.
    #[inline(always)]
    pub fn is_one_row(&self) -> bool {
        self.length == self.count && self.mask == 0
    }

    /// Whether all operands are contiguous along a row.
    #[inline(always)]
    pub fn is_side_by_side(&self) -> bool {
        self.mask == 0
    }

    /// Whether the operand at a position goes on from row to row.
    #[inline(always)]
    fn moves(&self, operand: usize) -> bool {
        pattern::at(self.moves.into(), operand) != 0
    }
}

/// The place where an operand is read.
pub struct Source<T>(pub *const T);

copy!(Source<T>);

/// The operands of a pass, `(((), a), b)`, at the start of a row.
pub trait Sources: Copy {
    /// How many.
    const COUNT: usize;
    /// An element of each, `(((), x), y)`.
    type Arguments;
    /// What is read along a row.
    type Row: Copy;

    /// The operand at a position is read from here on.
    fn replace(&mut self, operand: usize, first: *const u8);

    /// The place where the last operand is read.
    fn start(&self) -> *const u8;

    /// A row.
    ///
    /// # Safety
    ///
    /// There is an element of each operand that is `REPEATED` in `mask`.
    unsafe fn row(&self, mask: u64) -> Self::Row;

    /// The elements at a place of a row.
    ///
    /// # Safety
    ///
    /// There is one of each operand; the row is of the same mask.
    unsafe fn read(row: &Self::Row, mask: u64, place: usize) -> Self::Arguments;

    /// Moves on to the next row; the row is of the mask.
    fn advance(&mut self, even: &Even, mask: u64);
}

impl Sources for () {
    const COUNT: usize = 0;
    type Arguments = ();
    type Row = ();

    #[inline(always)]
    fn replace(&mut self, _operand: usize, _first: *const u8) {}

    #[inline(always)]
    fn start(&self) -> *const u8 {
        core::ptr::null()
    }

    #[inline(always)]
    unsafe fn row(&self, _mask: u64) {}

    #[inline(always)]
    unsafe fn read(_row: &(), _mask: u64, _place: usize) {}

    #[inline(always)]
    fn advance(&mut self, _even: &Even, _mask: u64) {}
}

impl<Lead: Sources, T: Copy> Sources for (Lead, Source<T>) {
    const COUNT: usize = Lead::COUNT + 1;
    type Arguments = (Lead::Arguments, T);
    type Row = (Lead::Row, *const T, MaybeUninit<T>);

    #[inline(always)]
    fn replace(&mut self, operand: usize, first: *const u8) {
        match operand == Lead::COUNT {
            true => self.1.0 = first.cast(),
            false => self.0.replace(operand, first),
        }
    }

    #[inline(always)]
    fn start(&self) -> *const u8 {
        self.1.0.cast()
    }

    #[inline(always)]
    unsafe fn row(&self, mask: u64) -> Self::Row {
        let value = match pattern::at(mask, Lead::COUNT) {
            // SAFETY: the caller says that there is an element.
            pattern::REPEATED => MaybeUninit::new(unsafe { *self.1.0 }),
            _ => MaybeUninit::uninit(),
        };
        // SAFETY: as the caller says.
        (unsafe { self.0.row(mask) }, self.1.0, value)
    }

    #[inline(always)]
    unsafe fn read((lead, first, value): &Self::Row, mask: u64, place: usize) -> Self::Arguments {
        // SAFETY: the caller says that there is an element. A repeated value was read by `row` with the same mask.
        unsafe {
            let element = match pattern::at(mask, Lead::COUNT) {
                pattern::REPEATED => value.assume_init(),
                _ => *first.add(place),
            };
            (Lead::read(lead, mask, place), element)
        }
    }

    #[inline(always)]
    fn advance(&mut self, even: &Even, mask: u64) {
        self.0.advance(even, mask);
        let step = match even.moves(Lead::COUNT) {
            true if pattern::at(mask, Lead::COUNT) == pattern::REPEATED => 1,
            true => even.length.into(),
            false => 0,
        };
        // After the last row nothing is read.
        self.1.0 = self.1.0.wrapping_add(step);
    }
}

/// Does something for each element of a target and the operands.
///
/// # Safety
///
/// From `first` on there is memory for as many elements as the target was said to have, which may be written, and holds
/// elements if `each` reads them. From where each operand begins there are as many elements as it was said to have,
/// also while the target is written; an element of an operand that is where a result goes is read before. For a
/// function of the caller's, all operands lie side by side along a row.
#[inline(never)]
pub unsafe fn run<U, S: Sources, E: Visit<U, S::Arguments>>(
    even: &Even,
    first: *mut U,
    sources: S,
    each: &mut E,
) {
    // SAFETY: as the caller says; an arm's constant is the mask. One operand in one row has all elements side by side.
    unsafe {
        if const { S::COUNT == 1 }
            && even.is_one_row()
            && each.row(sources.start(), first, even.count.into())
        {
            return;
        }
        match even.mask.into() {
            // A function of the caller has this loop only.
            _ if const { E::IS_CLOSURE } => rows(even, first, sources, 0, each),
            0 => rows(even, first, sources, 0, each),
            LEFT if const { S::COUNT > 0 } => rows(even, first, sources, LEFT, each),
            RIGHT if const { S::COUNT == 2 } => rows(even, first, sources, RIGHT, each),
            mask => rows(even, first, sources, mask, each),
        }
    }
}

/// The loop of a pattern, which is a constant where it is called.
///
/// # Safety
///
/// As for [`run`], with the mask of `even`.
#[inline(always)]
unsafe fn rows<U, S: Sources, E: Visit<U, S::Arguments>>(
    even: &Even,
    mut first: *mut U,
    mut sources: S,
    mask: u64,
    each: &mut E,
) {
    let (length, count) = (usize::from(even.length), usize::from(even.count));
    let mut done = 0;
    while done < count {
        let mut place = 0;
        // SAFETY: rows of the length are as many as there are elements. An operand has one for each place of a row, or
        // one for all, in each row if it goes on from row to row, else in the first.
        unsafe {
            let row = sources.row(mask);
            while const { !E::IS_CLOSURE } && length - place >= STEP {
                let read: [_; STEP] =
                    core::array::from_fn(|next| S::read(&row, mask, place + next));
                for (next, arguments) in read.into_iter().enumerate() {
                    each.each(first.add(place + next), arguments);
                }
                place += STEP;
                // Keeps the compiler from unrolling these vector loops further: the longer code would take more time to
                // start than such short rows take.
                compiler_fence(Ordering::AcqRel);
            }
            while place < length {
                each.each(first.add(place), S::read(&row, mask, place));
                place += 1;
                if const { E::IS_CLOSURE } {
                    compiler_fence(Ordering::AcqRel);
                }
            }
            first = first.add(length);
        }
        sources.advance(even, mask);
        done += length;
    }
}

/// A single row, of as many elements as the types of the operands say.
///
/// # Safety
///
/// From `first` on there is memory for `count` elements, which may be written, and holds elements if `each` reads them.
/// Each operand has an element for each of them, or one for all if it is `REPEATED` in `mask`, in memory that is not
/// written.
#[inline(always)]
pub unsafe fn row<U, S: Sources, E: Visit<U, S::Arguments>>(
    count: usize,
    first: *mut U,
    sources: S,
    mask: u64,
    each: &mut E,
) {
    // SAFETY: as the caller says.
    unsafe {
        if const { S::COUNT == 1 } && rows::at_once(sources.start(), first, count, mask, each) {
            return;
        }
        let row = sources.row(mask);
        for place in 0..count {
            each.each(first.add(place), S::read(&row, mask, place));
        }
    }
}

/// The same for many elements, with a mask that is known: compiled once for all shapes.
///
/// # Safety
///
/// As for it.
#[inline(never)]
pub unsafe fn shared_row<const MASK: u64, U, S: Sources, E: Visit<U, S::Arguments>>(
    count: usize,
    first: *mut U,
    sources: S,
    each: &mut E,
) {
    // SAFETY: as the caller says.
    unsafe { row(count, first, sources, MASK, each) }
}
