//! Reads and changes elements by indices.

use candle_core::{Result as Found, Tensor as Untyped};
use shapecheck::algebra::gather_leading_shape;
use shapecheck::algebra::{take_along_axis_shape, take_shape};
use shapecheck::broadcast::broadcast_shapes;
use shapecheck::engine::{Chosen, Gathers, Scatters, ops};
use shapecheck::{Shape, ShapeError};

use crate::data::{Element, Held, Number, repeated, reshaped};
use crate::{Candle, or_panic};

/// Checks that every index is within an axis.
///
/// It reads the largest index from the device, because candle's kernels for a GPU read out of bounds if an index is too
/// large.
#[track_caller]
fn check(tensor: &Untyped, axis: usize, indices: &Untyped) -> Result<(), ShapeError> {
    if indices.elem_count() == 0 {
        return Ok(());
    }
    let largest = or_panic(indices.max_all().and_then(|it| it.to_scalar::<u32>()));
    match usize::restore(largest) < tensor.dims()[axis] {
        true => Ok(()),
        false => Err(ShapeError::index_beyond(
            tensor.dims(),
            axis,
            usize::restore(largest),
        )),
    }
}

impl<T: Element> Gathers<T> for Candle {
    type OutputEngine = Self;

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
        let flat = or_panic(indices.flatten_all().and_then(|flat| flat.contiguous()));
        let taken = or_panic(tensor.contiguous()).index_select(&flat, axis);
        Ok(Held::of(or_panic(
            taken.and_then(|taken| reshaped(&taken, sizes)),
        )))
    }

    #[track_caller]
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        let (tensor, indices) = (data.tensor(), indices.tensor());
        check(tensor, axis, indices)?;
        // All other axes broadcast, and each operand keeps its own size at this one.
        let both = |own: &Untyped, other: &Untyped| {
            let mut other = other.dims().to_vec();
            other[axis] = 1;
            let sizes = broadcast_shapes(&[own.dims(), &other]).expect("checked by the rule");
            or_panic(repeated(own, sizes.dims()).and_then(|it| it.contiguous()))
        };
        let (values, places) = (both(tensor, indices), both(indices, tensor));
        Ok(Held::of(or_panic(values.gather(&places, axis))))
    }

    #[track_caller]
    fn take_leading<S: Shape, R: Shape>(
        data: &Held<T>,
        axis: usize,
        indices: &Held<usize>,
    ) -> Result<Held<T>, ShapeError> {
        let (tensor, indices) = (data.tensor(), indices.tensor());
        check(tensor, axis, indices)?;
        let found = || match indices.elem_count() {
            0 => Untyped::zeros(indices.dims(), tensor.dtype(), tensor.device()),
            _ => leading(tensor, indices.dims(), Some(axis))?.gather(&indices.contiguous()?, axis),
        };
        Ok(Held::of(or_panic(found())))
    }
}

/// The leading elements, as many as there are by these sizes along each axis but one.
fn leading(tensor: &Untyped, sizes: &[usize], but: Option<usize>) -> Found<Untyped> {
    let mut part = tensor.clone();
    for (axis, &size) in sizes.iter().enumerate() {
        if Some(axis) != but {
            part = part.narrow(axis, 0, size)?;
        }
    }
    part.contiguous()
}

/// Changes the elements at indices, one for each value, along an axis.
trait Change {
    /// Single elements.
    fn each(target: &Untyped, axis: usize, indices: &Untyped, values: &Untyped) -> Found<Untyped>;

    /// Whole parts, at a vector of indices.
    fn parts(target: &Untyped, axis: usize, indices: &Untyped, values: &Untyped) -> Found<Untyped> {
        let mut along = vec![1; values.rank()];
        along[axis] = values.dims()[axis];
        let indices = indices.reshape(along)?.broadcast_as(values.dims())?;
        Self::each(target, axis, &indices.contiguous()?, values)
    }
}

impl Change for ops::Add {
    fn each(target: &Untyped, axis: usize, indices: &Untyped, values: &Untyped) -> Found<Untyped> {
        if !target.track_op() && !values.track_op() {
            return target.contiguous()?.scatter_add(indices, values, axis);
        }
        // Candle's gradient of `index_add` needs as many indices as there are elements, and ignores the target.
        let indices = places_in(target.dims(), values.dims(), axis, indices)?;
        let (flat, values) = (target.flatten_all()?, values.flatten_all()?);
        let sums = flat.contiguous()?.index_add(&indices, &values, 0)?;
        reshaped(&sums, target.dims())
    }

