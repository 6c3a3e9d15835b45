//! Slices of an axis, with steps in both directions, and splits of an axis at indices or into pieces of one size.
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
//! let (_, middle, _) = x.along::<-1>().split_at_each::<shape![3, 5]>();
//! assert_eq!(middle, InlineTensor::from([3, 4]));
//! let (pieces, rest) = x.along::<-1>().split_every::<dim!(4)>();
//! let sums: [i32; 2] = [6, 22];
//! assert!(pieces.map(|piece: InlineTensor<i32, shape![4]>| piece.sum()).eq(sums));
//! assert_eq!(rest, InlineTensor::from([8, 9]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, dim};
//!
//! InlineTensor::from([0, 1, 2, 3, 4]).along::<-1>().slice::<dim!(1), dim!(9), dim!(3)>(); // up to 9 of an axis of 5
//! ```

use core::ops::RangeBounds;

use super::arrange::Order;
use super::split::PartsOf;
use super::take::Along;
use super::view::range_ends;
use super::{TensorOn, panicking_form};
use crate::algebra::{
    CutsAt, LeftOver, RestOf, Sliced, Slices, SplitsAt, SplitsAtEach, SplitsEvery,
    array_split_sizes, chunk_sizes, split_at_each_sizes, split_at_sizes, split_every_sizes,
};
use crate::engine::{Copies, DynamicShapes, MovesAxes};
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::{Dyn, DynShape, HasAxis, ShapeError, StaticDim};

