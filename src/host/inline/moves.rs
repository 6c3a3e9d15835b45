//! Inline tensors with other axes: copies with constant strides.

use core::marker::PhantomData;

use super::InlineArray;
use crate::Shape;
use crate::host::memory;
use crate::host::pass::Operates;
use crate::host::raw::{Near, Raw};
use crate::shape::axis::AxisOrder;
use crate::shape::list::{ArrayShape, StaticLayout, with_room};

/// Elements whose last axes are read in another order.
pub struct Permuted<'a, T, S: ArrayShape, Order>(&'a InlineArray<T, S>, PhantomData<Order>);

impl<'a, T, S: Shape, Order: AxisOrder> Permuted<'a, T, S, Order> {
    // Memory is read by these strides: they belong to the axes of the shape, each once.
    const KNOWN: &'static StaticLayout = {
        let known = memory::known::<S>();
        with_room!(known.sizes().len(), known.permuted(Order::ORDERED))
    };

    pub fn of(cells: &'a InlineArray<T, S>) -> Self {
        Self(cells, PhantomData)
    }
}

impl<T: Copy, S: Shape, Order: AxisOrder> Operates for Permuted<'_, T, S, Order> {
    type Element = T;
    const NEAR: Option<Near> = Near::of_sizes(Self::KNOWN);

    #[inline(always)]
    fn raw(&self) -> Raw<'_, T> {
        let known = const { Self::KNOWN };
        Raw::strided(self.0.as_slice(), known.sizes(), known.strides())
    }
}

/// The axes of a shape `S`, as a bit set, along which `O` is a part: the other axes have the same sizes, and this one
/// is narrower or missing.
const fn axes_of_part<S: Shape, O: ArrayShape>() -> u128 {
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
