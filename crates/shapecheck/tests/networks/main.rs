//! Layers, windows and losses.
#![cfg(all(feature = "tensor", feature = "alloc"))]

#[path = "../five_programs/allocations.rs"]
mod allocations;
mod losses;
mod network;
mod pools;
mod recurrent;
mod windows;
