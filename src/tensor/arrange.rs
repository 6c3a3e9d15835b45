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
    PadEdge, PadReflect, PadWrap, Padded, Padding, Repeated, pad_shape, repeat_shape, slice_shape,
};
use crate::engine::{AnyShape, Arranges};
use crate::shape::axis::place_of;
use crate::shape::list::Nest;
use crate::{Dyn, DynShape, HasAxis, ShapeError, StaticDim};

/// How indices along an axis of a result are found. It knows no shape: a closure in a method would be compiled for each shape.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Reversed,
    Rolled(isize),
    /// Each index so many times in a row.
    Repeated(usize),
    /// All indices so many times.
    Tiled(usize),
    Padded((usize, usize), Padding<()>),
    /// From a start to an end in steps, backwards where they are negative.
    Stepping((usize, usize), isize),
}

/// What an engine needs to arrange elements.
pub(super) struct Arrangement {
    /// The axis, counted from the first.
    pub axis: usize,
    /// The sizes of the result.
    pub sizes: DynShape,
    /// The size of the axis before.
    size: usize,
    order: Order,
}

impl Arrangement {
    #[inline(never)]
    pub fn new(shape: &[usize], axis: isize, order: Order) -> Result<Self, ShapeError> {
        let sizes = match order {
            Order::Reversed | Order::Rolled(_) => Ok(shape.into()),
            Order::Repeated(count) | Order::Tiled(count) => repeat_shape(shape, axis, count),
            Order::Padded(around, padding) => pad_shape(shape, axis, around, padding),
            Order::Stepping(range, step) => slice_shape(shape, axis, range, step),
        };
        let sizes = counted(sizes)?;
        let place = place_of(sizes.dims(), axis)?;
        Ok(Self {
            axis: place,
            sizes,
            size: shape[place],
            order,
        })
    }

    /// The same, or a panic.
    #[inline(never)]
    #[track_caller]
    pub fn must(shape: &[usize], axis: isize, order: Order) -> Self {
        must(Self::new(shape, axis, order))
    }

    /// The index of the tensor for each index of the result.
    #[inline]
    pub fn index(&self) -> impl Fn(usize) -> Option<usize> + use<> {
        let (size, order) = (self.size, self.order);
        move |index| match order {
            Order::Reversed => Some(size - 1 - index),
            Order::Rolled(shift) => {
                // A size is at most `isize::MAX` unless elements have size 0, and elements of size 0 are all alike.
                let back = shift.rem_euclid(isize::try_from(size).unwrap_or(isize::MAX)) as usize;
                Some((index + (size - back)) % size)
            }
            Order::Repeated(count) => Some(index / count),
            Order::Tiled(_) => Some(index % size),
            Order::Padded((before, _), padding) => {
                padding.index(size, index as isize - before as isize)
            }
            Order::Stepping((start, end), step) => match step > 0 {
                true => Some(start + index * step.unsigned_abs()),
                false => Some(end - 1 - index * step.unsigned_abs()),
            },
        }
    }
}

/// The value of a padding by one value, and the padding.
fn value_apart<T>(padding: Padding<T>) -> (Option<T>, Padding<()>) {
    match padding {
        Padding::Constant(value) => (Some(value), Padding::Constant(())),
        Padding::Edge => (None, Padding::Edge),
        Padding::Reflect => (None, Padding::Reflect),
        Padding::Wrap => (None, Padding::Wrap),
    }
}