/// Slices, which are copied.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Copies<T>> Along<'_, AXIS, T, S, E> {
    /// The elements at the indices `Start`, `Start + Step` and so on, before `End`, along the axis.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `End`, or if a shape of run-time rank has no such axis.
    #[panicking_form(slice)]
    pub fn try_slice<Start: StaticDim, End: StaticDim, Step: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Sliced<S, AXIS, Start, End, Step>, E::Out>, ShapeError>
    where
        S: Slices<AXIS, Start, End, Step>,
    {
        self.try_in_order(
            Order::Steps((Start::SIZE, End::SIZE), Step::SIZE as isize),
            None,
        )
    }

    /// The elements at the indices `End - 1`, `End - 1 - Step` and so on, down to `Start`, along the axis.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `End`, or if a shape of run-time rank has no such axis.
    #[panicking_form(slice_back)]
    pub fn try_slice_back<Start: StaticDim, End: StaticDim, Step: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Sliced<S, AXIS, Start, End, Step>, E::Out>, ShapeError>
    where
        S: Slices<AXIS, Start, End, Step>,
    {
        self.try_in_order(
            Order::Steps((Start::SIZE, End::SIZE), -(Step::SIZE as isize)),
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
    /// # Errors
    ///
    /// Returns an error if the range goes beyond the size of the axis, if the step is 0, or if a shape of run-time rank
    /// has no such axis.
    #[panicking_form(slice_with)]
    pub fn try_slice_with(
        self,
        range: impl RangeBounds<usize>,
        step: isize,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        let axis = place_of(self.0.dims(), AXIS)?;
        let size = self.0.dims()[axis];
        self.try_in_order(Order::Steps(range_ends(range, size), step), None)
    }
}

/// Splits of an axis. On the heap, the parts share the memory.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: MovesAxes<T>> Along<'_, AXIS, T, S, E> {
    /// The first `At` indices of the axis, and all others.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below `At`, or if a shape of run-time rank has no such axis.
    #[panicking_form(split_at)]
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
    {
        let (axis, at, rest) = halves(self.0.dims(), AXIS, At::SIZE)?;
        Ok((self.part(axis, 0, at), self.part(axis, at, rest)))
    }

    /// Like [`split_at`](Self::split_at), at an index known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if the size of the axis is below the place, or if a shape of run-time rank has no such axis.
    #[panicking_form(split_at_with)]
    pub fn try_split_at_with(
        self,
        at: usize,
    ) -> Result<(TensorOn<T, S::With<Dyn>, E>, TensorOn<T, S::With<Dyn>, E>), ShapeError>
    where
        E: DynamicShapes,
    {
        let (axis, at, rest) = halves(self.0.dims(), AXIS, at)?;
        Ok((self.part(axis, 0, at), self.part(axis, at, rest)))
    }

    /// The axis split at each of several indices, into a tuple with one part more: NumPy's `split` with a list of
    /// indices. On the heap, the parts share the memory.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let x = InlineTensor::from([[0, 1, 2, 3], [4, 5, 6, 7]]);
    /// let (a, b, c) = x.along::<-1>().split_at_each::<shape![1, 3]>();
    /// let b: InlineTensor<i32, shape![2, 2]> = b;
    /// assert_eq!(b, InlineTensor::from([[1, 2], [5, 6]]));
    /// # let _ = (a, c);
    /// ```
    ///
    /// [`split`](Self::split) takes the sizes of the parts in place of their ends. Up to five indices are known to the
    /// compiler; [`split_at_indices`](Self::split_at_indices) takes any number of them at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is below an index, or if a shape of run-time rank has no such axis.
    #[doc(alias("tensor_split", "hsplit", "vsplit"))]
    #[panicking_form(split_at_each)]
    pub fn try_split_at_each<Places: CutsAt>(
        self,
    ) -> Result<
        <Places::Gaps as PartsOf<AXIS, T, S, E, RestOf<S::Size, Places::Last>>>::Tensors,
        ShapeError,
    >
    where
        S: SplitsAtEach<AXIS, Places>,
        Places::Gaps: PartsOf<AXIS, T, S, E, RestOf<S::Size, Places::Last>>,
    {
        let (axis, sizes) = pieces_at(self.0.dims(), AXIS, Places::SIZES)?;
        Ok(Places::Gaps::parts(self.0, axis, sizes))
    }

    /// The axis split at several indices into one part more, like NumPy's `array_split` and `split` with indices.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::Tensor;
    ///
    /// let x = Tensor::from([0, 1, 2, 3, 4, 5]);
    /// let pieces: Vec<Vec<i32>> = x.along::<-1>().split_at_indices(&[1, 4]).map(|piece| piece.to_vec()).collect();
    /// assert_eq!(pieces, [vec![0], vec![1, 2, 3], vec![4, 5]]);
    /// # }
    /// ```
    ///
    /// The compiler knows the sizes of the parts from [`split_at_each`](Self::split_at_each).
    ///
    /// # Errors
    ///
    /// Returns an error if a place is beyond the size of the axis or before the previous place, or if a shape of
    /// run-time rank has no such axis.
    #[doc(alias("tensor_split", "hsplit", "vsplit"))]
    #[panicking_form(split_at_indices)]
    pub fn try_split_at_indices(
        self,
        places: &[usize],
    ) -> Result<impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>, ShapeError>
    where
        E: DynamicShapes,
    {
        Ok(self.parts(split_at_each_sizes(self.0.dims(), AXIS, places)?))
    }

    /// The axis in `parts` parts of nearly equal sizes. If the size is not a multiple, the first parts have one index
    /// more, as in NumPy's `array_split`.
    ///
    /// [`split_equal`](Self::split_equal) makes equal parts, which the compiler checks.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of parts is 0, or if a shape of run-time rank has no such axis.
    #[doc(alias = "tensor_split")]
    #[panicking_form(array_split)]
    pub fn try_array_split(
        self,
        parts: usize,
    ) -> Result<impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>, ShapeError>
    where
        E: DynamicShapes,
    {
        Ok(self.parts(array_split_sizes(self.0.dims(), AXIS, parts)?))
    }

    /// The axis in at most `chunks` parts, as in PyTorch's `chunk`. All of them have the size of the axis divided by
    /// `chunks`, rounded up, but for the last, which may be shorter; there are fewer parts where fewer make up the
    /// axis.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::Tensor;
    ///
    /// let x = Tensor::from([0, 1, 2, 3, 4, 5, 6, 7]);
    /// let sizes = |chunks| x.along::<-1>().chunk(chunks).map(|part| part.len()).collect::<Vec<_>>();
    /// assert_eq!(sizes(3), [3, 3, 2]);
    /// assert_eq!(sizes(5), [2, 2, 2, 2]);
    /// # }
    /// ```
    ///
    /// The parts of an iterator have one type, and their number and sizes follow from the size of the axis, so that the
    /// axis is dynamic in the parts. Where the compiler is to know them, [`split_equal`](Self::split_equal) makes an
    /// array of equal parts, and [`split`](Self::split) a tuple of parts of the sizes in a list.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of parts is 0, or if a shape of run-time rank has no such axis.
    #[panicking_form(chunk)]
    pub fn try_chunk(
        self,
        chunks: usize,
    ) -> Result<impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>, ShapeError>
    where
        E: DynamicShapes,
    {
        Ok(self.parts(chunk_sizes(self.0.dims(), AXIS, chunks)?))
    }

    /// The axis in parts of `N` indices each, and what is left over, which is shorter and may be empty. The size of the
    /// axis may be static or dynamic: the compiler knows that of the parts.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::<f32, shape![8, 2]>::ones();
    /// let (batches, rest) = x.along::<-2>().split_every::<dim!(3)>();
    /// assert_eq!(batches.len(), 2);
    /// for batch in batches {
    ///     let batch: InlineTensor<f32, shape![3, 2]> = batch;
    /// }
    /// let rest: InlineTensor<f32, shape![2, 2]> = rest;
    /// ```
    ///
    /// What is left over stands apart, because its size is another one. [`split_every_with`](Self::split_every_with)
    /// gives all parts in a row.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    #[doc(alias("chunks_exact", "as_chunks", "batches"))]
    #[panicking_form(split_every)]
    pub fn try_split_every<N: StaticDim>(
        self,
    ) -> Result<
        (
            impl ExactSizeIterator<Item = TensorOn<T, S::With<N>, E>>,
            TensorOn<T, S::Resized<LeftOver<S::Size, N>>, E>,
        ),
        ShapeError,
    >
    where
        S: SplitsEvery<AXIS, N>,
    {
        let axis = place_of(self.0.dims(), AXIS)?;
        let (count, rest) = (self.0.dims()[axis] / N::SIZE, self.0.dims()[axis] % N::SIZE);
        let parts = (0..count).map(move |part| self.part(axis, part * N::SIZE, N::SIZE));
        Ok((parts, self.part(axis, count * N::SIZE, rest)))
    }

    /// The axis in parts of `every` indices each, the last of which may be shorter, as in PyTorch's `split` with a
    /// number. An axis of size 0 is one part.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::Tensor;
    ///
    /// let x = Tensor::from([0, 1, 2, 3, 4, 5, 6, 7]);
    /// let parts: Vec<Vec<i32>> = x.along::<-1>().split_every_with(3).map(|part| part.to_vec()).collect();
    /// assert_eq!(parts, [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7]]);
    /// # }
    /// ```
    ///
    /// The axis is dynamic in the parts, because the last one may have another size. [`split_every`](Self::split_every)
    /// has parts of a static size, and the rest apart.
    ///
    /// # Errors
    ///
    /// Returns an error if the size of the parts is 0, or if a shape of run-time rank has no such axis.
    #[doc(alias("chunks", "axis_chunks", "batches"))]
    #[panicking_form(split_every_with)]
    pub fn try_split_every_with(
        self,
        every: usize,
    ) -> Result<impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>, ShapeError>
    where
        E: DynamicShapes,
    {
        Ok(self.parts(split_every_sizes(self.0.dims(), AXIS, every)?))
    }

    /// Parts of these sizes, one after the other. They were checked.
    fn parts(
        self,
        sizes: impl ExactSizeIterator<Item = usize>,
    ) -> impl ExactSizeIterator<Item = TensorOn<T, S::With<Dyn>, E>>
    where
        E: DynamicShapes,
    {
        let axis = self.0.dims().len() - AXIS.unsigned_abs();
        let mut end = 0;
        sizes.map(move |size| {
            end += size;
            self.part(axis, end - size, size)
        })
    }

    /// `length` indices of the axis from `start` on. They were checked.
    #[track_caller]
    fn part<O: ArrayShape>(&self, axis: usize, start: usize, length: usize) -> TensorOn<T, O, E> {
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

/// The axis, counted from the first, and its sizes in parts.
#[inline(never)]
fn pieces_at(
    shape: &[usize],
    axis: isize,
    places: &[usize],
) -> Result<(usize, DynShape), ShapeError> {
    let sizes = split_at_each_sizes(shape, axis, places)?;
    let pieces = DynShape::written(sizes.len(), |pieces| {
        pieces
            .iter_mut()
            .zip(sizes)
            .for_each(|(piece, size)| *piece = size);
    });
    Ok((place_of(shape, axis)?, pieces))
}
