//! Sizes, shapes and the rules about them: as types, as values and over slices.

pub mod algebra;
#[cfg(all(feature = "tensor", feature = "alloc", not(feature = "unchecked")))]
#[path = "../five_programs/allocations.rs"]
mod allocations;
mod arithmetic;
mod axes;
pub mod checked;
mod computed_sizes;
pub mod const_parameters;
mod contracts;
mod limits;
#[cfg(all(feature = "tensor", feature = "alloc"))]
mod named_sizes;
mod numpy;
mod one_axis;
#[path = "../panics/mod.rs"]
mod panics;
mod random;
mod shape_functions;
#[cfg(all(feature = "tensor", feature = "alloc", not(feature = "unchecked")))]
mod shapes;
mod sizes;
mod sizes_of_one;
mod tables;
