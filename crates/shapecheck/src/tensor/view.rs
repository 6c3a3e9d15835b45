//! Views: parts of a tensor, and its elements with other axes.
//!
//! The compiler checks whatever the types know. A view of a tensor is a tensor of the same engine: on the heap and in
//! borrowed memory it is made without a copy; an inline tensor is copied, because its memory is its own.
//!
//! ```
//! use shapecheck::{Tensor, axes, shape};
//!
//! let t = Tensor::<f32, shape![4, 3]>::from_fn(|[row, column]| (10 * row + column) as f32);
//! assert_eq!(t.transpose().to_string(), "[[ 0 10 20 30]\n [ 1 11 21 31]\n [ 2 12 22 32]]");
//! assert_eq!(t.index_axis::<-1>(2).to_string(), "[ 2 12 22 32]");
//! let middle: Tensor<f32, shape![2, 3]> = t.narrow::<-2, shapecheck::dim!(2)>(1);
//! let sum = middle + t.index_axis::<-2>(0).broadcast_to::<shape![2, 3]>();
//! assert_eq!(sum.to_string(), "[[10 12 14]\n [20 22 24]]");
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! let t = Tensor::<f32, shape![4, 3]>::zeros();
//! let wrong = t.broadcast_to::<shape![2, 3]>();
//! ```
//!
//! In the guide: [shape functions](crate::guide::shape_functions).

use core::ops::{Bound, RangeBounds};

use super::{TensorOn, View, ViewMut, or_panic, panicking_form, static_sizes};
use crate::algebra::{ExpandTo, Narrows, remove_axis_shape, slice_shape};
use crate::broadcast::run_time::{check_broadcast_to, check_names_of};
use crate::engine::{Copies, DynamicShapes, Engine, MovesAxes};
use crate::error::{BroadcastError, fail};
use crate::host::slice::{Slice, SliceMut};
use crate::host::{Memory, Mutable, layout};
use crate::shape::axis::{AxisNames, AxisOrder, Swapped, ordered, place_of};
use crate::shape::list::{ArrayShape, is_static};
use crate::shape::{InsertAxis, Permute, RemoveAxes, RemoveAxis, SwapAxes, check_length};
use crate::verdict::Once;
use crate::{BroadcastTo, Dim, Dyn, DynShape, HasAxis, Shape, ShapeError, StaticDim, StaticShape};

impl<'a, T: 'static, S: Shape> View<'a, T, S> {
    /// A view of a slice.
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
    /// Returns an error if the number of elements is not that of the shape.
    pub fn from_buffer(buffer: &'a [T]) -> Result<Self, ShapeError>
    where
        S: StaticShape,
    {
        Self::from_buffer_with(S::default(), buffer)
    }

    /// A view of a slice, with this shape.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape, or their count overflows `usize`.
    pub fn from_buffer_with(shape: S, buffer: &'a [T]) -> Result<Self, ShapeError> {
        let sizes = shape.to_dyn();
        check_length(sizes.dims(), buffer.len())?;
        Ok(Self::of(Slice::row_major(buffer, sizes)))
    }

    /// A view of a slice, with this shape and these strides: the element at an index is at the sum of the index times
    /// the strides. Elements may be skipped, and may occur at several indices, as with a stride of 0.
    ///
    /// ```
    /// use shapecheck::{View, shape};
    ///
    /// let columns = [0, 1, 2, 3, 4, 5, 6, 7];
    /// // Two of each four, column by column.
    /// let view = View::<_, shape![2, 2]>::from_strided(Default::default(), &[1, 4], &columns)?;
    /// assert_eq!(view.to_string(), "[[0 4]\n [1 5]]");
    /// let error = View::<_, shape![3, 2]>::from_strided(Default::default(), &[1, 6], &columns).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a tensor of shape [3, 2] with strides [1, 6] has its last element at place 8, counted from 0, but there \
    ///      are 8 values",
    /// );
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is not one stride for each axis, if an index has no element in the slice, or if the
    /// count of elements overflows `usize`.
    pub fn from_strided(shape: S, strides: &[usize], buffer: &'a [T]) -> Result<Self, ShapeError> {
        let sizes = shape.to_dyn();
        Ok(Self::of(Slice::strided(buffer, sizes.dims(), strides)?))
    }
}

