//! Views: part of a tensor, or its elements in another order or again and again, without a copy.
//!
//! Whatever can be seen from types is checked by the compiler. Views are tensors; all operations take them.
//!
//! ```
//! use shapecheck::{InlineTensor, axes, shape};
//!
//! let t = InlineTensor::<f32, shape![4, 3]>::from_fn(|[row, column]| (10 * row + column) as f32);
//! assert_eq!(t.transpose().to_string(), "[[ 0 10 20 30]\n [ 1 11 21 31]\n [ 2 12 22 32]]");
//! assert_eq!(t.index_axis::<-1>(2).to_string(), "[ 2 12 22 32]");
//! let middle = t.narrow::<-2, shapecheck::dim!(2)>(1); // [2, 3]
//! let sum = middle + t.index_axis::<-2>(0).broadcast_to::<shape![2, 3]>();
//! assert_eq!(sum.to_string(), "[[10 12 14]\n [20 22 24]]");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let t = InlineTensor::<f32, shape![4, 3]>::zeros();
//! let wrong = t.broadcast_to::<shape![2, 3]>();
//! ```

use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

use super::kernel;
use super::layout::{
    self, AxisMap, Cut, Expanded, Inserted, Mapped, Only, Ordered, Swapped, Without,
};
use super::storage::{Slice, SliceMut};
use super::{
    Contiguous, Layout, Owned, RowMajor, Storage, StorageMut, Strided, TensorBase, View, ViewMut,
    unwrap,
};
use crate::algebra::ExpandTo;
use crate::shape::axis::AxisNames;
use crate::{
    BroadcastError, BroadcastTo, Dyn, DynShape, HasAxis, InsertAxis, Permute, RemoveAxes,
    RemoveAxis, Reshape, Shape, ShapeError, StaticDim, StaticShape, SwapAxes,
};

/// A view of shape `Part` and layout `L`, borrowed for `'a`, or for as long as the view that it was derived from.
pub type Viewed<'a, T, S, Store, Part, L> =
    TensorBase<T, Part, <Store as Storage<T, S>>::Shared<'a, Part, L>>;

/// The layout of a view whose axes were moved, added or left out.
pub type Moved<T, S, Store, Map> = Mapped<S, <Store as Storage<T, S>>::Layout, Map>;

impl<'a, T: 'a, S: StaticShape, Home> View<'a, T, S, RowMajor, Home> {
    /// A slice as a tensor.
    ///
    /// ```
    /// use shapecheck::{View, shape};
    ///
    /// let buffer = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let view = View::<f32, shape![2, 3]>::from_buffer(&buffer)?;
    /// assert_eq!(view[[1, 0]], 4.0);
    /// let error = View::<f32, shape![2, 2]>::from_buffer(&buffer).unwrap_err();
    /// assert_eq!(error.to_string(), "a tensor of shape [2, 2] has 4 elements, but there are 6 values");
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has.
    pub fn from_buffer(buffer: &'a [T]) -> Result<Self, ShapeError> {
        Self::from_buffer_with(S::default(), buffer)
    }
}

impl<'a, T: 'a, S: Shape, Home> View<'a, T, S, RowMajor, Home> {
    /// A slice as a tensor of this shape.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has, or their count overflows `usize`.
    pub fn from_buffer_with(shape: S, buffer: &'a [T]) -> Result<Self, ShapeError> {
        super::check_length(&shape, buffer.len())?;
        Ok(Self::new(shape, Slice::new(buffer, 0, RowMajor)))
    }
}

impl<'a, T: 'a, S: StaticShape, Home> ViewMut<'a, T, S, RowMajor, Home> {
    /// A slice as a tensor that changes it.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has.
    pub fn from_buffer(buffer: &'a mut [T]) -> Result<Self, ShapeError> {
        Self::from_buffer_with(S::default(), buffer)
    }
}

impl<'a, T: 'a, S: Shape, Home> ViewMut<'a, T, S, RowMajor, Home> {
    /// A slice as a tensor of this shape that changes it.
    ///
    /// # Errors
    ///
    /// Where there are not as many elements as the shape has, or their count overflows `usize`.
    pub fn from_buffer_with(shape: S, buffer: &'a mut [T]) -> Result<Self, ShapeError> {
        super::check_length(&shape, buffer.len())?;
        let buffer = SliceMut {
            elements: buffer,
            layout: RowMajor,
        };
        Ok(Self::new(shape, buffer))
    }
}

