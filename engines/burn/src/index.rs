//! Elements at indices.

use burn::backend::TensorMetadata;
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::engine::Gathers;
use shapecheck::{DynShape, Shape, ShapeError};

use crate::Burn;
use crate::data::{Element, Held, elements, or_panic};
use crate::raw::{self, Raw};

/// Checks that every index is within an axis.
///
/// It reads the indices from the device, because burn's kernels for a GPU read out of bounds if an index is too large.
#[track_caller]
fn check<T>(tensor: &Held<T>, axis: usize, indices: &Held<usize>) -> Result<(), ShapeError> {
    let largest = or_panic(elements(indices)).into_iter().max();
    match largest {
        Some(largest) if largest >= tensor.dims()[axis] => {
            Err(ShapeError::index_beyond(tensor.dims(), axis, largest))
        }
        _ => Ok(()),
    }
}

impl<T: Element> Gathers<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        check(data, axis, indices)?;
        let mut sizes = data.dims().to_vec();
        sizes.splice(axis..=axis, indices.dims().iter().copied());
        let count = indices.dims().iter().product();
        let flat = raw::reshape(indices.raw(), &[count]);
        let taken = raw::select(data.raw().clone(), axis, flat);
        Ok(Held::of(
            raw::reshape(&taken, &sizes),
            DynShape::from(&sizes[..]),
        ))
    }

    #[track_caller]
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        check(data, axis, indices)?;
        // All other axes broadcast, and each operand keeps its own size at this one.
        let both = |own: &Raw, other: &Raw| {
            let (own_sizes, other) = (own.shape(), other.shape());
            let mut other = other.as_slice().to_vec();
            other[axis] = 1;
            let sizes = broadcast_shapes(&[own_sizes.as_slice(), &other]);
            raw::expand(own, sizes.expect("checked by the rule").dims())
        };
        let (own, indices) = (data.raw(), indices.raw());
        let (values, places) = (both(own, indices), both(indices, own));
        Ok(Held::with_axes(raw::gather(values, axis, places)))
    }

    #[track_caller]
    fn take_leading<S: Shape, R: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        check(data, axis, indices)?;
        let mut values = data.raw().clone();
        for (place, &size) in indices.dims().iter().enumerate() {
            if place != axis {
                values = raw::narrow(&values, place, 0, size);
            }
        }
        let sizes = DynShape::from(indices.dims());
        Ok(Held::of(
            raw::gather(values, axis, indices.raw().clone()),
            sizes,
        ))
    }
}
