//! Elements at the indices in another array: read, changed, or selected by a mask.
//!
//! All of it is safe code: every index is compared with the size of its axis before anything is read or written.

use core::ops::Range;

use super::iter::Offsets;
use super::layout;
#[cfg(feature = "alloc")]
use super::pool::{self, Elements};
use super::raw::{Raw, RawMut};
use super::{Collects, Memory, Mutable, NoEngine, Promoted, Promotes};
use crate::algebra::{check_values_for, gather_leading_shape};
use crate::algebra::{take_along_axis_shape, take_shape};
use crate::broadcast::check_broadcast_to;
use crate::engine::ops::BinaryFunction;
#[cfg(feature = "alloc")]
use crate::engine::ops::ELEMENT;
use crate::engine::{self, Creates, Engine, Gathers, MovesAxes, Placing, Scatters};
use crate::{DynShape, Shape, ShapeError};

/// To find a slice takes as long as to copy this number of elements.
#[cfg(feature = "alloc")]
const SLICE: usize = 8;

/// The strides of the values and of the indices along the axes of the result.
struct Chosen {
    sizes: DynShape,
    /// Strides of the values: 0 along the axes of the indices.
    values: DynShape,
    /// The stride of the axis that is indexed.
    step: usize,
    /// Strides of the indices: 0 along all other axes.
    indices: DynShape,
}

/// The sizes and strides of an array.
type Lying<'a> = (&'a [usize], &'a [usize]);

impl Chosen {
    /// Parts of the values along an axis, which is counted from the first, from 0.
    fn parts((sizes, strides): Lying, axis: usize, indices: Lying) -> Result<Self, ShapeError> {
        let sizes = take_shape(sizes, indices.0, axis as isize - sizes.len() as isize)?;
        let (rank, count) = (sizes.rank(), indices.0.len());
        let values = layout::numbers(rank, |place| match place {
            place if place < axis => strides[place],
            place if place < axis + count => 0,
            place => strides[place + 1 - count],
        });
        let along = layout::numbers(rank, |place| match place.checked_sub(axis) {
            Some(place) if place < count => indices.1[place],
            _ => 0,
        });
        Ok(Self {
            sizes,
            values,
            step: strides[axis],
            indices: along,
        })
    }

    /// An element for each index, along an axis, which is counted from the first, from 0.
    fn one_by_one(values: Lying, axis: usize, indices: Lying) -> Result<Self, ShapeError> {
        let from_end = axis as isize - values.0.len() as isize;
        let sizes = take_along_axis_shape(values.0, indices.0, from_end)?;
        let repeated = |(sizes, strides): Lying, place: usize| match sizes[place] {
            1 => 0,
            _ => strides[place],
        };
        Ok(Self {
            values: layout::numbers(sizes.rank(), |place| match place == axis {
                true => 0,
                false => repeated(values, place),
            }),
            indices: layout::numbers(sizes.rank(), |place| match place == axis {
                true => indices.1[place],
                false => repeated(indices, place),
            }),
            step: values.1[axis],
            sizes,
        })
    }

    /// A leading element for each index, along an axis, which is counted from the first, from 0.
    fn leading(values: Lying, axis: usize, indices: Lying) -> Result<Self, ShapeError> {
        let from_end = axis as isize - values.0.len() as isize;
        let sizes = gather_leading_shape(values.0, indices.0, from_end)?;
        Ok(Self {
            values: layout::numbers(sizes.rank(), |place| match place == axis {
                true => 0,
                false => values.1[place],
            }),
            indices: indices.1.into(),
            step: values.1[axis],
            sizes,
        })
    }

    /// The choice along an axis, which is counted from the first, from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such axis, if an index is beyond it, or if the sizes do not fit.
    fn of(
        chosen: engine::Chosen,
        values: Lying,
        axis: usize,
        indices: Raw<'_, usize>,
    ) -> Result<Self, ShapeError> {
        check_axis(values.0, axis)?;
        check(indices, values.0, axis)?;
        let indices = (indices.sizes, indices.strides);
        match chosen {
            engine::Chosen::WholeParts => Self::parts(values, axis, indices),
            engine::Chosen::Elements => Self::one_by_one(values, axis, indices),
            engine::Chosen::Leading => Self::leading(values, axis, indices),
        }
    }

