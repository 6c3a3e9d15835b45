//! Gradients of `shapecheck-grad` on burn's tensors, and training.

#[path = "../../tests/grad.rs"]
mod grad;

mod on {
    pub use shapecheck_burn::{Burn as Engine, from_host, to_host};
}
