//! Joins several tensors: for each index of the axes before the joined one, the blocks of all parts, side by side.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec::Vec};

#[cfg(feature = "alloc")]
use core::mem::ManuallyDrop;

use super::memory::InlineArray;
#[cfg(feature = "alloc")]
use super::pool::{self, Elements};
#[cfg(feature = "alloc")]
use super::{Host, Memory, array::Array, engines::ToHeap, raw::Holds, raw::Raw};
use super::{Inline, layout, memory};
use crate::engine::Joins;
#[cfg(feature = "alloc")]
use crate::engine::ops::ELEMENT;
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape};

/// The number of elements of each of `outer` blocks.
#[inline]
#[track_caller]
fn block(elements: usize, outer: usize) -> usize {
    let block = elements.checked_div(outer).unwrap_or(0);
    assert!(block * outer == elements, "parts of whole blocks");
    block
}

/// The elements of the result, of these sizes, in row-major order.
#[cfg(feature = "alloc")]
#[track_caller]
pub(super) fn joined<'d, T: Copy + 'static>(
    parts: &mut dyn FnMut() -> Option<Raw<'d, T>>,
    axis: usize,
    sizes: DynShape,
) -> Array<T> {
    let (outer, _) = layout::around(sizes.dims(), axis);
    // One part after the other by a call: an iterator would be another type for each shape, with all that uses it.
    let parts: Vec<Cow<'_, [T]>> = core::iter::from_fn(parts)
        .map(|part| part.side_by_side())
        .collect();
    let blocks = parts.iter().map(|part| {
        let block = block(part.len(), outer);
        (Elements::new(part), block)
    });
    let blocks: Vec<(Elements<'_, T>, usize)> = blocks.collect();
    let row: usize = blocks.iter().map(|&(_, block)| block).sum();
    let count = layout::count(sizes.dims());
    assert!(row * outer == count, "as many elements as the shape has");
    // Cut anywhere: one row may be all there is.
    const PIECE: usize = 1024;
    let elements = pool::collect::<T, T>(count, PIECE, PIECE * ELEMENT, |here, first, room| {
        let first = first * PIECE;
        let (mut index, mut skipped) = (first / row.max(1), first % row.max(1));
        while room.left() > 0 {
            for (part, block) in &blocks {
                let from = skipped.min(*block);
                skipped -= from;
                let part = &part.get(here)[index * block..][from..*block];
                room.extend_from_slice(&part[..part.len().min(room.left())]);
            }
            index += 1;
        }
    });
    Array::new(sizes, elements)
}

/// The number of elements for each index of the axes before one of a static shape.
// A product of two constants where the axis is one: over sizes it would be a loop, for each shape.
#[inline(always)]
fn row_at<S: ArrayShape>(axis: usize) -> usize {
    let (sizes, strides) = const { memory::sizes_and_strides::<S>() };
    sizes[axis] * strides[axis]
}

/// As `joined`, of parts in row-major order, to a tensor that holds its elements itself.
#[inline(always)]
#[track_caller]
pub(super) fn joined_cells<'d, T: Copy + 'd, O: ArrayShape>(
    parts: impl Iterator<Item = &'d [T]> + Clone,
    axis: usize,
) -> InlineArray<T, O> {
    let first = parts.clone().find_map(<[T]>::first);
    let (Some(&first), false) = (first, const { memory::count::<O>() == 0 }) else {
        return memory::generate_cells(|| panic!("as many elements as the shape has"));
    };
    let row = row_at::<O>(axis);
    let outer = const { memory::count::<O>() } / row;
    // What is written twice, the compiler writes once where there is little.
    memory::changed_cells(
        || first,
        |elements| {
            let mut done = 0;
            for part in parts {
                let block = block(part.len(), outer);
                for index in 0..outer {
                    let to = &mut elements[index * row + done..][..block];
                    to.copy_from_slice(&part[index * block..][..block]);
                }
                done += block;
            }
            assert!(done == row, "as many elements as the shape has");
        },
    )
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T: Copy + 'static, E: ToHeap<F>, F: Memory> Joins<T, F> for E {
    type OutputEngine = Host;

    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &E::Data<T, S>,
        rhs: &F::Data<T, R>,
        axis: usize,
        sizes: DynShape,
    ) -> Array<T> {
        // `held` gives what it gets and cannot fail: there is nothing to drop between the calls.
        let sizes = ManuallyDrop::new(sizes);
        let (lhs, rhs) = (E::held::<T, S>(lhs), F::held::<T, R>(rhs));
        two(lhs, rhs, axis, ManuallyDrop::into_inner(sizes))
    }
}

