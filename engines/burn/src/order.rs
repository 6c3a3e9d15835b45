//! Sorts along an axis on the host: burn's own sort does not define the order of equal elements, and uses the host too
//! if a device has no kernel.

use shapecheck::engine::adapter::{Library, Stores};
use shapecheck::engine::{Creates, Engine, ReadsElements, Sorts};
use shapecheck::{Host, Shape};

use crate::Burn;
use crate::data::{Element, Held, Number};
use crate::raw;

pub(crate) type OnHost<T, S> = <Host as Engine>::Data<T, S>;

/// A copy on the host.
#[track_caller]
pub(crate) fn on_host<T: Element, S: Shape>(data: &Held<T>) -> OnHost<T, S> {
    let mut elements = Burn::read(data).into_iter();
    Host::generate::<S>(data.sizes(), || {
        elements.next().expect("as many elements as the sizes say")
    })
}

/// A copy on the operand's device.
#[track_caller]
pub(crate) fn beside<T: Element, S: Shape, Other: 'static>(
    found: &OnHost<T, S>,
    operand: &Held<Other>,
) -> Held<T> {
    let sizes = <Host as Engine>::sizes::<T, S>(found).into();
    let device = Burn::device(operand);
    Host::show::<S, _>(found, |elements| {
        Burn::made(elements.copied(), sizes, &device)
    })
}

/// Gradients go through `sort`, because it takes elements at indices.
impl<T: Number> Sorts<T> for Burn
where
    Host: Sorts<T, OutputEngine = Host>,
{
    type OutputEngine = Self;

    #[track_caller]
    fn sort<S: Shape>(data: &Held<T>, axis: usize, descending: bool) -> Held<T> {
        let places = Self::argsort::<S>(data, axis, descending);
        let sorted = raw::gather(data.raw().clone(), axis, places.raw().clone());
        Held::of(sorted, data.sizes())
    }

    #[track_caller]
    fn argsort<S: Shape>(data: &Held<T>, axis: usize, descending: bool) -> Held<usize> {
        let places = Host::argsort::<S>(&on_host::<T, S>(data), axis, descending);
        beside::<usize, S, _>(&places, data)
    }
}
