//! The unsafe code of the crate: loops over broadcast operands, memory that they fill, and matrix products.
//!
//! Loops go by pointers because slices cost a bounds check for every row, and a panic path, of every operand. What
//! they rest on is the invariant of [`TensorBase`](super::TensorBase): every offset that its layout gives an index within its shape
//! lies within its elements.

pub(super) mod matrix;
pub(super) mod memory;
pub(super) mod pass;
pub(super) mod rows;

#[cfg(feature = "alloc")]
pub(super) use memory::reuse;
