//! Moving, dropping, merging and splitting axes, and rotating matrices by quarter turns.
//!
//! ```
//! use shapecheck::{Dim, InlineTensor, TensorOn, engine::MovesAxes, shape};
//!
//! fn channels_first<E: MovesAxes<u8>, H: Dim, W: Dim>(
//!     image: &TensorOn<u8, shape![H, W, 3], E>,
//! ) -> TensorOn<u8, shape![3, H, W], E> {
//!     image.move_axis::<-1, -3>()
//! }
//!
//! let x = InlineTensor::from([[1, 2, 3], [4, 5, 6]]);
//! assert_eq!(x.flatten(), InlineTensor::from([1, 2, 3, 4, 5, 6]));
//! let y: InlineTensor<i32, shape![1, 3, 1, 2]> = x.reshape();
//! assert_eq!(y.squeeze(), x.reshape::<shape![3, 2]>());
//! assert_eq!(x.rot90(), InlineTensor::from([[3, 6], [2, 5], [1, 4]]));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{InlineTensor, shape};
//!
//! let x = InlineTensor::<f32, shape![2, 768]>::zeros();
//! x.unflatten::<-1, shape![2, 6, 63]>(); // the product of the new sizes is 756, its size is 768
//! ```

use super::arrange::{Arrangement, Order};
use super::{TensorOn, or_panic, panicking_form};
use crate::algebra::split_axis_shape;
use crate::algebra::{
    Flattens, InfersOne, MoveAxes, MoveAxis, MultiplyUp, Rot90, SqueezesAll, Unflattens,
    flatten_shape, move_axes_order, move_axis_order, rot90_shape,
};
use crate::dim::Extent;
use crate::engine::{Copies, DynamicShapes, Engine, MovesAxes, Operand, Reshapes};
use crate::shape::axis::place_of;
use crate::shape::list::NEAR;
use crate::shape::{AxisNames, SwapAxes};
use crate::verdict::Once;
use crate::{Axes, Dyn, DynShape, HasAxis, Scalar, Shape, ShapeError, StaticDim};

