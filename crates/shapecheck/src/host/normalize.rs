//! Rows without their mean, divided by the root of the mean of their squares.

use alloc::vec::Vec;

use num_traits::Float;

use super::array::Array;
use super::float_element::FloatElement;
use super::fold::LANES;
use super::pool::{self, Elements};
use super::raw::Holds;
use super::reduce::{sum_of_elements, sum_of_row};

/// The steps of an element: it is read for the mean and for the squares, and then divided.
const STEPS: usize = 8;

/// Whether rows of some length, with `count` elements in all, are normalized one by one. Of many short ones, several are
/// computed side by side, by operations on all of them.
pub fn is_by_rows(length: usize, count: usize) -> bool {
    count > 0 && (length >= LANES || length > 0 && count < LANES * LANES)
}

/// See [`Networks::normalize`](crate::engine::Networks::normalize): each row, of as many elements as there are weights,
/// stays in the cache from the first step to the last. `None` for rows that are better taken together.
pub fn normalize<T>(
    x: &Array<T>,
    (weights, bias): (&Array<T>, Option<&Array<T>>),
    centred: bool,
    epsilon: T,
) -> Option<Array<T>>
where
    T: Float + FloatElement + Sync + 'static,
{
    let (x, weights) = (x.raw(), weights.raw().side_by_side());
    let bias = bias.map(|bias| bias.raw().side_by_side());
    let (length, elements) = (weights.len(), x.side_by_side());
    let count = elements.len();
    if !is_by_rows(length, count) {
        return None;
    }
    let (elements, weights) = (Elements::new(&elements), Elements::new(&weights));
    let bias = Elements::new(bias.as_deref().unwrap_or(&[]));
    let write = |here: pool::Here<T>, first: usize, room: &mut pool::Room<'_, T>| {
        let rows = &elements.get(here)[first * length..][..room.left()];
        for row in rows.chunks_exact(length) {
            let row = room.extend_from_slice(row);
            of_row(row, weights.get(here), bias.get(here), centred, epsilon);
        }
    };
    let result: Vec<T> = pool::collect::<T, T>(count, length, length * STEPS, write);
    Some(Array::new(x.sizes.into(), result))
}

/// One row. A bias may be that of the last axes only, or have no elements.
fn of_row<T: Float + FloatElement + 'static>(
    row: &mut [T],
    weights: &[T],
    bias: &[T],
    centred: bool,
    epsilon: T,
) {
    let count = T::from(row.len()).unwrap_or_else(Float::infinity);
    if centred {
        let mean = sum_of_elements(row) / count;
        row.iter_mut().for_each(|x| *x = *x - mean);
    }
    let variance = sum_of_row(row, |x| x * x) / count;
    // A product for each element in place of a quotient, which takes several times as long.
    let scale = Float::recip((variance + epsilon).sqrt());
    for (x, &weight) in row.iter_mut().zip(weights) {
        *x = *x * scale * weight;
    }
    if !bias.is_empty() {
        for part in row.chunks_exact_mut(bias.len()) {
            for (x, &bias) in part.iter_mut().zip(bias) {
                *x = *x + bias;
            }
        }
    }
}