/// Whether a shape has elements at all; a view without any may begin anywhere.
fn has_elements(shape: &impl Shape) -> bool {
    (1..=shape.rank()).all(|axis| shape.size_from_end(axis) > 0)
}

/// A shape whose sizes are those that its type gives or that `size` gives for each axis from the end.
#[track_caller]
pub(super) fn build<Part: Shape>(rank: usize, size: impl Fn(usize) -> usize) -> Part {
    match Part::build(rank, 1, &size) {
        Some(shape) => shape,
        None => panic!("{}", ShapeError::rank_needs_alloc(rank)),
    }
}

/// The numbers from the start of a range to its end, of `size` numbers.
#[track_caller]
fn bounds(range: impl RangeBounds<usize>, shape: &impl Shape, axis: usize) -> (usize, usize) {
    let size = shape.size_from_end(axis);
    // What overflows is beyond any size.
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&end) => end.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => size,
    };
    assert!(
        start <= end && end <= size,
        "range {start}..{end} along axis -{axis} of shape {shape}, which has size {size}"
    );
    (start, end)
}

/// Only a shape of run-time rank can lack an axis that its type has.
#[track_caller]
pub(super) fn check_axis(shape: &impl Shape, axis: usize) {
    assert!(
        axis <= shape.rank(),
        "a tensor of shape {shape} has no axis -{axis}"
    );
}

/// What `index_axis` and the like check, and where in memory the first element of the view is.
#[track_caller]
fn step<T, S: Shape, Store: Storage<T, S>>(
    tensor: &TensorBase<T, S, Store>,
    axis: usize,
    index: usize,
) -> usize {
    let layout = Store::layout(&tensor.buffer);
    // Overflows only where another size is 0 and there is nothing to read.
    index.wrapping_mul(layout.stride_from_end(&tensor.shape, axis))
}