impl<T: 'static, S: Shape, E: Engine> TensorOn<T, S, E> {
    /// Moves one axis to another place, both counted from the end. All other axes keep their order.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, shape};
    ///
    /// let image = InlineTensor::<u8, shape![4, 6, 3]>::zeros();
    /// let channels_first: InlineTensor<u8, shape![3, 4, 6]> = image.move_axis::<-1, -3>();
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axes.
    #[doc(alias("moveaxis", "movedim"))]
    #[track_caller]
    pub fn move_axis<const FROM: isize, const TO: isize>(
        &self,
    ) -> TensorOn<T, <S as MoveAxis<FROM, TO>>::Output, E>
    where
        S: MoveAxis<FROM, TO>,
        E: MovesAxes<T>,
    {
        let order = or_panic(move_axis_order(self.dims(), FROM, TO));
        TensorOn::of(E::permute::<S, _>(&self.data, order.dims()))
    }

    /// Moves several axes at once: those of the list `From` become those of the list `To`, one by one. All other axes
    /// keep their order.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes, shape};
    ///
    /// let x = InlineTensor::<u8, shape![2, 3, 4, 5]>::zeros();
    /// let y: InlineTensor<u8, shape![4, 5, 2, 3]> = x.move_axes::<axes![-2, -1], axes![-4, -3]>();
    /// let y: InlineTensor<u8, shape![5, 4, 2, 3]> = x.move_axes::<axes![-1, -2], axes![-4, -3]>();
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axes.
    #[doc(alias("moveaxis", "movedim"))]
    #[panicking_form(move_axes)]
    pub fn try_move_axes<From: AxisNames, To: AxisNames>(
        &self,
    ) -> Result<TensorOn<T, <S as MoveAxes<From, To>>::Output, E>, ShapeError>
    where
        S: MoveAxes<From, To>,
        E: MovesAxes<T>,
    {
        let order = moved(self.dims(), From::ORDERED, To::ORDERED)?;
        Ok(TensorOn::of(E::permute::<S, _>(&self.data, order.dims())))
    }

    /// Removes all axes of size 1. The compiler has to know of each size whether it is 1; an axis with a name stays,
    /// whatever its size is. [`remove_axis`](Self::remove_axis) removes one axis.
    #[track_caller]
    pub fn squeeze<O: Shape>(&self) -> TensorOn<T, O, E>
    where
        S: SqueezesAll<Output = O>,
        E: MovesAxes<T>,
    {
        let axes = or_panic(ones_of(self.dims(), const { S::NAMES }));
        TensorOn::of(E::squeeze::<S, _>(&self.data, axes.dims()))
    }

    /// Rotates the matrices in the last two axes by a quarter turn: `[..S, M, N]` becomes `[..S, N, M]`, and the last
    /// column becomes the first row. This is NumPy's `rot90` with `axes=(-2, -1)`.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axes.
    #[track_caller]
    pub fn rot90<Turned: HasAxis<-2>>(&self) -> TensorOn<T, Turned, E::Out>
    where
        S: SwapAxes<-2, -1, Output = Turned>,
        E: MovesAxes<T> + Copies<T>,
    {
        self.transpose().along::<-2>().flip()
    }

    /// Rotates by `Turns` quarter turns in the plane of two axes, from the first of the list towards the second:
    /// NumPy's `rot90` with `axes`, which are counted from the end. The two sizes are swapped by an odd number of
    /// turns. With the axes in the other order it turns the other way.
    ///
    /// ```
    /// use shapecheck::{InlineTensor, axes, dim, shape};
    ///
    /// let x = InlineTensor::from([[[1, 2, 3]], [[4, 5, 6]]]);
    /// let y: InlineTensor<i32, shape![3, 1, 2]> = x.rot90_axes::<axes![-3, -1], dim!(1)>();
    /// assert_eq!(y, InlineTensor::from([[[3, 6]], [[2, 5]], [[1, 4]]]));
    /// assert_eq!(y.rot90_axes::<axes![-1, -3], dim!(1)>(), x);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axes.
    #[doc(alias = "rot90")]
    #[panicking_form(rot90_axes)]
    pub fn try_rot90_axes<List: AxisNames, Turns: StaticDim>(
        &self,
    ) -> Result<TensorOn<T, <S as Rot90<List, Turns>>::Output, E::Out>, ShapeError>
    where
        S: Rot90<List, Turns>,
        E: MovesAxes<T> + Copies<T, Out: Copies<T>>,
    {
        self.turned(List::ORDERED, Turns::SIZE % 4)
    }

    /// Like [`rot90_axes`](Self::rot90_axes), by a number of quarter turns that is known only at run time. A negative
    /// number turns the other way. Both axes are dynamic in the result.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, axes, shape};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let y: Tensor<i32, shape![_, _]> = x.rot90_axes_with::<axes![-2, -1]>(-1);
    /// assert_eq!(y.dims(), [3, 2]);
    /// assert_eq!(y.to_vec(), [4, 1, 5, 2, 6, 3]);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a shape of run-time rank has no such axes.
    #[panicking_form(rot90_axes_with)]
    pub fn try_rot90_axes_with<List: AxisNames>(
        &self,
        turns: isize,
    ) -> Result<TensorOn<T, <S as Rot90<List, Dyn>>::Output, E::Out>, ShapeError>
    where
        S: Rot90<List, Dyn>,
        E: DynamicShapes + MovesAxes<T> + Copies<T, Out: DynamicShapes + Copies<T>>,
    {
        self.turned(List::ORDERED, turns.rem_euclid(4) as usize)
    }

    /// Rotates by up to three quarter turns: swaps the axes if they are odd, then reverses one of them or both.
    fn turned<O: Shape>(
        &self,
        axes: &[usize],
        turns: usize,
    ) -> Result<TensorOn<T, O, E::Out>, ShapeError>
    where
        E: MovesAxes<T> + Copies<T, Out: Copies<T>>,
    {
        let (order, first, second) = turns_of(self.dims(), axes, turns)?;
        let data = E::permute::<S, O>(&self.data, order.dims());
        let index = first.index();
        let data = E::arrange::<O, O>(&data, first.axis, first.sizes.clone(), &index, None);
        Ok(TensorOn::of(match second {
            None => data,
            Some(second) => {
                let index = second.index();
                let sizes = second.sizes.clone();
                <E::Out as Copies<T>>::arrange::<O, O>(&data, second.axis, sizes, &index, None)
            }
        }))
    }

    /// Rotates by a quarter turn in the opposite direction of [`rot90`](Self::rot90): the first column, read from its
    /// last element, becomes the first row.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axes.
    #[track_caller]
    pub fn rot270<Turned: HasAxis<-1>>(&self) -> TensorOn<T, Turned, E::Out>
    where
        S: SwapAxes<-2, -1, Output = Turned>,
        E: MovesAxes<T> + Copies<T>,
    {
        self.transpose().along::<-1>().flip()
    }

    /// Rotates the matrices in the last two axes by half a turn: the order of rows and of columns is reversed.
    ///
    /// # Panics
    ///
    /// Panics if a shape of run-time rank has no such axes.
    #[track_caller]
    pub fn rot180(&self) -> TensorOn<T, S, E::Out>
    where
        S: HasAxis<-1> + HasAxis<-2>,
        E: Copies<T, Out: Copies<T>>,
    {
        self.along::<-2>().flip().along::<-1>().flip()
    }
}

