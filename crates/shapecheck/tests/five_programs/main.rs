//! Five programs as users of the crate would write them. None of their functions has a parameter for the memory or the
//! order of elements, and none needs a `where` clause. The results are compared with plain loops or with known answers.
#![cfg(all(feature = "tensor", feature = "std"))]

mod allocations;
mod decoder;
mod digits;
mod layers;
mod pipeline;
mod tracking;

use shapecheck::engine::Creates;
use shapecheck::{StaticShape, TensorOn};

/// Numbers between -1 and 1 that look random and are the same in every run.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// A tensor of such numbers.
fn made<S: StaticShape, E: Creates<f32>>(seed: u32) -> TensorOn<f32, S, E> {
    TensorOn::from_slice(&numbers(S::NUM_ELEMENTS, seed)).expect("as many numbers")
}

fn exact<'a>(elements: impl IntoIterator<Item = &'a f32>) -> Vec<f64> {
    elements
        .into_iter()
        .map(|&element| element.into())
        .collect()
}

/// A matrix product in loops, of matrices in row-major order.
fn product(lhs: &[f64], rhs: &[f64], inner: usize) -> Vec<f64> {
    let columns = rhs.len() / inner;
    let rows = lhs.chunks(inner).flat_map(|row| {
        let element =
            move |column| -> f64 { (0..inner).map(|k| row[k] * rhs[k * columns + column]).sum() };
        (0..columns).map(element)
    });
    rows.collect()
}

#[track_caller]
fn assert_close<'a>(found: impl IntoIterator<Item = &'a f32>, expected: &[f64]) {
    let found = exact(found);
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() < 1e-4,
            "{found} is not {expected}, at {index}"
        );
    }
}