#[track_caller]
fn check_index(shape: &impl Shape, axis: usize, index: usize) {
    check_axis(shape, axis);
    let size = shape.size_from_end(axis);
    assert!(
        index < size,
        "index {index} along axis -{axis} of shape {shape}, which has size {size}"
    );
}

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// A view of part of this tensor.
    #[inline]
    fn part<Part: Shape, L: Layout<Part>>(
        &self,
        shape: Part,
        offset: usize,
        layout: L,
    ) -> Viewed<'_, T, S, Store, Part, L> {
        TensorBase::new(shape, Store::shared(&self.buffer, offset, layout))
    }

    /// A view whose axes come from those of this tensor as `Map` says.
    #[inline]
    fn moved<Part: Shape, Map: AxisMap>(
        &self,
        shape: Part,
        offset: usize,
    ) -> Viewed<'_, T, S, Store, Part, Moved<T, S, Store, Map>> {
        let layout = self.moved_layout();
        self.part(shape, offset, layout)
    }

    #[inline]
    fn moved_layout<Map: AxisMap>(&self) -> Moved<T, S, Store, Map> {
        Mapped {
            shape: self.shape.clone(),
            layout: Store::layout(&self.buffer),
            map: PhantomData,
        }
    }

    /// A view of all of it.
    #[inline]
    pub fn view(&self) -> Viewed<'_, T, S, Store, S, Store::Layout> {
        self.part(self.shape.clone(), 0, Store::layout(&self.buffer))
    }

    /// A view with the same elements whose layout is numbers, for a type that is easy to write down: `View<'_, T, S, Strided>`.
    pub fn strided(&self) -> Viewed<'_, T, S, Store, S, Strided> {
        self.part(self.shape.clone(), 0, Strided(self.strides()))
    }

    /// A view of all of it with its shape in another type, such as `shape![5, 3]` for `shape![_, 3]`.
    ///
    /// # Errors
    ///
    /// Where the other type has another rank, or another size at a static axis.
    pub fn try_as_shape<Other: Shape>(
        &self,
    ) -> Result<Viewed<'_, T, S, Store, Other, Moved<T, S, Store, Cut>>, ShapeError> {
        let shape = Other::try_from_sizes(self.shape.to_dyn().dims())?;
        Ok(self.moved(shape, 0))
    }

    /// How far apart in memory two neighbours along each axis lie, the first axis first.
    pub fn strides(&self) -> DynShape {
        layout::strides(&self.shape, &Store::layout(&self.buffer))
    }

    /// The elements as part of a larger shape, again and again along every axis that is added or stretched: stride 0, no copy.
    ///
    /// # Panics
    ///
    /// Where a dynamic size is neither 1 nor the target's.
    #[inline]
    #[track_caller]
    pub fn broadcast_to<Target: StaticShape>(
        &self,
    ) -> Viewed<'_, T, S, Store, Target, Expanded<S, Store::Layout>>
    where
        S: BroadcastTo<Target>,
    {
        self.broadcast_to_with(Target::default())
    }

    /// As [`broadcast_to`](Self::broadcast_to), to a shape of which some sizes, or all, are known at run time.
    ///
    /// # Panics
    ///
    /// Where a size is neither 1 nor the target's, or there are more axes than the target has.
    #[inline]
    #[track_caller]
    pub fn broadcast_to_with<Target: Shape>(
        &self,
        target: Target,
    ) -> Viewed<'_, T, S, Store, Target, Expanded<S, Store::Layout>>
    where
        S: BroadcastTo<Target>,
    {
        unwrap(self.try_broadcast_to(target))
    }

    /// As [`broadcast_to_with`](Self::broadcast_to_with), with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where a size is neither 1 nor the target's, or there are more axes than the target has.
    #[inline]
    pub fn try_broadcast_to<Target: Shape>(
        &self,
        target: Target,
    ) -> Result<Viewed<'_, T, S, Store, Target, Expanded<S, Store::Layout>>, BroadcastError>
    where
        S: BroadcastTo<Target>,
    {
        self.shape.check_broadcast_to(&target)?;
        Ok(self.expanded(target))
    }

    /// A view as part of a shape that this one was seen to broadcast to.
    #[inline]
    pub(super) fn expanded<Target: Shape>(
        &self,
        target: Target,
    ) -> Viewed<'_, T, S, Store, Target, Expanded<S, Store::Layout>> {
        let layout = Expanded {
            shape: self.shape.clone(),
            layout: Store::layout(&self.buffer),
        };
        self.part(target, 0, layout)
    }

    /// As [`broadcast_to`](Self::broadcast_to), to sizes of which some are [`Keep`](crate::algebra::Keep): the size that this tensor
    /// has there.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, algebra::Keep, shape};
    ///
    /// let t = InlineTensor::from([[1], [2], [3]]);
    /// let expanded = t.expand::<shape![2, Keep, 2]>();
    /// assert_eq!(expanded.shape(), &<shape![2, 3, 2]>::default());
    /// ```
    ///
    /// # Panics
    ///
    /// Where a dynamic size is neither 1 nor the target's.
    #[track_caller]
    pub fn expand<Sizes: ExpandTo<S>>(
        &self,
    ) -> Viewed<'_, T, S, Store, Sizes::Target, Expanded<S, Store::Layout>>
    where
        S: BroadcastTo<Sizes::Target>,
    {
        let target = build(Sizes::RANK, |axis| Sizes::size(&self.shape, axis, 1));
        self.broadcast_to_with(target)
    }

    /// As [`expand`](Self::expand), to sizes known at run time, -1 for those to keep.
    ///
    /// # Errors
    ///
    /// Where a size is neither 1 nor the target's, or there are more axes than the target has. A size that is to be
    /// kept where there is no axis is taken to be 1.
    pub fn try_expand_to(
        &self,
        sizes: &[isize],
    ) -> Result<Viewed<'_, T, S, Store, DynShape, Expanded<S, Store::Layout>>, BroadcastError>
    where
        S: BroadcastTo<DynShape>,
    {
        let target = build(sizes.len(), |axis| {
            usize::try_from(sizes[sizes.len() - axis])
                .unwrap_or_else(|_| self.shape.size_from_end(axis))
        });
        self.try_broadcast_to(target)
    }

    /// The last two axes in each other's place: `[..S, M, N]` becomes `[..S, N, M]`.
    // A parameter, as rustc would tell in its own words that there is no such `Output`.
    #[inline]
    #[track_caller]
    pub fn transpose<Transposed: Shape>(
        &self,
    ) -> Viewed<'_, T, S, Store, Transposed, Moved<T, S, Store, Swapped<-2, -1>>>
    where
        S: SwapAxes<-2, -1, Output = Transposed>,
    {
        self.swap_axes::<-2, -1>()
    }

    /// Two axes in each other's place.
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn swap_axes<const A: isize, const B: isize>(
        &self,
    ) -> Viewed<'_, T, S, Store, <S as SwapAxes<A, B>>::Output, Moved<T, S, Store, Swapped<A, B>>>
    where
        S: SwapAxes<A, B>,
    {
        let (a, b) = (A.unsigned_abs(), B.unsigned_abs());
        check_axis(&self.shape, a.max(b));
        let shape = build(self.shape.rank(), |axis| {
            self.shape.size_from_end(match axis {
                axis if axis == a => b,
                axis if axis == b => a,
                axis => axis,
            })
        });
        self.moved(shape, 0)
    }

    /// The last axes in another order, each named once: `[..S, A, B, C]` in the order `axes![-1, -3, -2]` becomes `[..S, C, A, B]`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes, shape};
    ///
    /// let image = InlineTensor::<u8, shape![4, 6, 3]>::zeros();
    /// let channels_first = image.permute::<axes![-1, -3, -2]>();
    /// assert_eq!(channels_first.shape(), &<shape![3, 4, 6]>::default());
    /// ```
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has fewer axes.
    #[inline]
    #[track_caller]
    pub fn permute<List: AxisNames>(
        &self,
    ) -> Viewed<'_, T, S, Store, S::Output, Moved<T, S, Store, Ordered<List>>>
    where
        S: Permute<List>,
    {
        let count = List::ORDERED.len();
        check_axis(&self.shape, count);
        let shape = build(self.shape.rank(), |axis| {
            self.shape.size_from_end(match axis <= count {
                true => List::ORDERED[count - axis],
                false => axis,
            })
        });
        self.moved(shape, 0)
    }

    /// What lies at one index along an axis: the shape without that axis.
    ///
    /// # Panics
    ///
    /// Where the index is beyond the size of the axis, or a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn index_axis<const AXIS: isize>(
        &self,
        index: usize,
    ) -> Viewed<'_, T, S, Store, S::Without, Moved<T, S, Store, Without<Only<AXIS>>>>
    where
        S: HasAxis<AXIS>,
    {
        let axis = AXIS.unsigned_abs();
        check_index(&self.shape, axis, index);
        self.moved(
            without::<S::Without>(&self.shape, &[axis]),
            step(self, axis, index),
        )
    }

    /// What lies in a range along an axis. How long the range is becomes known at run time; [`narrow`](Self::narrow) takes a length that the
    /// compiler knows.
    ///
    /// # Panics
    ///
    /// Where the range goes beyond the size of the axis, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn slice_axis<const AXIS: isize>(
        &self,
        range: impl RangeBounds<usize>,
    ) -> Viewed<'_, T, S, Store, S::With<Dyn>, Moved<T, S, Store, Cut>>
    where
        S: HasAxis<AXIS>,
    {
        let (shape, offset) = part_of_axis(self, AXIS.unsigned_abs(), range);
        self.moved(shape, offset)
    }

    /// What lies at `N` indices along an axis, from `start` on.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let t = InlineTensor::from([1, 2, 3, 4, 5]);
    /// let pair: InlineTensor<i32, shape![2]> = t.narrow::<-1, dim!(2)>(3).to_tensor();
    /// assert_eq!(pair, InlineTensor::from([4, 5]));
    /// ```
    ///
    /// More indices than a static axis has do not build:
    ///
    /// ```compile_fail,E0080
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// InlineTensor::from([1, 2, 3, 4, 5]).narrow::<-1, dim!(6)>(0);
    /// ```
    ///
    /// # Panics
    ///
    /// Where the axis has no so many indices from `start` on, or a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn narrow<const AXIS: isize, N: StaticDim>(
        &self,
        start: usize,
    ) -> Viewed<'_, T, S, Store, S::With<N>, Moved<T, S, Store, Cut>>
    where
        S: HasAxis<AXIS>,
    {
        const { check_narrow::<AXIS, S, N>() };
        let range = start..start.saturating_add(N::SIZE);
        let (shape, offset) = part_of_axis(self, AXIS.unsigned_abs(), range);
        self.moved(shape, offset)
    }

    /// One axis more, of size 1, which becomes `AXIS`: -1 for the last.
    ///
    /// # Panics
    ///
    /// Where a shape of run-time rank has too few axes.
    #[inline]
    #[track_caller]
    pub fn insert_axis<const AXIS: isize>(
        &self,
    ) -> Viewed<'_, T, S, Store, S::Output, Moved<T, S, Store, Inserted<AXIS>>>
    where
        S: InsertAxis<AXIS>,
    {
        let new = AXIS.unsigned_abs();
        if new > 1 {
            check_axis(&self.shape, new - 1);
        }
        let shape = build(self.shape.rank() + 1, |axis| match axis {
            axis if axis == new => 1,
            axis if axis > new => self.shape.size_from_end(axis - 1),
            axis => self.shape.size_from_end(axis),
        });
        self.moved(shape, 0)
    }

    /// Without an axis of size 1.
    ///
    /// # Panics
    ///
    /// Where the size is dynamic and not 1, or a shape of run-time rank has no such axis.
    #[inline]
    #[track_caller]
    pub fn remove_axis<const AXIS: isize>(
        &self,
    ) -> Viewed<'_, T, S, Store, S::Without, Moved<T, S, Store, Without<Only<AXIS>>>>
    where
        S: RemoveAxis<AXIS>,
    {
        self.moved(removed::<S::Without>(&self.shape, Only::<AXIS>::SORTED), 0)
    }

    /// Without several axes of size 1.
    ///
    /// # Panics
    ///
    /// Where a size is dynamic and not 1, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn remove_axes<List: AxisNames>(
        &self,
    ) -> Viewed<'_, T, S, Store, S::Output, Moved<T, S, Store, Without<List>>>
    where
        S: RemoveAxes<List>,
    {
        self.moved(removed::<S::Output>(&self.shape, List::SORTED), 0)
    }

    /// The elements in row-major order without gaps as a view that says so in its type, where they lie in that way.
    ///
    /// Such a view can be reshaped, and read as a slice.
    pub fn as_row_major(&self) -> Option<Viewed<'_, T, S, Store, S, RowMajor>> {
        let layout = Store::layout(&self.buffer);
        let mut stride = 1_usize;
        for axis in 1..=self.shape.rank() {
            let size = self.shape.size_from_end(axis);
            if size != 1
                && layout.stride_from_end(&self.shape, axis) != stride
                && has_elements(&self.shape)
            {
                return None;
            }
            stride = stride.wrapping_mul(size);
        }
        Some(self.part(self.shape.clone(), 0, RowMajor))
    }

    /// A view of all of it, to change its elements.
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, S, Store::Layout, Store::Home>
    where
        Store: StorageMut<T, S>,
    {
        let layout = Store::layout(&self.buffer);
        self.part_mut(self.shape.clone(), 0, layout)
    }

    /// As [`transpose`](Self::transpose), to change the elements.
    #[track_caller]
    pub fn transpose_mut<Transposed: Shape>(
        &mut self,
    ) -> ViewMut<'_, T, Transposed, Moved<T, S, Store, Swapped<-2, -1>>, Store::Home>
    where
        S: SwapAxes<-2, -1, Output = Transposed>,
        Store: StorageMut<T, S>,
    {
        let shape = self.transpose().shape().clone();
        let layout = self.moved_layout();
        self.part_mut(shape, 0, layout)
    }

    /// As [`index_axis`](Self::index_axis), to change the elements.
    ///
    /// # Panics
    ///
    /// Where the index is beyond the size of the axis, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn index_axis_mut<const AXIS: isize>(
        &mut self,
        index: usize,
    ) -> ViewMut<'_, T, S::Without, Moved<T, S, Store, Without<Only<AXIS>>>, Store::Home>
    where
        S: HasAxis<AXIS>,
        Store: StorageMut<T, S>,
    {
        let axis = AXIS.unsigned_abs();
        check_index(&self.shape, axis, index);
        let shape = without(&self.shape, &[axis]);
        let (offset, layout) = (step(self, axis, index), self.moved_layout());
        self.part_mut(shape, offset, layout)
    }

    /// As [`slice_axis`](Self::slice_axis), to change the elements.
    ///
    /// # Panics
    ///
    /// Where the range goes beyond the size of the axis, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn slice_axis_mut<const AXIS: isize>(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> ViewMut<'_, T, S::With<Dyn>, Moved<T, S, Store, Cut>, Store::Home>
    where
        S: HasAxis<AXIS>,
        Store: StorageMut<T, S>,
    {
        let (shape, offset) = part_of_axis(self, AXIS.unsigned_abs(), range);
        let layout = self.moved_layout();
        self.part_mut(shape, offset, layout)
    }

    /// As [`narrow`](Self::narrow), to change the elements.
    ///
    /// # Panics
    ///
    /// Where the axis has no so many indices from `start` on, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn narrow_mut<const AXIS: isize, N: StaticDim>(
        &mut self,
        start: usize,
    ) -> ViewMut<'_, T, S::With<N>, Moved<T, S, Store, Cut>, Store::Home>
    where
        S: HasAxis<AXIS>,
        Store: StorageMut<T, S>,
    {
        const { check_narrow::<AXIS, S, N>() };
        let range = start..start.saturating_add(N::SIZE);
        let (shape, offset) = part_of_axis(self, AXIS.unsigned_abs(), range);
        let layout = self.moved_layout();
        self.part_mut(shape, offset, layout)
    }

    fn part_mut<Part: Shape, L: Layout<Part>>(
        &mut self,
        shape: Part,
        offset: usize,
        layout: L,
    ) -> ViewMut<'_, T, Part, L, Store::Home>
    where
        Store: StorageMut<T, S>,
    {
        let elements = Store::elements_mut(&mut self.buffer);
        let elements = elements.get_mut(offset..).unwrap_or(&mut []);
        TensorBase::new(shape, SliceMut { elements, layout })
    }
}

