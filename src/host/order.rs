//! Sorting along an axis, and cumulative sums.
//!
//! All of it is safe code, on elements in row-major order. Axes are counted from the first, from 0.

use core::cmp::Ordering;

use super::raw::{Raw, RawMut};
use super::{Computes, Memory, Mutable, layout};
use crate::Shape;
use crate::engine::ops::{BinaryFunction, is_unordered};
use crate::engine::{Copies, Creates, Engine, Scans, Sorts};

/// The order of two elements. Elements without an order, such as NaN, come last.
fn order<T: PartialOrd + Copy>(lhs: T, rhs: T) -> Ordering {
    let last = || is_unordered(lhs).cmp(&is_unordered(rhs));
    lhs.partial_cmp(&rhs).unwrap_or_else(last)
}

/// The lanes along an axis of elements in row-major order: their first elements, their length and their stride.
fn lanes(sizes: &[usize], axis: usize) -> (impl Iterator<Item = usize>, usize, usize) {
    let (length, (_, step)) = (sizes[axis], layout::around(sizes, axis));
    let count = match layout::count(sizes) {
        0 => 0,
        count => count / length,
    };
    let begins = (0..count).map(move |lane| lane / step * step * length + lane % step);
    (begins, length, step)
}

/// Sorts each lane; `buffer` is memory for one of them.
fn sort_each<T: Copy>(
    elements: &mut [T],
    (sizes, axis): (&[usize], usize),
    buffer: &mut [T],
    sort: impl Fn(usize, &mut [T]),
) {
    let (begins, length, step) = lanes(sizes, axis);
    for begin in begins {
        if step == 1 {
            sort(begin, &mut elements[begin..begin + length]);
            continue;
        }
        let lane = &mut buffer[..length];
        for (place, element) in lane.iter_mut().enumerate() {
            *element = elements[begin + place * step];
        }
        sort(begin, lane);
        for (place, &element) in lane.iter().enumerate() {
            elements[begin + place * step] = element;
        }
    }
}

/// Replaces each element by a function of the one before it, which is already replaced, and of itself.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline(never)]
#[track_caller]
fn scan<Op: BinaryFunction<T, Output = T>, T: Copy>(target: RawMut<'_, T>, axis: usize) {
    check_axis(target.sizes, axis);
    let (begins, length, step) = lanes(target.sizes, axis);
    for begin in begins {
        for place in 1..length {
            let own = begin + place * step;
            target.elements[own] = Op::apply(target.elements[own - step], target.elements[own]);
        }
    }
}

/// Sorts the lanes along an axis; `buffer` is memory for one of them.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline(never)]
#[track_caller]
fn sort_lanes<T: PartialOrd + Copy>(
    target: RawMut<'_, T>,
    axis: usize,
    buffer: &mut [T],
    descending: bool,
) {
    check_axis(target.sizes, axis);
    let along = (target.sizes, axis);
    sort_each(target.elements, along, buffer, |_, lane| match descending {
        false => lane.sort_unstable_by(|&lhs, &rhs| order(lhs, rhs)),
        true => lane.sort_unstable_by(|&lhs, &rhs| order(rhs, lhs)),
    });
}

/// Writes the indices along an axis of the values of each lane, in ascending or descending order; `buffer` is memory
/// for one lane.
///
/// # Panics
///
/// Panics if there is no such axis.
#[inline(never)]
#[track_caller]
fn argsort_lanes<T: PartialOrd + Copy>(
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
    sort_each(target, (values.sizes, axis), buffer, |begin, lane| {
        let value = |place: usize| values.elements[begin + place * step];
        lane.sort_unstable_by(|&lhs, &rhs| {
            let order = match descending {
                false => order(value(lhs), value(rhs)),
                true => order(value(rhs), value(lhs)),
            };
            order.then(lhs.cmp(&rhs))
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
    type OutputEngine = E::OutputEngine;

    #[track_caller]
    fn sort<S: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::OutputEngine as Engine>::Data<T, S> {
        let mut result = E::copy::<S>(data);
        let mut buffer = E::copy::<S>(data);
        let target = <E::OutputEngine as Mutable<T>>::raw_mut::<S>(&mut result);
        let buffer = <E::OutputEngine as Mutable<T>>::raw_mut::<S>(&mut buffer).elements;
        sort_lanes(target, axis, buffer, descending);
        result
    }

    #[inline]
    #[track_caller]
    fn argsort<S: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
        descending: bool,
    ) -> <Self::OutputEngine as Engine>::Data<usize, S> {
        E::OutputEngine::restore(argsort::<
            T,
            E,
            E::Erased<S>,
            <E::OutputEngine as Memory>::Erased<S>,
        >(E::erase(data), axis, descending))
    }
}

/// See [`Sorts::argsort`].
#[inline(never)]
#[track_caller]
fn argsort<T, E, S: Shape, O: Shape>(
    data: &E::Data<T, S>,
    axis: usize,
    descending: bool,
) -> <E::OutputEngine as Engine>::Data<usize, O>
where
    T: PartialOrd + Copy + 'static,
    E: Computes<T>,
{
    let values = E::copy::<S>(data);
    let values = E::OutputEngine::raw::<T, S>(&values);
    let mut result = <E::OutputEngine as Creates<usize>>::full::<O>(values.sizes.into(), 0);
    let mut buffer = <E::OutputEngine as Creates<usize>>::full::<O>(values.sizes.into(), 0);
    argsort_lanes(
        values,
        axis,
        <E::OutputEngine as Mutable<usize>>::raw_mut::<O>(&mut result).elements,
        <E::OutputEngine as Mutable<usize>>::raw_mut::<O>(&mut buffer).elements,
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
    E::OutputEngine: Mutable<T>,
{
    type OutputEngine = E::OutputEngine;

    #[track_caller]
    fn scan<S: Shape>(
        data: &E::Data<T, S>,
        axis: usize,
    ) -> <Self::OutputEngine as Engine>::Data<T, S> {
        let mut result = E::copy::<S>(data);
        scan::<Op, T>(
            <E::OutputEngine as Mutable<T>>::raw_mut::<S>(&mut result),
            axis,
        );
        result
    }
}

/// A function that gives the number of elements of a sorted vector that are less than a value, or less than or equal to
/// it.
pub fn places_in<T: PartialOrd + Copy>(
    sorted: Raw<'_, T>,
    or_equal: bool,
) -> impl Fn(T) -> usize + use<'_, T> {
    move |value| place_in(sorted, value, or_equal)
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
pub fn unique<T: PartialOrd + Copy>(raw: Raw<'_, T>) -> alloc::vec::Vec<T> {
    let mut elements: alloc::vec::Vec<T> = raw.iter().copied().collect();
    elements.sort_unstable_by(|&lhs, &rhs| order(lhs, rhs));
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

    let elements: Vec<T> = raw.iter().copied().collect();
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
