//! Products, equations and factors of matrices.
#![cfg(all(feature = "tensor", feature = "alloc"))]

mod decompose;
mod determinants;
mod estimate;
pub mod linear;
#[path = "../model/mod.rs"]
mod model;
mod products;
#[path = "../programs/mod.rs"]
mod programs;
