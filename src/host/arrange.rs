//! Copies elements along an axis in another order, any number of times each, in blocks of the elements behind the axis.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::memory::InlineArray;
#[cfg(feature = "alloc")]
use super::pool::{self, Elements, Room};
#[cfg(feature = "alloc")]
use super::{Borrowed, Host, array::Array, engines::sharing_memory, raw::Holds, raw::Raw};
use super::{Inline, layout, memory};
use crate::DynShape;
use crate::engine::MapsIndices;
#[cfg(feature = "alloc")]
use crate::engine::ops::ELEMENT;
use crate::shape::list::ArrayShape;

/// How the indices of an axis are found in a source with these sizes.
struct Blocks {
    /// The size of the axis in the source.
    from: usize,
    /// The size of the axis in the result.
    to: usize,
    /// The number of elements behind the axis, 0 if the result has no element.
    inner: usize,
}

impl Blocks {
    /// # Panics
    ///
    /// Panics if the sizes differ at another axis than this one.
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
fn arranged<T: Copy + 'static>(
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
    let (runs, row) = (Run::all(to, index), from * inner);
    let (elements, value) = (Elements::new(&elements), Elements::new(value.as_slice()));
    let result = pool::collect::<T, T>(count, inner, inner * ELEMENT, |here, first, room| {
        let value = value.get(here).first().copied();
        let (mut outer, mut along) = (first / to, first % to);
        while room.left() > 0 {
            let elements = &elements.get(here)[outer * row..(outer + 1) * row];
            let end = to.min(along + room.left() / inner);
            if inner == 1 && runs.are_short {
                let indices = runs.at[along..end].iter();
                room.extend(indices.map(|run| chosen(elements, run.from, value)));
                along = end;
            }
            while along < end {
                let run = &runs.at[along];
                let length = run.length.min(end - along);
                run.copy(length, (elements, inner), value, room);
                along += length;
            }
            (outer, along) = (outer + 1, 0);
        }
    });
    Array::new(sizes, result)
}

/// What lies at an index of the result, and for how many indices it goes on in the same way.
#[cfg(feature = "alloc")]
struct Run {
    /// The index in the source, if there is one.
    from: Option<usize>,
    /// What the next index in the source is more: 1, 0 or -1.
    step: isize,
    /// How many indices of the result there are, with this one.
    length: usize,
}

#[cfg(feature = "alloc")]
struct Runs {
    /// From each index of the result on.
    at: Vec<Run>,
    /// Whether to copy a few elements at a time takes longer than to look up each.
    are_short: bool,
}

#[cfg(feature = "alloc")]
impl Run {
    fn all(count: usize, index: &dyn Fn(usize) -> Option<usize>) -> Runs {
        let alone = |place| Self {
            from: index(place),
            step: 0,
            length: 1,
        };
        let mut at: Vec<Self> = (0..count).map(alone).collect();
        let mut number = 1;
        for place in (1..count).rev() {
            let step = match (at[place - 1].from, at[place].from) {
                (None, None) => Some(0),
                (Some(lhs), Some(rhs)) if lhs.abs_diff(rhs) <= 1 => {
                    Some(rhs.wrapping_sub(lhs) as isize)
                }
                _ => None,
            };
            let next = &at[place];
            match step {
                Some(step) if next.length == 1 || next.step == step => {
                    let length = next.length + 1;
                    (at[place - 1].step, at[place - 1].length) = (step, length);
                }
                _ => number += 1,
            }
        }
        Runs {
            are_short: number > count / 8,
            at,
        }
    }

    /// Copies the first so many of them, of blocks of `inner` elements.
    fn copy<T: Copy>(
        &self,
        length: usize,
        (elements, inner): (&[T], usize),
        value: Option<T>,
        room: &mut Room<'_, T>,
    ) {
        let Some(from) = self.from else {
            let value = chosen(elements, None, value);
            return room.extend(core::iter::repeat_n(value, length * inner));
        };
        let last = from.wrapping_add_signed(self.step.wrapping_mul(length as isize - 1));
        match self.step {
            1 => {
                room.extend_from_slice(&elements[from * inner..(last + 1) * inner]);
            }
            -1 if inner == 1 => room.extend_from_slice(&elements[last..=from]).reverse(),
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

#[cfg(feature = "alloc")]
sharing_memory! {
    [T: Copy + 'static] MapsIndices<T> {
        type OutputEngine = Host;

        #[track_caller]
        fn arrange<S: ArrayShape, O: ArrayShape>(
            data: &Self::Data<T, S>,
            axis: usize,
            sizes: DynShape,
            index: &dyn Fn(usize) -> Option<usize>,
            value: Option<T>,
        ) -> Array<T> {
            arranged(data.raw(), axis, sizes, index, value)
        }
    }
}

impl<T: Copy + 'static> MapsIndices<T> for Inline {
    type OutputEngine = Inline;

    #[track_caller]
    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &InlineArray<T, S>,
        axis: usize,
        sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> InlineArray<T, O> {
        let blocks = Blocks::new(data.sizes(), axis, sizes.dims());
        assert!(
            layout::count(sizes.dims()) == memory::count::<O>(),
            "as many elements as the shape has"
        );
        let elements = data.as_slice();
        let mut place = 0;
        memory::generate_cells(|| {
            let (before, inner) = (place / blocks.inner, place % blocks.inner);
            let (outer, along) = (before / blocks.to, before % blocks.to);
            place += 1;
            let found =
                index(along).map(|index| (outer * blocks.from + index) * blocks.inner + inner);
            chosen(elements, found, value)
        })
    }
}
