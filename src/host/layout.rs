//! Where in memory the element of an index lies: an offset, and a size and a stride for each axis.
//!
//! Nothing here depends on a shape's type or on elements: it is compiled once. Axes are counted from the first, from 0, unless an
//! argument says otherwise.

use crate::check_broadcast_to;
use crate::shape::list::ElementCount;
use crate::{DynShape, Shape, ShapeError};

/// The offset of the first element, and the sizes and strides of the axes, the first axis first.
#[derive(Clone, Debug)]
pub struct Layout {
    pub offset: usize,
    pub sizes: DynShape,
    pub strides: DynShape,
}

/// Numbers for as many axes, given for each axis from the first on.
///
/// # Panics
///
/// Without an allocator, where there are more than 8 axes.
#[track_caller]
pub fn numbers(rank: usize, number: impl Fn(usize) -> usize) -> DynShape {
    match DynShape::build(rank, 1, &|axis| number(rank - axis)) {
        Some(numbers) => numbers,
        None => panic!("{}", ShapeError::rank_needs_alloc(rank)),
    }
}

/// The number of elements of an array of these sizes.
///
/// # Panics
///
/// Where it overflows `usize`.
#[inline]
#[track_caller]
pub fn count(sizes: &[usize]) -> usize {
    #[cold]
    #[track_caller]
    fn too_many(sizes: &[usize]) -> ! {
        panic!("{}", ShapeError::too_many_elements(sizes))
    }
    let count = sizes.iter().copied();
    match count.fold(ElementCount::ONE, ElementCount::times).get() {
        Some(count) => count,
        None => too_many(sizes),
    }
}

/// The sizes with 1 at some axes, which are counted from the end, from 1 for the last.
pub fn reduced(sizes: &[usize], axes: &[usize]) -> DynShape {
    numbers(sizes.len(), |axis| {
        match axes.contains(&(sizes.len() - axis)) {
            true => 1,
            false => sizes[axis],
        }
    })
}

/// The strides of elements in row-major order without gaps.
pub fn row_major_strides(sizes: &[usize]) -> DynShape {
    let mut strides = DynShape::from(sizes);
    let mut next = 1_usize;
    for (stride, size) in strides.dims_mut().iter_mut().zip(sizes).rev() {
        *stride = next;
        // Overflows only where another size is 0 and there is nothing to read.
        next = next.wrapping_mul(*size);
    }
    strides
}

/// Whether elements of these sizes and strides lie in row-major order without gaps. Where there is none it does not matter.
pub fn is_row_major(sizes: &[usize], strides: &[usize]) -> bool {
    let mut next = 1_usize;
    let mut fits = true;
    for (&size, &stride) in sizes.iter().zip(strides).rev() {
        if size == 0 {
            return true;
        }
        fits = fits && (size == 1 || stride == next);
        next = next.wrapping_mul(size);
    }
    fits
}

impl Layout {
    /// Row-major order from the start of memory on.
    pub fn row_major(sizes: DynShape) -> Self {
        Self {
            offset: 0,
            strides: row_major_strides(sizes.dims()),
            sizes,
        }
    }

    pub fn rank(&self) -> usize {
        self.sizes.rank()
    }

    /// Axis `k` becomes what `order[k]` was.
    ///
    /// # Panics
    ///
    /// Where not every axis is named once.
    #[track_caller]
    pub fn permuted(&self, order: &[usize]) -> Self {
        assert!(
            order.len() == self.rank() && (0..self.rank()).all(|axis| order.contains(&axis)),
            "each of {} axes once, not {order:?}",
            self.rank()
        );
        let (sizes, strides) = (self.sizes.dims(), self.strides.dims());
        Self {
            offset: self.offset,
            sizes: numbers(order.len(), |axis| sizes[order[axis]]),
            strides: numbers(order.len(), |axis| strides[order[axis]]),
        }
    }

    /// As part of a larger shape: stride 0 along axes that are added or repeated.
    ///
    /// # Panics
    ///
    /// Where the sizes do not broadcast to it.
    #[track_caller]
    pub fn expanded(&self, sizes: DynShape) -> Self {
        if let Err(error) = check_broadcast_to(self.sizes.dims(), sizes.dims()) {
            panic!("{error}")
        }
        let added = sizes.rank() - self.rank();
        let strides = numbers(sizes.rank(), |axis| match axis.checked_sub(added) {
            Some(axis) if self.sizes.dims()[axis] != 1 => self.strides.dims()[axis],
            _ => 0,
        });
        Self {
            offset: self.offset,
            sizes,
            strides,
        }
    }

    /// `length` indices of an axis from `start` on.
    ///
    /// # Panics
    ///
    /// Where the axis does not have them.
    #[track_caller]
    pub fn narrowed(&self, axis: usize, start: usize, length: usize) -> Self {
        let size = self.sizes.dims()[axis];
        assert!(
            start <= size && length <= size - start,
            "{length} indices from {start} on of an axis of size {size}"
        );
        let mut part = self.clone();
        part.sizes.dims_mut()[axis] = length;
        // Overflows only where another size is 0 and there is nothing to read.
        let step = start.wrapping_mul(self.strides.dims()[axis]);
        part.offset = self.offset.wrapping_add(step);
        part
    }

    /// At one index of an axis, without that axis.
    ///
    /// # Panics
    ///
    /// Where the axis does not have it.
    #[track_caller]
    pub fn indexed(&self, axis: usize, index: usize) -> Self {
        self.narrowed(axis, index, 1).squeezed(&[axis])
    }

    /// Without some axes of size 1.
    ///
    /// # Panics
    ///
    /// Where the size of one of them is another.
    #[track_caller]
    pub fn squeezed(&self, axes: &[usize]) -> Self {
        let mut kept = 0;
        let mut part = self.clone();
        for axis in 0..self.rank() {
            if axes.contains(&axis) {
                let size = self.sizes.dims()[axis];
                assert!(size == 1, "an axis of size {size} cannot be removed");
            } else {
                part.sizes.dims_mut()[kept] = self.sizes.dims()[axis];
                part.strides.dims_mut()[kept] = self.strides.dims()[axis];
                kept += 1;
            }
        }
        Self {
            offset: self.offset,
            sizes: DynShape::from(&part.sizes.dims()[..kept]),
            strides: DynShape::from(&part.strides.dims()[..kept]),
        }
    }

    /// With one axis of size 1 more, in front of what was `axis`.
    pub fn unsqueezed(&self, axis: usize) -> Self {
        let insert = |old: &DynShape, new| {
            numbers(old.rank() + 1, |place| match place {
                place if place < axis => old.dims()[place],
                place if place == axis => new,
                place => old.dims()[place - 1],
            })
        };
        Self {
            offset: self.offset,
            sizes: insert(&self.sizes, 1),
            strides: insert(&self.strides, 0),
        }
    }

    pub fn is_row_major(&self) -> bool {
        is_row_major(self.sizes.dims(), self.strides.dims())
    }
}
