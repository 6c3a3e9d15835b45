//! Transposes, parts, expansions, reshapes, and other orders of elements.

use burn::backend::TensorMetadata;
use burn::tensor::Device;
use shapecheck::engine::{
    ArrayShape, Diagonals, MapsIndices, MovesAxes, Operand, Rearranges, Reshapes, SlidingViews,
};
use shapecheck::{DynShape, Shape};

use crate::Burn;
use crate::data::{Element, Held, make};
use crate::raw::{self, Raw};

/// Indices as a tensor of one axis, on the device of another tensor.
pub(crate) fn positions(places: impl Iterator<Item = usize>, beside: &Raw) -> Raw {
    let stored: Vec<i64> = places.map(Element::store).collect();
    let sizes = DynShape::from([stored.len()]);
    let made = make::<usize>(stored, sizes, &Device::new(beside.device()));
    made.raw().clone()
}

impl<T: Element> MovesAxes<T> for Burn {
    #[track_caller]
    fn permute<S: Shape, O: Shape>(data: &Held<T>, order: &[usize]) -> Held<T> {
        match order {
            [] => data.clone(),
            _ => Held::with_axes(raw::permute(data.raw().clone(), order)),
        }
    }

    #[track_caller]
    fn expand<S: Shape, O: Shape>(data: &Held<T>, sizes: DynShape) -> Held<T> {
        let whole = raw::shape(sizes.dims());
        Held::of(raw::expand(data.raw(), whole.as_slice()), sizes)
    }

    #[track_caller]
    fn narrow<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Held<T> {
        Held::with_axes(raw::narrow(data.raw(), axis, start, length))
    }

    #[track_caller]
    fn index<S: Shape, O: Shape>(data: &Held<T>, axis: usize, index: usize) -> Held<T> {
        let part = Held::with_axes(raw::narrow(data.raw(), axis, index, 1));
        Self::squeeze::<S, O>(&part, &[axis])
    }

    #[track_caller]
    fn squeeze<S: Shape, O: Shape>(data: &Held<T>, axes: &[usize]) -> Held<T> {
        let sizes = data.dims().iter().enumerate();
        let kept = sizes.filter(|(axis, _)| !axes.contains(axis));
        let sizes: Vec<usize> = kept.map(|(_, &size)| size).collect();
        Held::of(raw::reshape(data.raw(), &sizes), DynShape::from(&sizes[..]))
    }

    #[track_caller]
    fn unsqueeze<S: Shape, O: Shape>(data: &Held<T>, axis: usize) -> Held<T> {
        let mut sizes = data.dims().to_vec();
        sizes.insert(axis, 1);
        Held::of(raw::reshape(data.raw(), &sizes), DynShape::from(&sizes[..]))
    }

    #[track_caller]
    fn split<S: ArrayShape, O: ArrayShape>(
        data: &Held<T>,
        split: &[usize],
        order: &[usize],
    ) -> Held<T> {
        let apart = raw::reshape(data.raw(), split);
        match order {
            [] => Held::of(apart, DynShape::from(split)),
            _ => Held::with_axes(raw::permute(apart, order)),
        }
    }
}

impl<T: Element> Reshapes<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn reshape<S: ArrayShape, O: ArrayShape>(
        data: Operand<'_, Held<T>>,
        sizes: DynShape,
    ) -> Held<T> {
        Held::of(raw::reshape(data.data().raw(), sizes.dims()), sizes)
    }

    #[track_caller]
    fn merge<S: ArrayShape, O: ArrayShape>(
        data: &Held<T>,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> Held<T> {
        let ordered = Self::split::<S, DynShape>(data, split, order);
        Self::reshape::<DynShape, O>(Operand::ByValue(ordered), sizes)
    }
}

impl<T: Element> Rearranges<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn rearrange<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> Held<T> {
        Self::merge::<S, O>(data, split, order, sizes)
    }
}

impl<T: Element> SlidingViews<T> for Burn {
    #[track_caller]
    fn windows<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Held<T> {
        Held::with_axes(raw::windows(data.raw().clone(), axis, width, step))
    }
}

impl Diagonals for Burn {
    #[track_caller]
    fn diagonal<T: 'static, S: Shape, O: Shape>(
        data: &Held<T>,
        first: usize,
        second: usize,
    ) -> Held<T> {
        // Both axes merged: the elements of the diagonal are size + 1 apart.
        let sizes = data.dims();
        let (size, rank) = (sizes[first], sizes.len());
        let rest: Vec<usize> = (0..rank)
            .filter(|it| ![first, second].contains(it))
            .collect();
        let moved = raw::permute(data.raw().clone(), &[&[first, second], &rest[..]].concat());
        let kept: Vec<usize> = rest.iter().map(|&axis| sizes[axis]).collect();
        let row = raw::reshape(&moved, &[&[size * size], &kept[..]].concat());
        let on = positions((0..size).map(|it| it * (size + 1)), &row);
        let found = raw::select(row, 0, on);
        // The place of the first axis among those that are left.
        let place = rest.iter().filter(|&&axis| axis < first).count();
        let mut order: Vec<usize> = (1..=rest.len()).collect();
        order.insert(place, 0);
        Held::moved(raw::permute(found, &order))
    }
}

impl<T: Element> MapsIndices<T> for Burn {
    type OutputEngine = Self;

    #[track_caller]
    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &Held<T>,
        axis: usize,
        sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> Held<T> {
        let found: Vec<Option<usize>> = (0..sizes.dims()[axis]).map(index).collect();
        let is_all = found.iter().all(Option::is_some);
        let filled = value.filter(|_| !is_all).map(|value| {
            let device = Device::new(data.raw().device());
            let one = make::<T>(vec![value.store()], DynShape::from([1]), &device);
            raw::expand(one.raw(), sizes.dims())
        });
        if let Some(filled) = &filled
            && data.dims()[axis] == 0
        {
            // There is no element to take, not even in place of those that are replaced.
            return Held::of(filled.clone(), sizes);
        }
        let taken = positions(found.iter().map(|it| it.unwrap_or(0)), data.raw());
        let arranged = raw::select(data.raw().clone(), axis, taken);
        let Some(filled) = filled else {
            return Held::of(arranged, sizes);
        };
        let mut along = vec![1; sizes.dims().len()];
        along[axis] = found.len();
        let is_there: Vec<bool> = found.iter().map(Option::is_some).collect();
        let device = Device::new(data.raw().device());
        let is_there = make::<bool>(is_there, DynShape::from(&along[..]), &device);
        let is_there = raw::expand(is_there.raw(), sizes.dims());
        Held::of(raw::masked(filled, is_there, arranged), sizes)
    }
}
