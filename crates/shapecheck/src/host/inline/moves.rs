//! Inline tensors with other axes: copies with constant strides.

use core::marker::PhantomData;

use num_traits::Zero;

use super::{IS_SHARED, InlineArray};
use crate::Shape;
use crate::host::memory;
use crate::shape::axis::AxisOrder;
use crate::shape::list::{ArrayShape, StaticLayout};

/// The sizes and strides of a shape whose last axes are read in another order.
struct Permuted<S, Order>(PhantomData<(S, Order)>);

impl<S: ArrayShape, Order: AxisOrder> Permuted<S, Order> {
    const KNOWN: &'static StaticLayout = {
        let known = memory::known::<S>();
        crate::__with_room!(known.sizes().len(), known.permuted(Order::ORDERED))
    };
}

/// The same elements with the last axes in another order, row after row.
///
/// # Panics
///
/// Panics if the result has other sizes.
#[inline]
#[track_caller]
pub fn permuted<T: Copy, S: ArrayShape, O: ArrayShape, Order: AxisOrder>(
    cells: &InlineArray<T, S>,
) -> InlineArray<T, O> {
    let known = const { Permuted::<S, Order>::KNOWN };
    let (sizes, strides) = (known.sizes(), known.strides());
    assert!(
        sizes == memory::known::<O>().sizes(),
        "sizes in another order"
    );
    let elements = cells.as_slice();
    if let (true, &[rows, columns], [1, _]) = (IS_SHARED, sizes, strides) {
        let first = memory::again(elements[0]);
        return memory::changed_by(first, transpose, (elements, rows, columns));
    }
    // What is written twice, the compiler writes once where there is little.
    memory::changed_cells(
        || elements[0],
        |result| arrange(result, (elements, sizes, strides)),
    )
}

/// Writes the transposed matrix, of as many rows and columns, for all sizes.
fn transpose<T: Copy>(result: &mut [T], (elements, rows, columns): (&[T], usize, usize)) {
    for (row, to) in result.chunks_exact_mut(columns.max(1)).enumerate() {
        let column = elements.iter().skip(row).step_by(rows.max(1));
        to.iter_mut().zip(column).for_each(|(to, from)| *to = *from);
    }
}

/// Writes elements of these sizes and strides in row-major order.
#[inline(always)]
fn arrange<T: Copy>(result: &mut [T], (elements, sizes, strides): (&[T], &[usize], &[usize])) {
    let ([in_front @ .., length], [before @ .., step]) = (sizes, strides) else {
        return;
    };
    let rows = result.chunks_exact_mut((*length).max(1));
    for (row, to) in rows.enumerate() {
        let (mut from, mut rest) = (0, row);
        for (axis, (&size, &stride)) in in_front.iter().zip(before).enumerate().rev() {
            let index = if axis == 0 { rest } else { rest % size };
            from += index * stride;
            rest /= size;
        }
        let column = elements[from..].iter().step_by(*step);
        to.iter_mut().zip(column).for_each(|(to, from)| *to = *from);
    }
}

/// The axes of a shape `S`, as a bit set, along which `O` is a part: the other axes have the same sizes, and this one
/// is narrower or missing.
pub const fn axes_of_part<S: ArrayShape, O: ArrayShape>() -> u128 {
    let (from, to) = (memory::known::<S>().sizes(), memory::known::<O>().sizes());
    let gone = match from.len().checked_sub(to.len()) {
        Some(gone) if gone < 2 => gone,
        _ => return 0,
    };
    let (mut axes, mut axis) = (0, 0);
    while axis < from.len() {
        let (mut same, mut other) = (true, 0);
        while other < from.len() {
            if other != axis {
                let place = if other < axis { other } else { other - gone };
                same = same && from[other] == to[place];
            }
            other += 1;
        }
        axes |= (same as u128) << axis;
        axis += 1;
    }
    axes
}

/// `length` indices of an axis from `start` on, as a tensor of shape `O`, which may not have the axis.
///
/// # Panics
///
/// Panics if the axis does not have them, or `O` is of other sizes.
#[inline]
#[track_caller]
pub fn part<T: Copy, S: Shape, O: ArrayShape>(
    cells: &InlineArray<T, S>,
    axis: usize,
    start: usize,
    length: usize,
) -> InlineArray<T, O> {
    let (from, to) = (
        const { memory::known::<S>() },
        const { memory::known::<O>() },
    );
    let (from, to) = (from.sizes(), to.sizes());
    let is_part = axis < from.len() && const { axes_of_part::<S, O>() } >> axis & 1 == 1;
    let fits = is_part && (to.len() < from.len() || to[axis] == length);
    if !fits || start > from[axis] || length > from[axis] - start {
        no_part(from, to, axis, start, length)
    }
    if const { memory::count::<O>() == 0 } {
        return memory::generate_cells(|| unreachable!("a part without elements"));
    }
    let after = const { memory::known::<S>() }.strides()[axis];
    // The length comes from the type, not from the argument.
    let length = if to.len() < from.len() { 1 } else { to[axis] };
    let elements = &cells.as_slice()[start * after..];
    memory::copy_blocks(elements, length * after, from[axis] * after)
}

#[cold]
#[track_caller]
fn no_part(from: &[usize], to: &[usize], axis: usize, start: usize, length: usize) -> ! {
    panic!(
        "{length} indices of axis {axis} from {start} on of sizes {from:?} as a tensor of sizes {to:?}"
    )
}

