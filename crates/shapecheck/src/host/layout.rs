//! The offset in memory of the element at an index: an offset, and a size and a stride for each axis.
//!
//! Nothing here depends on the type of a shape or of elements, so it is compiled once. Axes are counted from the first,
//! from 0, unless an argument says otherwise.

use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

use tinyvec::ArrayVec;
#[cfg(feature = "alloc")]
use tinyvec::TinyVec;

use crate::algebra::slices::{SliceEntry, Taken, each_found, refused, sliced_rank};
use crate::broadcast::check_broadcast_to;
use crate::error::{ShapeErrorKind, fail};
use crate::shape::dynamic::IN_PLACE;
use crate::shape::list::{ElementCount, StaticLayout};
use crate::shape::num_elements;
use crate::{DynShape, Shape, ShapeError};

/// The offset of the first element, and the sizes and strides of the axes, the first axis first.
#[derive(Clone, Debug)]
pub struct Layout {
    pub offset: usize,
    axes: Axes,
}

/// Sizes and strides. Those that types give are not copied.
#[derive(Clone)]
enum Axes {
    /// The sizes of one type, with its strides or those of another that it is a part of, and whether they are known to be
    /// in row-major order.
    Known(&'static StaticLayout, &'static [usize], bool),
    /// All sizes, then all strides, and whether they are in row-major order.
    Own(List, bool),
}

/// Four axes fit in place, so that an array on the heap is a small allocation; more are on the heap.
#[cfg(feature = "alloc")]
type List = TinyVec<[usize; ROOM]>;
#[cfg(feature = "alloc")]
const ROOM: usize = 8;
#[cfg(not(feature = "alloc"))]
type List = ArrayVec<[usize; ROOM]>;
#[cfg(not(feature = "alloc"))]
const ROOM: usize = 2 * IN_PLACE;

impl fmt::Debug for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lists().fmt(f)
    }
}

impl Axes {
    #[inline]
    fn lists(&self) -> (&[usize], &[usize]) {
        match self {
            Self::Known(known, strides, _) => (known.sizes(), strides),
            Self::Own(numbers, _) => numbers.split_at(numbers.len() / 2),
        }
    }

    /// The same, if types give them.
    #[inline]
    fn known(&self) -> Option<(&'static [usize], &'static [usize])> {
        match *self {
            Self::Known(known, strides, _) => Some((known.sizes(), strides)),
            Self::Own(..) => None,
        }
    }
}

/// A list with one number for each axis, given for each axis from the first on.
///
/// # Panics
///
/// Without the feature `alloc`, panics if there are more than 8 axes.
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
/// Panics if it overflows `usize`.
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

/// The value, or a panic with the text of the error.
#[inline]
#[track_caller]
pub fn or_panic<T, E: Error + Send + Sync + 'static>(found: Result<T, E>) -> T {
    match found {
        Ok(found) => found,
        Err(error) => fail(error),
    }
}

/// The numbers of elements before an axis and after it. Both are 0 if there is no element: then nothing is to be
/// visited, and the sizes on either side may have a product that cannot be counted.
///
/// # Panics
///
/// Panics if one overflows `usize`, or if there is no such axis.
#[inline]
#[track_caller]
pub fn around(sizes: &[usize], axis: usize) -> (usize, usize) {
    match sizes.contains(&0) {
        true => (0, 0),
        false => (count(&sizes[..axis]), count(&sizes[axis + 1..])),
    }
}

