//! Copies elements along an axis in another order, any number of times each, in blocks of the elements after the axis.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::inline::moves::axes_of_part;
#[cfg(feature = "alloc")]
use super::layout;
use super::memory::{self, InlineArray};
#[cfg(feature = "alloc")]
use super::pool::{self, Elements, Room};
#[cfg(feature = "alloc")]
use super::{array::Array, raw::Raw};
#[cfg(feature = "alloc")]
use crate::DynShape;
#[cfg(feature = "alloc")]
use crate::engine::ops::ELEMENT;
use crate::shape::list::ArrayShape;

/// How the indices of an axis are found in a source with these sizes.
#[cfg(feature = "alloc")]
struct Blocks {
    /// The size of the axis in the source.
    from: usize,
    /// The size of the axis in the result.
    to: usize,
    /// The number of elements after the axis, 0 if the result has no element.
    inner: usize,
}

#[cfg(feature = "alloc")]
impl Blocks {
    /// # Panics
    ///
    /// Panics if the sizes differ at another axis than this one.
    #[inline]
    #[track_caller]
    fn new(source: &[usize], axis: usize, sizes: &[usize]) -> Self {
        assert!(
            source.len() == sizes.len()
                && axis < sizes.len()
                && source[..axis] == sizes[..axis]
                && source[axis + 1..] == sizes[axis + 1..],
            "the sizes of the tensor but at the axis"
        );
        let (_, inner) = layout::around(sizes, axis);
        Self {
            from: source[axis],
            to: sizes[axis],
            inner,
        }
    }
}

#[cfg(feature = "alloc")]
#[track_caller]
pub(super) fn arranged<T: Copy + 'static>(
    source: Raw<'_, T>,
    axis: usize,
    sizes: DynShape,
    index: &dyn Fn(usize) -> Option<usize>,
    value: Option<T>,
) -> Array<T> {
    let blocks = Blocks::new(source.sizes, axis, sizes.dims());
    let count = layout::count(sizes.dims());
    if count == 0 {
        // The axis may have any size then, of which nothing is kept.
        return Array::new(sizes, Vec::new());
    }
    let elements = source.side_by_side();
    let Blocks { from, to, inner } = blocks;
    let indices = memory::collected((0..to).map(index));
    let (runs, row) = (Run::all(&indices, inner), from * inner);
    let (elements, value) = (Elements::new(&elements), Elements::new(value.as_slice()));
    let result = pool::collect::<T, T>(count, inner, inner * ELEMENT, |here, first, room| {
        let value = value.get(here).first().copied();
        let (mut outer, mut along) = (first / to, first % to);
        while room.left() > 0 {
            let elements = &elements.get(here)[outer * row..(outer + 1) * row];
            let end = to.min(along + room.left() / inner);
            match &runs {
                Some(runs) => {
                    while along < end {
                        let (run, index) = (&runs[along], indices[along]);
                        let length = run.length.min(end - along);
                        run.copy((index, length), (elements, inner), value, room);
                        along += length;
                    }
                }
                None => look_up(elements, &indices[along..end], value, room),
            }
            (outer, along) = (outer + 1, 0);
        }
    });
    Array::new(sizes, result)
}

/// The elements at indices, one by one.
#[cfg(feature = "alloc")]
#[inline(never)]
fn look_up<T: Copy>(
    elements: &[T],
    indices: &[Option<usize>],
    value: Option<T>,
    room: &mut Room<'_, T>,
) {
    let chosen = indices.iter().map(|&index| chosen(elements, index, value));
    room.extend(chosen);
}

/// For how many indices of the result those in the source go on in the same way.
#[cfg(feature = "alloc")]
struct Run {
    /// What the next index in the source is more: 1, 0 or -1.
    step: isize,
    /// How many indices of the result there are, with the first.
    length: usize,
}