impl<T, S: Shape, Store: Storage<T, S>> TensorBase<T, S, Store> {
    /// The elements in row-major order as a tensor of another shape, without a copy.
    ///
    /// [`as_row_major`](Self::as_row_major) makes a view that can be reshaped of one that happens to be contiguous, [`to_tensor`](Self::to_tensor) a
    /// copy of any.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let t = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.reshape::<shape![3, 2]>()[[2, 0]], 5);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let t = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// t.reshape::<shape![4, 2]>(); // 6 elements do not fit in a shape of 8 elements
    /// ```
    ///
    /// # Panics
    ///
    /// Where sizes are dynamic and the number of elements is another.
    #[track_caller]
    pub fn reshape<Target: StaticShape>(&self) -> Viewed<'_, T, S, Store, Target, RowMajor>
    where
        S: Reshape<Target>,
        Store: Storage<T, S, Layout: Contiguous>,
    {
        match self.try_reshape(Target::default()) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`reshape`](Self::reshape), to a shape with dynamic sizes, with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where the number of elements is another.
    pub fn try_reshape<Target: Shape>(
        &self,
        target: Target,
    ) -> Result<Viewed<'_, T, S, Store, Target, RowMajor>, ShapeError>
    where
        S: Reshape<Target>,
        Store: Storage<T, S, Layout: Contiguous>,
    {
        self.shape.check_reshape(&target)?;
        Ok(self.part(target, 0, RowMajor))
    }
}

