//! Sorting along an axis, and cumulative sums.
//!
//! All of it is safe code, on elements in row-major order. Axes are counted from the first, from 0.

use core::cmp::Ordering;

use super::pool::{Elements, Here};
use super::raw::{Raw, RawMut};
use super::{Computes, Memory, Mutable, layout, pool};
use crate::Shape;
use crate::engine::ops::{BinaryFunction, ELEMENT, is_unordered};
use crate::engine::{Copies, Creates, Engine, Scans, Sorts, UnaryFunction};
use crate::sealed::Inside;

/// The order of two elements. Elements without an order, such as NaN, come last.
fn order<T: PartialOrd + Copy>(lhs: T, rhs: T) -> Ordering {
    let last = || is_unordered(lhs).cmp(&is_unordered(rhs));
    lhs.partial_cmp(&rhs).unwrap_or_else(last)
}

/// Sorts elements in ascending order.
fn sort_ascending<T: PartialOrd + Copy + 'static>(elements: &mut [T]) {
    let mut ordered = elements.len();
    if elements.iter().any(|&element| is_unordered(element)) {
        // Those without an order come last.
        ordered = 0;
        for place in 0..elements.len() {
            if !is_unordered(elements[place]) {
                elements.swap(ordered, place);
                ordered += 1;
            }
        }
    }
    // Whether one is less takes one comparison, and that is all that a sort asks. If it depended on anything else, the
    // sort would have branches, and take more than twice as long.
    pool::sort::<T, T>(&mut elements[..ordered], |_, lhs, rhs| match () {
        () if lhs < rhs => Ordering::Less,
        () if lhs > rhs => Ordering::Greater,
        () => Ordering::Equal,
    });
}

/// A function that compares elements: as [`order`] does, with one comparison if none is without an order.
fn comparison<T: PartialOrd + Copy>(
    descending: bool,
    all_ordered: bool,
) -> impl Fn(T, T) -> Ordering + Copy + Sync {
    move |lhs, rhs| {
        let (lhs, rhs) = match descending {
            false => (lhs, rhs),
            true => (rhs, lhs),
        };
        match all_ordered {
            true if lhs < rhs => Ordering::Less,
            true if lhs > rhs => Ordering::Greater,
            true => Ordering::Equal,
            false => order(lhs, rhs),
        }
    }
}

/// Sorts each lane along an axis; `buffer` is memory for as many elements. `sort` gets a lane, and the place of its first
/// element; it may look at elements `V`.
fn sort_each<V: 'static, T: Copy + 'static>(
    elements: &mut [T],
    (sizes, axis): (&[usize], usize),
    buffer: &mut [T],
    sort: impl Fn(Here<V>, usize, &mut [T]) + Sync,
) {
    let (length, (_, step)) = (sizes[axis], layout::around(sizes, axis));
    if elements.is_empty() {
        return;
    }
    let begin = |lane: usize| lane / step * step * length + lane % step;
    if step > 1 {
        let source = Elements::new(&*elements);
        pool::chunks::<T, T>(buffer, length, length * ELEMENT, |here, first, lanes| {
            for (lane, places) in (first..).zip(lanes.chunks_exact_mut(length)) {
                let elements = source.get(here)[begin(lane)..].iter().step_by(step);
                for (place, &element) in places.iter_mut().zip(elements) {
                    *place = element;
                }
            }
        });
    }
    let lanes = match step {
        1 => &mut *elements,
        _ => &mut *buffer,
    };
    let steps = length.saturating_mul(pool::steps_to_sort(length));
    pool::chunks::<V, T>(lanes, length, steps, |here, first, lanes| {
        for (lane, elements) in (first..).zip(lanes.chunks_exact_mut(length)) {
            sort(here, begin(lane), elements);
        }
    });
    if step == 1 {
        return;
    }
    let sorted = Elements::new(&*buffer);
    pool::chunks::<T, T>(elements, step, step * ELEMENT, |here, first, rows| {
        for (number, row) in (first..).zip(rows.chunks_exact_mut(step)) {
            let (outer, place) = (number / length, number % length);
            let lanes = sorted.get(here)[outer * step * length + place..].iter();
            for (element, &own) in row.iter_mut().zip(lanes.step_by(length)) {
                *element = own;
            }
        }
    });
}

/// Replaces each element by a function of the one before it, which is already replaced, and of itself.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline(never)]
#[track_caller]
fn scan<Op: BinaryFunction<T, Output = T>, T: Copy + 'static>(target: RawMut<'_, T>, axis: usize) {
    let (length, step) = lanes_along(&target, axis);
    let block = length * step;
    if target.elements.is_empty() {
        return;
    }
    pool::chunks::<T, T>(target.elements, block, block * ELEMENT, |_, _, blocks| {
        scan_blocks::<Op, T>(blocks, length, step);
    });
}

