//! Functions of each element, reductions, and the kernels that they run in.
#![cfg(all(feature = "tensor", feature = "alloc"))]

#[path = "../counted/mod.rs"]
mod counted;
mod functions_of_floats;
mod fused;
mod kernels;
#[path = "../model/mod.rs"]
mod model;
mod order;
#[path = "../panics/mod.rs"]
mod panics;
#[path = "../programs/mod.rs"]
mod programs;
mod reductions;
mod statistics;
mod tensor;
mod try_forms;
