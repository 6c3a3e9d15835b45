//! Changes elements at indices.

use candle_core::{Result as Found, Tensor as Untyped};
use shapecheck::algebra::gather_leading_shape;
use shapecheck::algebra::{take_along_axis_shape, take_shape};
use shapecheck::engine::adapter::{check_indices, leading};
use shapecheck::engine::{Chosen, Scatters, ops};
use shapecheck::{Shape, ShapeError};

use crate::data::{Element, Held, Number, reshaped};
use crate::{Candle, or_panic};

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
                *target = place::<ops::$Op, T>(target, axis, indices, values, chosen)?;
                Ok(())
            }
        }
    )*};
}

places!(Add [Number] Assign [Element]);

#[track_caller]
fn place<Op: Change, T: Element>(
    target: &Held<T>,
    axis: usize,
    indices: &Held<usize>,
    values: &Held<T>,
    chosen: Chosen,
) -> Result<Held<T>, ShapeError> {
    check_indices::<Candle, T>(target, axis, indices)?;
    let (held, target, indices) = (target, target.tensor(), indices.tensor());
    let (dims, from_end) = (target.dims(), axis as isize - target.rank() as isize);
    let sizes = match chosen {
        Chosen::WholeParts => take_shape(dims, indices.dims(), from_end)?,
        Chosen::Elements => take_along_axis_shape(dims, indices.dims(), from_end)?,
        Chosen::Leading => gather_leading_shape(dims, indices.dims(), from_end)?,
    };
    if sizes.dims().contains(&0) {
        return Ok(held.clone());
    }
    let changed = || {
        let values = match chosen {
            Chosen::Leading => leading::<Candle, T>(values, sizes.dims(), None).into_tensor(),
            _ => values.tensor().broadcast_as(sizes.dims())?,
        }
        .contiguous()?;
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
    Ok(Held::of(or_panic(changed())))
}
