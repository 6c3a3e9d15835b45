//! Transposes, parts, expansions and reshapes, without a copy wherever candle needs none.

use shapecheck::engine::{Diagonals, MapsIndices, MovesAxes, Operand, Reshapes};
use shapecheck::{DynShape, Shape};

use candle_core::{Result, Tensor as Untyped};
use shapecheck::engine::ArrayShape;

use crate::data::{Element, Held, number};
use crate::{Candle, or_panic};

impl<T: Element> MovesAxes<T> for Candle {
    #[track_caller]
    fn permute<S: Shape, O: Shape>(data: &Held<T>, order: &[usize]) -> Held<T> {
        Held::of(or_panic(data.tensor().permute(order)))
    }

    #[track_caller]
    fn expand<S: Shape, O: Shape>(data: &Held<T>, sizes: DynShape) -> Held<T> {
        Held::of(or_panic(data.tensor().broadcast_as(sizes.dims())))
    }

    #[track_caller]
    fn narrow<S: Shape, O: ArrayShape>(
        data: &Held<T>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Held<T> {
        Held::of(or_panic(data.tensor().narrow(axis, start, length)))
    }

    #[track_caller]
    fn index<S: Shape, O: Shape>(data: &Held<T>, axis: usize, index: usize) -> Held<T> {
        let part = data.tensor().narrow(axis, index, 1);
        Held::of(or_panic(part.and_then(|part| part.squeeze(axis))))
    }

    #[track_caller]
    fn squeeze<S: Shape, O: Shape>(data: &Held<T>, axes: &[usize]) -> Held<T> {
        let mut axes = axes.to_vec();
        axes.sort_unstable();
        let from_last = axes.iter().rev();
        let fewer = from_last.fold(data.tensor().clone(), |tensor, &axis| {
            or_panic(tensor.squeeze(axis))
        });
        Held::of(fewer)
    }

    #[track_caller]
    fn unsqueeze<S: Shape, O: Shape>(data: &Held<T>, axis: usize) -> Held<T> {
        Held::of(or_panic(data.tensor().unsqueeze(axis)))
    }

    #[track_caller]
    fn split<S: ArrayShape, O: ArrayShape>(
        data: &Held<T>,
        split: &[usize],
        order: &[usize],
    ) -> Held<T> {
        let apart = or_panic(data.tensor().reshape(split));
        Held::of(or_panic(apart.permute(order)))
    }
}

impl<T: Element> Reshapes<T> for Candle {
    type OutputEngine = Self;

    #[track_caller]
    fn reshape<S: ArrayShape, O: ArrayShape>(
        data: Operand<'_, Held<T>>,
        sizes: DynShape,
    ) -> Held<T> {
        Held::of(or_panic(data.data().tensor().reshape(sizes.dims())))
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

/// Together with [`Numbers`](shapecheck::engine::Numbers) this gives `einsum!`.
impl Diagonals for Candle {
    #[track_caller]
    fn diagonal<T: 'static, S: Shape, O: Shape>(
        data: &Held<T>,
        first: usize,
        second: usize,
    ) -> Held<T> {
        data.derived(or_panic(diagonal(data.tensor(), first, second)))
    }
}

fn diagonal(tensor: &Untyped, first: usize, second: usize) -> Result<Untyped> {
    let (size, last) = (tensor.dims()[first], tensor.rank() - 1);
    // Both axes at the end and merged: the elements of the diagonal are one row plus one apart.
    let others = (0..=last).filter(|axis| ![first, second].contains(axis));
    let order: Vec<usize> = others.chain([first, second]).collect();
    let turned = tensor.permute(order)?;
    let mut sizes = turned.dims().to_vec();
    sizes.splice(last - 1.., [size * size]);
    let places: Vec<u32> = (0..size).map(|it| (it * (size + 1)).store()).collect();
    let places = Untyped::new(places, tensor.device())?;
    let found = turned.reshape(sizes)?.index_select(&places, last - 1)?;
    // Moves the first axis back to its place, counted without the second one.
    let place = first - usize::from(second < first);
    let mut order: Vec<usize> = (0..last - 1).collect();
    order.insert(place, last - 1);
    found.permute(order)
}

impl<T: Element> MapsIndices<T> for Candle {
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
        Held::of(or_panic(arrange(
            data.tensor(),
            axis,
            &sizes,
            &found,
            value,
        )))
    }
}

fn arrange<T: Element>(
    tensor: &Untyped,
    axis: usize,
    sizes: &DynShape,
    found: &[Option<usize>],
    value: Option<T>,
) -> Result<Untyped> {
    let is_all = found.iter().all(Option::is_some);
    let device = tensor.device();
    let value = value.map(|value| number(value, device));
    if !is_all && tensor.dims()[axis] == 0 {
        // There is no element to take, not even in place of those that are replaced.
        let value = value.expect("a value where there is no element");
        return value.broadcast_as(sizes.dims())?.contiguous();
    }
    let places: Vec<u32> = found.iter().map(|it| it.unwrap_or(0).store()).collect();
    let places = Untyped::new(places, device)?;
    let arranged = tensor.contiguous()?.index_select(&places, axis)?;
    if is_all {
        return Ok(arranged);
    }
    let value = value.expect("a value where there is no element");
    let mut along = vec![1; sizes.dims().len()];
    along[axis] = found.len();
    let is_there: Vec<u8> = found.iter().map(|it| it.is_some().store()).collect();
    let is_there = Untyped::new(is_there, device)?.reshape(along)?;
    let is_there = is_there.broadcast_as(sizes.dims())?;
    is_there.where_cond(&arranged, &value.broadcast_as(sizes.dims())?)
}
