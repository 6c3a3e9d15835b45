//! Elements found by indices.

use candle_core::Tensor as Untyped;
use shapecheck::engine::Indexes;
use shapecheck::{Shape, ShapeError, broadcast_shapes};

use crate::data::{Element, Held};
use crate::{Candle, must};

/// Sees that every index is within an axis.
///
/// It reads the largest index from the device: candle's kernels for a GPU read beyond memory where one is too large.
#[track_caller]
fn check(tensor: &Untyped, axis: usize, indices: &Untyped) -> Result<(), ShapeError> {
    if indices.elem_count() == 0 {
        return Ok(());
    }
    let largest = must(indices.max_all().and_then(|it| it.to_scalar::<u32>()));
    match usize::restore(largest) < tensor.dims()[axis] {
        true => Ok(()),
        false => Err(ShapeError::index_beyond(
            tensor.dims(),
            axis,
            usize::restore(largest),
        )),
    }
}

impl<T: Element> Indexes<T> for Candle {
    type Home = Self;

    #[track_caller]
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        let (tensor, indices) = (data.tensor(), indices.tensor());
        check(tensor, axis, indices)?;
        let mut sizes = tensor.dims().to_vec();
        sizes.splice(axis..=axis, indices.dims().iter().copied());
        let flat = must(indices.flatten_all().and_then(|flat| flat.contiguous()));
        let taken = must(tensor.contiguous()).index_select(&flat, axis);
        Ok(Held::of(must(taken.and_then(|taken| taken.reshape(sizes)))))
    }

    #[track_caller]
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        let (tensor, indices) = (data.tensor(), indices.tensor());
        check(tensor, axis, indices)?;
        // All other axes broadcast: each side keeps its own size at this one.
        let both = |own: &Untyped, other: &Untyped| {
            let mut other = other.dims().to_vec();
            other[axis] = 1;
            let sizes = broadcast_shapes(&[own.dims(), &other]).expect("checked by the rule");
            must(
                own.broadcast_as(sizes.dims())
                    .and_then(|it| it.contiguous()),
            )
        };
        let (values, places) = (both(tensor, indices), both(indices, tensor));
        Ok(Held::of(must(values.gather(&places, axis))))
    }
}
