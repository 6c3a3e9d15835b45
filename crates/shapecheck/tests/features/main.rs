//! What the optional features add.

mod dry;
mod dual;
mod features;
mod fourier;
mod half;
mod random_tensors;
mod threads;
mod threads_under_miri;
