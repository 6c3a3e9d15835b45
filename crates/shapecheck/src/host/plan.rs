//! Plans for going through several operands together: axes along which every operand has an even stride are merged, and
//! the innermost one is a row.
//!
//! `[8, 64, 56, 56] + [64, 1, 1]` has the axes 8, 64 and 3136; a row of the right operand is one repeated number. For
//! inline tensors the plan is a constant of the program.

use crate::shape::list::NEAR;

/// The most operands of one pass, including the target.
pub const MOST: usize = 16;

/// The pattern of an operand along a row, in two bits.
pub mod pattern {
    /// The step from one element to the next in memory.
    pub const CONTIGUOUS: u64 = 0;
    /// The same element repeated.
    pub const REPEATED: u64 = 1;
    /// The elements that the results replace.
    pub const TARGET: u64 = 2;
    /// A row with another stride.
    pub const STRIDED: u64 = 3;

    pub const fn of(stride: usize) -> u64 {
        match stride {
            0 => REPEATED,
            1 => CONTIGUOUS,
            _ => STRIDED,
        }
    }

    /// The pattern of the operand at `position` in a mask of all of them.
    #[inline(always)]
    pub const fn at(mask: u64, position: usize) -> u64 {
        mask >> (2 * position) & 3
    }

    /// Whether the pattern of any operand is `STRIDED`.
    pub const fn any_strided(mask: u64) -> bool {
        mask & mask >> 1 & 0x5555_5555_5555_5555 != 0
    }

    /// `mask` with another pattern for the operand at `position`.
    #[inline(always)]
    pub const fn with(mask: u64, position: usize, pattern: u64) -> u64 {
        mask & !(3 << (2 * position)) | pattern << (2 * position)
    }
}

/// Orders the axes of a pass as the elements of the target are ordered in memory, from the innermost on. Its strides
/// are the last ones.
fn sort(sizes: &mut [usize], strides: &mut [[usize; NEAR]]) {
    let target = strides.len() - 1;
    for axis in 1..sizes.len() {
        let mut place = axis;
        while place > 0 && strides[target][place - 1] > strides[target][place] {
            sizes.swap(place - 1, place);
            for strides in &mut *strides {
                strides.swap(place - 1, place);
            }
            place -= 1;
        }
    }
}

/// A plan for the last axes of a shape, and the pattern of each operand along its rows. The strides are those of the
/// operands, then those of the target. With `free`, it may have any order: that of the target if it `is_strided`, and
/// tiles.
///
/// It depends on no element type or function, and is compiled once.
pub fn by_strides(
    plan: &mut Plan,
    (rank, sizes): (usize, &mut [usize; NEAR]),
    strides: &mut [[usize; NEAR]],
    free: bool,
    is_strided: bool,
) -> u64 {
    let operands = strides.len() - 1;
    if free && is_strided {
        sort(&mut sizes[..rank.min(NEAR)], strides);
    }
    *plan = Plan::new(rank, sizes, strides);
    let mask = plan.mask(strides, operands);
    if free && pattern::any_strided(mask) {
        plan.tile(mask, &strides[..operands]);
    }
    mask
}

/// Axes from the innermost to the outermost; fewer than the shape has if some are merged.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The number of axes, at least one.
    pub len: usize,
    /// Their sizes.
    pub sizes: [usize; NEAR],
    /// For each, the axis of the shape (counted from the end, from 0) that has its stride.
    pub axes: [usize; NEAR],
    /// Whether several rows are visited together, a part of each at a time.
    pub tiled: bool,
}

impl Plan {
    /// Stands for a missing plan.
    pub const NONE: Self = Self {
        len: 0,
        sizes: [1; NEAR],
        axes: [0; NEAR],
        tiled: false,
    };

    /// For the last axes of a shape without a size of 0, from the strides of each operand and of the target along them,
    /// from the last one on.
    pub const fn new(rank: usize, shape: &[usize; NEAR], strides: &[[usize; NEAR]]) -> Self {
        let mut plan = Self::NONE;
        let mut axis = 0;
        while axis < rank && axis < NEAR {
            let size = shape[axis];
            if size != 1 {
                let mut even = plan.len > 0;
                let mut operand = 0;
                while even && operand < strides.len() {
                    let group = plan.len - 1;
                    let strides = &strides[operand];
                    even = strides[axis] == strides[plan.axes[group]] * plan.sizes[group];
                    operand += 1;
                }
                if even {
                    plan.sizes[plan.len - 1] *= size;
                } else {
                    plan.sizes[plan.len] = size;
                    plan.axes[plan.len] = axis;
                    plan.len += 1;
                }
            }
            axis += 1;
        }
        if plan.len == 0 {
            plan.len = 1;
        }
        plan
    }

    /// The strides of an operand along the axes of the plan.
    #[inline(always)]
    pub const fn strides(&self, strides: &[usize; NEAR]) -> [usize; NEAR] {
        let mut planned = [0; NEAR];
        let mut axis = 0;
        while axis < NEAR {
            planned[axis] = strides[self.axes[axis]];
            axis += 1;
        }
        planned
    }

    /// The pattern of each of `count` operands along a row.
    pub const fn mask(&self, strides: &[[usize; NEAR]], count: usize) -> u64 {
        let mut mask = 0;
        // A single element needs no stride.
        if self.sizes[0] != 1 {
            let mut operand = 0;
            while operand < count {
                mask = pattern::with(mask, operand, pattern::of(strides[operand][self.axes[0]]));
                operand += 1;
            }
        }
        mask
    }

    /// If an operand is strided along a row, the axis with its smallest stride comes next, and rows are visited
    /// together, because neighbouring rows read the same cache lines.
    pub fn tile(&mut self, mask: u64, strides: &[[usize; NEAR]]) {
        let mut operands = strides.iter().enumerate();
        let strided = operands.find(|&(operand, _)| pattern::at(mask, operand) == pattern::STRIDED);
        let Some((_, strides)) = strided else { return };
        let step = |&axis: &usize| match strides[self.axes[axis]] {
            // Repeated elements, not neighbouring ones.
            0 => usize::MAX,
            stride => stride,
        };
        match (1..self.len).min_by_key(step) {
            Some(nearest) if step(&nearest) < step(&0) => {
                self.sizes[1..=nearest].rotate_right(1);
                self.axes[1..=nearest].rotate_right(1);
                self.tiled = true;
            }
            _ => {}
        }
    }

    /// The number of elements along all axes of the plan.
    pub const fn count(&self) -> usize {
        let mut count = 1_usize;
        let mut axis = 0;
        while axis < self.len {
            count = count.saturating_mul(self.sizes[axis]);
            axis += 1;
        }
        count
    }
}
