//! Axes, parts and joins: the gradient takes the way back.

use shapecheck::algebra::slices::SliceEntry;
use shapecheck::engine::{ArrayShape, Copies, Joins, MovesAxes, Operand, Reshapes, Term};
use shapecheck::{DynShape, Shape, ShapeError};

use crate::data::Traced;
use crate::tape::Node;
use crate::terms::{Terms, inverse, put_back, put_on_diagonal, sizes_of};
use crate::{Differentiable, Grad, Real};

type Any = DynShape;

/// A result with as many elements as the operand, in its order.
fn reshaped<T: Real, E: Differentiable<T>>(
    value: E::Data<T, Any>,
    operand: &Traced<T, E>,
) -> Traced<T, E> {
    Traced::result(value, &[&operand.node], |_| {
        let sizes = sizes_of::<T, E>(&operand.value);
        move |gradient, flow| flow.give(0, || gradient.owned().reshape(sizes.clone()))
    })
}

/// A result whose axes are those of the operand in sizes `split`, in another order, and then in any sizes.
fn reordered<T: Real, E: Differentiable<T>>(
    value: E::Data<T, Any>,
    operand: &Traced<T, E>,
    split: &[usize],
    order: &[usize],
) -> Traced<T, E> {
    Traced::result(value, &[&operand.node], |_| {
        let sizes = sizes_of::<T, E>(&operand.value);
        let moved: Vec<usize> = order.iter().map(|&axis| split[axis]).collect();
        let back = inverse(order);
        move |gradient, flow| {
            flow.give(0, || {
                let gradient = gradient.owned().reshape(&moved[..]);
                gradient.permuted(&back).reshape(sizes.clone())
            });
        }
    })
}

/// A result whose elements are those of an axis of the operand at these places, or none of them.
fn arranged<T: Real, E: Differentiable<T>>(
    value: E::Data<T, Any>,
    operand: &Traced<T, E>,
    axis: usize,
    places: impl FnOnce() -> Vec<Option<usize>>,
) -> Traced<T, E> {
    Traced::result(value, &[&operand.node], |_| {
        let size = operand.term().sizes()[axis];
        let places = places();
        move |gradient, flow| flow.give(0, || gradient.gathered(axis, &places, size))
    })
}

impl<T: Real, E: Differentiable<T>> MovesAxes<T> for Grad<E> {
    #[track_caller]
    fn permute<S: Shape, O: Shape>(data: &Traced<T, E>, order: &[usize]) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::permute::<Any, Any>(&data.value, order);
        Traced::result(found, &[&data.node], |_| {
            let back = inverse(order);
            move |gradient, flow| flow.give(0, || gradient.permuted(&back))
        })
    }

    #[track_caller]
    fn expand<S: Shape, O: Shape>(data: &Traced<T, E>, sizes: DynShape) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::expand::<Any, Any>(&data.value, sizes);
        Traced::result(found, &[&data.node], |_| {
            let sizes = sizes_of::<T, E>(&data.value);
            move |gradient, flow| flow.give(0, || gradient.summed_to(&sizes))
        })
    }

    #[track_caller]
    fn narrow<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::narrow::<Any, Any>(&data.value, axis, start, length);
        Traced::result(found, &[&data.node], |_| {
            let size = data.term().sizes()[axis];
            move |gradient, flow| flow.give(0, || gradient.placed(axis, &part(start, length, size)))
        })
    }

    #[track_caller]
    fn index<S: Shape, O: Shape>(data: &Traced<T, E>, axis: usize, index: usize) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::index::<Any, Any>(&data.value, axis, index);
        Traced::result(found, &[&data.node], |_| {
            let size = data.term().sizes()[axis];
            move |gradient, flow| {
                flow.give(0, || {
                    let mut sizes = gradient.sizes().to_vec();
                    sizes.insert(axis, 1);
                    let whole = gradient.owned().reshape(sizes);
                    whole.placed(axis, &part(index, 1, size))
                });
            }
        })
    }

    #[track_caller]
    fn slice<S: Shape, O: Shape>(
        data: &Traced<T, E>,
        entries: &[SliceEntry],
    ) -> Result<Traced<T, E>, ShapeError> {
        let found = <E as MovesAxes<T>>::slice::<Any, Any>(&data.value, entries)?;
        Ok(Traced::result(found, &[&data.node], |_| {
            let (sizes, entries) = (sizes_of::<T, E>(&data.value), entries.to_vec());
            move |gradient, flow| flow.give(0, || put_back(gradient, sizes.dims(), &entries))
        }))
    }

    #[track_caller]
    fn squeeze<S: Shape, O: Shape>(data: &Traced<T, E>, axes: &[usize]) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::squeeze::<Any, Any>(&data.value, axes);
        reshaped(found, data)
    }

    #[track_caller]
    fn unsqueeze<S: Shape, O: Shape>(data: &Traced<T, E>, axis: usize) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::unsqueeze::<Any, Any>(&data.value, axis);
        reshaped(found, data)
    }

    #[track_caller]
    fn split<S: ArrayShape, O: ArrayShape>(
        data: &Traced<T, E>,
        split: &[usize],
        order: &[usize],
    ) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::split::<Any, Any>(&data.value, split, order);
        reordered(found, data, split, order)
    }

    #[track_caller]
    fn windows<S: Shape, O: ArrayShape>(
        data: &Traced<T, E>,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::windows::<Any, Any>(&data.value, axis, width, step);
        Traced::result(found, &[&data.node], |found| {
            let size = data.term().sizes()[axis];
            let rank = Term::<T, E>::from_ref(found).sizes().len();
            move |gradient, flow| {
                // The last axis after the one of the windows, and both as one.
                flow.give(0, || {
                    let mut order: Vec<usize> = (0..rank - 1).collect();
                    order.insert(axis + 1, rank - 1);
                    let beside = gradient.permuted(&order);
                    let mut sizes = beside.sizes().to_vec();
                    let count = sizes[axis];
                    sizes.splice(axis..=axis + 1, [count * width]);
                    let places = (0..count * width).map(|it| Some(it / width * step + it % width));
                    let places: Vec<_> = places.collect();
                    beside.reshape(sizes).gathered(axis, &places, size)
                });
            }
        })
    }

    #[track_caller]
    fn diagonal<S: Shape, O: Shape>(
        data: &Traced<T, E>,
        first: usize,
        second: usize,
    ) -> Traced<T, E> {
        let found = <E as MovesAxes<T>>::diagonal::<Any, Any>(&data.value, first, second);
        Traced::result(found, &[&data.node], |_| {
            move |gradient, flow| flow.give(0, || put_on_diagonal(gradient, [first, second]))
        })
    }
}