#[cfg(feature = "alloc")]
impl Run {
    /// From each index of the result on; `None` for single elements that it takes longer to copy in such short runs than
    /// to look up.
    fn all(indices: &[Option<usize>], inner: usize) -> Option<Vec<Self>> {
        const SHORT: usize = 8;

        if inner == 1 && indices.len() < 2 * SHORT {
            return None;
        }
        let mut runs = Vec::with_capacity(indices.len());
        let mut number = 1;
        let (mut step, mut length) = (0, 0);
        for (place, &from) in indices.iter().enumerate().rev() {
            let next = match (from, indices.get(place + 1)) {
                (None, Some(None)) => Some(0),
                (Some(lhs), Some(&Some(rhs))) if lhs.abs_diff(rhs) <= 1 => {
                    Some(rhs.wrapping_sub(lhs) as isize)
                }
                _ => None,
            };
            match next {
                Some(next) if length == 1 || next == step => (step, length) = (next, length + 1),
                _ => {
                    number += usize::from(length > 0);
                    (step, length) = (0, 1);
                }
            }
            runs.push(Self { step, length });
        }
        runs.reverse();
        (inner > 1 || number <= indices.len() / SHORT).then_some(runs)
    }

    /// Copies this many of them, from an index in the source on, in blocks of `inner` elements.
    fn copy<T: Copy>(
        &self,
        (from, length): (Option<usize>, usize),
        (elements, inner): (&[T], usize),
        value: Option<T>,
        room: &mut Room<'_, T>,
    ) {
        let Some(from) = from else {
            let value = chosen(elements, None, value);
            return room.extend(core::iter::repeat_n(value, length * inner));
        };
        let last = from.wrapping_add_signed(self.step.wrapping_mul(length as isize - 1));
        match self.step {
            1 => {
                room.extend_from_slice(&elements[from * inner..(last + 1) * inner]);
            }
            -1 if inner == 1 => room.extend_reversed(&elements[last..=from]),
            step => {
                for number in 0..length as isize {
                    let from = from.wrapping_add_signed(step * number);
                    room.extend_from_slice(&elements[from * inner..(from + 1) * inner]);
                }
            }
        }
    }
}

/// The element at an index, or the value.
#[inline]
#[track_caller]
fn chosen<T: Copy>(elements: &[T], index: Option<usize>, value: Option<T>) -> T {
    match (index, value) {
        (Some(index), _) => elements[index],
        (None, Some(value)) => value,
        (None, None) => panic!("a value where there is no element"),
    }
}

/// As `arranged`, to a tensor that holds its elements itself.
///
/// # Panics
///
/// Panics if the shapes differ at another axis, or there is neither an element nor a value.
#[inline(always)]
#[track_caller]
pub(super) fn arranged_cells<T: Copy + 'static, S: ArrayShape, O: ArrayShape>(
    data: &InlineArray<T, S>,
    axis: usize,
    index: impl Fn(usize) -> Option<usize>,
    value: Option<T>,
) -> InlineArray<T, O> {
    let (from, to) = const { (memory::known::<S>(), memory::known::<O>()) };
    assert!(
        from.sizes().len() == to.sizes().len()
            && axis < to.sizes().len()
            && const { axes_of_part::<S, O>() } >> axis & 1 == 1,
        "sizes that differ at one axis"
    );
    let elements = data.as_slice();
    let (inner, row) = (to.strides()[axis], to.sizes()[axis]);
    // What is written twice, the compiler writes once where there is little.
    memory::changed_cells(
        || chosen(elements, elements.first().map(|_| 0), value),
        |result| {
            for (outer, block) in result.chunks_exact_mut((row * inner).max(1)).enumerate() {
                for (along, place) in block.chunks_exact_mut(inner.max(1)).enumerate() {
                    match index(along) {
                        Some(found) => {
                            let first = (outer * from.sizes()[axis] + found) * inner;
                            place.copy_from_slice(&elements[first..][..inner]);
                        }
                        None => place.fill(chosen(elements, None, value)),
                    }
                }
            }
        },
    )
}
