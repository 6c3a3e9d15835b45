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

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::typenum::{U0, U1};

use super::take::Along;
use super::{TensorOn, counted, is_countable, or_panic, panicking_form};
#[cfg(feature = "alloc")]
use crate::algebra::{CountsOf, check_counts, repeat_each_shape};
use crate::algebra::{
    MultiplyUp, PadEdge, PadReflect, PadSigned, PadSymmetric, PadWrap, Padded, Padding,
    PaddingAmount, Repeated, SignedPadded, amount, pad_shape, repeat_shape, signed_shape,
    slice_shape,
};
use crate::dim::{Extent, Times};
use crate::engine::{
    Binary, Copies, Creates, DynamicShapes, Engine, Joins, Networks, Operand, Reduces, Reshapes,
    ops,
};
#[cfg(feature = "alloc")]
use crate::host::Memory;
use crate::host::memory;
use crate::shape::axis::place_of;
use crate::shape::list::ArrayShape;
use crate::shape::num_elements;
use crate::{Axes, Dim, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError, StaticDim};

/// How indices along an axis of a result are found. It knows no shape: a closure in a method would be compiled for each
/// shape.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Reversed,
    Rolled(isize),
    /// Each index this many times in a row.
    Repeated(usize),
    /// All indices, this many times.
    Tiled(usize),
    Padded((usize, usize), Padding<()>),
    /// Elements are added and removed before, and after.
    Signed(((usize, usize), (usize, usize))),
    /// Padded with the element that was put after the last one.
    Surrounded((usize, usize)),
    /// From a start to an end in steps, backwards where they are negative.
    Steps((usize, usize), isize),
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
    /// Where the shape of the result is known, and that of the tensor: nothing can fail, and nothing is compared.
    #[inline]
    fn known<O: ArrayShape, const AXIS: isize>(order: Order) -> Option<Self> {
        if const { !is_countable::<O>() } || !matches!(order, Order::Reversed | Order::Rolled(_)) {
            return None;
        }
        let known = const { memory::known::<O>() };
        let axis = known.sizes().len() - AXIS.unsigned_abs();
        Some(Self {
            axis,
            size: known.sizes()[axis],
            sizes: DynShape::of_known(known),
            order,
        })
    }

    #[inline(never)]
    pub fn new(shape: &[usize], axis: isize, order: Order) -> Result<Self, ShapeError> {
        let sizes = match order {
            Order::Reversed | Order::Rolled(_) => Ok(shape.into()),
            Order::Repeated(count) | Order::Tiled(count) => repeat_shape(shape, axis, count),
            Order::Padded(around, padding) => pad_shape(shape, axis, around, padding),
            Order::Signed(amounts) => signed_shape(shape, axis, amounts),
            Order::Surrounded(around) => pad_shape(shape, axis, around, Padding::<()>::Edge),
            Order::Steps(range, step) => slice_shape(shape, axis, range, step),
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
    pub fn or_panic(shape: &[usize], axis: isize, order: Order) -> Self {
        or_panic(Self::new(shape, axis, order))
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
            Order::Signed(((added, removed), _)) => {
                let place = index.saturating_add(removed).checked_sub(added);
                place.filter(|&place| place < size)
            }
            Order::Surrounded((before, _)) => {
                let place = index.checked_sub(before);
                Some(place.filter(|&place| place < size).unwrap_or(size))
            }
            Order::Steps((start, end), step) => match step > 0 {
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
        Padding::Symmetric => (None, Padding::Symmetric),
        Padding::Wrap => (None, Padding::Wrap),
    }
}

/// For each index of the result, that of the part which is repeated there: the first one that ends after it.
#[cfg(feature = "alloc")]
fn repeated_each(ends: Vec<usize>) -> impl Fn(usize) -> Option<usize> {
    move |index| Some(ends.partition_point(|&end| end <= index))
}

/// The axis counted from the first, the sizes of the result, and for each index of the axis where its repetitions end.
#[cfg(feature = "alloc")]
#[inline(never)]
fn repetitions(
    sizes: &[usize],
    axis: isize,
    counts: (&[usize], Vec<usize>),
) -> Result<(usize, DynShape, Vec<usize>), ShapeError> {
    let (shape, mut counts) = counts;
    check_counts(shape, sizes, axis)?;
    let result = counted(repeat_each_shape(sizes, axis, &counts))?;
    let mut end = 0;
    for count in &mut counts {
        end += *count;
        *count = end;
    }
    Ok((place_of(sizes, axis)?, result, counts))
}

/// Where a linear ramp is.
struct Ramp {
    /// The number of consecutive elements for one index of the axis.
    inner: usize,
    /// The size of the axis of the result.
    to: usize,
    /// The size of the axis before.
    size: usize,
    before: usize,
}

/// A part of a ramp before the axis (0) or after it (1), and how near it is to the axis.
type OnRamp = (usize, f64);

impl Ramp {
    fn new(arrangement: &Arrangement, before: usize) -> Self {
        let (lead, inner) = arrangement.sizes.dims().split_at(arrangement.axis + 1);
        Self {
            // If it overflows, there are no elements.
            inner: num_elements(inner).unwrap_or(0),
            to: lead[arrangement.axis],
            size: arrangement.size,
            before,
        }
    }

    /// The places of the elements of the result, in row-major order: on a ramp, or on the axis itself.
    fn positions(&self) -> impl FnMut() -> Option<OnRamp> {
        let Self {
            inner,
            to,
            size,
            before,
        } = *self;
        let mut number = 0;
        move || {
            let index = number / inner % to;
            number += 1;
            match index.checked_sub(before) {
                None => Some((0, index as f64 / before as f64)),
                Some(place) if place < size => None,
                Some(_) => Some((1, (to - 1 - index) as f64 / (to - before - size) as f64)),
            }
        }
    }
}

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// All elements in row-major order, moved by `shift` places: NumPy's and PyTorch's `roll` without an axis. Elements
    /// that move beyond the last come back at the first. A negative shift moves them backwards.
    ///
    /// [`along`](Self::along) rolls along one axis: `x.along::<-1>().roll(1)`.
    ///
    /// ```
    /// use shapecheck::InlineTensor;
    ///
    /// let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.roll(1), InlineTensor::from([[6, 1, 2], [3, 4, 5]]));
    /// assert_eq!(x.along::<-1>().roll(1), InlineTensor::from([[3, 1, 2], [6, 4, 5]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the number of elements overflows `usize`, which can happen after an expansion.
    #[panicking_form(roll)]
    pub fn try_roll<N: Extent>(&self, shift: isize) -> Result<TensorOn<T, S, E::Out>, ShapeError>
    where
        S: MultiplyUp<Total = N>,
        E: Reshapes<T>,
        E::Out: Copies<T> + Reshapes<T>,
    {
        let count = DynShape::from([num_elements(self.dims())?]);
        let rolled = Arrangement::new(count.dims(), -1, Order::Rolled(shift))?;
        let flat = E::reshape::<S, Axes<Scalar, N>>(Operand::ByRef(&self.data), count);
        let flat = E::Out::arrange::<Axes<Scalar, N>, Axes<Scalar, N>>(
            &flat,
            rolled.axis,
            rolled.sizes.clone(),
            &rolled.index(),
            None,
        );
        Ok(TensorOn {
            data: E::Out::reshape::<Axes<Scalar, N>, S>(Operand::ByValue(flat), self.dims().into()),
        })
    }
}

/// Operations that copy the elements along the axis in another order.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Copies<T>> Along<'_, AXIS, T, S, E> {
    /// The elements in reverse order along the axis.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    #[doc(alias("fliplr", "flipud", "reverse"))]
    #[panicking_form(flip)]
    pub fn try_flip(self) -> Result<TensorOn<T, S, E::Out>, ShapeError> {
        self.try_in_order(Order::Reversed, None)
    }

    /// The elements moved by `shift` indices along the axis. Elements that move beyond the end come back at the
    /// beginning. A negative shift moves them backwards.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axis.
    #[panicking_form(roll)]
    pub fn try_roll(self, shift: isize) -> Result<TensorOn<T, S, E::Out>, ShapeError> {
        self.try_in_order(Order::Rolled(shift), None)
    }

    /// Repeats each index of the axis `K` times in a row: `1 2` becomes `1 1 2 2`.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[doc(alias = "repeat_interleave")]
    #[panicking_form(repeat)]
    pub fn try_repeat<K: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Repeated<S, AXIS, K>, E::Out>, ShapeError> {
        self.try_in_order(Order::Repeated(K::SIZE), None)
    }

    /// Like [`repeat`](Self::repeat), with a count known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[panicking_form(repeat_with)]
    pub fn try_repeat_with(
        self,
        count: usize,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        self.try_in_order(Order::Repeated(count), None)
    }

    /// Like [`repeat`](Self::repeat), as often as the value of a size says, which may have a name: so the axis has the name of both, `N * K`.
    ///
    /// ```
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Heads, Groups }
    ///
    /// let keys = Tensor::<f32, _>::zeros_with(<shape![Heads, 64]>::of([2]));
    /// let repeated: Tensor<f32, shape![Heads * Groups, 64]> = keys.along::<-2>().repeat_by(Groups::of(3));
    /// assert_eq!(repeated.dims(), [6, 64]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[panicking_form(repeat_by)]
    pub fn try_repeat_by<K: Dim>(
        self,
        count: K,
    ) -> Result<TensorOn<T, S::Resized<Times<S::Size, K>>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        self.try_in_order(Order::Repeated(count.size()), None)
    }

    /// Repeats each index of the axis as often as its own count says: `1 2 3` with counts `2 0 1` becomes `1 1 3`.
    ///
    /// This follows NumPy's `repeat` and PyTorch's `repeat_interleave` with a list. One count for all indices
    /// is [`repeat_with`](Self::repeat_with).
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let repeated: Tensor<i32, shape![2, _]> = x.along::<-1>().repeat_each(&Tensor::from([2, 0, 1]));
    /// assert_eq!(repeated.to_vec(), [1, 1, 3, 4, 4, 6]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic number of counts is not the size of the axis, if the element count of the result
    /// overflows `usize`, or if a shape of run-time rank has no such axis.
    #[cfg(feature = "alloc")]
    #[doc(alias = "repeat_interleave")]
    #[panicking_form(repeat_each)]
    pub fn try_repeat_each<C: Shape + CountsOf<S::Size, S::Distance>, F: Memory>(
        self,
        counts: &TensorOn<usize, C, F>,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        let counts = (counts.dims(), counts.to_vec());
        let (axis, sizes, ends) = repetitions(self.0.dims(), AXIS, counts)?;
        let index = repeated_each(ends);
        Ok(TensorOn {
            data: E::arrange::<S, S::With<Dyn>>(&self.0.data, axis, sizes, &index, None),
        })
    }

    /// Repeats the whole axis `K` times: `1 2` becomes `1 2 1 2`.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[panicking_form(tile)]
    pub fn try_tile<K: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Repeated<S, AXIS, K>, E::Out>, ShapeError> {
        self.try_in_order(Order::Tiled(K::SIZE), None)
    }

    /// Like [`tile`](Self::tile), with a count known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[panicking_form(tile_with)]
    pub fn try_tile_with(
        self,
        count: usize,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        self.try_in_order(Order::Tiled(count), None)
    }

    /// Like [`tile`](Self::tile), as often as the value of a size says, which may have a name: so the axis has the name of both, `K * N`.
    ///
    /// ```
    /// use shapecheck::{Tensor, dims, shape};
    ///
    /// dims! { Heads, Groups }
    ///
    /// let keys = Tensor::<f32, _>::zeros_with(<shape![Heads, 64]>::of([2]));
    /// let repeated: Tensor<f32, shape![Groups * Heads, 64]> = keys.along::<-2>().tile_by(Groups::of(3));
    /// assert_eq!(repeated.dims(), [6, 64]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[panicking_form(tile_by)]
    pub fn try_tile_by<K: Dim>(
        self,
        count: K,
    ) -> Result<TensorOn<T, S::Resized<Times<K, S::Size>>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        self.try_in_order(Order::Tiled(count.size()), None)
    }

    /// Adds a value `Before` times before the elements along the axis, and `After` times after them.
    ///
    /// # Errors
    ///
    /// Returns an error if the element count of the result overflows `usize`, or if a shape of run-time rank has no
    /// such axis.
    #[doc(alias = "constant_pad")]
    #[panicking_form(pad)]
    pub fn try_pad<Before: StaticDim, After: StaticDim>(
        self,
        value: T,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError> {
        self.padded::<Before, After>(Padding::Constant(()), Some(value))
    }

    /// Like [`pad`](Self::pad), with copies of the elements at the edges: `1 1 [1 2 3] 3 3`.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size of 0, and in the cases of [`pad`](Self::pad).
    #[doc(alias = "replicate")]
    #[panicking_form(pad_edge)]
    pub fn try_pad_edge<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadEdge<AXIS, Before, After>,
    {
        self.padded::<Before, After>(Padding::Edge, None)
    }

    /// Like [`pad`](Self::pad), with the elements mirrored at the edges, without repeating those at the edges: `3 2 [1
    /// 2 3] 2 1`.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size that is not more than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    #[panicking_form(pad_reflect)]
    pub fn try_pad_reflect<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadReflect<AXIS, Before, After>,
    {
        self.padded::<Before, After>(Padding::Reflect, None)
    }

    /// Like [`pad`](Self::pad), with the elements mirrored at the edges, including those at the edges:
    /// `2 1 [1 2 3] 3 2`.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size that is less than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    #[panicking_form(pad_symmetric)]
    pub fn try_pad_symmetric<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadSymmetric<AXIS, Before, After>,
    {
        self.padded::<Before, After>(Padding::Symmetric, None)
    }

    /// Like [`pad`](Self::pad), with elements from the other end of the axis: `2 3 [1 2 3] 1 2`.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size that is less than the padding on a side, and in the cases of
    /// [`pad`](Self::pad).
    #[doc(alias = "circular")]
    #[panicking_form(pad_wrap)]
    pub fn try_pad_wrap<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadWrap<AXIS, Before, After>,
    {
        self.padded::<Before, After>(Padding::Wrap, None)
    }

    /// Like [`pad`](Self::pad), and removes elements where a number is [`Negative`](crate::algebra::Negative), as PyTorch's
    /// `pad` does.
    ///
    /// ```
    /// use shapecheck::algebra::Negative;
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::from([1, 2, 3]);
    /// let moved: InlineTensor<i32, shape![4]> = x.along::<-1>().pad_signed::<Negative<dim!(1)>, dim!(2)>(0);
    /// assert_eq!(moved, InlineTensor::from([2, 3, 0, 0]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if more elements are removed than a dynamic size says there are, and in the cases of
    /// [`pad`](Self::pad).
    #[doc(alias = "crop")]
    #[panicking_form(pad_signed)]
    pub fn try_pad_signed<Before: PaddingAmount, After: PaddingAmount>(
        self,
        value: T,
    ) -> Result<TensorOn<T, SignedPadded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadSigned<AXIS, Before, After>,
    {
        self.try_in_order(Order::Signed((Before::AMOUNT, After::AMOUNT)), Some(value))
    }

    /// Like [`pad_signed`](Self::pad_signed), by numbers that are known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if more elements are removed than there are, if the element count of the result overflows
    /// `usize`, or if a shape of run-time rank has no such axis.
    #[panicking_form(pad_signed_with)]
    pub fn try_pad_signed_with(
        self,
        (before, after): (isize, isize),
        value: T,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        self.try_in_order(Order::Signed((amount(before), amount(after))), Some(value))
    }

    /// Pads along the axis by numbers that are known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has too few elements for the padding, if the element count of the result overflows
    /// `usize`, or if a shape of run-time rank has no such axis.
    #[panicking_form(pad_with)]
    pub fn try_pad_with(
        self,
        (before, after): (usize, usize),
        padding: Padding<T>,
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E::Out: DynamicShapes,
    {
        let (value, padding) = value_apart(padding);
        self.try_in_order(Order::Padded((before, after), padding), value)
    }

    #[inline]
    fn padded<Before: StaticDim, After: StaticDim>(
        self,
        padding: Padding<()>,
        value: Option<T>,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError> {
        self.try_in_order(Order::Padded((Before::SIZE, After::SIZE), padding), value)
    }

    #[inline]
    #[track_caller]
    pub(super) fn in_order<O: ArrayShape>(
        self,
        order: Order,
        value: Option<T>,
    ) -> TensorOn<T, O, E::Out> {
        let arrangement = match Arrangement::known::<O, AXIS>(order) {
            Some(arrangement) => arrangement,
            None => Arrangement::or_panic(self.0.dims(), AXIS, order),
        };
        self.arranged(arrangement, value)
    }

    #[inline]
    pub(super) fn try_in_order<O: ArrayShape>(
        self,
        order: Order,
        value: Option<T>,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError> {
        match Arrangement::known::<O, AXIS>(order) {
            Some(arrangement) => Ok(self.arranged(arrangement, value)),
            None => match Arrangement::new(self.0.dims(), AXIS, order) {
                Ok(arrangement) => Ok(self.arranged(arrangement, value)),
                Err(error) => Err(error),
            },
        }
    }

    #[inline]
    #[track_caller]
    fn arranged<O: ArrayShape>(
        self,
        arrangement: Arrangement,
        value: Option<T>,
    ) -> TensorOn<T, O, E::Out> {
        let order = arrangement.index();
        let last = arrangement.size.wrapping_sub(1);
        let reversed = |index: usize| Some(last - index);
        // One by itself, so that a compiler that knows the sizes knows each index.
        let index: &dyn Fn(usize) -> Option<usize> = match arrangement.order {
            Order::Reversed => &reversed,
            _ => &order,
        };
        let Arrangement { axis, sizes, .. } = arrangement;
        let data = E::arrange::<S, O>(&self.0.data, axis, sizes, index, value);
        TensorOn { data }
    }
}

/// Padding that is computed from the elements of the axis, of floats.
impl<const AXIS: isize, T: 'static, S: HasAxis<AXIS>, E: Copies<T>> Along<'_, AXIS, T, S, E> {
    /// Like [`pad`](Self::pad), with the mean of the elements along the axis: `2 2 [1 2 3] 2`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]]);
    /// let wider: InlineTensor<f64, shape![2, 5]> = x.along::<-1>().pad_mean::<dim!(1), dim!(1)>();
    /// assert_eq!(wider, InlineTensor::from([[2.0, 1.0, 2.0, 3.0, 2.0], [6.0, 4.0, 5.0, 9.0, 6.0]]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size of 0, and in the cases of [`pad`](Self::pad).
    #[panicking_form(pad_mean)]
    pub fn try_pad_mean<Before: StaticDim, After: StaticDim>(
        self,
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadEdge<AXIS, Before, After>,
        Padded<S, AXIS, U0, U1>: Shape,
        E: Reduces<ops::Mean, T, Element = T>
            + Joins<T, <E as Engine>::Out, OutputEngine = <E as Engine>::Out>,
        E::Out: Copies<T>,
    {
        self.surrounded::<Padded<S, AXIS, U0, U1>, _>((Before::SIZE, After::SIZE))
    }

    /// Like [`pad_mean`](Self::pad_mean), by numbers that are known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has size 0, if the element count of the result overflows `usize`, or if a shape of
    /// run-time rank has no such axis.
    #[panicking_form(pad_mean_with)]
    pub fn try_pad_mean_with(
        self,
        around: (usize, usize),
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        E: Reduces<ops::Mean, T, Element = T>
            + Joins<T, <E as Engine>::Out, OutputEngine = <E as Engine>::Out>,
        E::Out: Copies<T> + DynamicShapes,
    {
        self.surrounded::<S::With<Dyn>, _>(around)
    }

    /// The mean is put after the elements, and taken from there.
    #[track_caller]
    fn surrounded<Longer: Shape, O: ArrayShape>(
        self,
        around: (usize, usize),
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        E: Reduces<ops::Mean, T, Element = T>
            + Joins<T, <E as Engine>::Out, OutputEngine = <E as Engine>::Out>,
        E::Out: Copies<T>,
    {
        let sizes = self.0.dims();
        let arrangement = Arrangement::new(sizes, AXIS, Order::Surrounded(around))?;
        let longer = counted(pad_shape(sizes, AXIS, (0, 1), Padding::Constant(())))?;
        let axes = [AXIS.unsigned_abs()];
        let mean = <E as Reduces<ops::Mean, T>>::reduce::<S, S::WithOne>(&self.0.data, &axes);
        let axis = arrangement.axis;
        let data = E::concat::<S, S::WithOne, Longer>(&self.0.data, &mean, axis, longer);
        let (index, sizes) = (arrangement.index(), arrangement.sizes);
        Ok(TensorOn {
            data: E::Out::arrange::<Longer, O>(&data, axis, sizes, &index, None),
        })
    }

    /// Like [`pad`](Self::pad), with values that go in equal steps from the elements at the edges to a value at either
    /// end: with the ends 0 and 9, `0 1 [2 4 6] 7 8 9`.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, dim, shape};
    ///
    /// let x = InlineTensor::from([2.0, 4.0, 6.0]);
    /// let wider: InlineTensor<f64, shape![8]> = x.along::<-1>().pad_linear_ramp::<dim!(2), dim!(3)>((0.0, 9.0));
    /// assert_eq!(wider, InlineTensor::from([0.0, 1.0, 2.0, 4.0, 6.0, 7.0, 8.0, 9.0]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has a dynamic size of 0, and in the cases of [`pad`](Self::pad).
    #[panicking_form(pad_linear_ramp)]
    pub fn try_pad_linear_ramp<Before: StaticDim, After: StaticDim>(
        self,
        ends: (T, T),
    ) -> Result<TensorOn<T, Padded<S, AXIS, Before, After>, E::Out>, ShapeError>
    where
        S: PadEdge<AXIS, Before, After>,
        Padded<S, AXIS, Before, After>: Shape,
        T: Copy,
        E::Out: Networks<T>,
    {
        self.on_ramps((Before::SIZE, After::SIZE), ends)
    }

    /// Like [`pad_linear_ramp`](Self::pad_linear_ramp), by numbers that are known only at run time.
    ///
    /// # Errors
    ///
    /// Returns an error if the axis has size 0, if the element count of the result overflows `usize`, or if a shape of
    /// run-time rank has no such axis.
    #[panicking_form(pad_linear_ramp_with)]
    pub fn try_pad_linear_ramp_with(
        self,
        around: (usize, usize),
        ends: (T, T),
    ) -> Result<TensorOn<T, S::With<Dyn>, E::Out>, ShapeError>
    where
        T: Copy,
        E::Out: Networks<T> + DynamicShapes,
    {
        self.on_ramps(around, ends)
    }

    /// `(edge - end) * share + end`, where the share of an element of the axis itself is 1 and its end is 0, so that it
    /// is unchanged.
    #[track_caller]
    fn on_ramps<O: Shape>(
        self,
        around: (usize, usize),
        ends: (T, T),
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        T: Copy,
        E::Out: Networks<T>,
    {
        let order = Order::Padded(around, Padding::Edge);
        let arrangement = Arrangement::new(self.0.dims(), AXIS, order)?;
        let ramp = Ramp::new(&arrangement, around.0);
        let (axis, sizes) = (arrangement.axis, arrangement.sizes.clone());
        let index = arrangement.index();
        let edges = E::arrange::<S, O>(&self.0.data, axis, sizes.clone(), &index, None);
        let ends = |inside: T| {
            let mut positions = ramp.positions();
            E::Out::generate::<O>(sizes.clone(), || match positions() {
                None => inside,
                Some((0, _)) => ends.0,
                Some(_) => ends.1,
            })
        };
        let mut positions = ramp.positions();
        let shares = E::Out::generate::<O>(sizes.clone(), || {
            E::Out::number(positions().map_or(1.0, |(_, share)| share))
        });
        let heights = <E::Out as Binary<ops::Sub, T>>::binary::<O, O, O>(
            Operand::ByValue(edges),
            Operand::ByValue(ends(E::Out::number(0.0))),
            sizes.clone(),
        );
        let heights = <E::Out as Binary<ops::Mul, T>>::binary::<O, O, O>(
            Operand::ByValue(heights),
            Operand::ByValue(shares),
            sizes.clone(),
        );
        // Adding 0.0 would change -0.0.
        Ok(TensorOn::of(<E::Out as Binary<ops::Add, T>>::binary::<
            O,
            O,
            O,
        >(
            Operand::ByValue(heights),
            Operand::ByValue(ends(E::Out::number(-0.0))),
            sizes.clone(),
        )))
    }
}