/// Like [`count`]; a type may have counted already.
///
/// # Panics
///
/// Panics if it overflows `usize`.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub fn count_of(sizes: &DynShape) -> usize {
    match sizes.known().and_then(StaticLayout::count) {
        Some(known) => known,
        None => count(sizes.dims()),
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

/// Whether a type gives the sizes that [`reduced`] does.
#[cfg(feature = "alloc")]
pub fn is_reduced(sizes: &[usize], axes: &[usize], known: &StaticLayout) -> bool {
    let known = known.sizes();
    let is_one = |axis: usize| axes.contains(&(sizes.len() - axis));
    sizes.len() == known.len()
        && (0..known.len()).all(|axis| match is_one(axis) {
            true => known[axis] == 1,
            false => known[axis] == sizes[axis],
        })
}

/// The strides of elements in row-major order without gaps.
pub fn row_major_strides(sizes: &[usize]) -> DynShape {
    let mut strides = DynShape::from(sizes);
    write_row_major(sizes, strides.dims_mut());
    strides
}

/// The same, written to a slice.
fn write_row_major(sizes: &[usize], strides: &mut [usize]) {
    let mut next = 1_usize;
    for (stride, size) in strides.iter_mut().zip(sizes).rev() {
        *stride = next;
        // It overflows only if another size is 0, and then there is nothing to read.
        next = next.wrapping_mul(*size);
    }
}

/// Whether elements with these sizes and strides are in row-major order without gaps. True for no elements.
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

/// The stride of this many indices that are `step` apart. One index has no neighbour: what reads elements in order would
/// still add the stride, which may be too large to be added. It overflows only if another size is 0.
#[inline]
fn stepped(stride: usize, step: usize, count: usize) -> usize {
    match stride.checked_mul(step) {
        Some(stride) if count > 1 || step == 1 => stride,
        _ => 0,
    }
}

/// # Panics
///
/// Panics if an axis of this size has no `length` indices from `start` on.
#[inline(always)]
#[track_caller]
fn assert_narrowed(size: usize, start: usize, length: usize) {
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn beyond(size: usize, start: usize, length: usize) -> ! {
        panic!("{length} indices from {start} on of an axis of size {size}")
    }
    if start > size || length > size - start {
        beyond(size, start, length)
    }
}

/// Whether these are the sizes that a type gives. Two slices would be compared by a call.
#[inline]
pub fn is_known(sizes: &[usize], known: &StaticLayout) -> bool {
    let known = known.sizes();
    sizes.len() == known.len() && (0..known.len()).all(|axis| sizes[axis] == known[axis])
}

/// Methods of memory that has a `layout` and can be `derived` with another one: the same memory along other axes. Each is
/// a call and not part of its caller, which is compiled for each shape.
macro_rules! derives {
    () => {
        $crate::host::layout::derives! {
            permuted(order: &[usize]);
            expanded(sizes: $crate::DynShape);
            narrowed(axis: usize, start: usize, length: usize);
            squeezed(axes: &[usize]);
            unsqueezed(axis: usize);
            split(sizes: &[usize], order: &[usize]);
        }

        /// The parts at the first indices of an axis, without that axis. `known` are their sizes, if a type gives them.
        #[inline(never)]
        #[track_caller]
        pub(super) fn indexed_each<const K: usize>(
            &self,
            axis: usize,
            known: Option<&'static $crate::shape::list::StaticLayout>,
        ) -> [Self; K]
        where
            T: 'static,
        {
            core::array::from_fn(|index| self.indexed(axis, index, known))
        }

        /// The part of an axis that begins at a place and is so long, with other sizes.
        #[cfg(feature = "alloc")]
        #[inline(never)]
        #[track_caller]
        pub(super) fn regrouped_part(
            &self,
            axis: usize,
            (start, length): (usize, usize),
            sizes: $crate::DynShape,
        ) -> $crate::host::array::Array<T>
        where
            T: Clone,
        {
            self.narrowed(axis, start, length).regrouped(sizes)
        }

        /// What the entries of a slice take of the axes.
        #[inline(never)]
        pub(super) fn sliced(
            &self,
            entries: &[$crate::algebra::slices::SliceEntry],
        ) -> Result<Self, $crate::ShapeError> {
            Ok(self.derived(self.layout().sliced(entries)?))
        }

        /// The first parts of one size along an axis.
        #[inline(never)]
        #[track_caller]
        pub(super) fn narrowed_each<const K: usize>(&self, axis: usize, size: usize) -> [Self; K] {
            core::array::from_fn(|part| self.narrowed(axis, part * size, size))
        }
    };
    ($($method:ident($($argument:ident: $Type:ty),*);)*) => {$(
        #[inline(never)]
        #[track_caller]
        pub(super) fn $method(&self, $($argument: $Type),*) -> Self {
            self.derived(self.layout().$method($($argument),*))
        }
    )*};
}
pub(super) use derives;

impl Layout {
    /// Row-major order from an offset on.
    #[inline]
    pub fn row_major(offset: usize, sizes: &DynShape) -> Self {
        match sizes.known() {
            Some(known) => Self::known(offset, known),
            None => Self::of_sizes(offset, sizes.dims()),
        }
    }

    /// The same, written in place, because moving numbers that were just written is slow.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn write_row_major(place: &mut MaybeUninit<Self>, offset: usize, sizes: &DynShape) {
        match sizes.known() {
            Some(known) => {
                place.write(Self::known(offset, known));
            }
            None => Self::write_sizes(place, offset, sizes.dims()),
        }
    }

    fn of_sizes(offset: usize, sizes: &[usize]) -> Self {
        let mut layout = Self::zeros(offset, sizes.len());
        layout.fill(sizes);
        layout
    }

    #[cfg(feature = "alloc")]
    fn write_sizes(place: &mut MaybeUninit<Self>, offset: usize, sizes: &[usize]) {
        place.write(Self::zeros(offset, sizes.len())).fill(sizes);
    }

    /// Row-major order from an offset on, of sizes that a type gives.
    #[inline]
    pub const fn known(offset: usize, known: &'static StaticLayout) -> Self {
        let axes = Axes::Known(known, known.strides(), true);
        Self { offset, axes }
    }

    /// From an offset on, the sizes that a type gives, with these strides.
    #[inline]
    fn part(offset: usize, known: &'static StaticLayout, strides: &'static [usize]) -> Self {
        // Nobody looks at their order, of which the compiler would leave a loop.
        let axes = Axes::Known(known, strides, false);
        Self { offset, axes }
    }

    // Without an allocator, both lists have the same type.
    #[cfg_attr(not(feature = "alloc"), allow(clippy::useless_conversion))]
    #[inline]
    fn zeros(offset: usize, rank: usize) -> Self {
        let list = match 2 * rank {
            numbers @ ..=ROOM => ArrayVec::from_array_len([0; ROOM], numbers).into(),
            numbers => core::iter::repeat_n(0, numbers).collect(),
        };
        let axes = Axes::Own(list, true);
        Self { offset, axes }
    }

    /// Sizes in row-major order for as many zeros.
    #[inline]
    fn fill(&mut self, sizes: &[usize]) {
        if let Axes::Own(numbers, _) = &mut self.axes {
            let (own, strides) = numbers.split_at_mut(sizes.len());
            own.copy_from_slice(sizes);
            write_row_major(sizes, strides);
        }
    }

    /// A layout with `rank` axes, and a size and a stride for each.
    ///
    /// # Panics
    ///
    /// Without the feature `alloc`, panics if there are more than 8.
    #[track_caller]
    pub fn of(offset: usize, rank: usize, axis: impl Fn(usize) -> (usize, usize)) -> Self {
        if cfg!(not(feature = "alloc")) && rank > IN_PLACE {
            panic!("{}", ShapeError::rank_needs_alloc(rank))
        }
        let mut layout = Self::zeros(offset, rank);
        if let Axes::Own(numbers, row_major) = &mut layout.axes {
            let (sizes, strides) = numbers.split_at_mut(rank);
            for (index, (size, stride)) in sizes.iter_mut().zip(&mut *strides).enumerate() {
                (*size, *stride) = axis(index);
            }
            *row_major = is_row_major(sizes, strides);
        }
        layout
    }

    #[inline]
    pub fn sizes(&self) -> &[usize] {
        self.axes.lists().0
    }

    #[inline]
    pub fn strides(&self) -> &[usize] {
        self.axes.lists().1
    }

    /// The sizes, as they are passed on.
    #[cfg(feature = "alloc")]
    pub fn shape(&self) -> DynShape {
        match self.axes {
            Axes::Known(known, ..) => DynShape::of_known(known),
            Axes::Own(..) => self.sizes().into(),
        }
    }

    #[inline]
    fn axis(&self, axis: usize) -> (usize, usize) {
        (self.sizes()[axis], self.strides()[axis])
    }

    pub fn rank(&self) -> usize {
        self.sizes().len()
    }

    /// The same elements in row-major order with other sizes, or `None` if no strides describe that.
    pub fn regrouped(&self, sizes: &[usize]) -> Option<Self> {
        assert!(
            count(self.sizes()) == count(sizes),
            "as many elements as the shape has"
        );
        if count(sizes) == 0 || self.is_row_major() {
            return Some(Self::row_major(self.offset, &sizes.into()));
        }
        let mut strides = numbers(sizes.len(), |_| 0);
        // Both lists are split into groups with the same product, from the end. The elements of each group have to be
        // equally spaced; axes of size 1 belong to no group.
        let larger = |axis: &usize| self.sizes()[*axis] != 1;
        let mut own = (0..self.rank()).rev().filter(larger);
        let mut place = sizes.len();
        while let Some(last) = own.next() {
            let stride = self.strides()[last];
            let (mut found, mut made) = (self.sizes()[last], 1);
            loop {
                while made < found && place > 0 {
                    place -= 1;
                    strides.dims_mut()[place] = stride * made;
                    made *= sizes[place];
                }
                if made == found {
                    break;
                }
                let next = own.next()?;
                if self.strides()[next] != stride * found {
                    return None;
                }
                found *= self.sizes()[next];
            }
        }
        let of = |axis: usize| (sizes[axis], strides.dims()[axis]);
        Some(Self::of(self.offset, sizes.len(), of))
    }

    /// The axes split into these sizes, then in another order: axis `k` of the result is axis `order[k]` of the parts.
    ///
    /// # Panics
    ///
    /// Panics if axes would have to be merged that are not side by side in memory.
    #[track_caller]
    pub fn split(&self, sizes: &[usize], order: &[usize]) -> Self {
        match self.regrouped(sizes) {
            Some(parts) => parts.permuted(order),
            None => panic!(
                "axes of sizes {:?} are split into {sizes:?}, not merged",
                self.sizes()
            ),
        }
    }

    /// Axis `k` becomes axis `order[k]`.
    ///
    /// # Panics
    ///
    /// Panics if some axis is not named exactly once.
    #[track_caller]
    pub fn permuted(&self, order: &[usize]) -> Self {
        assert!(
            order.len() == self.rank() && (0..self.rank()).all(|axis| order.contains(&axis)),
            "each of {} axes once, not {order:?}",
            self.rank()
        );
        Self::of(self.offset, order.len(), |axis| self.axis(order[axis]))
    }

    /// The diagonal of two axes of the same size, without the second axis.
    ///
    /// # Panics
    ///
    /// Panics if they are not two axes of one size.
    #[track_caller]
    pub fn diagonal(&self, first: usize, second: usize) -> Self {
        assert!(
            first != second && self.sizes()[first] == self.sizes()[second],
            "axes {first} and {second} of sizes {:?} have a diagonal",
            self.sizes()
        );
        Self::of(self.offset, self.rank() - 1, |axis| {
            let (size, stride) = self.axis(axis + usize::from(axis >= second));
            let added = match axis + usize::from(axis >= second) == first {
                true => self.strides()[second],
                false => 0,
            };
            // It overflows only if another size is 0, and then there is nothing to read.
            (size, stride.wrapping_add(added))
        })
    }

    /// The layout as part of a larger shape: with stride 0 along axes that are added or repeated.
    ///
    /// # Panics
    ///
    /// Panics if the sizes do not broadcast to it.
    #[track_caller]
    pub fn expanded(&self, sizes: DynShape) -> Self {
        let sizes = sizes.dims();
        or_panic(check_broadcast_to(self.sizes(), sizes));
        let added = sizes.len() - self.rank();
        Self::of(self.offset, sizes.len(), |axis| {
            let stride = match axis.checked_sub(added) {
                Some(own) if self.sizes()[own] != 1 => self.strides()[own],
                _ => 0,
            };
            (sizes[axis], stride)
        })
    }

    /// `length` indices of an axis from `start` on.
    ///
    /// # Panics
    ///
    /// Panics if the axis does not have them.
    #[track_caller]
    pub fn narrowed(&self, axis: usize, start: usize, length: usize) -> Self {
        let (size, stride) = self.axis(axis);
        assert_narrowed(size, start, length);
        // It overflows only if another size is 0, and then there is nothing to read.
        let offset = self.offset.wrapping_add(start.wrapping_mul(stride));
        Self::of(offset, self.rank(), |place| match self.axis(place) {
            (_, stride) if place == axis => (length, stride),
            other => other,
        })
    }

    /// The same, with the sizes that a type gives, if it gives them. Nothing is copied then, and nothing is left of it
    /// where the compiler knows the place.
    ///
    /// # Panics
    ///
    /// Panics if the axis does not have them.
    #[inline(always)]
    #[track_caller]
    pub fn narrowed_to(
        &self,
        axis: usize,
        (start, length): (usize, usize),
        known: Option<&'static StaticLayout>,
    ) -> Self {
        if let (Some(known), Some((sizes, strides))) = (known, self.axes.known()) {
            let narrowed = known.sizes();
            let fits = narrowed.len() == sizes.len()
                && (0..sizes.len()).all(|place| match place == axis {
                    true => narrowed[place] == length,
                    false => narrowed[place] == sizes[place],
                });
            if fits {
                let (size, stride) = (sizes[axis], strides[axis]);
                assert_narrowed(size, start, length);
                // As in `narrowed`.
                let offset = self.offset.wrapping_add(start.wrapping_mul(stride));
                return Self::part(offset, known, strides);
            }
        }
        self.narrowed(axis, start, length)
    }

    /// At one index of an axis, without that axis.
    ///
    /// # Panics
    ///
    /// Panics if the axis does not have it.
    #[track_caller]
    pub fn indexed(&self, axis: usize, index: usize) -> Self {
        let (sizes, strides) = self.axes.lists();
        let (size, stride) = (sizes[axis], strides[axis]);
        assert!(index < size, "index {index} of an axis of size {size}");
        // It overflows only if another size is 0, and then there is nothing to read.
        let offset = self.offset.wrapping_add(index.wrapping_mul(stride));
        Self::of(offset, sizes.len() - 1, |place| {
            let place = place + usize::from(place >= axis);
            (sizes[place], strides[place])
        })
    }

    /// The same, with the sizes that a type gives, if it gives them, as in [`narrowed_to`](Self::narrowed_to).
    ///
    /// # Panics
    ///
    /// Panics if the axis does not have it.
    #[inline(always)]
    #[track_caller]
    pub fn indexed_to(
        &self,
        axis: usize,
        index: usize,
        known: Option<&'static StaticLayout>,
    ) -> Self {
        // The strides before and after an axis in the middle are two lists.
        if let (Some(known), Some((sizes, strides))) = (known, self.axes.known())
            && (axis == 0 || axis + 1 == sizes.len())
        {
            let others = usize::from(axis == 0)..sizes.len() - usize::from(axis != 0);
            if is_known(&sizes[others.clone()], known) {
                let (size, stride) = (sizes[axis], strides[axis]);
                assert!(index < size, "index {index} of an axis of size {size}");
                // As in `indexed`.
                let offset = self.offset.wrapping_add(index.wrapping_mul(stride));
                return Self::part(offset, known, &strides[others]);
            }
        }
        self.indexed(axis, index)
    }

    /// The part that the entries of a slice take of the axes, with steps as larger strides.
    ///
    /// # Errors
    ///
    /// Returns an error if the axes do not have it, or, without the feature `alloc`, if more than 8 are left.
    pub fn sliced(&self, entries: &[SliceEntry]) -> Result<Self, ShapeError> {
        let rank = sliced_rank(self.sizes(), entries)?;
        if cfg!(not(feature = "alloc")) && rank > IN_PLACE {
            return Err(ShapeError::rank_needs_alloc(rank));
        }
        let mut sliced = self.with_zeros(rank);
        self.write_sliced(entries, &mut sliced)?;
        Ok(sliced)
    }

    /// Room for this many axes, at most 8 without the feature `alloc`.
    #[inline]
    pub fn with_zeros(&self, rank: usize) -> Self {
        Self::zeros(self.offset, rank)
    }

    /// Writes what [`sliced`](Self::sliced) gives to as many zeros as [`sliced_rank`] has counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the axes do not have it.
    pub fn write_sliced(
        &self,
        entries: &[SliceEntry],
        sliced: &mut Self,
    ) -> Result<(), ShapeError> {
        let (from, by) = self.axes.lists();
        let (offset, Axes::Own(numbers, row_major)) = (&mut sliced.offset, &mut sliced.axes) else {
            unreachable!("the axes are not those of a type")
        };
        let rank = numbers.len() / 2;
        let (sizes, strides) = numbers.split_at_mut(rank);
        let mut place = 0;
        let found = each_found(from, entries, |axis, taken| {
            let (start, size, stride) = match taken {
                Taken::At(index) => {
                    // It overflows only where no two indices need it, or if another size is 0, and then there is nothing
                    // to read. The same below.
                    *offset = offset.wrapping_add(index.wrapping_mul(by[axis]));
                    return;
                }
                Taken::New => (0, 1, 0),
                Taken::Span {
                    start,
                    length,
                    step,
                } => {
                    let stride = stepped(by[axis], step, length);
                    (start.wrapping_mul(by[axis]), length, stride)
                }
            };
            *offset = offset.wrapping_add(start);
            (sizes[place], strides[place]) = (size, stride);
            place += 1;
        });
        if let Err((axis, entry)) = found {
            return Err(refused(from, axis, entry));
        }
        *row_major = is_row_major(sizes, strides);
        Ok(())
    }

    /// The offset of a part as of [`indexed`](Self::indexed), for the first axis of elements in row-major order whose
    /// other sizes a type gives, and the number of its elements. No sizes have to be copied then.
    #[inline(always)]
    pub fn row(&self, axis: usize, index: usize, known: &StaticLayout) -> Option<(usize, usize)> {
        if axis > 0 || !self.is_row_major() {
            return None;
        }
        let (&size, others) = self.sizes().split_first()?;
        if !is_known(others, known) || index >= size {
            return None;
        }
        let count = known.count()?;
        Some((self.offset.wrapping_add(index.wrapping_mul(count)), count))
    }

    /// Removes some axes of size 1.
    ///
    /// # Panics
    ///
    /// Panics if the size of one of them is another.
    #[track_caller]
    pub fn squeezed(&self, axes: &[usize]) -> Self {
        let is_kept = |axis: &usize| !axes.contains(axis);
        for axis in (0..self.rank()).filter(|axis| !is_kept(axis)) {
            let size = self.sizes()[axis];
            assert!(size == 1, "an axis of size {size} cannot be removed");
        }
        let kept = || (0..self.rank()).filter(is_kept);
        Self::of(self.offset, kept().count(), |place| {
            match kept().nth(place) {
                Some(axis) => self.axis(axis),
                None => unreachable!("the axes were counted"),
            }
        })
    }

    /// Adds an axis of size 1 before `axis`.
    pub fn unsqueezed(&self, axis: usize) -> Self {
        Self::of(self.offset, self.rank() + 1, |place| match place {
            place if place < axis => self.axis(place),
            place if place == axis => (1, 0),
            place => self.axis(place - 1),
        })
    }

    /// With windows in place of the indices of an axis, `width` wide and `step` apart, and their elements as a new last
    /// axis.
    ///
    /// # Panics
    ///
    /// Panics if no window fits in the axis, or if the numbers are 0.
    #[track_caller]
    pub fn windowed(&self, axis: usize, width: usize, step: usize) -> Self {
        let (size, stride) = self.axis(axis);
        assert!(
            (1..=size).contains(&width) && step > 0,
            "windows of {width} elements, by {step}, of an axis of size {size}"
        );
        Self::of(self.offset, self.rank() + 1, |place| {
            match place.cmp(&self.rank()) {
                Ordering::Equal => (width, stride),
                _ if place == axis => {
                    let count = (size - width) / step + 1;
                    (count, stepped(stride, step, count))
                }
                _ => self.axis(place),
            }
        })
    }

    /// The layout of an array with these strides, in memory of this many elements.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not one stride for each axis, or if an index has no element.
    pub fn strided(count: usize, sizes: &[usize], strides: &[usize]) -> Result<Self, ShapeError> {
        if sizes.len() != strides.len() {
            let kind = ShapeErrorKind::StrideCount {
                expected: sizes.len(),
                found: strides.len(),
            };
            return Err(kind.between(sizes, strides));
        }
        // Without elements, no index has one.
        if num_elements(sizes)? > 0 {
            let mut axes = sizes.iter().zip(strides);
            let last = axes.try_fold(0_usize, |last, (&size, &stride)| {
                last.checked_add(stride.checked_mul(size - 1)?)
            });
            let last = last.unwrap_or(usize::MAX);
            if last >= count {
                let found = count;
                let kind = ShapeErrorKind::StridesBeyond { last, found };
                return Err(kind.between(sizes, strides));
            }
        }
        let is_empty = sizes.contains(&0);
        // The stride of an axis with fewer than two indices is never used; a large one could overflow in derived
        // layouts.
        let stride = |axis: usize| match sizes[axis] {
            2.. if !is_empty => strides[axis],
            _ => 0,
        };
        Ok(Self::of(0, sizes.len(), |axis| (sizes[axis], stride(axis))))
    }

    /// Whether an element may have several indices.
    #[inline]
    pub fn repeats(&self) -> bool {
        !self.is_row_major() && self.may_repeat()
    }

    /// The same, where row-major order is not known of.
    fn may_repeat(&self) -> bool {
        if self.sizes().contains(&0) {
            return false;
        }
        // Each axis with several indices has to have a stride beyond the reach of the axes with smaller strides;
        // otherwise two indices may have the same element.
        let axes = || {
            let axes = self.sizes().iter().zip(self.strides());
            axes.filter(|&(&size, _)| size > 1)
        };
        axes().any(|(_, &stride)| {
            let nearer = axes().filter(|&(_, &other)| other < stride);
            let reach = nearer.fold(0_usize, |reach, (&size, &other)| {
                reach.saturating_add((size - 1).saturating_mul(other))
            });
            stride <= reach || axes().filter(|&(_, &other)| other == stride).count() > 1
        })
    }

    /// Whether elements lie in row-major order without gaps.
    #[inline]
    pub fn is_row_major(&self) -> bool {
        match self.axes {
            Axes::Known(known, strides, false) => is_row_major(known.sizes(), strides),
            _ => self.knows_row_major(),
        }
    }

    /// The same, if somebody has looked already.
    #[inline]
    pub fn knows_row_major(&self) -> bool {
        matches!(self.axes, Axes::Known(.., true) | Axes::Own(_, true))
    }
}