impl<'a, T: 'static, S: Shape> ViewMut<'a, T, S> {
    /// A mutable view of a slice.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape.
    pub fn from_buffer(buffer: &'a mut [T]) -> Result<Self, ShapeError>
    where
        S: StaticShape,
    {
        Self::from_buffer_with(S::default(), buffer)
    }

    /// A mutable view of a slice, with this shape.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements is not that of the shape, or their count overflows `usize`.
    pub fn from_buffer_with(shape: S, buffer: &'a mut [T]) -> Result<Self, ShapeError> {
        let sizes = shape.to_dyn();
        check_length(sizes.dims(), buffer.len())?;
        Ok(Self::of(SliceMut::row_major(buffer, sizes)))
    }

    /// A mutable view of a slice, with this shape and these strides, as of [`View::from_strided`]. No element may occur
    /// at several indices.
    ///
    /// ```
    /// use shapecheck::{ViewMut, shape};
    ///
    /// let mut rows = [0, 1, 2, 3, 4, 5];
    /// // The first and the last of each three.
    /// let mut view = ViewMut::<_, shape![2, 2]>::from_strided(Default::default(), &[3, 2], &mut rows)?;
    /// view += 10;
    /// assert_eq!(rows, [10, 1, 12, 13, 4, 15]);
    /// let error = ViewMut::<_, shape![2, 2]>::from_strided(Default::default(), &[0, 1], &mut rows).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a tensor of shape [2, 2] with strides [0, 1] may have one element at several indices, so it cannot be \
    ///      changed in place",
    /// );
    /// # Ok::<(), shapecheck::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error in the cases of [`View::from_strided`]. It also does so if an axis with several indices has a
    /// stride within the reach of the axes with smaller strides, because then indices may share an element.
    pub fn from_strided(
        shape: S,
        strides: &[usize],
        buffer: &'a mut [T],
    ) -> Result<Self, ShapeError> {
        let sizes = shape.to_dyn();
        Ok(Self::of(SliceMut::strided(buffer, sizes.dims(), strides)?))
    }
}

/// The start and the end of a range of indices. Panics if it goes beyond the axis.
#[track_caller]
fn bounds(range: impl RangeBounds<usize>, sizes: &[usize], axis: usize) -> (usize, usize) {
    let (start, end) = range_ends(range, sizes[sizes.len() - axis]);
    check_range((start, end), sizes, axis);
    (start, end)
}

/// The start and the end of a range of indices. Ends that overflow become the largest number.
pub(super) fn range_ends(range: impl RangeBounds<usize>, size: usize) -> (usize, usize) {
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
    (start, end)
}

#[inline]
#[track_caller]
fn check_range((start, end): (usize, usize), sizes: &[usize], axis: usize) {
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn no_range(sizes: &[usize], axis: isize, range: (usize, usize)) -> ! {
        or_panic(crate::algebra::check_range(sizes, axis, range));
        unreachable!("the axis has no such range")
    }
    if start > end || end > sizes[sizes.len() - axis] {
        no_range(sizes, -(axis as isize), (start, end));
    }
}

/// Panics if there is no such axis, which is possible for shapes of run-time rank only.
#[inline]
#[track_caller]
pub(super) fn check_axis(sizes: &[usize], axis: usize) {
    #[cold]
    #[track_caller]
    fn no_axis(sizes: &[usize], axis: usize) -> ! {
        panic!("a tensor of shape {sizes:?} has no axis -{axis}")
    }
    if axis > sizes.len() {
        no_axis(sizes, axis)
    }
}