    fn parts(target: &Untyped, axis: usize, indices: &Untyped, values: &Untyped) -> Found<Untyped> {
        target.contiguous()?.index_add(indices, values, axis)
    }
}

impl Change for ops::Assign {
    fn each(target: &Untyped, axis: usize, indices: &Untyped, values: &Untyped) -> Found<Untyped> {
        if !target.track_op() {
            return target.contiguous()?.scatter(indices, values, axis);
        }
        // Candle's gradient with respect to the target does not leave out what is replaced; a choice by a mask does.
        let found = target.zeros_like()?.scatter(indices, values, axis)?;
        let ones = values.ones_like()?;
        let is_replaced = target.zeros_like()?.scatter(indices, &ones, axis)?;
        is_replaced.ne(0.0)?.where_cond(&found, target)
    }
}

/// For each element at an index, its offset in the target in row-major order: along the axis it is the index, along
/// others its own place, or 0 if the target has size 1 there.
fn places_in(target: &[usize], sizes: &[usize], axis: usize, indices: &Untyped) -> Found<Untyped> {
    let (mut stride, mut found) = (1, None::<Untyped>);
    for place in (0..target.len()).rev() {
        let along = match place {
            _ if place == axis => {
                let step = Untyped::new(stride.store(), indices.device())?;
                Some(indices.broadcast_mul(&step)?)
            }
            _ if target[place] == 1 => None,
            _ => {
                let mut along = vec![1; sizes.len()];
                along[place] = sizes[place];
                let steps: Vec<u32> = (0..sizes[place]).map(|it| (it * stride).store()).collect();
                Some(Untyped::new(steps, indices.device())?.reshape(along)?)
            }
        };
        found = match (found, along) {
            (Some(found), Some(along)) => Some(found.broadcast_add(&along)?),
            (found, along) => found.or(along),
        };
        stride *= target[place];
    }
    let found = found.expect("the axis of the indices");
    found.broadcast_as(sizes)?.flatten_all()?.contiguous()
}

macro_rules! places {
    ($($Op:ident [$Bound:ident])*) => {$(
        impl<T: $Bound> Scatters<ops::$Op, T> for Candle {
            #[track_caller]
            fn place<S: Shape, R: Shape, W: Shape>(
                target: &mut Held<T>,
                axis: usize,
                indices: &Held<usize>,
                values: &Held<T>,
                chosen: Chosen,
            ) -> Result<(), ShapeError> {
                *target = Held::of(place::<ops::$Op>(
                    target.tensor(),
                    axis,
                    indices.tensor(),
                    values.tensor(),
                    chosen,
                )?);
                Ok(())
            }
        }
    )*};
}

places!(Add [Number] Assign [Element]);

#[track_caller]
fn place<Op: Change>(
    target: &Untyped,
    axis: usize,
    indices: &Untyped,
    values: &Untyped,
    chosen: Chosen,
) -> Result<Untyped, ShapeError> {
    check(target, axis, indices)?;
    let (dims, from_end) = (target.dims(), axis as isize - target.rank() as isize);
    let sizes = match chosen {
        Chosen::WholeParts => take_shape(dims, indices.dims(), from_end)?,
        Chosen::Elements => take_along_axis_shape(dims, indices.dims(), from_end)?,
        Chosen::Leading => gather_leading_shape(dims, indices.dims(), from_end)?,
    };
    if sizes.dims().contains(&0) {
        return Ok(target.clone());
    }
    let changed = || {
        let values = match chosen {
            Chosen::Leading => leading(values, sizes.dims(), None)?,
            _ => values.broadcast_as(sizes.dims())?.contiguous()?,
        };
        if chosen == Chosen::WholeParts {
            // The axes of the indices as one, in place of the axis.
            let mut parts = dims.to_vec();
            parts[axis] = indices.elem_count();
            let indices = indices.flatten_all()?.contiguous()?;
            return Op::parts(target, axis, &indices, &values.reshape(parts)?);
        }
        let mut others = sizes.dims().to_vec();
        others[axis] = dims[axis];
        if others == dims {
            let indices = indices.broadcast_as(sizes.dims())?.contiguous()?;
            return Op::each(target, axis, &indices, &values);
        }
        // The target is broadcast along an axis, so its elements are changed several times; or some are left out.
        let indices = places_in(dims, sizes.dims(), axis, indices)?;
        let flat = target.flatten_all()?;
        Op::each(&flat, 0, &indices, &values.flatten_all()?)?.reshape(dims)
    };
    Ok(or_panic(changed()))
}