impl<T: 'static, S: Shape, E: Reshapes<T>> TensorOn<T, S, E> {
    /// The elements in row-major order as a vector.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements overflows `usize`, which can happen after an expansion.
    #[doc(alias("ravel", "flatten_all"))]
    #[track_caller]
    pub fn flatten<N: Extent>(&self) -> TensorOn<T, Axes<Scalar, N>, E::Out>
    where
        S: MultiplyUp<Total = N>,
    {
        let count = or_panic(crate::shape::num_elements(self.dims()));
        TensorOn {
            data: E::reshape::<S, _>(Operand::ByRef(&self.data), [count].into()),
        }
    }

    /// Merges an axis and all axes after it into one: with `AXIS` -3, `[..S, C, H, W]` becomes `[..S, C * H * W]`. The
    /// axes in front may be anything.
    ///
    /// [`merge_axes`](Self::merge_axes) merges an axis with the one after it only.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Dim, Tensor, shape};
    ///
    /// fn features<B: Dim>(x: &Tensor<f32, shape![B, 64, 5, 5]>) -> Tensor<f32, shape![B, 1600]> {
    ///     x.flatten_from::<-3>()
    /// }
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the product of dynamic sizes overflows `usize`, or if a shape of run-time rank has no such
    /// axis.
    #[panicking_form(flatten_from)]
    pub fn try_flatten_from<const AXIS: isize>(
        &self,
    ) -> Result<TensorOn<T, S::Output, E::Out>, ShapeError>
    where
        S: Flattens<AXIS>,
    {
        let sizes = flatten_shape(self.dims(), AXIS)?;
        Ok(TensorOn {
            data: E::reshape::<S, S::Output>(Operand::ByRef(&self.data), sizes),
        })
    }

    /// Splits an axis into several whose sizes multiply to its size. One of the new sizes may be `_`, and is inferred.
    /// The other axes may be anything.
    ///
    /// [`split_axis`](Self::split_axis) splits an axis into two.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use shapecheck::{Tensor, shape};
    ///
    /// let x = Tensor::<f32, shape![2, 768]>::zeros();
    /// let y: Tensor<f32, shape![2, 2, 6, 64]> = x.unflatten::<-1, shape![2, 6, 64]>();
    /// assert_eq!(x.unflatten::<-1, shape![2, _, 64]>().dims(), [2, 2, 6, 64]);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a dynamic size is not what the new sizes make, or if a shape of run-time rank has no such
    /// axis.
    #[panicking_form(unflatten)]
    pub fn try_unflatten<const AXIS: isize, Sizes: InfersOne>(
        &self,
    ) -> Result<TensorOn<T, <Once<S, Sizes> as Unflattens<AXIS, Sizes>>::Output, E::Out>, ShapeError>
    where
        S: Unflattens<AXIS, Sizes>,
    {
        let sizes = unflattened(
            self.dims(),
            AXIS,
            const { Sizes::STATIC_RANK.0 },
            const { &Sizes::NEAR_SIZES },
        )?;
        Ok(TensorOn::of(E::reshape::<S, _>(
            Operand::ByRef(&self.data),
            sizes,
        )))
    }
}