/// The same for a tensor. Where the sizes are static, the types have found the axis, and nothing is compiled.
#[inline]
#[track_caller]
pub(super) fn check_axis_of<T: 'static, S: Shape, E: Engine>(
    tensor: &TensorOn<T, S, E>,
    axis: usize,
) {
    if const { !is_static::<S>() } {
        check_axis(tensor.dims(), axis);
    }
}

#[inline]
#[track_caller]
fn check_index(sizes: &[usize], axis: usize, index: usize) {
    #[cold]
    #[track_caller]
    fn no_index(sizes: &[usize], axis: usize, index: usize) -> ! {
        fail(ShapeError::index(sizes, axis, index))
    }
    check_axis(sizes, axis);
    if index >= sizes[sizes.len() - axis] {
        no_index(sizes, axis, index)
    }
}

/// Panics if sizes do not broadcast to the target's. It returns no `Result`, which would be compiled into each caller's
/// code.
#[inline(never)]
#[track_caller]
fn must_broadcast_to(sizes: &[usize], target: &[usize]) {
    or_panic(check_broadcast_to(sizes, target));
}

/// The axes of size 1 to remove, counted from the first. They are given counted from the end.
#[inline]
#[track_caller]
fn removed(sizes: &[usize], axes: &[usize]) -> [usize; 8] {
    #[cold]
    #[track_caller]
    fn not_one(sizes: &[usize], axis: usize) -> ! {
        let size = sizes[sizes.len() - axis];
        panic!("cannot remove axis -{axis} of shape {sizes:?}: its size is {size}, not 1")
    }
    // A list contains no axis twice, and none beyond the eighth.
    let mut removed = [0; 8];
    for (removed, &axis) in removed.iter_mut().zip(axes) {
        check_axis(sizes, axis);
        if sizes[sizes.len() - axis] != 1 {
            not_one(sizes, axis)
        }
        *removed = sizes.len() - axis;
    }
    removed
}

