//! Random programs of views, run on a tensor and on an array of `ndarray`.

#![allow(dead_code, reason = "each test uses some of it")]

use ndarray::{ArrayD, ArrayViewD, Axis, Slice};
use shapecheck::engine::{DynamicShapes, MovesAxes};
use shapecheck::host::Borrowed;
use shapecheck::{DynShape, Host, Shape, TensorOn, axes, broadcast_map, s};

/// A tensor of which nothing is known when the program is compiled.
pub type Dynamic<E> = TensorOn<i64, DynShape, E>;

/// One step of a program; numbers are taken modulo what there is.
#[derive(Clone, Debug)]
pub enum Step {
    Swap(usize, usize),
    Index(usize, usize),
    Slice(usize, usize, usize),
    /// Axis, ends and step.
    Stepped(usize, usize, usize, usize),
    Insert(usize),
    Remove,
    Broadcast(Vec<usize>),
    Permute,
}

/// The axis, counted from the end, as the const parameter of a call.
#[macro_export]
macro_rules! at {
    ($axis:expr, $A:ident => $call:expr) => {
        match $axis {
            1 => {
                const $A: isize = -1;
                $call
            }
            2 => {
                const $A: isize = -2;
                $call
            }
            3 => {
                const $A: isize = -3;
                $call
            }
            4 => {
                const $A: isize = -4;
                $call
            }
            5 => {
                const $A: isize = -5;
                $call
            }
            6 => {
                const $A: isize = -6;
                $call
            }
            other => unreachable!("axis {other}"),
        }
    };
}

/// The same step on a tensor and on an array of ndarray.
pub fn run<E: MovesAxes<i64> + DynamicShapes>(
    step: &Step,
    view: Dynamic<E>,
    array: ArrayD<i64>,
) -> (Dynamic<E>, ArrayD<i64>) {
    let rank = array.ndim();
    let place = |axis: usize| Axis(rank - axis);
    match *step {
        Step::Swap(a, b) if rank > 0 => {
            let (a, b) = (a % rank + 1, b % rank + 1);
            let mut array = array;
            array.swap_axes(rank - a, rank - b);
            let view = at!(a, A => at!(b, B => view.swap_axes::<A, B>()));
            (view, array)
        }
        Step::Index(axis, index) if rank > 0 && !array.is_empty() => {
            let axis = axis % rank + 1;
            let index = index % array.len_of(place(axis));
            let array = array.index_axis(place(axis), index).to_owned();
            (at!(axis, A => view.index_axis::<A>(index)), array)
        }
        Step::Slice(axis, from, to) if rank > 0 => {
            let axis = axis % rank + 1;
            let size = array.len_of(place(axis));
            let (from, to) = (from % (size + 1), to % (size + 1));
            let (from, to) = (from.min(to), from.max(to));
            let array = array
                .slice_axis(place(axis), Slice::from(from..to))
                .to_owned();
            (
                at!(axis, A => view.slice_axis::<A>(from..to).to_dynamic()),
                array,
            )
        }
        Step::Stepped(axis, from, to, step) if rank > 0 => {
            let axis = axis % rank + 1;
            let size = array.len_of(place(axis));
            let (from, to) = (from % (size + 1), to % (size + 1));
            let (from, to, step) = (from.min(to), from.max(to), step % 4 + 1);
            let slice = Slice::new(from as isize, Some(to as isize), step as isize);
            let array = array.slice_axis(place(axis), slice).to_owned();
            let view = match axis {
                axis if axis == rank => view.slice(s![from..to;step, ...]).to_dynamic(),
                1 => view.slice(s![..., from..to;step]).to_dynamic(),
                2 => view.slice(s![..., from..to;step, ..]).to_dynamic(),
                3 => view.slice(s![..., from..to;step, .., ..]).to_dynamic(),
                _ => view.slice(s![..., from..to;step, .., .., ..]).to_dynamic(),
            };
            (view, array)
        }
        Step::Insert(axis) if rank < 5 => {
            let axis = axis % (rank + 1) + 1;
            let array = array.insert_axis(Axis(rank + 1 - axis));
            (at!(axis, A => view.insert_axis::<A>().to_dynamic()), array)
        }
        Step::Remove => match (1..=rank).find(|&axis| array.len_of(place(axis)) == 1) {
            Some(axis) => {
                let array = array.remove_axis(place(axis));
                (at!(axis, A => view.remove_axis::<A>()), array)
            }
            None => (view, array),
        },
        Step::Broadcast(ref front) if rank + front.len() <= 5 => {
            let sizes = array
                .shape()
                .iter()
                .map(|&size| if size == 1 { 2 } else { size });
            let target: Vec<usize> = front.iter().copied().chain(sizes).collect();
            let array = array.broadcast(&target[..]).unwrap().to_owned();
            let view = view.broadcast_to_with(DynShape::from(&target[..]));
            (view, array)
        }
        Step::Permute if rank >= 3 => {
            let mut order: Vec<usize> = (0..rank).collect();
            order[rank - 3..].copy_from_slice(&[rank - 1, rank - 3, rank - 2]);
            let array = array.permuted_axes(order);
            (view.permute::<axes![-1, -3, -2]>().to_dynamic(), array)
        }
        _ => (view, array),
    }
}

