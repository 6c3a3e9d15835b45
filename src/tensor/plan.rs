//! How several operands are walked through together: axes along which every operand goes on at an even pace become
//! one, and the innermost is a row.
//!
//! Where all shapes are static the plan is a constant of the program. `[8, 64, 56, 56] + [64, 1, 1]` has the
//! axes 8, 64 and 3136; a row of the right operand is one number repeated.

use super::layout::Near;
use crate::shape::list::NEAR;

/// The most operands of one pass, the target included.
pub const MOST: usize = 16;

/// The strides of each operand along the last axes, from the last one on.
pub type Strides<Stride> = [[Stride; NEAR]; MOST];

/// How an operand goes on along a row, in two bits.
pub(super) mod pattern {
    /// From one element to the next.
    pub(in crate::tensor) const CONTIGUOUS: u64 = 0;
    /// The same element again and again.
    pub(in crate::tensor) const REPEATED: u64 = 1;
    /// The elements that the results replace.
    pub(in crate::tensor) const TARGET: u64 = 2;
    /// In steps of another size.
    pub(in crate::tensor) const STRIDED: u64 = 3;

    pub(in crate::tensor) const fn of(stride: usize) -> u64 {
        match stride {
            0 => REPEATED,
            1 => CONTIGUOUS,
            _ => STRIDED,
        }
    }

    /// The pattern of the operand at `position` in a mask of all of them.
    #[inline(always)]
    pub(in crate::tensor) const fn at(mask: u64, position: usize) -> u64 {
        mask >> (2 * position) & 3
    }

    /// `mask` with another pattern for the operand at `position`.
    #[inline(always)]
    pub(in crate::tensor) const fn with(mask: u64, position: usize, pattern: u64) -> u64 {
        mask & !(3 << (2 * position)) | pattern << (2 * position)
    }
}

/// Axes from the innermost to the outermost, fewer than the shape has where some can be walked through as one.
#[derive(Clone, Copy)]
pub struct Plan {
    /// How many axes, at least one.
    pub len: usize,
    /// Their sizes.
    pub sizes: [usize; NEAR],
    /// For each the axis of the shape, counted from the end from 0, whose stride it has.
    pub axes: [usize; NEAR],
}

impl Plan {
    /// Of the last axes of a shape without a size of 0, for `count` operands.
    pub(super) const fn new(
        rank: usize,
        shape: &[usize; NEAR],
        strides: &Strides<usize>,
        count: usize,
    ) -> Self {
        let mut plan = Self {
            len: 0,
            sizes: [1; NEAR],
            axes: [0; NEAR],
        };
        let mut axis = 0;
        while axis < rank && axis < NEAR {
            let size = shape[axis];
            if size != 1 {
                let mut even = plan.len > 0;
                let mut operand = 0;
                while even && operand < count {
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
    pub(super) const fn strides(&self, strides: &[usize; NEAR]) -> [usize; NEAR] {
        let mut planned = [0; NEAR];
        let mut axis = 0;
        while axis < NEAR {
            planned[axis] = strides[self.axes[axis]];
            axis += 1;
        }
        planned
    }

    /// The pattern of each of `count` operands along a row.
    pub(super) const fn mask(&self, strides: &Strides<usize>, count: usize) -> u64 {
        let mut mask = 0;
        // A single element is read from where it is.
        if self.sizes[0] != 1 {
            let mut operand = 0;
            while operand < count {
                mask = pattern::with(mask, operand, pattern::of(strides[operand][self.axes[0]]));
                operand += 1;
            }
        }
        mask
    }

    /// The number of elements along all axes of the plan.
    pub(super) const fn count(&self) -> usize {
        let mut count = 1_usize;
        let mut axis = 0;
        while axis < self.len {
            count = count.saturating_mul(self.sizes[axis]);
            axis += 1;
        }
        count
    }
}

/// What the types alone tell of a plan.
pub struct Known {
    /// The whole plan, where all shapes are static, and the patterns of a row.
    pub(super) plan: Option<(Plan, u64)>,
    /// The patterns of a row, where the innermost axis is static.
    pub(super) mask: Option<u64>,
}

impl Known {
    /// For `count` operands and the target after them.
    pub(super) const fn new(
        (rank, or_more): (usize, bool),
        shape: Near,
        strides: &Strides<Option<usize>>,
        count: usize,
    ) -> Self {
        let mut known = Self {
            plan: None,
            mask: None,
        };
        let mut sizes = [1; NEAR];
        let mut numbers = [[0; NEAR]; MOST];
        let mut all = !or_more && rank <= NEAR;
        let mut axis = 0;
        while axis < NEAR {
            match shape[axis] {
                Some(size) => sizes[axis] = size,
                None => all = false,
            }
            let mut operand = 0;
            while operand <= count {
                match strides[operand][axis] {
                    Some(stride) => numbers[operand][axis] = stride,
                    None => all = false,
                }
                operand += 1;
            }
            axis += 1;
        }
        if all {
            let mut empty = false;
            axis = 0;
            while axis < NEAR {
                empty = empty || sizes[axis] == 0;
                axis += 1;
            }
            if !empty {
                let plan = Plan::new(rank, &sizes, &numbers, count + 1);
                let mask = plan.mask(&numbers, count);
                known.plan = Some((plan, mask));
            }
            return known;
        }
        // Axes of size 1 are left out of a plan; the first other one from the end is the row.
        axis = 0;
        while axis < NEAR {
            match shape[axis] {
                Some(1) => axis += 1,
                Some(_) => {
                    let mut mask = 0;
                    let mut operand = 0;
                    while operand <= count {
                        match strides[operand][axis] {
                            Some(stride) if operand < count => {
                                mask = pattern::with(mask, operand, pattern::of(stride));
                            }
                            Some(1) => known.mask = Some(mask),
                            _ => return known,
                        }
                        operand += 1;
                    }
                    return known;
                }
                None => return known,
            }
        }
        known
    }
}

/// Every number, where all are known.
pub(super) const fn all(near: Near) -> Option<[usize; NEAR]> {
    let mut numbers = [0; NEAR];
    let mut axis = 0;
    while axis < NEAR {
        match near[axis] {
            Some(number) => numbers[axis] = number,
            None => return None,
        }
        axis += 1;
    }
    Some(numbers)
}