/// # Views and parts
///
/// In the guide: [shape functions](crate::guide::shape_functions).
///
/// Parts of a tensor, and its elements with other axes.
impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Broadcasts to a larger shape: elements repeat along each axis that is added or has size 1. Nothing is copied,
    /// except for an inline tensor.
    ///
    /// # Panics
    ///
    /// Panics if a dynamic size is neither 1 nor the target's.
    #[doc(alias("expand", "broadcast_as"))]
    #[inline]
    #[track_caller]
    pub fn broadcast_to<Target: StaticShape>(&self) -> TensorOn<T, Target, E>
    where
        S: BroadcastTo<Target>,
        E: MovesAxes<T>,
    {
        if const { !is_static::<S>() } {
            must_broadcast_to(self.dims(), Target::SIZES);
            or_panic(check_names_of::<S>(self.dims(), Target::SIZES));
        }
        let sizes = static_sizes::<Target>();
        TensorOn::of(E::expand::<S, Target>(&self.data, sizes))
    }

    /// Like [`broadcast_to`](Self::broadcast_to), to a shape with sizes known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if a size is neither 1 nor the target's, or there are more axes than the target has.
    #[panicking_form(broadcast_to_with)]
    pub fn try_broadcast_to<Target: Shape>(
        &self,
        target: Target,
    ) -> Result<TensorOn<T, Target, E>, BroadcastError>
    where
        S: BroadcastTo<Target>,
        E: MovesAxes<T> + DynamicShapes,
    {
        let sizes = target.to_dyn();
        check_broadcast_to(self.dims(), sizes.dims())?;
        check_names_of::<S>(self.dims(), sizes.dims())?;
        Ok(TensorOn::of(E::expand::<S, Target>(&self.data, sizes)))
    }

    /// Like [`broadcast_to`](Self::broadcast_to), to sizes some of which are [`Keep`](crate::algebra::Keep): the size
    /// that this tensor has there.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, algebra::Keep, shape};
    ///
    /// let t = InlineTensor::from([[1], [2], [3]]);
    /// let expanded = t.expand::<shape![2, Keep, 2]>();
    /// assert_eq!(expanded.dims(), [2, 3, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a dynamic size is neither 1 nor the target's.
    #[track_caller]
    pub fn expand<Sizes: ExpandTo<S>>(&self) -> TensorOn<T, Sizes::Target, E>
    where
        S: BroadcastTo<Sizes::Target>,
        E: MovesAxes<T>,
    {
        let shape = self.shape();
        let sizes = layout::numbers(Sizes::RANK, |axis| {
            Sizes::size(&shape, Sizes::RANK - axis, 1)
        });
        must_broadcast_to(self.dims(), sizes.dims());
        or_panic(check_names_of::<S>(self.dims(), sizes.dims()));
        TensorOn::of(E::expand::<S, Sizes::Target>(&self.data, sizes))
    }

    /// Like [`expand`](Self::expand), to sizes known only at run time, with -1 for those to keep.
    ///
    /// # Errors
    ///
    /// Returns an error if a size is neither 1 nor the target's, or there are more axes than the target has. A size to
    /// keep counts as 1 if the tensor has no such axis.
    pub fn try_expand_to(&self, sizes: &[isize]) -> Result<TensorOn<T, DynShape, E>, BroadcastError>
    where
        S: BroadcastTo<DynShape>,
        E: MovesAxes<T> + DynamicShapes,
    {
        let own = self.dims();
        let target = layout::numbers(sizes.len(), |index| {
            usize::try_from(sizes[index]).unwrap_or_else(|_| {
                let place = (own.len() + index).checked_sub(sizes.len());
                place.map_or(1, |place| own[place])
            })
        });
        self.try_broadcast_to(target)
    }

    /// Exchanges the last two axes: `[..S, M, N]` becomes `[..S, N, M]`.
    // A parameter: otherwise rustc would report a missing `Output` in its own words.
    #[doc(alias("t", "mT", "reversed_axes"))]
    #[inline]
    #[track_caller]
    pub fn transpose<Transposed: Shape>(&self) -> TensorOn<T, Transposed, E>
    where
        S: SwapAxes<-2, -1, Output = Transposed>,
        E: MovesAxes<T>,
    {
        self.swap_axes::<-2, -1>()
    }

    /// Exchanges two axes.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias("swapaxes", "swapdims", "swap_dims"))]
    #[inline]
    #[track_caller]
    pub fn swap_axes<const A: isize, const B: isize>(
        &self,
    ) -> TensorOn<T, <S as SwapAxes<A, B>>::Output, E>
    where
        S: SwapAxes<A, B>,
        E: MovesAxes<T>,
    {
        check_axis(self.dims(), Swapped::<A, B>::ORDERED.len());
        TensorOn::of(E::permute_last::<S, _, Swapped<A, B>>(&self.data))
    }

    /// Reorders the last axes, each named once: with `axes![-1, -3, -2]`, `[..S, A, B, C]` becomes `[..S, C, A, B]`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes, shape};
    ///
    /// let image = InlineTensor::<u8, shape![4, 6, 3]>::zeros();
    /// let channels_first: InlineTensor<u8, shape![3, 4, 6]> = image.permute::<axes![-1, -3, -2]>();
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has fewer axes.
    #[doc(alias("permute_dims", "permuted_axes"))]
    #[inline]
    #[track_caller]
    pub fn permute<List: AxisNames>(
        &self,
    ) -> TensorOn<T, <Once<S, List> as Permute<List>>::Output, E>
    where
        S: Permute<List>,
        E: MovesAxes<T>,
    {
        check_axis(self.dims(), List::SORTED.len());
        TensorOn::of(E::permute_last::<S, _, List>(&self.data))
    }

    /// The tensor at one index along an axis, without that axis.
    ///
    /// On the heap it shares the memory of this tensor, but a row of at most 64 bytes of numbers is a copy, which is
    /// cheaper. A loop over short rows is fastest on a [`view`](Self::view):
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, shape};
    ///
    /// let x = Tensor::<f32, shape![100, 8]>::ones();
    /// let view = x.view();
    /// let total: f32 = (0..100).map(|row| view.index_axis::<-2>(row).sum::<f32>()).sum();
    /// assert_eq!(total, 800.0);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the size of the axis, or a shape of run-time rank has no such axis.
    #[doc(alias("select", "row", "column", "i"))]
    #[inline]
    #[track_caller]
    pub fn index_axis<const AXIS: isize>(&self, index: usize) -> TensorOn<T, S::Without, E>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T>,
    {
        let axis = AXIS.unsigned_abs();
        let sizes = match const { S::STATIC } {
            Some(known) => known.sizes(),
            None => self.dims(),
        };
        check_index(sizes, axis, index);
        TensorOn::of(E::index::<S, _>(&self.data, sizes.len() - axis, index))
    }

    /// The elements at a range of indices along an axis. The length is known only at run time; [`narrow`](Self::narrow)
    /// takes a length that the compiler knows.
    ///
    /// # Panics
    ///
    /// Panics if the range goes beyond the size of the axis, or a shape of run-time rank has no such axis.
    #[doc(alias = "narrow")]
    #[track_caller]
    pub fn slice_axis<const AXIS: isize>(
        &self,
        range: impl RangeBounds<usize>,
    ) -> TensorOn<T, S::With<Dyn>, E>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T> + DynamicShapes,
    {
        let axis = AXIS.unsigned_abs();
        check_axis(self.dims(), axis);
        let (start, end) = bounds(range, self.dims(), axis);
        let axis = self.dims().len() - axis;
        TensorOn::of(E::narrow::<S, _>(&self.data, axis, start, end - start))
    }

    /// Like [`index_axis`](Self::index_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the index is not below the size of the axis, or a shape of run-time rank has no such axis.
    pub fn try_index_axis<const AXIS: isize>(
        &self,
        index: usize,
    ) -> Result<TensorOn<T, S::Without, E>, ShapeError>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T>,
    {
        let axis = place_of(self.dims(), AXIS)?;
        match index < self.dims()[axis] {
            true => Ok(TensorOn::of(E::index::<S, _>(&self.data, axis, index))),
            false => Err(ShapeError::index(self.dims(), AXIS.unsigned_abs(), index)),
        }
    }

    /// Like [`slice_axis`](Self::slice_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the range goes beyond the size of the axis, or a shape of run-time rank has no such axis.
    pub fn try_slice_axis<const AXIS: isize>(
        &self,
        range: impl RangeBounds<usize>,
    ) -> Result<TensorOn<T, S::With<Dyn>, E>, ShapeError>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T> + DynamicShapes,
    {
        let axis = place_of(self.dims(), AXIS)?;
        let (start, end) = range_ends(range, self.dims()[axis]);
        slice_shape(self.dims(), AXIS, (start, end), 1)?;
        Ok(TensorOn::of(E::narrow::<S, _>(
            &self.data,
            axis,
            start,
            end - start,
        )))
    }

    /// `N` indices along an axis, from `start` on.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let t = InlineTensor::from([1, 2, 3, 4, 5]);
    /// let pair: InlineTensor<i32, shape![2]> = t.narrow::<-1, dim!(2)>(3);
    /// assert_eq!(pair, InlineTensor::from([4, 5]));
    /// ```
    ///
    /// More indices than a static axis has are a compile error:
    ///
    /// ```compile_fail,E0277
    /// use shapecheck::{InlineTensor, dim};
    ///
    /// // error[E0277]: cannot take 6 indices along axis -1: its size is 5
    /// InlineTensor::from([1, 2, 3, 4, 5]).narrow::<-1, dim!(6)>(0);
    /// ```
    ///
    /// If the size of the axis is a type parameter, the function needs a bound that it is large enough, such as `where
    /// shape![B, N]: Narrows<-1, dim!(4)>` ([`Narrows`]), or checks at run time with [`try_narrow`](Self::try_narrow).
    ///
    /// # Panics
    ///
    /// Panics if the axis has fewer than `start + N` indices, or a shape of run-time rank has no such axis.
    #[doc(alias("fixed_rows", "fixed_columns"))]
    #[inline]
    #[track_caller]
    pub fn narrow<const AXIS: isize, N: StaticDim>(
        &self,
        start: usize,
    ) -> TensorOn<T, <Once<S, N> as HasAxis<AXIS>>::With<N>, E>
    where
        S: HasAxis<AXIS> + Narrows<AXIS, N>,
        E: MovesAxes<T>,
    {
        let axis = narrowed_axis(self.dims(), AXIS, start, N::SIZE);
        TensorOn::of(E::narrow::<S, _>(&self.data, axis, start, N::SIZE))
    }

    /// Takes as many indices along an axis as a value says, from `start` on. The value is a size, so that it may have a
    /// name:
    /// `[Longest, Width]` becomes `[Seq, Width]`.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Longest, Seq, Width }
    ///
    /// /// The vectors of the first places.
    /// fn first(
    ///     places: &Tensor<f32, shape![Longest, Width]>,
    ///     length: Seq,
    /// ) -> Tensor<f32, shape![Seq, Width]> {
    ///     places.narrow_with::<-2, _>(0, length)
    /// }
    ///
    /// let places = Tensor::ones_with(<shape![Longest, Width]>::of([512, 8]));
    /// assert_eq!(first(&places, Seq::of(5)).dims(), [5, 8]);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has fewer than `start + length` indices, or a shape of run-time rank has no such axis.
    #[panicking_form(narrow_with)]
    pub fn try_narrow_with<const AXIS: isize, N: Dim>(
        &self,
        start: usize,
        length: N,
    ) -> Result<TensorOn<T, S::With<N>, E>, ShapeError>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T>,
    {
        let (axis, length) = (place_of(self.dims(), AXIS)?, length.size());
        check_indices(self.dims(), AXIS, start, length)?;
        let data = E::narrow::<S, _>(&self.data, axis, start, length);
        Ok(TensorOn::of(data))
    }

    /// Like [`narrow`](Self::narrow), but returns an error instead of panicking, and needs no bound if the size of the
    /// axis is a type parameter.
    ///
    /// ```
    /// use shapecheck::{Dim, InlineTensor, ShapeError, StaticDim, dim, shape};
    ///
    /// fn first_two<N: StaticDim>(
    ///     x: &InlineTensor<i32, shape![N]>,
    /// ) -> Result<InlineTensor<i32, shape![2]>, ShapeError> {
    ///     x.try_narrow::<-1, dim!(2)>(0)
    /// }
    /// assert_eq!(first_two(&InlineTensor::from([1, 2, 3])), Ok(InlineTensor::from([1, 2])));
    /// assert_eq!(
    ///     first_two(&InlineTensor::from([1])).unwrap_err().to_string(),
    ///     "cannot slice axis -1 of shape [1] up to 2: its size is 1",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has fewer than `start + N` indices, or a shape of run-time rank has no such axis.
    pub fn try_narrow<const AXIS: isize, N: StaticDim>(
        &self,
        start: usize,
    ) -> Result<TensorOn<T, <Once<S, N> as HasAxis<AXIS>>::With<N>, E>, ShapeError>
    where
        S: HasAxis<AXIS>,
        E: MovesAxes<T>,
    {
        let axis = place_of(self.dims(), AXIS)?;
        check_indices(self.dims(), AXIS, start, N::SIZE)?;
        Ok(TensorOn::of(E::narrow::<S, _>(
            &self.data,
            axis,
            start,
            N::SIZE,
        )))
    }

    /// Adds an axis of size 1, which becomes `AXIS`: -1 is the last.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has too few axes.
    #[doc(alias("unsqueeze", "expand_dims", "newaxis", "unsqueeze_dim"))]
    #[inline]
    #[track_caller]
    pub fn insert_axis<const AXIS: isize>(&self) -> TensorOn<T, S::Output, E>
    where
        S: InsertAxis<AXIS>,
        E: MovesAxes<T>,
    {
        let after = AXIS.unsigned_abs() - 1;
        check_axis(self.dims(), after);
        let axis = self.dims().len() - after;
        TensorOn::of(E::unsqueeze::<S, _>(&self.data, axis))
    }

    /// Removes an axis of size 1, such as one that a reduction left. [`squeeze`](Self::squeeze) removes all of them.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let t = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let sums: InlineTensor<i32, shape![2]> = t.sum_axis::<-1>().remove_axis::<-1>();
    /// assert_eq!(sums, InlineTensor::from([6, 15]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the size is dynamic and not 1, or a shape of run-time rank has no such axis.
    #[doc(alias = "squeeze")]
    #[inline]
    #[track_caller]
    pub fn remove_axis<const AXIS: isize>(&self) -> TensorOn<T, S::Without, E>
    where
        S: RemoveAxis<AXIS>,
        E: MovesAxes<T>,
    {
        let axes = removed(self.dims(), &[AXIS.unsigned_abs()]);
        TensorOn::of(E::squeeze::<S, _>(&self.data, &axes[..1]))
    }

    /// Like [`remove_axis`](Self::remove_axis), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is dynamic and not 1, or a shape of run-time rank has no such axis.
    pub fn try_remove_axis<const AXIS: isize>(
        &self,
    ) -> Result<TensorOn<T, S::Without, E>, ShapeError>
    where
        S: RemoveAxis<AXIS>,
        E: MovesAxes<T>,
    {
        remove_axis_shape(self.dims(), AXIS)?;
        Ok(self.remove_axis::<AXIS>())
    }

    /// Removes several axes of size 1.
    ///
    /// # Panics
    ///
    /// Panics if a size is dynamic and not 1, or a shape of run-time rank has no such axis.
    #[doc(alias = "squeeze")]
    #[inline]
    #[track_caller]
    pub fn remove_axes<List: AxisNames>(
        &self,
    ) -> TensorOn<T, <Once<S, List> as RemoveAxes<List>>::Output, E>
    where
        S: RemoveAxes<List>,
        E: MovesAxes<T>,
    {
        let axes = removed(self.dims(), List::SORTED);
        TensorOn::of(E::squeeze::<S, _>(&self.data, &axes[..List::SORTED.len()]))
    }

    /// Like [`remove_axes`](Self::remove_axes), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a size is dynamic and not 1, or a shape of run-time rank has no such axis.
    pub fn try_remove_axes<List: AxisNames>(
        &self,
    ) -> Result<TensorOn<T, <Once<S, List> as RemoveAxes<List>>::Output, E>, ShapeError>
    where
        S: RemoveAxes<List>,
        E: MovesAxes<T>,
    {
        for &axis in List::SORTED {
            remove_axis_shape(self.dims(), -(axis as isize))?;
        }
        Ok(self.remove_axes::<List>())
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// A copy of the elements in row-major order, on the engine of this tensor's results.
    #[doc(alias("contiguous", "copy", "clone_owned", "detach"))]
    #[track_caller]
    pub fn to_tensor(&self) -> TensorOn<T, S, E::Out>
    where
        E: Copies<T>,
    {
        TensorOn::of(E::copy::<S>(&self.data))
    }
}

