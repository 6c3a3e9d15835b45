//! Slices of an axis, with steps in both directions, and splits of an axis at indices.
//!
//! ```
//! use shapecheck::{InlineTensor, dim, shape};
//!
//! let x = InlineTensor::from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
//! let slice: InlineTensor<i32, shape![3]> = x.along::<-1>().slice::<dim!(1), dim!(9), dim!(3)>();
//! assert_eq!(slice, InlineTensor::from([1, 4, 7]));
//! assert_eq!(x.along::<-1>().slice_back::<dim!(1), dim!(9), dim!(3)>(), InlineTensor::from([8, 5, 2]));
//! let (head, tail) = x.along::<-1>().split_at::<dim!(7)>();
//! assert_eq!(tail, InlineTensor::from([7, 8, 9]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, dim};
//!
//! InlineTensor::from([0, 1, 2, 3, 4]).along::<-1>().slice::<dim!(1), dim!(9), dim!(3)>(); // up to 9 of an axis of 5
//! ```

use core::ops::RangeBounds;

use super::arrange::Order;
use super::take::Along;
use super::view::range_ends;
use super::{TensorOn, must};
use crate::algebra::{RestOf, Sliced, Slices, SplitsAt, slice_shape, split_at_sizes};
use crate::engine::{AnyShape, Arranges, Moves};
use crate::shape::axis::place_of;
use crate::{Dim, Dyn, HasAxis, ShapeError, StaticDim};

/// Slices, which are copied.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Arranges<T>> Along<'_, AXIS, T, S, E> {
    /// The elements at the indices `Start`, `Start + Step` and so on, before `End`, along the axis.
    ///
    /// # Panics
    ///
    /// Panics if a dynamic size is below `End`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn slice<Start: StaticDim, End: StaticDim, Step: StaticDim>(
        self,
    ) -> TensorOn<T, Sliced<S, AXIS, Start, End, Step>, E::Home>
    where
        S: Slices<AXIS, Start, End, Step>,
    {
        self.in_order(
            Order::Stepping((Start::SIZE, End::SIZE), Step::SIZE as isize),
            None,
        )
    }

    /// Like [`slice`](Self::slice), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `End`, or if a shape of run-time rank has no such axis.
    pub fn try_slice<Start: StaticDim, End: StaticDim, Step: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Sliced<S, AXIS, Start, End, Step>, E::Home>, ShapeError>
    where
        S: Slices<AXIS, Start, End, Step>,
    {
        self.try_in_order(
            Order::Stepping((Start::SIZE, End::SIZE), Step::SIZE as isize),
            None,
        )
    }

    /// The elements at the indices `End - 1`, `End - 1 - Step` and so on, down to `Start`, along the axis.
    ///
    /// # Panics
    ///
    /// Panics if a dynamic size is below `End`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn slice_back<Start: StaticDim, End: StaticDim, Step: StaticDim>(
        self,
    ) -> TensorOn<T, Sliced<S, AXIS, Start, End, Step>, E::Home>
    where
        S: Slices<AXIS, Start, End, Step>,
    {
        self.in_order(
            Order::Stepping((Start::SIZE, End::SIZE), -(Step::SIZE as isize)),
            None,
        )
    }

    /// Like [`slice_back`](Self::slice_back), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `End`, or if a shape of run-time rank has no such axis.
    pub fn try_slice_back<Start: StaticDim, End: StaticDim, Step: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Sliced<S, AXIS, Start, End, Step>, E::Home>, ShapeError>
    where
        S: Slices<AXIS, Start, End, Step>,
    {
        self.try_in_order(
            Order::Stepping((Start::SIZE, End::SIZE), -(Step::SIZE as isize)),
            None,
        )
    }

    /// The elements at a range of indices along the axis, in steps: from the start of the range, or from its end
    /// backwards if the step is negative.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::Tensor;
    ///
    /// let x = Tensor::from([0, 1, 2, 3, 4, 5]);
    /// assert_eq!(x.along::<-1>().slice_with(1.., 2).to_vec(), [1, 3, 5]);
    /// assert_eq!(x.along::<-1>().slice_with(..=4, -2).to_vec(), [4, 2, 0]);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the range goes beyond the size of the axis, if the step is 0, or if a shape of run-time rank has no
    /// such axis.
    #[track_caller]
    pub fn slice_with(
        self,
        range: impl RangeBounds<usize>,
        step: isize,
    ) -> TensorOn<T, S::With<Dyn>, E::Home>
    where
        E::Home: AnyShape,
    {
        must(self.try_slice_with(range, step))
    }

    /// Like [`slice_with`](Self::slice_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the range goes beyond the size of the axis, if the step is 0, or if a shape of run-time rank
    /// has no such axis.
    pub fn try_slice_with(
        self,
        range: impl RangeBounds<usize>,
        step: isize,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Home>, ShapeError>
    where
        E::Home: AnyShape,
    {
        let axis = place_of(self.0.dims(), AXIS)?;
        let size = self.0.dims()[axis];
        self.try_in_order(Order::Stepping(range_ends(range, size), step), None)
    }
}