    /// The offset of each selected value, in the order of the result.
    fn offsets<'a>(&self, indices: &'a [usize]) -> impl Iterator<Item = usize> + use<'a> {
        self.offsets_from(0, indices)
    }

    /// The same, from the value with a number on.
    fn offsets_from<'a>(
        &self,
        number: usize,
        indices: &'a [usize],
    ) -> impl Iterator<Item = usize> + use<'a> {
        let step = self.step;
        let offsets = |strides: &DynShape| Offsets::new(self.sizes.dims(), strides.dims());
        let values = offsets(&self.values).from(number);
        let along = offsets(&self.indices).from(number);
        values
            .zip(along)
            .map(move |(value, index)| value + indices[index] * step)
    }
}

/// Checks that every index is within the size of an axis, counted from the first, from 0.
fn check(indices: Raw<'_, usize>, sizes: &[usize], axis: usize) -> Result<(), ShapeError> {
    let size = sizes[axis];
    match indices.iter().find(|&&index| index >= size) {
        None => Ok(()),
        Some(&index) => Err(ShapeError::index(sizes, sizes.len() - axis, index)),
    }
}

/// Checks that there is such an axis, counted from the first, from 0.
fn check_axis(sizes: &[usize], axis: usize) -> Result<(), ShapeError> {
    match axis < sizes.len() {
        true => Ok(()),
        false => Err(ShapeError::no_axis(
            sizes,
            axis as isize - sizes.len() as isize,
        )),
    }
}

/// The number of the last axes that are contiguous, and of their elements.
fn contiguous((sizes, strides): Lying) -> (usize, usize) {
    let mut block = 1;
    let mut axes = 0;
    for (&size, &stride) in sizes.iter().zip(strides).rev() {
        if size != 1 && stride != block {
            break;
        }
        block *= size;
        axes += 1;
    }
    (axes, block)
}

/// Elements at indices: slices of the values, each of as many elements.
pub struct Slices<'a, T> {
    pub elements: &'a [T],
    pub places: Places<'a>,
}

/// The places where these slices begin, and their length.
pub struct Places<'a> {
    chosen: Chosen,
    indices: &'a [usize],
    pub length: usize,
}

impl Places<'_> {
    /// The ranges of the slices from the one with a number on.
    pub fn from(&self, number: usize) -> impl Iterator<Item = Range<usize>> {
        let length = self.length;
        let offsets = self.chosen.offsets_from(number, self.indices);
        offsets.map(move |offset| offset..offset + length)
    }
}

impl<'a, T> Slices<'a, T> {
    /// All slices, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = &'a [T]> {
        let elements = self.elements;
        self.places.from(0).map(move |range| &elements[range])
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone + 'static> Slices<'_, T> {
    /// All elements, this many.
    pub fn collect(&self, count: usize) -> alloc::vec::Vec<T> {
        if core::mem::needs_drop::<T>() {
            // A vector drops the clones before one that panics.
            let mut all = super::memory::room(count);
            self.iter().for_each(|slice| all.extend_from_slice(slice));
            return all;
        }
        let (elements, places) = (Elements::new(self.elements), &self.places);
        let length = places.length;
        // An index is looked at for each slice.
        let steps = (length + SLICE) * ELEMENT;
        pool::collect::<T, T>(count, length, steps, |here, first, room| {
            for range in places.from(first) {
                if room.left() == 0 {
                    break;
                }
                room.extend_from_slice(&elements.get(here)[range]);
            }
        })
    }
}

/// The sizes of what is chosen by indices along an axis (counted from the first, from 0), and its elements.
pub fn take<'a, T>(
    values: Raw<'a, T>,
    axis: usize,
    indices: Raw<'a, usize>,
    kind: engine::Chosen,
) -> Result<(DynShape, Slices<'a, T>), ShapeError> {
    let chosen = Chosen::of(kind, (values.sizes, values.strides), axis, indices)?;
    let after = (&values.sizes[axis + 1..], &values.strides[axis + 1..]);
    // Without elements there is no slice.
    let (axes, length) = match kind {
        engine::Chosen::WholeParts if layout::count(chosen.sizes.dims()) > 0 => contiguous(after),
        engine::Chosen::WholeParts => (0, 0),
        _ => (0, 1),
    };
    let kept = chosen.sizes.rank() - axes;
    let walked = Chosen {
        sizes: chosen.sizes.dims()[..kept].into(),
        values: chosen.values.dims()[..kept].into(),
        indices: chosen.indices.dims()[..kept].into(),
        step: chosen.step,
    };
    let places = Places {
        chosen: walked,
        indices: indices.elements,
        length,
    };
    let elements = values.elements;
    Ok((chosen.sizes, Slices { elements, places }))
}