impl<T: 'static, S: Shape, E: Memory> TensorOn<T, S, E> {
    /// A view of the whole tensor.
    #[inline]
    pub fn view(&self) -> View<'_, T, S> {
        let raw = E::raw::<T, S>(&self.data);
        TensorOn::of(Slice::of_known(raw, const { S::STATIC }))
    }

    /// A mutable view of the whole tensor.
    ///
    /// On the heap, shared memory is copied first.
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, S>
    where
        E: Mutable<T>,
    {
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        TensorOn::of(SliceMut::new(elements, layout.clone()))
    }

    /// Like [`transpose`](Self::transpose), as a mutable view.
    #[track_caller]
    pub fn transpose_mut<Transposed: Shape>(&mut self) -> ViewMut<'_, T, Transposed>
    where
        S: SwapAxes<-2, -1, Output = Transposed>,
        E: Mutable<T>,
    {
        check_axis(self.dims(), 2);
        let order = ordered(self.dims().len(), Swapped::<-2, -1>::ORDERED);
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        TensorOn::of(SliceMut::new(elements, layout.permuted(order.dims())))
    }

    /// Like [`index_axis`](Self::index_axis), as a mutable view.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the size of the axis, or a shape of run-time rank has no such axis.
    #[doc(alias("set_row", "set_column", "row_mut", "column_mut"))]
    #[inline(always)]
    #[track_caller]
    pub fn index_axis_mut<const AXIS: isize>(&mut self, index: usize) -> ViewMut<'_, T, S::Without>
    where
        S: HasAxis<AXIS>,
        E: Mutable<T>,
    {
        let axis = AXIS.unsigned_abs();
        let sizes = self.known_sizes();
        check_index(sizes, axis, index);
        let axis = sizes.len() - axis;
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        let part = layout.indexed_to(axis, index, const { S::Without::STATIC });
        TensorOn::of(SliceMut::new(elements, part))
    }

    /// Like [`slice_axis`](Self::slice_axis), as a mutable view.
    ///
    /// # Panics
    ///
    /// Panics if the range goes beyond the size of the axis, or a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn slice_axis_mut<const AXIS: isize>(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> ViewMut<'_, T, S::With<Dyn>>
    where
        S: HasAxis<AXIS>,
        E: Mutable<T>,
    {
        let axis = AXIS.unsigned_abs();
        check_axis(self.dims(), axis);
        let (start, end) = bounds(range, self.dims(), axis);
        let axis = self.dims().len() - axis;
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        let part = layout.narrowed(axis, start, end - start);
        TensorOn::of(SliceMut::new(elements, part))
    }

    /// Like [`narrow`](Self::narrow), as a mutable view.
    ///
    /// # Panics
    ///
    /// Panics if the axis has fewer than `start + N` indices, or a shape of run-time rank has no such axis.
    #[inline(always)]
    #[track_caller]
    pub fn narrow_mut<const AXIS: isize, N: StaticDim>(
        &mut self,
        start: usize,
    ) -> ViewMut<'_, T, <Once<S, N> as HasAxis<AXIS>>::With<N>>
    where
        S: HasAxis<AXIS> + Narrows<AXIS, N>,
        E: Mutable<T>,
    {
        let axis = narrowed_axis(self.known_sizes(), AXIS, start, N::SIZE);
        let (elements, layout) = E::parts_mut::<S>(&mut self.data);
        let known = const { <<Once<S, N> as HasAxis<AXIS>>::With<N> as ArrayShape>::STATIC };
        let part = layout.narrowed_to(axis, (start, N::SIZE), known);
        TensorOn::of(SliceMut::new(elements, part))
    }

    /// The sizes, those of the type if it gives them.
    #[inline]
    fn known_sizes(&self) -> &[usize] {
        match const { S::STATIC } {
            Some(known) => known.sizes(),
            None => self.dims(),
        }
    }
}

/// Checks that an axis, counted from the end, has `length` indices from `start` on.
fn check_indices(
    sizes: &[usize],
    axis: isize,
    start: usize,
    length: usize,
) -> Result<(), ShapeError> {
    let end = start.checked_add(length);
    slice_shape(sizes, axis, (start, end.unwrap_or(usize::MAX)), 1)?;
    match end {
        Some(_) => Ok(()),
        // An axis without elements may have as many indices as there are numbers.
        None => Err(ShapeError::index(sizes, axis.unsigned_abs(), usize::MAX)),
    }
}

/// The axis counted from the first, after a check that it has `length` indices from `start` on.
#[inline]
#[track_caller]
pub(super) fn narrowed_axis(sizes: &[usize], axis: isize, start: usize, length: usize) -> usize {
    let axis = axis.unsigned_abs();
    check_axis(sizes, axis);
    check_range((start, start.saturating_add(length)), sizes, axis);
    sizes.len() - axis
}
