//! Equations, patterns and expressions that are read from text or by a macro, beside NumPy and einops.
#![cfg(all(feature = "tensor", feature = "alloc"))]

mod from_numpy;
mod notation;
mod numpy_expressions;
#[path = "../numpy_page/mod.rs"]
mod numpy_page;
mod packing;
mod patterns;
#[path = "../programs/mod.rs"]
mod programs;