/// Replaces each element at the indices by a function of it and of a value; the values broadcast to these elements.
/// Along an axis, counted from the first, from 0.
///
/// # Errors
///
/// Returns an error if an index is beyond the axis, or if indices do not fit. Nothing is changed then.
///
/// # Panics
///
/// Panics if the values do not broadcast to what is chosen.
#[track_caller]
pub fn place<Op: BinaryFunction<T, Output = T>, T: Copy>(
    target: RawMut<'_, T>,
    axis: usize,
    indices: Raw<'_, usize>,
    values: Raw<'_, T>,
    chosen: engine::Chosen,
) -> Result<(), ShapeError> {
    let is_leading = chosen == engine::Chosen::Leading;
    let chosen = Chosen::of(chosen, (target.sizes, target.strides), axis, indices)?;
    let rank = chosen.sizes.rank();
    let from = match is_leading {
        true => {
            check_values_for(values.sizes, chosen.sizes.dims())?;
            Offsets::new(chosen.sizes.dims(), values.strides)
        }
        false => {
            layout::or_panic(check_broadcast_to(values.sizes, chosen.sizes.dims()));
            let repeated = layout::numbers(rank, |axis| values.stride_from_end(rank - axis));
            Offsets::new(chosen.sizes.dims(), repeated.dims())
        }
    };
    for (to, from) in chosen.offsets(indices.elements).zip(from) {
        let place = &mut target.elements[to];
        *place = Op::apply(*place, values.elements[from]);
    }
    Ok(())
}

#[diagnostic::do_not_recommend]
impl<T, E, I> Gathers<T, I> for E
where
    T: Clone + 'static,
    E: Memory,
    I: Memory,
    NoEngine: Promotes<E, OutputEngine: Promotes<I>>,
{
    type OutputEngine = Promoted<Promoted<NoEngine, E>, I>;

    #[inline]
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::OutputEngine as Engine>::Data<T, O>, ShapeError> {
        restored::<T, E, I, Self::OutputEngine, S, R, O>(
            data,
            axis,
            indices,
            engine::Chosen::WholeParts,
        )
    }

    #[inline]
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::OutputEngine as Engine>::Data<T, O>, ShapeError> {
        restored::<T, E, I, Self::OutputEngine, S, R, O>(
            data,
            axis,
            indices,
            engine::Chosen::Elements,
        )
    }

    #[inline]
    fn take_leading<S: Shape, R: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
    ) -> Result<<Self::OutputEngine as Engine>::Data<T, R>, ShapeError> {
        restored::<T, E, I, Self::OutputEngine, S, R, R>(
            data,
            axis,
            indices,
            engine::Chosen::Leading,
        )
    }
}

/// See [`taken`], which knows no shape.
#[inline(always)]
fn restored<T, E, I, OutputEngine, S: Shape, R: Shape, O: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    indices: &I::Data<usize, R>,
    chosen: engine::Chosen,
) -> Result<OutputEngine::Data<T, O>, ShapeError>
where
    T: Clone + 'static,
    E: Memory,
    I: Memory,
    OutputEngine: Collects,
{
    let (data, indices) = (E::erase::<T, S>(data), I::erase::<usize, R>(indices));
    match taken::<T, E, I, OutputEngine, E::Erased<S>, I::Erased<R>, OutputEngine::Erased<O>>(
        data, axis, indices, chosen,
    ) {
        Ok(taken) => Ok(OutputEngine::restore(taken)),
        Err(error) => Err(error),
    }
}

/// The parts of values at indices, or one value for each index.
#[inline(never)]
fn taken<T, E, I, OutputEngine, S: Shape, R: Shape, O: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    indices: &I::Data<usize, R>,
    chosen: engine::Chosen,
) -> Result<OutputEngine::Data<T, O>, ShapeError>
where
    T: Clone + 'static,
    E: Memory,
    I: Memory,
    OutputEngine: Collects,
{
    let (values, indices) = (E::raw::<T, S>(data), I::raw::<usize, R>(indices));
    let (sizes, slices) = take(values, axis, indices, chosen)?;
    Ok(OutputEngine::gather(sizes, slices))
}

