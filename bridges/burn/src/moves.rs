//! What the adapter of `shapecheck` asks of burn: transposes, parts, expansions, reshapes, and elements at indices.

use burn::backend::TensorMetadata;
use burn::tensor::{Device, Tensor, TensorData};
use shapecheck::DynShape;
use shapecheck::engine::adapter::{Library, Stores, adapt};

use crate::data::{Element, Held, elements, make, or_panic};
use crate::raw::{self, Raw};
use crate::{Burn, device};

adapt!(storage for Burn: Held, Element);

impl Library for Burn {
    type Device = Device;
    type Raw<'a> = Raw;
    type Found = Raw;

    fn raw<T: 'static>(data: &Held<T>) -> Raw {
        data.raw().clone()
    }

    /// Operands of the same rank, which burn broadcasts.
    #[track_caller]
    fn pair<T: 'static>(lhs: &Held<T>, rhs: &Held<T>, sizes: &[usize]) -> (Raw, Raw) {
        let rank = sizes.len().max(1);
        (raw::front(lhs.raw(), rank), raw::front(rhs.raw(), rank))
    }

    fn current() -> Device {
        device::current()
    }

    fn device<T: 'static>(data: &Held<T>) -> Device {
        Device::new(data.raw().device())
    }

    #[track_caller]
    fn reshaped<T: 'static>(data: &Held<T>, sizes: &[usize]) -> Held<T> {
        Held::sized(raw::reshape(data.raw(), sizes), DynShape::from(sizes))
    }

    #[track_caller]
    fn permuted<T: 'static>(data: &Held<T>, order: &[usize]) -> Held<T> {
        match order {
            [] => Held::sized(data.raw().clone(), data.sizes()),
            _ => Held::with_axes(raw::permute(data.raw().clone(), order)),
        }
    }

    #[track_caller]
    fn expanded<T: 'static>(data: &Held<T>, sizes: &[usize]) -> Held<T> {
        let whole = raw::shape(sizes);
        Held::sized(
            raw::expand(data.raw(), whole.as_slice()),
            DynShape::from(sizes),
        )
    }

    #[track_caller]
    fn narrowed<T: 'static>(data: &Held<T>, axis: usize, start: usize, length: usize) -> Held<T> {
        Held::with_axes(raw::narrow(data.raw(), axis, start, length))
    }

    #[track_caller]
    fn joined<T: 'static>(parts: &[&Held<T>], axis: usize) -> Held<T> {
        let parts = parts.iter().map(|part| part.raw().clone());
        Held::with_axes(raw::cat(parts.collect(), axis))
    }

    #[track_caller]
    fn selected<T: 'static>(data: &Held<T>, axis: usize, places: &Held<usize>) -> Held<T> {
        let (tensor, places) = (data.raw().clone(), places.raw().clone());
        Held::with_axes(raw::select(tensor, axis, places))
    }

    #[track_caller]
    fn gathered<T: 'static>(data: Held<T>, axis: usize, places: Held<usize>) -> Held<T> {
        Held::with_axes(raw::gather(data.into_raw(), axis, places.into_raw()))
    }

    #[track_caller]
    fn chosen<T: 'static>(mask: Held<bool>, yes: Held<T>, no: Held<T>) -> Held<T> {
        let sizes = no.sizes();
        let found = raw::masked(no.into_raw(), mask.into_raw(), yes.into_raw());
        Held::sized(found, sizes)
    }

    #[track_caller]
    fn multiplied<T: 'static>(lhs: &Held<T>, rhs: &Held<T>) -> Held<T> {
        Held::with_axes(raw::matmul(lhs.raw().clone(), rhs.raw().clone()))
    }

    #[track_caller]
    fn numbers<T: 'static>(
        numbers: impl Iterator<Item = f64>,
        sizes: &[usize],
        like: &Held<T>,
    ) -> Held<T> {
        let (device, dtype) = (Burn::device(like), like.raw().dtype());
        let numbers: Vec<f64> = numbers.collect();
        let data = TensorData::new(numbers, [sizes.iter().product::<usize>()]);
        let flat = Tensor::<1>::from_data(data.convert_dtype(dtype), (&device, dtype));
        Held::sized(raw::reshape(&flat.into_dispatch(), sizes), sizes.into())
    }

    /// Two tensors share memory until one of them is changed; burn then copies.
    fn copied<T: 'static>(data: &Held<T>) -> Held<T> {
        Held::sized(data.raw().clone(), data.sizes())
    }

    #[track_caller]
    fn slid<T: 'static>(data: &Held<T>, axis: usize, width: usize, step: usize) -> Held<T> {
        Held::with_axes(raw::windows(data.raw().clone(), axis, width, step))
    }
}

impl<T: Element> Stores<T> for Burn {
    fn held(found: Raw, sizes: &[usize]) -> Held<T> {
        Held::of(found, DynShape::from(sizes))
    }

    #[track_caller]
    fn made(elements: impl Iterator<Item = T>, sizes: DynShape, device: &Device) -> Held<T> {
        make(elements.map(T::store).collect(), sizes, device)
    }

    #[track_caller]
    fn read(data: &Held<T>) -> Vec<T> {
        or_panic(elements(data))
    }
}
