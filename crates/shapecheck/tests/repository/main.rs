//! What the sources and the guide keep to: tests that read them.

mod callers;
mod english;
mod figures;
mod guide;
pub mod layers;
mod offline;
mod pages;
mod sealed;
#[path = "../source/mod.rs"]
mod source;
