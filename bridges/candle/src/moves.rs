//! What the adapter of `shapecheck` asks of candle: transposes, parts, expansions and reshapes, without a copy wherever
//! candle needs none, and elements at indices.

use candle_core::{Device, Result, Tensor as Untyped};
use shapecheck::DynShape;
use shapecheck::engine::adapter::{Library, Stores, adapt};

use crate::data::{Element, Held, elements, repeated, reshaped};
use crate::products::multiply;
use crate::{Candle, device, or_panic};

adapt!(storage for Candle: Held, Element);

impl Library for Candle {
    type Device = Device;
    type Raw<'a> = &'a Untyped;
    type Found = Result<Untyped>;

    fn raw<T: 'static>(data: &Held<T>) -> &Untyped {
        data.tensor()
    }

    fn current() -> Device {
        device::current()
    }

    fn device<T: 'static>(data: &Held<T>) -> Device {
        data.tensor().device().clone()
    }

    #[track_caller]
    fn reshaped<T: 'static>(data: &Held<T>, sizes: &[usize]) -> Held<T> {
        data.derived(or_panic(reshaped(data.tensor(), sizes)))
    }

    #[track_caller]
    fn permuted<T: 'static>(data: &Held<T>, order: &[usize]) -> Held<T> {
        data.derived(or_panic(data.tensor().permute(order)))
    }

    #[track_caller]
    fn expanded<T: 'static>(data: &Held<T>, sizes: &[usize]) -> Held<T> {
        data.derived(or_panic(repeated(data.tensor(), sizes)))
    }

    #[track_caller]
    fn narrowed<T: 'static>(data: &Held<T>, axis: usize, start: usize, length: usize) -> Held<T> {
        data.derived(or_panic(data.tensor().narrow(axis, start, length)))
    }

    #[track_caller]
    fn joined<T: 'static>(parts: &[&Held<T>], axis: usize) -> Held<T> {
        let tensors: Vec<&Untyped> = parts.iter().map(|part| part.tensor()).collect();
        parts[0].derived(or_panic(Untyped::cat(&tensors, axis)))
    }

    #[track_caller]
    fn selected<T: 'static>(data: &Held<T>, axis: usize, places: &Held<usize>) -> Held<T> {
        let found = || -> Result<Untyped> {
            let places = places.tensor().contiguous()?;
            data.tensor().contiguous()?.index_select(&places, axis)
        };
        data.derived(or_panic(found()))
    }

    #[track_caller]
    fn gathered<T: 'static>(data: Held<T>, axis: usize, places: Held<usize>) -> Held<T> {
        let (tensor, places) = (data.tensor(), places.tensor());
        let found = || match places.elem_count() {
            0 => Untyped::zeros(places.dims(), tensor.dtype(), tensor.device()),
            _ => tensor.contiguous()?.gather(&places.contiguous()?, axis),
        };
        data.derived(or_panic(found()))
    }

    #[track_caller]
    fn chosen<T: 'static>(mask: Held<bool>, yes: Held<T>, no: Held<T>) -> Held<T> {
        yes.derived(or_panic(
            mask.tensor().where_cond(yes.tensor(), no.tensor()),
        ))
    }

    #[track_caller]
    fn multiplied<T: 'static>(lhs: &Held<T>, rhs: &Held<T>) -> Held<T> {
        lhs.derived(or_panic(multiply(lhs.tensor(), rhs.tensor())))
    }

    #[track_caller]
    fn numbers<T: 'static>(
        numbers: impl Iterator<Item = f64>,
        sizes: &[usize],
        like: &Held<T>,
    ) -> Held<T> {
        let (device, dtype) = (like.tensor().device(), like.tensor().dtype());
        let made = Untyped::from_vec(numbers.collect::<Vec<_>>(), sizes, device);
        like.derived(or_panic(made.and_then(|made| made.to_dtype(dtype))))
    }

    #[track_caller]
    fn contiguous<T: 'static>(data: &Held<T>) -> Held<T> {
        data.derived(or_panic(data.tensor().contiguous()))
    }

    /// A copy with its own memory, because candle's kernels need it contiguous.
    #[track_caller]
    fn copied<T: 'static>(data: &Held<T>) -> Held<T> {
        data.derived(or_panic(data.tensor().force_contiguous()))
    }

    #[track_caller]
    fn squeezed<T: 'static>(data: &Held<T>, axes: &[usize]) -> Held<T> {
        let mut axes = axes.to_vec();
        axes.sort_unstable();
        let mut from_last = axes.iter().rev();
        let fewer = from_last.try_fold(data.tensor().clone(), |tensor, &axis| tensor.squeeze(axis));
        data.derived(or_panic(fewer))
    }

    #[track_caller]
    fn unsqueezed<T: 'static>(data: &Held<T>, axis: usize) -> Held<T> {
        data.derived(or_panic(data.tensor().unsqueeze(axis)))
    }

    #[track_caller]
    fn largest(indices: &Held<usize>) -> Option<usize> {
        let indices = indices.tensor();
        let largest = || indices.max_all()?.to_scalar::<u32>();
        (indices.elem_count() > 0).then(|| or_panic(largest()) as usize)
    }
}

impl<T: Element> Stores<T> for Candle {
    #[track_caller]
    fn held(found: Result<Untyped>, _: &[usize]) -> Held<T> {
        Held::of(or_panic(found))
    }

    #[track_caller]
    fn made(elements: impl Iterator<Item = T>, sizes: DynShape, device: &Device) -> Held<T> {
        let stored: Vec<T::Stored> = elements.map(T::store).collect();
        Held::of(or_panic(Untyped::from_vec(stored, sizes.dims(), device)))
    }

    #[track_caller]
    fn read(data: &Held<T>) -> Vec<T> {
        or_panic(elements(data.tensor()))
    }
}
