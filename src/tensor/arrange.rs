//! Flipping, rolling, repeating and padding along an axis.
//!
//! ```
//! use shapecheck::{InlineTensor, dim, shape};
//!
//! let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! assert_eq!(x.along::<-1>().flip(), InlineTensor::from([[3, 2, 1], [6, 5, 4]]));
//! assert_eq!(x.along::<-1>().roll(1), InlineTensor::from([[3, 1, 2], [6, 4, 5]]));
//! let rows: InlineTensor<i32, shape![4, 3]> = x.along::<-2>().tile::<dim!(2)>();
//! assert_eq!(rows, InlineTensor::from([[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]));
//! let wider: InlineTensor<i32, shape![2, 5]> = x.along::<-1>().pad::<dim!(1), dim!(1)>(0);
//! assert_eq!(wider, InlineTensor::from([[0, 1, 2, 3, 0], [0, 4, 5, 6, 0]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, dim};
//!
//! let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! x.along::<-2>().pad_reflect::<dim!(2), dim!(2)>(); // needs more than 2 elements: axis -2 has 2
//! ```

use super::take::Along;
use super::{TensorOn, counted, must};
use crate::algebra::{
    PadEdge, PadReflect, PadWrap, Padded, Padding, Repeated, pad_shape, repeat_shape,
};
use crate::engine::{AnyShape, Arranges};
use crate::shape::axis::place_of;
use crate::shape::list::Nest;
use crate::{Dyn, DynShape, HasAxis, ShapeError, StaticDim};

/// The axis counted from the first, and the sizes, after a check that their product does not overflow `usize`.
fn counted_at(
    sizes: Result<DynShape, ShapeError>,
    axis: isize,
) -> Result<(usize, DynShape), ShapeError> {
    let sizes = counted(sizes)?;
    Ok((place_of(sizes.dims(), axis)?, sizes))
}

