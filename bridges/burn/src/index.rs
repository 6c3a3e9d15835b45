//! Sums at indices.

use shapecheck::algebra::{gather_leading_shape, take_along_axis_shape, take_shape};
use shapecheck::engine::adapter::{Library, Stores, check_indices, leading};
use shapecheck::engine::{Chosen, Scatters, ops};
use shapecheck::{Shape, ShapeError};

use crate::Burn;
use crate::data::{Held, Number};
use crate::raw;

impl<T: Number> Scatters<ops::Add, T> for Burn {
    #[track_caller]
    fn place<S: Shape, R: Shape, W: Shape>(
        target: &mut Held<T>,
        axis: usize,
        indices: &Held<usize>,
        values: &Held<T>,
        chosen: Chosen,
    ) -> Result<(), ShapeError> {
        check_indices::<Burn, T>(target, axis, indices)?;
        let (dims, from_end) = (target.dims(), axis as isize - target.dims().len() as isize);
        let sizes = match chosen {
            Chosen::WholeParts => take_shape(dims, indices.dims(), from_end)?,
            Chosen::Elements => take_along_axis_shape(dims, indices.dims(), from_end)?,
            Chosen::Leading => gather_leading_shape(dims, indices.dims(), from_end)?,
        };
        let sizes = sizes.dims();
        if sizes.contains(&0) {
            return Ok(());
        }
        let values = match chosen {
            Chosen::Leading => leading::<Burn, T>(values, sizes, None),
            _ => Burn::expanded::<T>(values, sizes),
        };
        let count = sizes.iter().product::<usize>();
        *target = match chosen {
            Chosen::WholeParts => {
                // The axes of the indices as one, in place of the axis.
                let each = indices.dims().iter().product();
                let mut parts = dims.to_vec();
                parts[axis] = each;
                let values = Burn::reshaped::<T>(&values, &parts);
                let indices = Burn::reshaped::<usize>(indices, &[each]);
                added(target, axis, &indices, &values)
            }
            _ => {
                let indices = Burn::expanded::<usize>(indices, sizes);
                let offsets = offsets(dims, sizes, axis, <Burn as Stores<usize>>::read(&indices));
                let device = Burn::device(&indices);
                let offsets = <Burn as Stores<usize>>::made(offsets, [count].into(), &device);
                let flat = Burn::reshaped::<T>(target, &[dims.iter().product()]);
                let values = Burn::reshaped::<T>(&values, &[count]);
                Burn::reshaped::<T>(&added(&flat, 0, &offsets, &values), dims)
            }
        };
        Ok(())
    }
}

/// The target with the values added at a vector of indices of an axis.
fn added<T: Number>(
    target: &Held<T>,
    axis: usize,
    indices: &Held<usize>,
    values: &Held<T>,
) -> Held<T> {
    let (tensor, values) = (target.raw().clone(), values.raw().clone());
    let found = raw::select_add(tensor, axis, indices.raw().clone(), values);
    Held::of(found, target.sizes())
}

/// The offset in the target of each element at an index: along the axis it is the index, along others its own place, or 0
/// where the target has size 1.
fn offsets(
    target: &[usize],
    sizes: &[usize],
    axis: usize,
    indices: Vec<usize>,
) -> impl Iterator<Item = usize> {
    indices.into_iter().enumerate().map(move |(place, index)| {
        let (mut rest, mut stride, mut offset) = (place, 1, 0);
        for (along, (&size, &own)) in sizes.iter().zip(target).enumerate().rev() {
            let here = match () {
                _ if along == axis => index,
                _ if own == 1 => 0,
                _ => rest % size,
            };
            offset += here * stride;
            (rest, stride) = (rest / size, stride * own);
        }
        offset
    })
}
