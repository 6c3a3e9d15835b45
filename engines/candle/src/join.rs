//! Joins tensors.

use candle_core::{Result, Tensor as Untyped};
use shapecheck::engine::{ArrayShape, Joins, JoinsAll};
use shapecheck::{DynShape, Shape};

use crate::data::{Element, Held};
use crate::{Candle, or_panic};

impl<T: Element> Joins<T> for Candle {
    type OutputEngine = Self;

    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Held<T>,
        rhs: &Held<T>,
        axis: usize,
        _: DynShape,
    ) -> Held<T> {
        Held::of(or_panic(Untyped::cat(&[lhs.tensor(), rhs.tensor()], axis)))
    }
}

impl<T: Element> JoinsAll<T> for Candle {
    type OutputEngine = Self;

    #[track_caller]
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Held<T>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> Held<T> {
        let join = || -> Result<Untyped> {
            // The axes in front and all axes that follow are merged, so that a new axis needs no special case.
            let front: usize = sizes.dims()[..axis].iter().product();
            let rows = parts.map(|part| {
                let back: usize = part.tensor().dims()[axis..].iter().product();
                part.tensor().reshape((front, back))
            });
            let rows = rows.collect::<Result<Vec<_>>>()?;
            Untyped::cat(&rows, 1)?.reshape(sizes.dims())
        };
        Held::of(or_panic(join()))
    }
}