/// The size of an axis, and the number of elements after it.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline]
#[track_caller]
fn lanes_along<T>(target: &RawMut<'_, T>, axis: usize) -> (usize, usize) {
    check_axis(target.sizes, axis);
    (target.sizes[axis], layout::around(target.sizes, axis).1)
}

/// Scans some lanes of `length` elements, each next to the one before it. A result waits for the one before it, so they
/// are computed side by side.
#[inline(always)]
fn scan_side_by_side<Op: BinaryFunction<T, Output = T>, T: Copy, const LANES: usize>(
    lanes: &mut [T],
    length: usize,
) {
    let mut rest = lanes;
    let mut lanes: [&mut [T]; LANES] = core::array::from_fn(|_| {
        let lane;
        (lane, rest) = core::mem::take(&mut rest).split_at_mut(length);
        lane
    });
    let mut so_far: [T; LANES] = core::array::from_fn(|lane| lanes[lane][0]);
    for place in 1..length {
        for (so_far, lane) in so_far.iter_mut().zip(&mut lanes) {
            *so_far = Op::apply(*so_far, lane[place]);
            lane[place] = *so_far;
        }
    }
}

/// Scans blocks of `length` times `step` elements.
#[inline]
fn scan_blocks<Op: BinaryFunction<T, Output = T>, T: Copy>(
    blocks: &mut [T],
    length: usize,
    step: usize,
) {
    const LANES: usize = 8;

    let mut blocks = blocks;
    if step == 1 && length > 0 {
        let mut several = blocks.chunks_exact_mut(LANES * length);
        { &mut several }.for_each(|lanes| scan_side_by_side::<Op, T, LANES>(lanes, length));
        blocks = several.into_remainder();
    }
    for block in blocks.chunks_exact_mut((length * step).max(1)) {
        if step == 1 {
            scan_side_by_side::<Op, T, 1>(block, length);
            continue;
        }
        // All lanes at once, in the order of memory.
        for place in 1..length {
            let (before, own) = block[(place - 1) * step..][..2 * step].split_at_mut(step);
            for (element, &before) in own.iter_mut().zip(&*before) {
                *element = Op::apply(before, *element);
            }
        }
    }
}

/// Sorts the lanes along an axis; `buffer` is memory for as many elements.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline(never)]
#[track_caller]
fn sort_lanes<T: PartialOrd + Copy + 'static>(
    target: RawMut<'_, T>,
    axis: usize,
    buffer: &mut [T],
    descending: bool,
) {
    check_axis(target.sizes, axis);
    let along = (target.sizes, axis);
    sort_each::<T, T>(target.elements, along, buffer, |_, _, lane| {
        sort_ascending(lane);
        if descending {
            lane.reverse();
        }
    });
}

/// Writes the indices along an axis of the values of each lane, in ascending or descending order; `buffer` is memory
/// for as many.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline(never)]
#[track_caller]
fn argsort_lanes<T: PartialOrd + Copy + 'static>(
    values: Raw<'_, T>,
    axis: usize,
    target: &mut [usize],
    buffer: &mut [usize],
    descending: bool,
) {
    check_axis(values.sizes, axis);
    let (length, (_, step)) = (values.sizes[axis], layout::around(values.sizes, axis));
    for (place, index) in target.iter_mut().enumerate() {
        *index = place / step % length;
    }
    let all_ordered = !values.elements.iter().any(|&value| is_unordered(value));
    let compare = comparison(descending, all_ordered);
    let values_of = Elements::new(values.elements);
    let along = (values.sizes, axis);
    sort_each::<T, usize>(target, along, buffer, |_, begin, lane| {
        pool::sort::<T, usize>(lane, |here, &lhs, &rhs| {
            let value = |place: usize| values_of.get(here)[begin + place * step];
            compare(value(lhs), value(rhs)).then(lhs.cmp(&rhs))
        });
    });
}

/// Panics if there is no such axis.
#[track_caller]
fn check_axis(sizes: &[usize], axis: usize) {
    assert!(axis < sizes.len(), "no axis {axis} of {}", sizes.len());
}

#[diagnostic::do_not_recommend]
impl<T, E> Sorts<T> for E
where
    T: PartialOrd + Copy + 'static,
    E: Computes<T>,
{
    #[track_caller]
    fn sort<S: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::Out as Engine>::Data<T, S> {
        let mut result = E::copy::<S>(data);
        let mut buffer = E::copy::<S>(data);
        let target = <E::Out as Mutable<T>>::raw_mut::<S>(&mut result);
        let buffer = <E::Out as Mutable<T>>::raw_mut::<S>(&mut buffer).elements;
        sort_lanes(target, axis, buffer, descending);
        result
    }

    #[inline]
    #[track_caller]
    fn argsort<S: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::Out as Engine>::Data<usize, S> {
        E::Out::restore(
            argsort::<T, E, E::Erased<S>, <E::Out as Memory>::Erased<S>>(
                E::erase(data),
                axis,
                descending,
            ),
        )
    }
}

