//! Goes through some of the axes of an array, from the smallest stride to the largest. Nothing here depends on
//! elements, so it is compiled once.

#[cfg(not(feature = "alloc"))]
use tinyvec::ArrayVec;
#[cfg(feature = "alloc")]
use tinyvec::TinyVec;

/// One of them.
#[derive(Clone, Copy, Default)]
pub struct Axis {
    pub size: usize,
    /// Its stride in memory.
    pub stride: usize,
    /// Its stride in row-major order along the axes of the walk.
    pub step: usize,
}

impl Axis {
    const ONE: Self = Self {
        size: 1,
        stride: 0,
        step: 1,
    };
}

/// An axis, and the index along it.
type Outer = (Axis, usize);

#[cfg(feature = "alloc")]
type List = TinyVec<[Outer; 4]>;
#[cfg(not(feature = "alloc"))]
type List = ArrayVec<[Outer; 8]>;

/// Goes along axes, and starts again at the end.
#[derive(Clone)]
pub struct Walk {
    /// The offset in memory.
    pub offset: usize,
    /// The place in row-major order along these axes.
    pub place: usize,
    pub inner: Axis,
    index: usize,
    /// From the innermost on.
    outer: List,
}

impl Walk {
    /// Along the axes that `has` selects, counted from the end, from 1: from the last to the first, or by their strides
    /// if `sorted`. Contiguous axes are merged. `step` is 1, or 0 if places do not matter.
    pub fn new(
        (sizes, strides): (&[usize], &[usize]),
        mut step: usize,
        sorted: bool,
        has: &dyn Fn(usize) -> bool,
    ) -> Self {
        let mut walk = Self {
            offset: 0,
            place: 0,
            inner: Axis::ONE,
            index: 0,
            outer: List::default(),
        };
        for (index, (&size, &stride)) in sizes.iter().zip(strides).enumerate().rev() {
            if size != 1 && has(sizes.len() - index) {
                walk.outer.push((Axis { size, stride, step }, 0));
                step *= size;
            }
        }
        if sorted {
            walk.sort();
        }
        walk.merge();
        walk.take_inner();
        walk
    }

    /// Along the axes that are not folded, and along those that are; these are counted from the end, from 1. `any_order`
    /// says whether terms may come in the order of memory.
    pub fn both(
        (sizes, strides): (&[usize], &[usize]),
        folded: &[usize],
        row_major: bool,
        any_order: bool,
    ) -> (Self, Self) {
        if row_major && let Some([before, along, after]) = blocks(sizes, folded) {
            // What is found below, without a look at strides.
            let line = Axis {
                size: along,
                stride: after,
                step: 0,
            };
            let rows = Axis {
                size: before,
                stride: along * after,
                step: after,
            };
            let columns = Axis {
                size: after,
                stride: 1,
                step: 1,
            };
            return (Self::over(columns, rows), Self::over(line, Axis::ONE));
        }
        let is_folded = |axis| folded.contains(&axis);
        (
            Self::new((sizes, strides), 1, true, &|axis| !is_folded(axis)),
            Self::new((sizes, strides), 0, any_order, &is_folded),
        )
    }

    /// Along two axes, of which one of size 1 is left out.
    fn over(inner: Axis, outer: Axis) -> Self {
        let mut walk = Self {
            offset: 0,
            place: 0,
            inner,
            index: 0,
            outer: List::default(),
        };
        match (inner.size, outer.size) {
            (1, 1) => walk.inner = Axis::ONE,
            (1, _) => walk.inner = outer,
            (_, 1) => {}
            _ => walk.outer.push((outer, 0)),
        }
        walk
    }

    fn sort(&mut self) {
        // Repeated axes come last: the same elements again after all others.
        let distance = |(axis, _): &Outer| axis.stride.wrapping_sub(1);
        for axis in 1..self.outer.len() {
            let mut place = axis;
            while place > 0 && distance(&self.outer[place - 1]) > distance(&self.outer[place]) {
                self.outer.swap(place - 1, place);
                place -= 1;
            }
        }
    }

    fn merge(&mut self) {
        let mut last = 0;
        for next in 1..self.outer.len() {
            let (inner, (outer, _)) = (self.outer[last].0, self.outer[next]);
            let goes_on = outer.stride == inner.stride.wrapping_mul(inner.size)
                && outer.step == inner.step * inner.size;
            if goes_on {
                self.outer[last].0.size *= outer.size;
            } else {
                last += 1;
                self.outer[last].0 = outer;
            }
        }
        self.outer.truncate(last + 1);
    }