/// Compiled once for an element type.
#[cfg(feature = "alloc")]
#[track_caller]
fn two<T: Copy + 'static>(
    lhs: &impl Holds<Element = T>,
    rhs: &impl Holds<Element = T>,
    axis: usize,
    sizes: DynShape,
) -> Array<T> {
    let mut parts = [lhs.raw(), rhs.raw()].into_iter();
    joined(&mut || parts.next(), axis, sizes)
}

#[diagnostic::do_not_recommend]
impl<T: Copy + 'static> Joins<T> for Inline {
    type OutputEngine = Inline;

    #[inline(always)]
    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &InlineArray<T, S>,
        rhs: &InlineArray<T, R>,
        axis: usize,
        _sizes: DynShape,
    ) -> InlineArray<T, O> {
        let (lhs, rhs) = (lhs.as_slice(), rhs.as_slice());
        let Some(&first) = lhs.first().or(rhs.first()) else {
            return memory::generate_cells(|| panic!("as many elements as the shape has"));
        };
        let (left, right) = (row_at::<S>(axis), row_at::<R>(axis));
        assert!(
            left + right == row_at::<O>(axis)
                && lhs.len() + rhs.len() == const { memory::count::<O>() },
            "as many elements as the shape has"
        );
        // What is written twice, the compiler writes once where there is little.
        memory::changed_cells(
            || first,
            |elements| {
                for (row, to) in elements.chunks_exact_mut(left + right).enumerate() {
                    let (before, after) = to.split_at_mut(left);
                    before.copy_from_slice(&lhs[row * left..][..left]);
                    after.copy_from_slice(&rhs[row * right..][..right]);
                }
            },
        )
    }
}

/// The parts by their places. Compiled once for an element type.
#[cfg(feature = "alloc")]
#[track_caller]
pub(super) fn places<'d, T: Copy + 'static, D: Holds<Element = T> + 'd>(
    count: usize,
    part: &dyn Fn(usize) -> &'d D,
    axis: usize,
    sizes: DynShape,
) -> Array<T> {
    let mut parts = (0..count).map(|place| part(place).raw());
    joined(&mut || parts.next(), axis, sizes)
}

/// Each part is copied to its place before the next is made: no more than one of them is kept.
#[track_caller]
pub(super) fn made_cells<T: Copy + 'static, S: Shape, O: Shape>(
    count: usize,
    axis: usize,
    sizes: DynShape,
    mut part: impl FnMut(usize) -> InlineArray<T, S>,
) -> InlineArray<T, O> {
    let (outer, _) = layout::around(sizes.dims(), axis);
    let mut joined: Option<InlineArray<T, O>> = None;
    for place in 0..count {
        let part = part(place);
        let (part, all) = (part.as_slice(), memory::count::<O>());
        assert!(
            part.len() * count == all,
            "as many elements as the shape has"
        );
        // Until other parts are there, the first element stands in their place.
        let joined = joined.get_or_insert_with(|| memory::generate_cells(|| part[0]));
        let block = block(part.len(), outer).max(1);
        let blocks = joined.as_mut_slice().chunks_exact_mut(block);
        for (target, block) in { blocks.skip(place).step_by(count) }.zip(part.chunks_exact(block)) {
            target.copy_from_slice(block);
        }
    }
    joined.unwrap_or_else(|| memory::generate_cells(|| panic!("as many elements as the shape has")))
}