/// See [`Scatters::place_checked`]. Not a part of the engine's functions, which are compiled for each shape.
#[inline(never)]
#[track_caller]
fn place_checked<Op: BinaryFunction<T, Output = T>, T: Copy + 'static>(
    target: RawMut<'_, T>,
    indices: Raw<'_, usize>,
    values: Raw<'_, T>,
    placing: &Placing,
) -> Result<(), ShapeError> {
    let axis = (placing.check)([target.sizes, indices.sizes, values.sizes], placing)?;
    place::<Op, T>(target, axis, indices, values, placing.chosen)
}

#[diagnostic::do_not_recommend]
impl<Op, T, E, I, V> Scatters<Op, T, I, V> for E
where
    Op: BinaryFunction<T, Output = T>,
    T: Copy + 'static,
    E: Mutable<T>,
    I: Memory,
    V: Memory,
{
    #[track_caller]
    fn place<S: Shape, R: Shape, W: Shape>(
        target: &mut E::Data<T, S>,
        axis: usize,
        indices: &I::Data<usize, R>,
        values: &V::Data<T, W>,
        chosen: engine::Chosen,
    ) -> Result<(), ShapeError> {
        let (indices, values) = (I::raw::<usize, R>(indices), V::raw::<T, W>(values));
        let target = E::raw_mut::<S>(target);
        place::<Op, T>(target, axis, indices, values, chosen)
    }

    #[track_caller]
    fn place_checked<S: Shape, R: Shape, W: Shape>(
        target: &mut E::Data<T, S>,
        indices: &I::Data<usize, R>,
        values: &V::Data<T, W>,
        placing: &Placing,
    ) -> Result<(), ShapeError> {
        let (indices, values) = (I::raw::<usize, R>(indices), V::raw::<T, W>(values));
        place_checked::<Op, T>(E::raw_mut::<S>(target), indices, values, placing)
    }

    #[track_caller]
    fn one_hot<R: Shape, Column: Shape, O: Shape>(
        indices: &I::Data<usize, R>,
        sizes: DynShape,
        values: [T; 2],
    ) -> Result<E::Data<T, O>, ShapeError>
    where
        Self: Creates<T>,
        I: MovesAxes<usize>,
        V: Creates<T>,
    {
        let indices = I::erase::<usize, R>(indices);
        let found = engine::composed::one_hot::<
            Op,
            T,
            E,
            I,
            V,
            I::Erased<R>,
            I::Erased<Column>,
            E::Erased<O>,
        >(indices, sizes, values);
        match found {
            Ok(found) => Ok(E::restore::<T, O>(found)),
            Err(error) => Err(error),
        }
    }
}

/// The sizes and elements of the parts along an axis (counted from the first, from 0) for which a mask is true.
///
/// # Panics
///
/// Panics if there is no such axis, or if the mask has a different size.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn compress<T: Clone + 'static>(
    values: Raw<'_, T>,
    axis: usize,
    mask: Raw<'_, bool>,
) -> (DynShape, alloc::vec::Vec<T>) {
    assert!(
        mask.sizes == &values.sizes[axis..=axis],
        "a mask of the axis"
    );
    let indices: alloc::vec::Vec<usize> = (0..)
        .zip(mask.iter())
        .filter_map(|(index, &is_in)| is_in.then_some(index))
        .collect();
    let sizes = [indices.len()];
    let indices = Raw::strided(&indices, &sizes, &[1]);
    match take(values, axis, indices, engine::Chosen::WholeParts) {
        Ok((sizes, slices)) => {
            let elements = slices.collect(layout::count(sizes.dims()));
            (sizes, elements)
        }
        Err(error) => unreachable!("{error}"),
    }
}

/// The number of true elements, and the index of each in row-major order, with one number for each axis.
#[cfg(feature = "alloc")]
pub fn nonzero(mask: Raw<'_, bool>) -> (usize, alloc::vec::Vec<usize>) {
    let strides = layout::row_major_strides(mask.sizes);
    let (mut count, mut indices) = (0, alloc::vec::Vec::new());
    for (place, _) in (0..).zip(mask.iter()).filter(|(_, is_true)| **is_true) {
        let axes = mask.sizes.iter().zip(strides.dims());
        indices.extend(axes.map(|(size, stride)| place / stride % size));
        count += 1;
    }
    (count, indices)
}
