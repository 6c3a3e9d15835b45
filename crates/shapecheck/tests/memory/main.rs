//! Elements and where they are: on the heap, inline, lent, shared, of each kind and on engines of other crates.
#![cfg(all(feature = "tensor", feature = "alloc"))]

mod adapted_engine;
mod attempt;
mod blocks;
mod built_in_engines;
mod engines;
mod frames;
mod inline;
mod iterate;
mod kinds_of_elements;
#[path = "../model/mod.rs"]
mod model;
#[path = "../programs/mod.rs"]
mod programs;
mod sharing;
mod uncountable;
mod views;
mod without_elements;
