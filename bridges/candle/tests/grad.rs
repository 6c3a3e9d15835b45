//! Gradients of `shapecheck-grad` on candle's tensors, and training.

#[path = "../../tests/grad.rs"]
mod grad;

mod on {
    pub use shapecheck_candle::{Candle as Engine, from_host, to_host};
}