impl<T, S: Shape, Store: Owned<T, S>> TensorBase<T, S, Store> {
    /// The same memory as a tensor of another shape with as many elements.
    ///
    /// # Panics
    ///
    /// Where sizes are dynamic and the number of elements is another.
    #[track_caller]
    pub fn into_shape<Target: StaticShape>(self) -> TensorBase<T, Target, Store>
    where
        S: Reshape<Target>,
        Store: Owned<T, Target>,
    {
        match self.try_reshaped(Target::default()) {
            Ok(tensor) => tensor,
            Err(error) => panic!("{error}"),
        }
    }

    /// As [`into_shape`](Self::into_shape), to a shape with dynamic sizes, with an error in place of a panic.
    ///
    /// # Errors
    ///
    /// Where the number of elements is another.
    pub fn try_reshaped<Target: Shape>(
        self,
        target: Target,
    ) -> Result<TensorBase<T, Target, Store>, ShapeError>
    where
        S: Reshape<Target>,
        Store: Owned<T, Target>,
    {
        self.shape.check_reshape(&target)?;
        Ok(self.relabeled(target))
    }

    /// The same memory without an axis of size 1, such as one that a reduction left.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let t = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let sums: InlineTensor<i32, shape![2]> = t.sum_axis::<-1>().drop_axis::<-1>();
    /// assert_eq!(sums, InlineTensor::from([6, 15]));
    /// ```
    ///
    /// # Panics
    ///
    /// Where the size is dynamic and not 1, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn drop_axis<const AXIS: isize>(self) -> TensorBase<T, S::Without, Store>
    where
        S: RemoveAxis<AXIS>,
        Store: Owned<T, S::Without>,
    {
        let shape = removed(&self.shape, Only::<AXIS>::SORTED);
        self.relabeled(shape)
    }

