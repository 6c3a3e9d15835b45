//! One pass over a target and any number of operands, row by row.
//!
//! What happens along a row is decided outside of it: the patterns of all operands are one number, [`mask`](pattern), which is
//! a constant in each copy of the loops. Loops are compiled for element types, a function and a pattern, and never for a shape; only
//! inline tensors have loops of their own.

use core::mem::MaybeUninit;

use super::plan::{Plan, pattern};
use crate::shape::list::NEAR;

/// How many elements of a row are gathered at a time where they do not lie side by side.
const BLOCK: usize = 64;

/// Elements of more bytes are not gathered: blocks of them would fill the stack, and a copy of one costs more than the step to the
/// next.
const LARGE: usize = 64;

/// Where an operand is read: its first element, and its strides along the axes of a plan.
pub struct Source<T> {
    pub first: *const T,
    pub strides: [usize; NEAR],
}

impl<T> Clone for Source<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Source<T> {}

/// Where results are written: the first place, and the strides along the axes of a plan.
pub struct Target<U> {
    pub first: *mut U,
    pub strides: [usize; NEAR],
}

impl<U> Clone for Target<U> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<U> Copy for Target<U> {}

/// What is done for each element of the target.
pub trait Each<U, Arguments> {
    /// Whether what is written is the one operand, so that a row can be copied at once.
    const COPIES: bool = false;

    /// Whether it is a function of the caller's, compiled wherever it stands: then as few loops as can be are made of it.
    const IS_CLOSURE: bool = false;

    /// Whether the places are new memory, in row-major order.
    const IS_NEW: bool = false;

    /// # Safety
    ///
    /// `place` may be written; where the implementation reads it, it holds an element.
    unsafe fn each(&mut self, place: *mut U, arguments: Arguments);
}

/// Writes the result of a function of all operands.
pub struct Write<F>(pub F);

impl<U, Arguments, F: FnMut(Arguments) -> U> Each<U, Arguments> for Write<F> {
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

impl<T: Copy> Each<T, ((), T)> for Copies {
    const COPIES: bool = true;
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut T, ((), element): ((), T)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(element) }
    }
}

/// Writes the result of a function of one operand.
pub struct WriteOne<F>(pub F);

impl<U, A, F: FnMut(A) -> U> Each<U, ((), A)> for WriteOne<F> {
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, ((), a): ((), A)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(self.0(a)) }
    }
}

/// Writes the result of a function of two operands.
pub struct WriteTwo<F>(pub F);

impl<U, A, B, F: FnMut(A, B) -> U> Each<U, (((), A), B)> for WriteTwo<F> {
    const IS_NEW: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, (((), a), b): (((), A), B)) {
        // SAFETY: the caller lets `place` be written.
        unsafe { place.write(self.0(a, b)) }
    }
}

/// Changes elements in place.
pub struct Update<F>(pub F);

impl<U, Arguments, F: FnMut(&mut U, Arguments)> Each<U, Arguments> for Update<F> {
    const IS_CLOSURE: bool = true;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, arguments: Arguments) {
        // SAFETY: a function that updates is used with targets that hold elements, and nothing else refers to
        // the target's elements.
        self.0(unsafe { &mut *place }, arguments);
    }
}

/// Replaces elements by the result of a function of them and of one operand.
pub struct Replace<F>(pub F);

impl<U: Copy, A, F: FnMut(U, A) -> U> Each<U, ((), A)> for Replace<F> {
    #[inline(always)]
    unsafe fn each(&mut self, place: *mut U, ((), a): ((), A)) {
        // SAFETY: as in `Update`.
        unsafe { place.write(self.0(place.read(), a)) }
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

    /// At the start of a row.
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

    /// Whether elements of all operands are small enough to be gathered in blocks.
    const SMALL: bool;

    /// The elements at a place in the row, whatever the pattern.
    ///
    /// # Safety
    ///
    /// As for `read`, but operands may be `STRIDED`.
    unsafe fn look_up(&self, mask: u64, place: usize, target: *const u8) -> Self::Arguments;

    /// The first element of the last operand's row.
    fn start(row: &Self::Row) -> *const u8;

    /// `times` steps along an axis of the plan.
    fn step(&mut self, axis: usize, times: isize);

    fn scratch() -> Self::Scratch;

    /// Elements from `start` to `end` of a row, each operand's side by side: to be read with a mask of 0.
    ///
    /// # Safety
    ///
    /// As for `row` and `read`, but operands may be `STRIDED`. All blocks of a row before this one were gathered into the
    /// same scratch.
    unsafe fn gather(
        &self,
        mask: u64,
        start: usize,
        end: usize,
        target: *const u8,
        scratch: &mut Self::Scratch,
    ) -> Self::Row;
}

impl Sources for () {
    const COUNT: usize = 0;
    type Arguments = ();
    type Row = ();
    type Scratch = ();

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
    fn scratch() {}

