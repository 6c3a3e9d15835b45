//! Copies elements along an axis in another order, any number of times each, in blocks of the elements behind the axis.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::memory::InlineArray;
#[cfg(feature = "alloc")]
use super::pool::{self, Elements};
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
    let indices: Vec<Option<usize>> = (0..blocks.to).map(index).collect();
    let row = blocks.from * blocks.inner;
    let (elements, value) = (Elements::new(&elements), Elements::new(value.as_slice()));
    let Blocks { to, inner, .. } = blocks;
    let result = pool::collect::<T, T>(count, inner, inner * ELEMENT, |here, first, room| {
        let value = value.get(here).first().copied();
        let (mut outer, mut along) = (first / to, first % to);
        while room.left() > 0 {
            let elements = &elements.get(here)[outer * row..(outer + 1) * row];
            let indices = &indices[along..][..(room.left() / inner).min(to - along)];
            (outer, along) = (outer + 1, 0);
            if inner == 1 {
                room.extend(indices.iter().map(|index| chosen(elements, *index, value)));
                continue;
            }
            for index in indices {
                match index {
                    Some(index) => {
                        let block = index * inner..(index + 1) * inner;
                        room.extend_from_slice(&elements[block]);
                    }
                    None => {
                        let value = chosen(elements, None, value);
                        room.extend(core::iter::repeat_n(value, inner));
                    }
                }
            }
        }
    });
    Array::new(sizes, result)
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