    /// The same memory without several axes of size 1.
    ///
    /// # Panics
    ///
    /// Where a size is dynamic and not 1, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn drop_axes<List: AxisNames>(self) -> TensorBase<T, S::Output, Store>
    where
        S: RemoveAxes<List>,
        Store: Owned<T, S::Output>,
    {
        let shape = removed(&self.shape, List::SORTED);
        self.relabeled(shape)
    }

    /// The same memory with a shape that was seen to have as many elements.
    fn relabeled<Part: Shape>(self, shape: Part) -> TensorBase<T, Part, Store>
    where
        Store: Owned<T, Part>,
    {
        let buffer = kernel::memory::relabel::<T, S, Part, Store>(&self.shape, &shape, self.buffer);
        TensorBase::new(shape, buffer)
    }
}

/// Whether a static axis has as many indices as `N`, as far as the compiler knows: a bound on types would have to be written by
/// every generic caller.
const fn check_narrow<const AXIS: isize, S: Shape, N: StaticDim>() {
    if let Some(size) = S::NEAR_SIZES[AXIS.unsigned_abs() - 1] {
        assert!(
            N::SIZE <= size,
            "narrow takes more indices than the axis has"
        );
    }
}

/// The shape with a range of an axis in place of all of it, and where in memory the first element of the view is.
#[inline]
#[track_caller]
fn part_of_axis<T, S: Shape, Store: Storage<T, S>, Part: Shape>(
    tensor: &TensorBase<T, S, Store>,
    axis: usize,
    range: impl RangeBounds<usize>,
) -> (Part, usize) {
    let shape = &tensor.shape;
    check_axis(shape, axis);
    let (start, end) = bounds(range, shape, axis);
    let part = build(shape.rank(), |other| match other == axis {
        true => end - start,
        false => shape.size_from_end(other),
    });
    (part, step(tensor, axis, start))
}

/// The shape without axes, which are counted from the end and stand in the order of the shape.
#[track_caller]
fn without<Part: Shape>(shape: &impl Shape, axes: &[usize]) -> Part {
    build(shape.rank() - axes.len(), |axis| {
        // Each axis left out nearer to the end moves the others one nearer.
        let source = axes
            .iter()
            .rev()
            .fold(axis, |source, &gone| source + usize::from(gone <= source));
        shape.size_from_end(source)
    })
}

/// The shape without axes of size 1.
#[track_caller]
pub(super) fn removed<Part: Shape>(shape: &impl Shape, axes: &[usize]) -> Part {
    for &axis in axes {
        check_axis(shape, axis);
        let size = shape.size_from_end(axis);
        assert!(
            size == 1,
            "only an axis of size 1 can be removed: axis -{axis} of shape {shape} has size {size}"
        );
    }
    without(shape, axes)
}