/// See [`Sorts::argsort`].
#[inline(never)]
#[track_caller]
fn argsort<T, E, S: Shape, O: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    descending: bool,
) -> <E::Out as Engine>::Data<usize, O>
where
    T: PartialOrd + Copy + 'static,
    E: Computes<T>,
{
    let values = E::copy::<S>(data);
    let values = E::Out::raw::<T, S>(&values);
    let mut result = <E::Out as Creates<usize>>::full::<O>(values.sizes.into(), 0);
    let mut buffer = <E::Out as Creates<usize>>::full::<O>(values.sizes.into(), 0);
    argsort_lanes(
        values,
        axis,
        <E::Out as Mutable<usize>>::raw_mut::<O>(&mut result).elements,
        <E::Out as Mutable<usize>>::raw_mut::<O>(&mut buffer).elements,
        descending,
    );
    result
}

#[diagnostic::do_not_recommend]
impl<Op, T, E> Scans<Op, T> for E
where
    Op: BinaryFunction<T, Output = T>,
    T: Copy + 'static,
    E: Memory + Copies<T>,
    E::Out: Mutable<T>,
{
    #[inline]
    #[track_caller]
    fn scan<S: Shape>(data: &E::Data<T, S>, axis: usize) -> <Self::Out as Engine>::Data<T, S> {
        let mut result = E::copy::<S>(data);
        let target = <E::Out as Mutable<T>>::raw_mut::<S>(&mut result);
        match const { E::IS_INLINE } {
            true => {
                let (length, step) = match S::STATIC {
                    Some(known) => (known.sizes()[axis], known.strides()[axis]),
                    None => lanes_along(&target, axis),
                };
                scan_blocks::<Op, T>(target.elements, length, step);
            }
            false => scan::<Op, T>(target, axis),
        }
        result
    }
}

/// The number of elements of a sorted vector that are less than a value, or less than or equal to it.
pub struct PlacesIn<'a, T> {
    pub sorted: Raw<'a, T>,
    pub or_equal: bool,
}

impl<T: PartialOrd + Copy> UnaryFunction<T> for PlacesIn<'_, T> {
    type Output = usize;

    #[inline(always)]
    fn apply(&self, value: T) -> usize {
        place_in(self.sorted, value, self.or_equal)
    }

    fn steps(&self, _: Inside) -> Option<usize> {
        Some(pool::steps_to_sort(self.sorted.sizes[0]))
    }
}

fn place_in<T: PartialOrd + Copy>(sorted: Raw<'_, T>, value: T, or_equal: bool) -> usize {
    let (mut low, mut high) = (0, sorted.sizes[0]);
    while low < high {
        let middle = low + (high - low) / 2;
        match order(sorted.elements[middle * sorted.strides[0]], value) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal if or_equal => low = middle + 1,
            _ => high = middle,
        }
    }
    low
}

/// The distinct elements in ascending order.
#[cfg(feature = "alloc")]
pub fn unique<T: PartialOrd + Copy + 'static>(raw: Raw<'_, T>) -> alloc::vec::Vec<T> {
    let mut elements = raw.to_vec();
    sort_ascending(&mut elements);
    elements.dedup_by(|lhs, rhs| order(*lhs, *rhs).is_eq());
    elements
}

/// The distinct elements in ascending order with their counts; and for each element, in row-major order, its index
/// among them.
#[cfg(feature = "alloc")]
pub fn unique_with<T: PartialOrd + Copy>(
    raw: Raw<'_, T>,
) -> (
    alloc::vec::Vec<T>,
    alloc::vec::Vec<usize>,
    alloc::vec::Vec<usize>,
) {
    use alloc::vec::Vec;

    let elements = raw.to_vec();
    let mut places: Vec<usize> = (0..elements.len()).collect();
    places.sort_unstable_by(|&lhs, &rhs| order(elements[lhs], elements[rhs]));
    let (mut values, mut counts) = (Vec::<T>::new(), Vec::<usize>::new());
    let mut inverse: Vec<usize> = elements.iter().map(|_| 0).collect();
    for place in places {
        let element = elements[place];
        match (values.last(), counts.last_mut()) {
            (Some(&last), Some(count)) if order(last, element).is_eq() => *count += 1,
            _ => {
                values.push(element);
                counts.push(1);
            }
        }
        inverse[place] = values.len() - 1;
    }
    (values, counts, inverse)
}