/// Operations that copy the elements along the axis in another order.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Arranges<T>> Along<'_, AXIS, T, S, E> {
    /// The elements in reverse order along the axis.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn flip(self) -> TensorOn<T, S, E::Home> {
        must(self.try_flip())
    }

    /// Like [`flip`](Self::flip), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    pub fn try_flip(self) -> Result<TensorOn<T, S, E::Home>, ShapeError> {
        let sizes = self.0.dims().into();
        self.arranged(Ok(sizes), None, |size, index| Some(size - 1 - index))
    }

    /// The elements moved by `shift` indices along the axis. Elements that move beyond the end come back at the
    /// beginning. A negative shift moves them backwards.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn roll(self, shift: isize) -> TensorOn<T, S, E::Home> {
        must(self.try_roll(shift))
    }

    /// Like [`roll`](Self::roll), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    pub fn try_roll(self, shift: isize) -> Result<TensorOn<T, S, E::Home>, ShapeError> {
        let sizes = self.0.dims().into();
        self.arranged(Ok(sizes), None, |size, index| {
            // A size is at most `isize::MAX` unless elements have size 0, and elements of size 0 are all alike.
            let back = shift.rem_euclid(isize::try_from(size).unwrap_or(isize::MAX)) as usize;
            Some((index + (size - back)) % size)
        })
    }

    /// Repeats each index of the axis `K` times in a row: `1 2` becomes `1 1 2 2`.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn repeat<K: StaticDim>(self) -> TensorOn<T, Repeated<S, AXIS, K>, E::Home> {
        must(self.try_repeat::<K>())
    }

    /// Like [`repeat`](Self::repeat), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    pub fn try_repeat<K: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Repeated<S, AXIS, K>, E::Home>, ShapeError> {
        let sizes = repeat_shape(self.0.dims(), AXIS, K::SIZE);
        self.arranged(sizes, None, |_, index| Some(index / K::SIZE))
    }

    /// Like [`repeat`](Self::repeat), with a count known only at run time.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn repeat_with(self, count: usize) -> TensorOn<T, S::With<Dyn>, E::Home>
    where
        E::Home: AnyShape,
    {
        must(self.try_repeat_with(count))
    }

    /// Like [`repeat_with`](Self::repeat_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    pub fn try_repeat_with(
        self,
        count: usize,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Home>, ShapeError>
    where
        E::Home: AnyShape,
    {
        let sizes = repeat_shape(self.0.dims(), AXIS, count);
        self.arranged(sizes, None, |_, index| Some(index / count))
    }

    /// Repeats the whole axis `K` times: `1 2` becomes `1 2 1 2`.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn tile<K: StaticDim>(self) -> TensorOn<T, Repeated<S, AXIS, K>, E::Home> {
        must(self.try_tile::<K>())
    }

    /// Like [`tile`](Self::tile), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    pub fn try_tile<K: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Repeated<S, AXIS, K>, E::Home>, ShapeError> {
        let sizes = repeat_shape(self.0.dims(), AXIS, K::SIZE);
        self.arranged(sizes, None, |size, index| Some(index % size))
    }

    /// Like [`tile`](Self::tile), with a count known only at run time.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn tile_with(self, count: usize) -> TensorOn<T, S::With<Dyn>, E::Home>
    where
        E::Home: AnyShape,
    {
        must(self.try_tile_with(count))
    }

    /// Like [`tile_with`](Self::tile_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    pub fn try_tile_with(
        self,
        count: usize,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Home>, ShapeError>
    where
        E::Home: AnyShape,
    {
        let sizes = repeat_shape(self.0.dims(), AXIS, count);
        self.arranged(sizes, None, |size, index| Some(index % size))
    }

    /// Adds a value `Before` times in front of the elements along the axis, and `After` times behind them.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn pad<Before: StaticDim, After: StaticDim>(
        self,
        value: T,
    ) -> TensorOn<T, Padded<S, AXIS, Before, After>, E::Home> {
        must(self.try_pad::<Before, After>(value))
    }

    /// Like [`pad`](Self::pad), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    pub fn try_pad<Before: StaticDim, After: StaticDim>(
        self,
        value: T,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>, ShapeError> {
        self.padded((Before::SIZE, After::SIZE), Padding::Constant(value))
    }

    /// Like [`pad`](Self::pad), with copies of the elements at the edges: `1 1 [1 2 3] 3 3`.
    ///
    /// # Panics
    ///
    /// Panics if the axis has a dynamic size of 0, and in the cases of [`pad`](Self::pad).
    #[track_caller]
    pub fn pad_edge<Before: StaticDim, After: StaticDim>(
        self,
    ) -> TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>
    where
        S: PadEdge<AXIS, Before, After>,
    {
        must(self.try_pad_edge::<Before, After>())
    }

    /// Like [`pad_edge`](Self::pad_edge), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size of 0, and in the cases of [`pad`](Self::pad).
    pub fn try_pad_edge<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>, ShapeError>
    where
        S: PadEdge<AXIS, Before, After>,
    {
        self.padded((Before::SIZE, After::SIZE), Padding::Edge)
    }

    /// Like [`pad`](Self::pad), with the elements mirrored at the edges, without repeating those at the edges: `3 2 [1
    /// 2 3] 2 1`.
    ///
    /// # Panics
    ///
    /// Panics if the axis has a dynamic size that is not more than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    #[track_caller]
    pub fn pad_reflect<Before: StaticDim, After: StaticDim>(
        self,
    ) -> TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>
    where
        S: PadReflect<AXIS, Before, After>,
    {
        must(self.try_pad_reflect::<Before, After>())
    }

    /// Like [`pad_reflect`](Self::pad_reflect), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size that is not more than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    pub fn try_pad_reflect<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>, ShapeError>
    where
        S: PadReflect<AXIS, Before, After>,
    {
        self.padded((Before::SIZE, After::SIZE), Padding::Reflect)
    }

    /// Like [`pad`](Self::pad), with elements from the other end of the axis: `2 3 [1 2 3] 1 2`.
    ///
    /// # Panics
    ///
    /// Panics if the axis has a dynamic size that is less than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    #[doc(alias = "circular")]
    #[track_caller]
    pub fn pad_wrap<Before: StaticDim, After: StaticDim>(
        self,
    ) -> TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>
    where
        S: PadWrap<AXIS, Before, After>,
    {
        must(self.try_pad_wrap::<Before, After>())
    }

    /// Like [`pad_wrap`](Self::pad_wrap), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size that is less than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    pub fn try_pad_wrap<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>, ShapeError>
    where
        S: PadWrap<AXIS, Before, After>,
    {
        self.padded((Before::SIZE, After::SIZE), Padding::Wrap)
    }

    /// Pads along the axis by numbers that are known only at run time.
    ///
    /// # Panics
    ///
    /// Panics if the axis has too few elements for the padding, if the element count of the result overflows `usize`,
    /// or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn pad_with(
        self,
        (before, after): (usize, usize),
        padding: Padding<T>,
    ) -> TensorOn<T, S::With<Dyn>, E::Home>
    where
        E::Home: AnyShape,
    {
        must(self.try_pad_with((before, after), padding))
    }

    /// Like [`pad_with`](Self::pad_with), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has too few elements for the padding, if the element count of the result overflows
    /// `usize`, or if a shape of run-time rank has no such axis.
    pub fn try_pad_with(
        self,
        (before, after): (usize, usize),
        padding: Padding<T>,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Home>, ShapeError>
    where
        E::Home: AnyShape,
    {
        self.padded((before, after), padding)
    }

    fn padded<O: Nest>(
        self,
        (before, after): (usize, usize),
        padding: Padding<T>,
    ) -> Result<TensorOn<T, O, E::Home>, ShapeError> {
        let (value, padding) = match padding {
            Padding::Constant(value) => (Some(value), Padding::Constant(())),
            Padding::Edge => (None, Padding::Edge),
            Padding::Reflect => (None, Padding::Reflect),
            Padding::Wrap => (None, Padding::Wrap),
        };
        let sizes = pad_shape(self.0.dims(), AXIS, (before, after), padding);
        self.arranged(sizes, value, |size, index| {
            padding.index(size, index as isize - before as isize)
        })
    }

    /// A tensor of these sizes. `index` gets the size of the axis and an index of the result, and gives the index of
    /// this tensor to read.
    fn arranged<O: Nest>(
        self,
        sizes: Result<DynShape, ShapeError>,
        value: Option<T>,
        index: impl Fn(usize, usize) -> Option<usize>,
    ) -> Result<TensorOn<T, O, E::Home>, ShapeError> {
        let (axis, sizes) = counted_at(sizes, AXIS)?;
        let size = self.0.dims()[axis];
        Ok(TensorOn {
            data: E::arrange::<S, O>(&self.0.data, axis, sizes, &|at| index(size, at), value),
        })
    }
}
