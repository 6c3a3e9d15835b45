//! Elements at indices, which nothing looks at.

use super::Sizes;
use super::held::Held;
use super::note::note;
use crate::algebra::{take_along_axis_shape, take_shape};
use crate::engine::{Chosen, Gathers, Scatters};
use crate::{DynShape, Shape, ShapeError};

/// What a run cannot find out.
const UNCHECKED: &str = "whether indices are within the axis depends on values";

#[track_caller]
fn taken<T: 'static, O: Shape>(data: &Held, indices: &Held, sizes: &DynShape) -> Held {
    let result = Held::new::<T, O>(sizes);
    note(
        || "take".into(),
        0,
        Some(UNCHECKED),
        [&[data, indices], &[&result]],
    );
    result
}

impl<T: 'static> Gathers<T> for Sizes {
    type OutputEngine = Self;

    #[track_caller]
    fn take<S: Shape, R: Shape, O: Shape>(
        data: &Held,
        axis: usize,
        indices: &Held,
    ) -> Result<Held, ShapeError> {
        let from_end = axis as isize - data.sizes().len() as isize;
        let sizes = take_shape(data.sizes(), indices.sizes(), from_end)?;
        Ok(taken::<T, O>(data, indices, &sizes))
    }

    #[track_caller]
    fn take_along_axis<S: Shape, R: Shape, O: Shape>(
        data: &Held,
        axis: usize,
        indices: &Held,
    ) -> Result<Held, ShapeError> {
        let from_end = axis as isize - data.sizes().len() as isize;
        let sizes = take_along_axis_shape(data.sizes(), indices.sizes(), from_end)?;
        Ok(taken::<T, O>(data, indices, &sizes))
    }

    #[track_caller]
    fn take_leading<S: Shape, R: Shape>(
        data: &Held,
        _axis: usize,
        indices: &Held,
    ) -> Result<Held, ShapeError> {
        Ok(taken::<T, R>(data, indices, &indices.layout().shape()))
    }
}

impl<Op, T: 'static> Scatters<Op, T> for Sizes {
    #[track_caller]
    fn place<S: Shape, R: Shape, W: Shape>(
        target: &mut Held,
        _axis: usize,
        indices: &Held,
        values: &Held,
        _chosen: Chosen,
    ) -> Result<(), ShapeError> {
        if target.is_shared() || target.layout().repeats() {
            *target = Held::new::<T, S>(&target.layout().shape()).named_like::<S>(target);
        }
        let found = [&[&*target, indices, values][..], &[&*target]];
        note(|| "place".into(), 0, Some(UNCHECKED), found);
        Ok(())
    }
}
