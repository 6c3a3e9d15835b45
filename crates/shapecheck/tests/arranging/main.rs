//! Axes that are moved, split, merged and joined, and parts of tensors.

mod arrangements;
mod axes_moved;
mod joins;
mod slices;
mod splits;
mod take;
