//! Folds with static sizes: loops with constant bounds, which the compiler unrolls as far as it pays off.

use super::InlineArray;
use crate::Shape;
use crate::host::fold::{self, Fold};
use crate::host::memory;

/// The products of the sizes before the axes of a fold from shape `S` to `O`, of these axes, and after them.
/// `None` without elements, if other axes are in between, or if so many rows would be added up one by one that
/// precision suffers.
pub const fn blocks<S: Shape, O: Shape>() -> Option<[usize; 3]> {
    let (Some(from), Some(to)) = (S::STATIC, O::STATIC) else {
        return None;
    };
    let (from, to) = (from.sizes(), to.sizes());
    let added = match from.len().checked_sub(to.len()) {
        Some(added) => added,
        None => return None,
    };
    let (mut blocks, mut part, mut axis) = ([1_usize; 3], 0, 0);
    while axis < from.len() {
        let size = from[axis];
        let kept = if axis < added { 1 } else { to[axis - added] };
        if size == 0 || kept != size && kept != 1 {
            return None;
        }
        if size != 1 {
            part = match (part, kept == size) {
                (0, true) => 0,
                (0 | 1, false) => 1,
                (1 | 2, true) => 2,
                _ => return None,
            };
            blocks[part] *= size;
        }
        axis += 1;
    }
    match blocks {
        [_, along, after] if after > 1 && along > fold::ROWS => None,
        blocks => Some(blocks),
    }
}

/// The results of a fold of elements in row-major order.
#[inline]
pub fn fold<S: Shape, O: Shape, T: Copy + 'static, F: Fold<T>>(
    elements: &[T],
    fold: &F,
) -> InlineArray<F::Result, O> {
    let [before, along, after] = match const { blocks::<S, O>() } {
        Some(blocks) => blocks,
        None => unreachable!("the loops of a fold"),
    };
    let elements = &elements[..before * along * after];
    let mut place = 0;
    // Constants decide, so that only those loops are compiled that run.
    if const { matches!(blocks::<S, O>(), Some([_, _, 1])) } {
        return memory::generate_cells(|| {
            let row = &elements[place * along..][..along];
            place += 1;
            if const { is_long::<S, O, F::Term>() } && !fold.in_order() {
                return fold::fold_to_first(fold, row, place - 1);
            }
            fold_row(fold, row, place - 1)
        });
    }
    let mut terms: InlineArray<F::Term, O> =
        memory::generate_cells(|| fold.term(elements[0], 0, 0));
    let so_far = terms.as_mut_slice();
    for block in 0..before {
        for step in 0..along {
            let row = &elements[(block * along + step) * after..][..after];
            for (column, &element) in row.iter().enumerate() {
                let place = block * after + column;
                let term = fold.term(element, place, step);
                so_far[place] = match step {
                    0 => term,
                    _ => fold.combine(so_far[place], term),
                };
            }
        }
    }
    memory::generate_cells(|| {
        place += 1;
        fold.finish(terms.as_slice()[place - 1])
    })
}

/// Whether rows have so many terms that they are combined side by side, where their order does not matter.
const fn is_long<S: Shape, O: Shape, Term>() -> bool {
    match blocks::<S, O>() {
        Some([_, along, _]) => along >= 2 * fold::LANES && size_of::<Term>() <= fold::LARGE,
        None => false,
    }
}

/// The result `place`, of a row: one term after the other.
#[inline(always)]
fn fold_row<T: Copy + 'static, F: Fold<T>>(fold: &F, row: &[T], place: usize) -> F::Result {
    let mut so_far = fold.term(row[0], place, 0);
    let mut irregular = F::CAN_BE_IRREGULAR && fold.is_irregular(so_far, so_far);
    for (along, &element) in row.iter().enumerate().skip(1) {
        let next = fold.term(element, place, along);
        irregular |= F::CAN_BE_IRREGULAR && fold.is_irregular(next, next);
        so_far = fold.quick(so_far, next);
    }
    if F::CAN_BE_IRREGULAR && irregular {
        return fold::fold_to_first(fold, row, place);
    }
    fold.finish(so_far)
}