/// Like [`move_axes_order`], with axes by their distance from the end.
#[inline(never)]
fn moved(sizes: &[usize], from: &[usize], to: &[usize]) -> Result<DynShape, ShapeError> {
    let (mut axes, mut places) = ([0; NEAR], [0; NEAR]);
    for (lists, numbers) in [(from, &mut axes), (to, &mut places)] {
        for (number, &distance) in numbers.iter_mut().zip(lists) {
            *number = -(distance as isize);
        }
    }
    move_axes_order(sizes, &axes[..from.len()], &places[..to.len()])
}

/// The order of the axes after up to three quarter turns, and along which axes the elements are then reversed.
#[inline(never)]
fn turns_of(
    sizes: &[usize],
    axes: &[usize],
    turns: usize,
) -> Result<(DynShape, Arrangement, Option<Arrangement>), ShapeError> {
    let [a, b] = [0, 1].map(|place| -(axes[place] as isize));
    let rotated = rot90_shape(sizes, [a, b], turns as isize)?;
    let mut order = DynShape::from(sizes);
    let places = order.dims_mut().iter_mut().enumerate();
    places.for_each(|(place, axis)| *axis = place);
    if turns % 2 == 1 {
        order
            .dims_mut()
            .swap(place_of(sizes, a)?, place_of(sizes, b)?);
    }
    let along = |axis, order| Arrangement::new(rotated.dims(), axis, order);
    Ok(match turns {
        0 => (order, along(a, Order::Rolled(0))?, None),
        1 => (order, along(a, Order::Reversed)?, None),
        2 => (
            order,
            along(a, Order::Reversed)?,
            Some(along(b, Order::Reversed)?),
        ),
        _ => (order, along(b, Order::Reversed)?, None),
    })
}

/// The axes of size 1 without a name. `names` has a bit for each axis with a name, from the last axis on.
#[inline(never)]
fn ones_of(sizes: &[usize], names: u128) -> Result<DynShape, ShapeError> {
    let rank = sizes.len();
    let has_name = |axis: usize| names.unbounded_shr((rank - 1 - axis) as u32) & 1 == 1;
    let ones = || (0..rank).filter(|&axis| sizes[axis] == 1 && !has_name(axis));
    let count = ones().count();
    let axes = DynShape::build(count, 1, &|end| ones().nth(count - end).unwrap_or(0));
    axes.ok_or_else(|| ShapeError::rank_needs_alloc(count))
}

/// Like [`split_axis_shape`] for any number of new sizes, the last one first.
#[inline(never)]
fn unflattened(
    shape: &[usize],
    axis: isize,
    rank: usize,
    from_end: &[Option<usize>; NEAR],
) -> Result<DynShape, ShapeError> {
    assert!(rank <= NEAR, "an axis becomes {NEAR} axes at most");
    let mut sizes = [None; NEAR];
    for (place, size) in sizes[..rank].iter_mut().zip(from_end[..rank].iter().rev()) {
        *place = *size;
    }
    split_axis_shape(shape, axis, &sizes[..rank])
}