/// Operations that copy the elements along the axis in another order.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Arranges<T>> Along<'_, AXIS, T, S, E> {
    /// The elements in reverse order along the axis.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[doc(alias("fliplr", "flipud", "reverse"))]
    #[track_caller]
    pub fn flip(self) -> TensorOn<T, S, E::Home> {
        self.in_order(Order::Reversed, None)
    }

    /// Like [`flip`](Self::flip), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    pub fn try_flip(self) -> Result<TensorOn<T, S, E::Home>, ShapeError> {
        self.try_in_order(Order::Reversed, None)
    }

    /// The elements moved by `shift` indices along the axis. Elements that move beyond the end come back at the
    /// beginning. A negative shift moves them backwards.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn roll(self, shift: isize) -> TensorOn<T, S, E::Home> {
        self.in_order(Order::Rolled(shift), None)
    }

    /// Like [`roll`](Self::roll), but returns an error instead of panicking.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    pub fn try_roll(self, shift: isize) -> Result<TensorOn<T, S, E::Home>, ShapeError> {
        self.try_in_order(Order::Rolled(shift), None)
    }

    /// Repeats each index of the axis `K` times in a row: `1 2` becomes `1 1 2 2`.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[doc(alias = "repeat_interleave")]
    #[track_caller]
    pub fn repeat<K: StaticDim>(self) -> TensorOn<T, Repeated<S, AXIS, K>, E::Home> {
        self.in_order(Order::Repeated(K::SIZE), None)
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
        self.try_in_order(Order::Repeated(K::SIZE), None)
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
        self.in_order(Order::Repeated(count), None)
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
        self.try_in_order(Order::Repeated(count), None)
    }

    /// Repeats the whole axis `K` times: `1 2` becomes `1 2 1 2`.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[track_caller]
    pub fn tile<K: StaticDim>(self) -> TensorOn<T, Repeated<S, AXIS, K>, E::Home> {
        self.in_order(Order::Tiled(K::SIZE), None)
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
        self.try_in_order(Order::Tiled(K::SIZE), None)
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
        self.in_order(Order::Tiled(count), None)
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
        self.try_in_order(Order::Tiled(count), None)
    }

    /// Adds a value `Before` times in front of the elements along the axis, and `After` times behind them.
    ///
    /// # Panics
    ///
    /// Panics if the element count of the result overflows `usize`, or if a shape of run-time rank has no such axis.
    #[doc(alias = "constant_pad")]
    #[track_caller]
    pub fn pad<Before: StaticDim, After: StaticDim>(
        self,
        value: T,
    ) -> TensorOn<T, Padded<S, AXIS, Before, After>, E::Home> {
        self.in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Constant(())),
            Some(value),
        )
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
        self.try_in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Constant(())),
            Some(value),
        )
    }

    /// Like [`pad`](Self::pad), with copies of the elements at the edges: `1 1 [1 2 3] 3 3`.
    ///
    /// # Panics
    ///
    /// Panics if the axis has a dynamic size of 0, and in the cases of [`pad`](Self::pad).
    #[doc(alias = "replicate")]
    #[track_caller]
    pub fn pad_edge<Before: StaticDim, After: StaticDim>(
        self,
    ) -> TensorOn<T, Padded<S, AXIS, Before, After>, E::Home>
    where
        S: PadEdge<AXIS, Before, After>,
    {
        self.in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Edge),
            None,
        )
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
        self.try_in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Edge),
            None,
        )
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
        self.in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Reflect),
            None,
        )
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
        self.try_in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Reflect),
            None,
        )
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
        self.in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Wrap),
            None,
        )
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
        self.try_in_order(
            Order::Padded((Before::SIZE, After::SIZE), Padding::Wrap),
            None,
        )
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
        let (value, padding) = value_apart(padding);
        self.in_order(Order::Padded((before, after), padding), value)
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
        let (value, padding) = value_apart(padding);
        self.try_in_order(Order::Padded((before, after), padding), value)
    }

    #[inline]
    #[track_caller]
    pub(super) fn in_order<O: Nest>(
        self,
        order: Order,
        value: Option<T>,
    ) -> TensorOn<T, O, E::Home> {
        self.arranged(Arrangement::must(self.0.dims(), AXIS, order), value)
    }

    #[inline]
    pub(super) fn try_in_order<O: Nest>(
        self,
        order: Order,
        value: Option<T>,
    ) -> Result<TensorOn<T, O, E::Home>, ShapeError> {
        match Arrangement::new(self.0.dims(), AXIS, order) {
            Ok(arrangement) => Ok(self.arranged(arrangement, value)),
            Err(error) => Err(error),
        }
    }

    #[inline]
    #[track_caller]
    fn arranged<O: Nest>(
        self,
        arrangement: Arrangement,
        value: Option<T>,
    ) -> TensorOn<T, O, E::Home> {
        let index = arrangement.index();
        TensorOn {
            data: E::arrange::<S, O>(
                &self.0.data,
                arrangement.axis,
                arrangement.sizes,
                &index,
                value,
            ),
        }
    }
}
