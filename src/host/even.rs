//! Passes over few elements without a plan, which takes longer to make than they take: all operands lie in row-major order, and each goes on
//! through the whole result, or again and again from row to row, or is one number. `[4, 4] + [4]` is such a pass.

use super::plan::pattern;
use super::rows::Each;

/// The most elements. Of more, the plan is a small part of the time.
const FEW: usize = 1 << 9;

/// As many are read, then written, where there are as many: so a loop does not have to ask whether results go where operands are read.
const STEP: usize = 4;

/// The most operands.
pub const MOST: usize = 2;

/// Rows of one length, one after the other.
#[derive(Clone, Copy)]
pub struct Even {
    length: u16,
    rows: u16,
    /// The patterns of the operands along a row: side by side, or one number.
    mask: u8,
    /// In the same way, 1 for operands that go on from row to row.
    moves: u8,
}

impl Even {
    /// Of operands with so many elements each, and a target with `count`.
    #[inline]
    pub fn of(counts: &[usize], count: usize) -> Option<Self> {
        if count == 0 || count > FEW {
            return None;
        }
        let mut length = count;
        for &own in counts {
            if own != 1 && own < length {
                length = own;
            }
        }
        let (mut mask, mut moves) = (0, 0);
        for (operand, &own) in counts.iter().enumerate() {
            if own == length {
            } else if own == count {
                moves = pattern::with(moves, operand, 1);
            } else if own == 1 {
                mask = pattern::with(mask, operand, pattern::REPEATED);
            } else {
                return None;
            }
        }
        let (length, count) = (length as u16, count as u16);
        Some(Self {
            length,
            rows: count / length,
            mask: mask as u8,
            moves: moves as u8,
        })
    }

    /// How far the operand at a position goes on from row to row.
    #[inline(always)]
    fn step(&self, operand: usize) -> usize {
        match pattern::at(self.moves.into(), operand) {
            0 => 0,
            _ => self.length.into(),
        }
    }
}

/// Where an operand is read.
pub struct Source<T> {
    first: *const T,
    step: usize,
}

impl<T> Clone for Source<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Source<T> {}

impl<T> Source<T> {
    /// The operand at a position, from its first element on.
    #[inline(always)]
    pub fn new(even: &Even, operand: usize, first: *const T) -> Self {
        Self {
            first,
            step: even.step(operand),
        }
    }
}

/// The operands of a pass, `(((), a), b)`.
pub trait Sources: Copy {
    /// How many.
    const COUNT: usize;
    /// An element of each, `(((), x), y)`.
    type Arguments;

    /// The elements at a place of a row.
    ///
    /// # Safety
    ///
    /// There is one of each operand.
    unsafe fn read(&self, mask: u64, row: usize, place: usize) -> Self::Arguments;
}

impl Sources for () {
    const COUNT: usize = 0;
    type Arguments = ();

    #[inline(always)]
    unsafe fn read(&self, _mask: u64, _row: usize, _place: usize) {}
}

impl<Lead: Sources, T: Copy> Sources for (Lead, Source<T>) {
    const COUNT: usize = Lead::COUNT + 1;
    type Arguments = (Lead::Arguments, T);

    #[inline(always)]
    unsafe fn read(&self, mask: u64, row: usize, place: usize) -> Self::Arguments {
        let Source { first, step } = self.1;
        let place_of_own = match pattern::at(mask, Lead::COUNT) {
            pattern::REPEATED => 0,
            _ => place,
        };
        // SAFETY: as the caller says.
        unsafe {
            (
                self.0.read(mask, row, place),
                *first.add(row * step + place_of_own),
            )
        }
    }
}

/// Does something for each element of a target and the operands.
///
/// # Safety
///
/// From `first` on there is memory for as many elements as the target was said to have, which may be written, and holds elements if `each` reads
/// them. From where each operand begins there are as many elements as it was said to have, also while the target is written; an element of an
/// operand that is where a result goes is read before.
#[inline(never)]
pub unsafe fn run<U, S: Sources>(
    even: &Even,
    first: *mut U,
    sources: S,
    each: &mut impl Each<U, S::Arguments>,
) {
    let (count, length) = (usize::from(even.rows), usize::from(even.length));
    let mask = even.mask.into();
    for row in 0..count {
        // SAFETY: rows of the length are as many as there are elements. An operand has one for each place of a row, or one for all, in each row if it
        // goes on from row to row, else in the first.
        unsafe {
            let first = first.add(row * length);
            let mut place = 0;
            while mask == 0 && place + STEP <= length {
                let read: [_; STEP] =
                    core::array::from_fn(|next| sources.read(0, row, place + next));
                for (next, arguments) in read.into_iter().enumerate() {
                    each.each(first.add(place + next), arguments);
                }
                place += STEP;
            }
            for place in place..length {
                each.each(first.add(place), sources.read(mask, row, place));
            }
        }
    }
}
