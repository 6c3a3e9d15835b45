//! The layers: what they give, what trains them, and what files have of them.

mod engines;
mod initial;
#[path = "../../../shapecheck/tests/outside/messages.rs"]
mod messages;
mod training;
mod values;
mod weights;

use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck::{Shape, StaticShape, Tensor};

/// A generator that gives the same numbers each time.
fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(11)
}

/// Numbers between -1 and 1.
fn random<S: StaticShape>() -> Tensor<f64, S> {
    let distribution = shapecheck::rand::distr::Uniform::new(-1.0, 1.0).expect("a range");
    Tensor::random(distribution, &mut generator())
}

/// Compares elements up to rounding.
#[track_caller]
fn assert_close<S: Shape>(found: &Tensor<f64, S>, expected: &Tensor<f64, S>) {
    assert!(
        found.all_close(expected, 1e-9, 1e-9),
        "{found:?}\n{expected:?}"
    );
}
