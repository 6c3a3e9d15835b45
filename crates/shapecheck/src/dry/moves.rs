//! Other axes for the same memory, and copies where the host makes one.

use super::Sizes;
use super::held::{Held, bytes_of};
use super::note::{made, needs};
use crate::algebra::slices::SliceEntry;
use crate::engine::{ArrayShape, Copies, Joins, MovesAxes, Operand, Reshapes};
use crate::host::layout::Layout;
use crate::{DynShape, Shape, ShapeError};

impl<T: 'static> MovesAxes<T> for Sizes {
    #[track_caller]
    fn permute<S: Shape, O: Shape>(data: &Held, order: &[usize]) -> Held {
        data.derived::<O>(data.layout().permuted(order))
    }

    #[track_caller]
    fn expand<S: Shape, O: Shape>(data: &Held, sizes: DynShape) -> Held {
        data.derived::<O>(data.layout().expanded(sizes))
    }

    #[track_caller]
    fn narrow<S: Shape, O: ArrayShape>(
        data: &Held,
        axis: usize,
        start: usize,
        length: usize,
    ) -> Held {
        data.derived::<O>(data.layout().narrowed(axis, start, length))
    }

    #[track_caller]
    fn index<S: Shape, O: Shape>(data: &Held, axis: usize, index: usize) -> Held {
        data.derived::<O>(data.layout().indexed(axis, index))
    }

    fn slice<S: Shape, O: Shape>(data: &Held, entries: &[SliceEntry]) -> Result<Held, ShapeError> {
        Ok(data.derived::<O>(data.layout().sliced(entries)?))
    }

    #[track_caller]
    fn squeeze<S: Shape, O: Shape>(data: &Held, axes: &[usize]) -> Held {
        data.derived::<O>(data.layout().squeezed(axes))
    }

    #[track_caller]
    fn unsqueeze<S: Shape, O: Shape>(data: &Held, axis: usize) -> Held {
        data.derived::<O>(data.layout().unsqueezed(axis))
    }

    #[track_caller]
    fn split<S: ArrayShape, O: ArrayShape>(data: &Held, split: &[usize], order: &[usize]) -> Held {
        data.derived::<O>(data.layout().split(split, order))
    }

    #[track_caller]
    fn windows<S: Shape, O: ArrayShape>(
        data: &Held,
        axis: usize,
        width: usize,
        step: usize,
    ) -> Held {
        data.derived::<O>(data.layout().windowed(axis, width, step))
    }

    #[track_caller]
    fn diagonal<S: Shape, O: Shape>(data: &Held, first: usize, second: usize) -> Held {
        data.derived::<O>(data.layout().diagonal(first, second))
    }
}

/// The same elements in row-major order with other sizes.
#[track_caller]
fn reshaped<T: 'static, O: ArrayShape>(data: &Held, sizes: &DynShape) -> Held {
    match data.layout().is_row_major() {
        true => data.derived::<O>(Layout::row_major(data.layout().offset, sizes)),
        false => made(|| "reshape".into(), &[data], 0, Held::new::<T, O>(sizes)),
    }
}

/// The same, without a copy where strides can describe the result.
#[track_caller]
fn regrouped<T: 'static, O: ArrayShape>(data: &Held, sizes: &DynShape) -> Held {
    match data.layout().regrouped(sizes.dims()) {
        Some(layout) => data.derived::<O>(layout),
        None => reshaped::<T, O>(data, sizes),
    }
}

impl<T: 'static> Reshapes<T> for Sizes {
    #[track_caller]
    fn reshape<S: ArrayShape, O: ArrayShape>(data: Operand<'_, Held>, sizes: DynShape) -> Held {
        reshaped::<T, O>(data.data(), &sizes)
    }

    #[track_caller]
    fn regroup<S: ArrayShape, O: ArrayShape>(data: &Held, sizes: DynShape) -> Held {
        regrouped::<T, O>(data, &sizes)
    }

    #[track_caller]
    fn merge<S: ArrayShape, O: ArrayShape>(
        data: &Held,
        split: &[usize],
        order: &[usize],
        sizes: DynShape,
    ) -> Held {
        let parts = data.derived::<DynShape>(data.layout().split(split, order));
        regrouped::<T, O>(&parts, &sizes)
    }
}

/// Parts that are not side by side are copied first.
#[track_caller]
fn joined<T: 'static, O: ArrayShape>(parts: &[&Held], sizes: &DynShape) -> Held {
    let apart = parts.iter().filter(|part| !part.layout().is_row_major());
    let copies: u64 = apart.map(|part| bytes_of::<T>(part.sizes())).sum();
    let result = Held::new::<T, O>(sizes);
    needs(copies);
    result
}

impl<T: 'static> Joins<T> for Sizes {
    type OutputEngine = Self;

    #[track_caller]
    fn concat<S: Shape, R: Shape, O: ArrayShape>(
        lhs: &Held,
        rhs: &Held,
        _axis: usize,
        sizes: DynShape,
    ) -> Held {
        let parts = [lhs, rhs];
        made(
            || "concat".into(),
            &parts,
            0,
            joined::<T, O>(&parts, &sizes),
        )
    }
}

impl<T: 'static> Copies<T> for Sizes {
    #[track_caller]
    fn copy<S: Shape>(data: &Held) -> Held {
        let copy = Held::new::<T, S>(&data.layout().shape()).named_like::<S>(data);
        made(|| "copy".into(), &[data], 0, copy)
    }

    #[track_caller]
    fn join<'d, S: Shape, O: ArrayShape>(
        parts: impl Iterator<Item = &'d Held> + Clone,
        _axis: usize,
        sizes: DynShape,
    ) -> Held
    where
        Self: 'd,
    {
        let parts: alloc::vec::Vec<&Held> = parts.collect();
        made(|| "join".into(), &parts, 0, joined::<T, O>(&parts, &sizes))
    }

    #[track_caller]
    fn arrange<S: ArrayShape, O: ArrayShape>(
        data: &Held,
        _axis: usize,
        sizes: DynShape,
        _index: &dyn Fn(usize) -> Option<usize>,
        _value: Option<T>,
    ) -> Held {
        made(|| "arrange".into(), &[data], 0, Held::new::<T, O>(&sizes))
    }
}
