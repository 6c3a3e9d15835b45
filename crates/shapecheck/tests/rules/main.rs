//! Sizes, shapes and the rules about them: as types, as values and over slices.

mod algebra;
#[path = "../five_programs/allocations.rs"]
mod allocations;
mod arithmetic;
mod axes;
mod checked;
mod computed_sizes;
mod const_parameters;
mod contracts;
mod limits;
mod named_sizes;
mod numpy;
mod one_axis;
#[path = "../panics/mod.rs"]
mod panics;
mod random;
mod shape_functions;
mod shapes;
mod sizes;
mod sizes_of_one;
mod tables;
