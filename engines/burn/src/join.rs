//! Joins tensors.

use shapecheck::engine::{ArrayShape, Joins, JoinsAll};
use shapecheck::{DynShape, Shape};

use crate::Burn;
use crate::data::{Element, Held};
use crate::raw;

impl<T: Element> Joins<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Held<T>,
        rhs: &Held<T>,
        axis: usize,
        sizes: DynShape,
    ) -> Held<T> {
        let joined = raw::cat(vec![lhs.raw().clone(), rhs.raw().clone()], axis);
        Held::of(joined, sizes)
    }
}

impl<T: Element> JoinsAll<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Held<T>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> Held<T> {
        // The axes in front and all axes that follow are merged, so that a new axis needs no special case.
        let front: usize = sizes.dims()[..axis].iter().product();
        let rows = parts.map(|part| {
            let back: usize = part.dims()[axis..].iter().product();
            raw::reshape(part.raw(), &[front, back])
        });
        let joined = raw::cat(rows.collect(), 1);
        Held::of(raw::reshape(&joined, sizes.dims()), sizes)
    }
}
