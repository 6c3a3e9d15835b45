//! Layers, windows and losses.
#![cfg(all(feature = "tensor", feature = "alloc"))]

#[path = "../five_programs/allocations.rs"]
mod allocations;
pub mod losses;
pub mod network;
mod pools;
mod recurrent;
pub mod windows;
