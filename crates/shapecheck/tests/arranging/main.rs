//! Axes that are moved, split, merged and joined, and parts of tensors.

mod arrangements;
pub mod axes_moved;
mod joins;
mod slices;
mod splits;
mod take;
