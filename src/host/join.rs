//! Joins several tensors: for each index of the axes in front of the joined one, the blocks of all parts, side by side.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec::Vec};

#[cfg(feature = "alloc")]
use super::array::Array;
use super::engines::Inline;
#[cfg(feature = "alloc")]
use super::engines::{Borrowed, Host};
use super::memory::Cells;
#[cfg(feature = "alloc")]
use super::raw::{Holds, Raw};
use super::{layout, memory};
#[cfg(feature = "alloc")]
use crate::engine::Engine;
use crate::engine::{Joins, JoinsAll};
use crate::shape::list::ArrayShape;
use crate::{DynShape, Shape};

/// The number of elements of each of `outer` blocks.
#[track_caller]
fn block(elements: usize, outer: usize) -> usize {
    let block = elements.checked_div(outer).unwrap_or(0);
    assert!(block * outer == elements, "parts of whole blocks");
    block
}

/// The elements of the result, of these sizes, in row-major order.
#[cfg(feature = "alloc")]
#[track_caller]
fn joined<'d, T: Copy + 'd>(
    parts: &mut dyn FnMut() -> Option<Raw<'d, T>>,
    axis: usize,
    sizes: DynShape,
) -> Array<T> {
    let (outer, _) = layout::around(sizes.dims(), axis);
    // One part after the other by a call: an iterator would be another type for each shape, with all that uses it.
    let parts: Vec<(Cow<'_, [T]>, usize)> = core::iter::from_fn(parts)
        .map(|part| {
            let elements = match part.as_slice() {
                Some(elements) => Cow::Borrowed(elements),
                None => Cow::Owned(part.iter().copied().collect()),
            };
            let block = block(elements.len(), outer);
            (elements, block)
        })
        .collect();
    let mut elements = Vec::with_capacity(layout::count(sizes.dims()));
    for index in 0..outer {
        for (part, block) in &parts {
            elements.extend_from_slice(&part[index * block..(index + 1) * block]);
        }
    }
    Array::new(sizes, elements)
}

/// As `joined`, of parts in row-major order, to a tensor that holds its elements itself.
#[track_caller]
fn joined_cells<'d, T: Copy + 'd, O: ArrayShape>(
    parts: impl Iterator<Item = &'d [T]> + Clone,
    axis: usize,
    sizes: &[usize],
) -> Cells<T, O> {
    let (outer, _) = layout::around(sizes, axis);
    let mut elements = (0..outer).flat_map(|index| {
        parts.clone().flat_map(move |part| {
            let block = block(part.len(), outer);
            &part[index * block..(index + 1) * block]
        })
    });
    let cells = memory::generate_cells(|| match elements.next() {
        Some(&element) => element,
        None => panic!("as many elements as the shape has"),
    });
    assert!(
        elements.next().is_none(),
        "as many elements as the shape has"
    );
    cells
}

/// Two engines, at least one of which is not inline: to the heap.
#[cfg(feature = "alloc")]
macro_rules! joins_on_the_heap {
    ($([$($lifetime:lifetime),*] $Lhs:ty, $Rhs:ty;)*) => {$(
        impl<$($lifetime,)* T: Copy + 'static> Joins<T, $Rhs> for $Lhs {
            type Home = Host;

            #[track_caller]
            fn concat<S: Shape, R: Shape, O: ArrayShape>(
                lhs: &<$Lhs as Engine>::Data<T, S>,
                rhs: &<$Rhs as Engine>::Data<T, R>,
                axis: usize,
                sizes: DynShape,
            ) -> Array<T> {
                two(lhs.raw(), rhs.raw(), axis, sizes)
            }
        }
    )*};
}

/// Compiled once for an element type.
#[cfg(feature = "alloc")]
#[track_caller]
fn two<T: Copy>(lhs: Raw<'_, T>, rhs: Raw<'_, T>, axis: usize, sizes: DynShape) -> Array<T> {
    let mut parts = [lhs, rhs].into_iter();
    joined(&mut || parts.next(), axis, sizes)
}

#[cfg(feature = "alloc")]
joins_on_the_heap! {
    [] Host, Host;
    ['a] Host, Borrowed<'a>;
    [] Host, Inline;
    ['a] Borrowed<'a>, Host;
    ['a, 'b] Borrowed<'a>, Borrowed<'b>;
    ['a] Borrowed<'a>, Inline;
    [] Inline, Host;
    ['a] Inline, Borrowed<'a>;
}

impl<T: Copy + 'static> Joins<T> for Inline {
    type Home = Inline;

    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Cells<T, S>,
        rhs: &Cells<T, R>,
        axis: usize,
        sizes: DynShape,
    ) -> Cells<T, O> {
        let parts = [lhs.as_slice(), rhs.as_slice()];
        joined_cells(parts.into_iter(), axis, sizes.dims())
    }
}

#[cfg(feature = "alloc")]
macro_rules! joins_all_on_the_heap {
    ($([$($lifetime:lifetime)?] $Engine:ty;)*) => {$(
        impl<$($lifetime,)? T: Copy + 'static> JoinsAll<T> for $Engine {
            type Home = Host;

            #[track_caller]
            fn join<'d, S: Shape, O: ArrayShape>(
                parts: impl Iterator<Item = &'d <$Engine as Engine>::Data<T, S>> + Clone,
                axis: usize,
                sizes: DynShape,
            ) -> Array<T>
            where
                Self: 'd,
            {
                let mut parts = parts;
                let mut next = || match parts.next() {
                    Some(part) => Some(part.raw()),
                    None => None,
                };
                joined(&mut next, axis, sizes)
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
joins_all_on_the_heap! {
    [] Host;
    ['a] Borrowed<'a>;
}

impl<T: Copy + 'static> JoinsAll<T> for Inline {
    type Home = Inline;

    #[track_caller]
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Cells<T, S>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> Cells<T, O>
    where
        Self: 'd,
    {
        joined_cells(parts.map(Cells::as_slice), axis, sizes.dims())
    }

    /// Each part is copied to its place before the next is made: no more than one of them is kept.
    #[track_caller]
    fn join_made<S: Shape, O: Shape>(
        count: usize,
        axis: usize,
        sizes: DynShape,
        mut part: impl FnMut(usize) -> Cells<T, S>,
    ) -> Cells<T, O> {
        let (outer, _) = layout::around(sizes.dims(), axis);
        let mut joined: Option<Cells<T, O>> = None;
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
            for (target, block) in
                { blocks.skip(place).step_by(count) }.zip(part.chunks_exact(block))
            {
                target.copy_from_slice(block);
            }
        }
        joined.unwrap_or_else(|| {
            memory::generate_cells(|| panic!("as many elements as the shape has"))
        })
    }
}