/// The same elements with other axes of size 1.
#[inline]
pub fn relabeled<T: Copy, S: Shape, O: Shape>(cells: &InlineArray<T, S>) -> InlineArray<T, O> {
    const {
        assert!(
            differ_in_ones(memory::known::<S>().sizes(), memory::known::<O>().sizes()),
            "only axes of size 1 are added or removed"
        );
    }
    let mut place = 0;
    memory::generate_cells(|| {
        place += 1;
        cells.as_slice()[place - 1]
    })
}

/// Whether two lists of sizes are equal except for sizes of 1.
const fn differ_in_ones(a: &[usize], b: &[usize]) -> bool {
    let (mut left, mut right) = (0, 0);
    loop {
        while left < a.len() && a[left] == 1 {
            left += 1;
        }
        while right < b.len() && b[right] == 1 {
            right += 1;
        }
        if left == a.len() || right == b.len() {
            return left == a.len() && right == b.len();
        }
        if a[left] != b[right] {
            return false;
        }
        (left, right) = (left + 1, right + 1);
    }
}

/// The rows of a block of shape `O` in the matrices of shape `S`: `each` gets where a row begins, among all elements and
/// among those of the block, and how long it is.
///
/// # Panics
///
/// Panics if the block goes beyond the matrices.
#[inline(always)]
#[track_caller]
fn each_row<S: ArrayShape, O: ArrayShape>(
    [top, left]: [usize; 2],
    mut each: impl FnMut(usize, usize, usize),
) {
    let ([rows, columns], [height, width]) = const { (last_two::<S>(), last_two::<O>()) };
    let matrices = const { blocks::<S, O>() };
    assert!(
        top.saturating_add(height) <= rows && left.saturating_add(width) <= columns,
        "a block of the matrices"
    );
    // Without an iterator: it would be compiled for each block.
    let mut matrix = 0;
    while matrix < matrices {
        let (mut from, mut to) = (
            (matrix * rows + top) * columns + left,
            matrix * height * width,
        );
        let mut row = 0;
        while row < height {
            each(from, to, width);
            (from, to, row) = (from + columns, to + width, row + 1);
        }
        matrix += 1;
    }
}

/// The number of matrices of shape `S`, each with a block of shape `O`.
///
/// # Panics
///
/// Panics if `O` is not that of as many blocks.
const fn blocks<S: ArrayShape, O: ArrayShape>() -> usize {
    let ([rows, columns], [height, width]) = (last_two::<S>(), last_two::<O>());
    let matrices = match memory::count::<S>().checked_div(rows * columns) {
        Some(matrices) => matrices,
        None => 0,
    };
    assert!(
        matrices * height * width == memory::count::<O>(),
        "as many blocks as matrices"
    );
    matrices
}

/// Matrices of zeros with the elements of `next` on one diagonal, `above` places above the main one.
#[inline]
pub fn diagonals<T: Zero, O: ArrayShape>(
    above: isize,
    next: impl FnMut() -> T,
) -> InlineArray<T, O> {
    let sizes = const { last_two::<O>() };
    match IS_SHARED {
        true => memory::changed_by(T::zero, write_diagonals, (sizes, above, next)),
        false => memory::changed_cells(T::zero, |elements| {
            write_diagonals(elements, (sizes, above, next));
        }),
    }
}

/// Writes to one diagonal of matrices of these sizes.
#[inline(always)]
fn write_diagonals<T>(
    elements: &mut [T],
    ([rows, columns], above, mut next): ([usize; 2], isize, impl FnMut() -> T),
) {
    for matrix in elements.chunks_exact_mut((rows * columns).max(1)) {
        for (row, elements) in matrix.chunks_exact_mut(columns.max(1)).enumerate() {
            let column = (row as isize).checked_add(above).map(usize::try_from);
            if let Some(Ok(column)) = column
                && let Some(place) = elements.get_mut(column)
            {
                *place = next();
            }
        }
    }
}

/// The numbers of rows and columns.
const fn last_two<S: ArrayShape>() -> [usize; 2] {
    match memory::known::<S>().sizes() {
        [.., rows, columns] => [*rows, *columns],
        _ => panic!("a shape of matrices"),
    }
}

/// A block of each matrix, from a row and a column on.
///
/// # Panics
///
/// Panics if the block goes beyond the matrices, or if `O` is not a block of `S`.
#[inline(always)]
#[track_caller]
pub fn block<T: Copy, S: ArrayShape, O: ArrayShape>(
    cells: &InlineArray<T, S>,
    place: [usize; 2],
) -> InlineArray<T, O> {
    let elements = cells.as_slice();
    // What is written twice, the compiler writes once.
    memory::changed_cells(
        || elements[0],
        |block| {
            each_row::<S, O>(place, |from, to, width| {
                block[to..][..width].copy_from_slice(&elements[from..][..width]);
            });
        },
    )
}

/// Writes a block back to where [`block`] took it.
///
/// # Panics
///
/// Panics if the block goes beyond the matrices, or if `O` is not a block of `S`.
#[inline(always)]
pub fn write_block<T: Copy, S: ArrayShape, O: ArrayShape>(
    cells: &mut InlineArray<T, S>,
    place: [usize; 2],
    block: &InlineArray<T, O>,
) {
    let elements = cells.as_mut_slice();
    each_row::<S, O>(place, |to, from, width| {
        let (row, block) = (
            &mut elements[to..][..width],
            &block.as_slice()[from..][..width],
        );
        // One by one, a few elements keep the compiler from copying the whole tensor once more where it is returned. It
        // leaves loops over more.
        if const { last_two::<O>()[1] > 4 } {
            return row.copy_from_slice(block);
        }
        let mut column = 0;
        while column < width {
            row[column] = block[column];
            column += 1;
        }
    });
}