    /// Takes the innermost axis out of the walk.
    pub fn take_inner(&mut self) -> Axis {
        let next = match self.outer.is_empty() {
            true => Axis::ONE,
            false => self.outer.remove(0).0,
        };
        core::mem::replace(&mut self.inner, next)
    }

    /// Whether there is at most one axis.
    pub fn is_one(&self) -> bool {
        self.outer.is_empty()
    }

    /// The walks along both halves of the axis with the largest step, and that axis with the size of the first half;
    /// `None` if all sizes are 1. The second walk begins where the first would go on. Halves of the innermost axis are
    /// multiples of `inner`, if they may be.
    pub fn halves(&self, inner: usize) -> Option<(Self, Self, Axis)> {
        let is_long = |&(axis, _): &&Outer| axis.size > 1;
        let outer = self.outer.iter().filter(is_long).map(|(axis, _)| axis.step);
        let (mut left, mut right) = (self.clone(), self.clone());
        let (axis, size) = match outer.max() {
            Some(step) if self.inner.size == 1 || step > self.inner.step => {
                let at = |walk: &Self| walk.outer.iter().position(|(axis, _)| axis.step == step);
                let at = at(self)?;
                let half = self.outer[at].0.size / 2;
                left.outer[at].0.size = half;
                right.outer[at].0.size -= half;
                (self.outer[at].0, half)
            }
            _ if self.inner.size == 1 => return None,
            _ => {
                let half = (self.inner.size / 2).next_multiple_of(inner);
                let half = if half < self.inner.size {
                    half
                } else {
                    self.inner.size / 2
                };
                left.inner.size = half;
                right.inner.size -= half;
                (self.inner, half)
            }
        };
        Some((left, right, Axis { size, ..axis }))
    }

    /// The number of elements along the axes.
    pub fn count(&self) -> usize {
        let outer = self.outer.iter().map(|(axis, _)| axis.size);
        self.inner.size * outer.product::<usize>()
    }

    /// Moves to the next element; to the first after the last.
    #[inline]
    pub fn advance(&mut self) {
        self.index += 1;
        self.offset += self.inner.stride;
        self.place += self.inner.step;
        if self.index == self.inner.size {
            self.carry();
        }
    }

    #[inline(never)]
    fn carry(&mut self) {
        let back = |axis: Axis, offset: &mut usize, place: &mut usize| {
            *offset -= axis.stride * axis.size;
            *place -= axis.step * axis.size;
        };
        self.index = 0;
        back(self.inner, &mut self.offset, &mut self.place);
        for (axis, index) in &mut self.outer {
            *index += 1;
            self.offset += axis.stride;
            self.place += axis.step;
            if *index < axis.size {
                return;
            }
            *index = 0;
            back(*axis, &mut self.offset, &mut self.place);
        }
    }

    /// Moves to the element with a number in the order of the walk.
    pub fn seek(&mut self, number: usize) {
        (self.offset, self.place) = (0, 0);
        let mut rest = number;
        let mut along = |axis: Axis| {
            let index = rest % axis.size;
            rest /= axis.size;
            self.offset += index * axis.stride;
            self.place += index * axis.step;
            index
        };
        self.index = along(self.inner);
        for (axis, index) in &mut self.outer {
            *index = along(*axis);
        }
    }
}

/// The products of the sizes before the axes that are folded, of these axes, and after them. `None` if other axes
/// are in between, if no axis is folded, or without elements.
fn blocks(sizes: &[usize], folded: &[usize]) -> Option<[usize; 3]> {
    let (mut blocks, mut part) = ([1; 3], 0);
    for (index, &size) in sizes.iter().enumerate() {
        let is_folded = folded.contains(&(sizes.len() - index));
        part = match (part, is_folded) {
            _ if size == 0 => return None,
            _ if size == 1 => continue,
            (0, false) => 0,
            (0 | 1, true) => 1,
            (1 | 2, false) => 2,
            _ => return None,
        };
        blocks[part] *= size;
    }
    (blocks[1] > 1).then_some(blocks)
}

/// The number of elements along the axes that are not folded, which can be counted.
pub fn count_of_kept(sizes: &[usize], folded: &[usize]) -> usize {
    let axes = sizes.iter().enumerate();
    let kept = axes.filter(|(index, _)| !folded.contains(&(sizes.len() - index)));
    kept.map(|(_, size)| size).product()
}