/// A tensor whose shape has lost its known axes.
pub trait ToDynamic<E: DynamicShapes> {
    fn to_dynamic(self) -> Dynamic<E>;
}

impl<S: Shape, E: DynamicShapes> ToDynamic<E> for TensorOn<i64, S, E> {
    fn to_dynamic(self) -> Dynamic<E> {
        self.try_into_shape().unwrap()
    }
}

/// An engine of which programs are run.
pub trait Checked: MovesAxes<i64> + DynamicShapes {
    /// What a tensor shows, and what operations on it give.
    #[track_caller]
    fn assert_same(view: &Dynamic<Self>, array: ArrayViewD<'_, i64>);
}

macro_rules! checked {
($($Engine:ty),*) => {$(
impl Checked for $Engine {
    #[track_caller]
    fn assert_same(view: &Dynamic<Self>, array: ArrayViewD<'_, i64>) {
    assert_eq!(view.shape().dims(), array.shape());
    assert!(view.iter().eq(array.iter()), "{view:?} is not {array:?}");
    assert_eq!(view.iter().len(), array.len());
    assert!(view.to_vec().iter().eq(array.iter()), "{view:?} is not {array:?}");
    // One by one up to any place, and the rest in one go.
    for taken in 0..=array.len() {
        let mut elements = view.iter();
        elements.by_ref().take(taken).for_each(drop);
        assert_eq!(elements.len(), array.len() - taken);
        let mut rest = vec![];
        elements.for_each(|element| rest.push(element));
        assert!(array.iter().skip(taken).eq(rest), "{view:?} from {taken} on");
    }
    let copy = view.to_tensor();
    assert!(copy.iter().eq(array.iter()), "{copy:?} is not {array:?}");
    assert_eq!(copy, *view);
    let doubled = view + &copy;
    assert!(
        doubled.iter().eq(array.map(|x| 2 * x).iter()),
        "{doubled:?} of {array:?}"
    );
    let fused = broadcast_map!(|a, b, c, d| a + b - c + d; view, &copy, view, copy.clone());
    assert!(
        fused.iter().eq(array.map(|x| 2 * x).iter()),
        "{fused:?} of {array:?}"
    );
    assert_eq!(view.sum(), array.sum());
    if array.ndim() > 0 {
        let last = Axis(array.ndim() - 1);
        let (sums, kept) = (view.sum_axis::<-1>(), array.sum_axis(last));
        assert!(sums.iter().eq(kept.iter()), "{sums:?} is not {kept:?}");
        if array.len_of(last) > 0 {
            let largest = array.map_axis(last, |row| *row.iter().max().unwrap());
            assert!(view.max_axis::<-1>().iter().eq(largest.iter()));
        }
    }
    assert_eq!(view.as_slice().is_some(), view.is_row_major());
    if let Some(contiguous) = view.as_slice() {
        assert!(contiguous.iter().eq(array.iter()));
    }
}
}
)*};
}

checked!(Host, Borrowed<'_>);