    #[inline(always)]
    unsafe fn gather(&self, _: u64, _: usize, _: usize, _: *const u8, (): &mut ()) {}
}

impl<Lead: Sources, T: Copy> Sources for (Lead, Source<T>) {
    const COUNT: usize = Lead::COUNT + 1;
    type Arguments = (Lead::Arguments, T);
    type Row = (Lead::Row, *const T, MaybeUninit<T>);
    type Scratch = (Lead::Scratch, [MaybeUninit<T>; BLOCK]);

    #[inline(always)]
    unsafe fn row(&self, mask: u64) -> Self::Row {
        // Read before the loop: inside, the target might be taken for the same memory.
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
        // Past the last row the place is not read.
        let steps = times.wrapping_mul(self.1.strides[axis % NEAR] as isize);
        self.1.first = self.1.first.wrapping_offset(steps);
    }

    #[inline(always)]
    fn scratch() -> Self::Scratch {
        (Lead::scratch(), [MaybeUninit::uninit(); BLOCK])
    }

    #[inline(always)]
    unsafe fn gather(
        &self,
        mask: u64,
        start: usize,
        end: usize,
        target: *const u8,
        (lead, block): &mut Self::Scratch,
    ) -> Self::Row {
        let Source { first, strides } = self.1;
        let block = &mut block[..(end - start).min(BLOCK)];
        // SAFETY: the caller says that the row has the places from `start` to `end`.
        let first = unsafe {
            match pattern::at(mask, Lead::COUNT) {
                pattern::CONTIGUOUS => first.add(start),
                pattern::REPEATED => {
                    // Later blocks of the row are no longer than the first, and find it filled.
                    if start == 0 {
                        block.fill(MaybeUninit::new(*first));
                    }
                    block.as_ptr().cast()
                }
                pattern::TARGET => {
                    let elements = target.cast::<MaybeUninit<T>>().add(start);
                    core::ptr::copy_nonoverlapping(elements, block.as_mut_ptr(), block.len());
                    block.as_ptr().cast()
                }
                _ => {
                    for (place, element) in (start..).zip(block.iter_mut()) {
                        element.write(*first.add(place * strides[0]));
                    }
                    block.as_ptr().cast()
                }
            }
        };
        // SAFETY: as the caller says.
        let lead = unsafe { self.0.gather(mask, start, end, target, lead) };
        (lead, first, MaybeUninit::uninit())
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
        let steps = times.wrapping_mul(target.strides[axis % NEAR] as isize);
        target.first = target.first.wrapping_offset(steps);
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
            // Back to the start of the axis inside, one step along this one.
            step(
                axis - 1,
                -(plan.sizes[(axis - 1) % NEAR] as isize),
                &mut target,
                &mut sources,
            );
            step(axis, 1, &mut target, &mut sources);
            // A plan has at most `NEAR` axes; the remainder says so to the compiler, which then has no bounds to check.
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

/// Where target and operands stand at indices into the axes beyond those that a plan has room for.
pub trait Beyond<U, S> {
    /// At one of them, by its number in row-major order; `None` after the last.
    fn at(&self, number: usize) -> Option<(Target<U>, S)>;
}

/// The rows of a pass, one after the other. Its code is shared by all functions, where [`for_each_row`] is compiled into the loop of each.
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

    /// On to the next row; false after the last.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        for axis in 1..self.plan.len {
            let (size, stride) = (self.plan.sizes[axis], self.target.strides[axis]);
            self.index[axis] += 1;
            let back = self.index[axis] == size;
            // Back to the start of the axis, which is one step further along the next one.
            let steps = if back { 1 - size as isize } else { 1 };
            self.sources.step(axis, steps);
            let offset = steps.wrapping_mul(stride as isize);
            self.target.first = self.target.first.wrapping_offset(offset);
            if !back {
                return true;
            }
            self.index[axis] = 0;
        }
        self.leap()
    }

