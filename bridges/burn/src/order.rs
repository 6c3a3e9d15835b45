//! Sorts along an axis on the host: burn's own sort does not define the order of equal elements, and uses the host too
//! if a device has no kernel.

use shapecheck::engine::Sorts;
use shapecheck::engine::adapter::{Library, received, sent};
use shapecheck::{Host, Shape};

use crate::Burn;
use crate::data::{Held, Number};
use crate::raw;

/// Gradients go through `sort`, because it takes elements at indices.
impl<T: Number> Sorts<T> for Burn
where
    Host: Sorts<T>,
{
    #[track_caller]
    fn sort<S: Shape>(data: &Held<T>, axis: usize, descending: bool) -> Held<T> {
        let places = Self::argsort::<S>(data, axis, descending);
        let sorted = raw::gather(data.raw().clone(), axis, places.raw().clone());
        Held::of(sorted, data.sizes())
    }

    #[track_caller]
    fn argsort<S: Shape>(data: &Held<T>, axis: usize, descending: bool) -> Held<usize> {
        let copy = sent::<Host, Burn, T, T, S>(data);
        let places = Host::argsort::<S>(&copy, axis, descending);
        received::<Host, Burn, usize, usize, S>(&places, &Burn::device(data))
    }
}
