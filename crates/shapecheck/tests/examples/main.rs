//! Examples beside what NumPy gives. Their modules stand at the root, as in the examples themselves.
#![cfg(all(feature = "tensor", feature = "std"))]

#[cfg(feature = "dual")]
#[path = "../five_programs/allocations.rs"]
mod allocations;
mod decoder;
#[cfg(feature = "dual")]
#[path = "../../../../examples/kalman/src/filter.rs"]
mod filter;
#[cfg(feature = "dual")]
mod kalman;
#[path = "../../examples/decoder/model.rs"]
mod model;
#[allow(dead_code, reason = "the example uses the rest")]
#[path = "../../../../examples/digits/random.rs"]
mod random;
#[cfg(feature = "dual")]
#[path = "../../../../examples/kalman/src/recorded.rs"]
#[rustfmt::skip]
mod recorded;
#[cfg(feature = "dual")]
#[path = "../../../../examples/kalman/src/rover.rs"]
mod rover;
#[path = "../../examples/decoder/weights.rs"]
mod weights;