    /// On to the next index beyond the axes of the plan; false after the last.
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

/// A pass over rows of one pattern, which is a constant where it is called, with a contiguous target: the one loop of a function of the caller's.
///
/// # Safety
///
/// As for [`run`], without an operand that is `STRIDED`.
#[inline(always)]
pub unsafe fn predicted<U, S: Sources>(
    rows: &mut Rows<'_, U, S>,
    mask: u64,
    each: &mut impl Each<U, S::Arguments>,
) {
    loop {
        let first = rows.target.first;
        // SAFETY: by the contract of `run` target and operands have an element at each place of each row. The target's places
        // are side by side.
        unsafe {
            let row = rows.sources.row(mask);
            for place in 0..rows.plan.sizes[0] {
                each.each(first.add(place), S::read(&row, mask, place, first.cast()));
            }
        }
        if !rows.advance() {
            return;
        }
    }
}

/// The same for rows of any pattern: what does not lie side by side is gathered a block at a time.
///
/// # Safety
///
/// As for [`run`].
#[inline(never)]
pub unsafe fn any<U, S: Sources, E: Each<U, S::Arguments>>(
    rows: &mut Rows<'_, U, S>,
    each: &mut E,
) {
    if const { !S::SMALL || !E::IS_NEW } && (const { !S::SMALL } || !rows.is_contiguous()) {
        loop {
            let at = (rows.target, rows.sources);
            // SAFETY: as the caller says.
            unsafe { one_by_one(&rows.plan, at.0, at.1, rows.mask, each) };
            if !rows.leap() {
                return;
            }
        }
    }
    let mut scratch = S::scratch();
    let mut start = 0;
    loop {
        // SAFETY: by the contract of `run` target and operands have an element at each place of each row, the target's side by side.
        unsafe {
            let (row, end) = gathered(rows, start, &mut scratch);
            let first = rows.target.first.add(start);
            for place in 0..end - start {
                each.each(first.add(place), S::read(&row, 0, place, first.cast()));
            }
            start = end;
        }
        if start == rows.plan.sizes[0] {
            start = 0;
            if !rows.advance() {
                return;
            }
        }
    }
}

/// [`Sources::gather`] from `start` on, whose code is shared by all functions, and where the block ends.
///
/// # Safety
///
/// As for it.
#[inline(never)]
unsafe fn gathered<U, S: Sources>(
    rows: &Rows<'_, U, S>,
    start: usize,
    scratch: &mut S::Scratch,
) -> (S::Row, usize) {
    let end = rows.plan.sizes[0].min(start + BLOCK);
    let target = rows.target.first.cast_const().cast();
    // SAFETY: as the caller says.
    let row = unsafe { rows.sources.gather(rows.mask, start, end, target, scratch) };
    (row, end)
}

/// Whether a row of the target is one of the operand.
const fn copies<U, S: Sources, E: Each<U, S::Arguments>>() -> bool {
    E::COPIES && S::COUNT == 1
}

/// A pass over rows without an operand that is `STRIDED`, with a contiguous target.
///
/// # Safety
///
/// As for [`run`].
#[inline(always)]
pub unsafe fn rows<U, S: Sources, E: Each<U, S::Arguments>>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut E,
) {
    for_each_row(plan, target, sources, |target, sources| {
        // SAFETY: by the contract of `run` target and operands have an element at each place of each row. The target's places
        // are side by side.
        unsafe {
            let row = sources.row(mask);
            if const { copies::<U, S, E>() } && mask == 0 {
                let first = S::start(&row).cast::<U>();
                core::ptr::copy_nonoverlapping(first, target.first, plan.sizes[0]);
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
    each: &mut impl Each<U, S::Arguments>,
) {
    let length = plan.sizes[0];
    let mut scratch = S::scratch();
    for_each_row(plan, target, sources, |target, sources| {
        let mut start = 0;
        while start < length {
            let end = length.min(start + BLOCK);
            // SAFETY: by the contract of `run` target and operands have an element at each place of each row.
            unsafe {
                let row = sources.gather(mask, start, end, target.first.cast(), &mut scratch);
                let arguments = |place| S::read(&row, 0, place - start, target.first.cast());
                match target.strides[0] {
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
    each: &mut impl Each<U, S::Arguments>,
) {
    for_each_row(plan, target, sources, |target, sources| {
        for place in 0..plan.sizes[0] {
            // SAFETY: by the contract of `run` target and operands have an element at each place of each row.
            unsafe {
                let arguments = sources.look_up(mask, place, target.first.cast());
                each.each(target.first.add(place * target.strides[0]), arguments);
            }
        }
    });
}

/// A pass by a function of one or two elements that many callers share: loops for the patterns that such passes mostly have.
///
/// # Safety
///
/// The plan has no size of 0. For every index into it, `target` may be written at the offset that its strides give, and holds an element
/// there if `each` reads it; no two indices give one place. Every operand of `sources` that is not `TARGET` in `mask` has an
/// element there, in memory that the target is no part of; for those that are, the target is contiguous and has elements
/// of the same size and alignment which are of the operand's type until they are written. `mask` is that of the plan,
/// but for `TARGET`, which is there only if `REUSE`.
#[inline(never)]
pub unsafe fn run<U, S: Sources, const REUSE: bool>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    each: &mut impl Each<U, S::Arguments>,
) {
    use pattern::{REPEATED, TARGET};
    const LEFT_REPEATED: u64 = pattern::with(0, 0, REPEATED);
    const RIGHT_REPEATED: u64 = pattern::with(0, 1, REPEATED);
    const LEFT_TARGET: u64 = pattern::with(0, 0, TARGET);
    const RIGHT_TARGET: u64 = pattern::with(0, 1, TARGET);
    const LEFT_TARGET_RIGHT_REPEATED: u64 = LEFT_TARGET | RIGHT_REPEATED;
    const LEFT_REPEATED_RIGHT_TARGET: u64 = LEFT_REPEATED | RIGHT_TARGET;
    // A single place is side by side with itself.
    let contiguous = target.strides[0] == 1 || plan.sizes[0] == 1;
    // SAFETY: as the caller says; an arm's constant is the mask.
    unsafe {
        match mask {
            _ if const { !S::SMALL } => one_by_one(plan, target, sources, mask, each),
            _ if !contiguous => blocks(plan, target, sources, mask, each),
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