/// Splits of an axis. On the heap, the parts share the memory.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Moves<T>> Along<'_, AXIS, T, S, E> {
    /// The first `At` indices of the axis, and all others.
    ///
    /// # Panics
    ///
    /// Panics if a dynamic size is below `At`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn split_at<At: StaticDim>(
        self,
    ) -> (
        TensorOn<T, S::With<At>, E>,
        TensorOn<T, S::With<RestOf<S::Size, At>>, E>,
    )
    where
        S: SplitsAt<AXIS, At>,
        RestOf<S::Size, At>: Dim,
    {
        let (axis, at, rest) = must(halves(self.0.dims(), AXIS, At::SIZE));
        (self.part(axis, 0, at), self.part(axis, at, rest))
    }

    /// Like [`split_at`](Self::split_at), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `At`, or if a shape of run-time rank has no such axis.
    pub fn try_split_at<At: StaticDim>(
        self,
    ) -> Result<
        (
            TensorOn<T, S::With<At>, E>,
            TensorOn<T, S::With<RestOf<S::Size, At>>, E>,
        ),
        ShapeError,
    >
    where
        S: SplitsAt<AXIS, At>,
        RestOf<S::Size, At>: Dim,
    {
        let (axis, at, rest) = halves(self.0.dims(), AXIS, At::SIZE)?;
        Ok((self.part(axis, 0, at), self.part(axis, at, rest)))
    }

    /// Like [`split_at`](Self::split_at), at an index known only at run time.
    ///
    /// # Panics
    ///
    /// Panics if the size of the axis is below the place, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn split_at_with(
        self,
        at: usize,
    ) -> (TensorOn<T, S::With<Dyn>, E>, TensorOn<T, S::With<Dyn>, E>)
    where
        E: AnyShape,
    {
        let (axis, at, rest) = must(halves(self.0.dims(), AXIS, at));
        (self.part(axis, 0, at), self.part(axis, at, rest))
    }

    /// Like [`split_at_with`](Self::split_at_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the size of the axis is below the place, or if a shape of run-time rank has no such axis.
    pub fn try_split_at_with(
        self,
        at: usize,
    ) -> Result<(TensorOn<T, S::With<Dyn>, E>, TensorOn<T, S::With<Dyn>, E>), ShapeError>
    where
        E: AnyShape,
    {
        let (axis, at, rest) = halves(self.0.dims(), AXIS, at)?;
        Ok((self.part(axis, 0, at), self.part(axis, at, rest)))
    }

    /// The axis split at several indices into one part more, like NumPy's `array_split` and `split` with indices.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::Tensor;
    ///
    /// let x = Tensor::from([0, 1, 2, 3, 4, 5]);
    /// let pieces: Vec<Vec<i32>> = x.along::<-1>().split_at_places(&[1, 4]).map(|piece| piece.to_vec()).collect();
    /// assert_eq!(pieces, [vec![0], vec![1, 2, 3], vec![4, 5]]);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a place is beyond the size of the axis or in front of the place before it, or if a shape of run-time
    /// rank has no such axis.
    #[doc(alias("tensor_split", "hsplit", "vsplit"))]
    #[track_caller]
    pub fn split_at_places(
        self,
        places: &[usize],
    ) -> impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>
    where
        E: AnyShape,
    {
        must(self.try_split_at_places(places))
    }

    /// Like [`split_at_places`](Self::split_at_places), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a place is beyond the size of the axis or in front of the place before it, or if a shape of
    /// run-time rank has no such axis.
    pub fn try_split_at_places(
        self,
        places: &[usize],
    ) -> Result<impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>, ShapeError>
    where
        E: AnyShape,
    {
        let axis = place_of(self.0.dims(), AXIS)?;
        let size = self.0.dims()[axis];
        let mut start = 0;
        for &place in places {
            slice_shape(self.0.dims(), AXIS, (start, place), 1)?;
            start = place;
        }
        Ok((0..places.len() + 1).map(move |piece| {
            let start = match piece {
                0 => 0,
                piece => places[piece - 1],
            };
            let end = places.get(piece).copied().unwrap_or(size);
            self.part(axis, start, end - start)
        }))
    }

    /// The axis in `parts` parts of nearly equal sizes. If the size is not a multiple, the first parts have one index
    /// more, as in NumPy's `array_split`.
    ///
    /// [`split_equal`](Self::split_equal) makes equal parts, which the compiler checks.
    ///
    /// # Panics
    ///
    /// Panics if the number of parts is 0, or if a shape of run-time rank has no such axis.
    #[doc(alias = "tensor_split")]
    #[track_caller]
    pub fn array_split(
        self,
        parts: usize,
    ) -> impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>
    where
        E: AnyShape,
    {
        assert!(parts > 0, "an axis in 0 parts");
        let axis = must(place_of(self.0.dims(), AXIS));
        let (least, longer) = (self.0.dims()[axis] / parts, self.0.dims()[axis] % parts);
        (0..parts).map(move |part| {
            let start = part * least + part.min(longer);
            self.part(axis, start, least + (part < longer) as usize)
        })
    }

    /// `length` indices of the axis from `start` on. They were checked.
    #[track_caller]
    fn part<O: crate::Shape>(&self, axis: usize, start: usize, length: usize) -> TensorOn<T, O, E> {
        TensorOn {
            data: E::narrow::<S, O>(&self.0.data, axis, start, length),
        }
    }
}

/// The axis, counted from the first, and its sizes in two parts.
#[inline(never)]
fn halves(shape: &[usize], axis: isize, at: usize) -> Result<(usize, usize, usize), ShapeError> {
    let (at, rest) = split_at_sizes(shape, axis, at)?;
    Ok((place_of(shape, axis)?, at, rest))
}