/// The places of the elements of an axis in a part of it.
fn part(start: usize, length: usize, size: usize) -> Vec<Option<usize>> {
    let places = (0..size).map(|place| place.checked_sub(start));
    places
        .map(|place| place.filter(|&place| place < length))
        .collect()
}

impl<T: Real, E: Differentiable<T>> Reshapes<T> for Grad<E> {
    #[track_caller]
    fn reshape<S: ArrayShape, O: ArrayShape>(
        data: Operand<'_, Traced<T, E>>,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let data = data.data();
        let value = Operand::ByRef(&data.value);
        reshaped(<E as Reshapes<T>>::reshape::<Any, Any>(value, sizes), data)
    }

    #[track_caller]
    fn regroup<S: ArrayShape, O: ArrayShape>(data: &Traced<T, E>, sizes: DynShape) -> Traced<T, E> {
        let found = <E as Reshapes<T>>::regroup::<Any, Any>(&data.value, sizes);
        reshaped(found, data)
    }

    #[track_caller]
    fn merge<S: ArrayShape, O: ArrayShape>(
        data: &Traced<T, E>,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> Traced<T, E> {
        let found = <E as Reshapes<T>>::merge::<Any, Any>(&data.value, split, order, sizes);
        reordered(found, data, split, order)
    }
}

impl<T: Real, E: Differentiable<T>> Copies<T> for Grad<E> {
    #[track_caller]
    fn copy<S: Shape>(data: &Traced<T, E>) -> Traced<T, E> {
        Traced {
            value: E::copy::<Any>(&data.value),
            node: data.node.clone(),
        }
    }

    #[track_caller]
    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &Traced<T, E>,
        axis: usize,
        sizes: DynShape,
        index: &dyn Fn(usize) -> Option<usize>,
        value: Option<T>,
    ) -> Traced<T, E> {
        let size = sizes.dims()[axis];
        let found = <E as Copies<T>>::arrange::<Any, Any>(&data.value, axis, sizes, index, value);
        arranged(found, data, axis, || (0..size).map(index).collect())
    }

    #[track_caller]
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Traced<T, E>> + Clone,
        axis: usize,
        sizes: DynShape,
    ) -> Traced<T, E>
    where
        Self: 'd,
    {
        let values = parts.clone().map(|part| &part.value);
        let found = <E as Copies<T>>::join::<Any, Any>(values, axis, sizes.clone());
        let nodes: Vec<&Option<Node>> = parts.clone().map(|part| &part.node).collect();
        Traced::result(found, &nodes, |_| {
            let parts: Vec<DynShape> = parts.map(|part| sizes_of::<T, E>(&part.value)).collect();
            let front: usize = sizes.dims()[..axis].iter().product();
            let after = |sizes: &DynShape| sizes.dims()[axis..].iter().product::<usize>();
            let (all, each) = (after(&sizes), parts.iter().map(after).collect::<Vec<_>>());
            move |gradient, flow| {
                let rows = gradient.owned().reshape([front, all]);
                let mut start = 0;
                for (place, (sizes, &length)) in parts.iter().zip(&each).enumerate() {
                    let part = || rows.narrowed(1, start, length).reshape(sizes.clone());
                    flow.give(place, part);
                    start += length;
                }
            }
        })
    }
}

impl<T: Real, E: Differentiable<T>> Joins<T> for Grad<E> {
    type OutputEngine = Self;

    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Traced<T, E>,
        rhs: &Traced<T, E>,
        axis: usize,
        sizes: DynShape,
    ) -> Traced<T, E> {
        let (value, other) = (&lhs.value, &rhs.value);
        let found = <E as Joins<T>>::concat::<Any, Any, Any>(value, other, axis, sizes);
        Traced::result(found, &[&lhs.node, &rhs.node], |_| {
            let [first, second] = [lhs, rhs].map(|part| part.term().sizes()[axis]);
            move |gradient, flow| {
                flow.give(0, || gradient.narrowed(axis, 0, first));
                flow.give(1, || gradient.narrowed(axis, first, second));
            }
        })
    }
}
