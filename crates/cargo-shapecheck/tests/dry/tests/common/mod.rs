//! What the dry runs of models share.

use candle_core::{DType, Device};
use candle_nn::VarBuilder;

/// Sizes of images that differ from their halves, rounded up or down.
pub const IMAGES: [(&str, [usize; 3]); 3] = [
    ("Batch", [3, 5, 8]),
    ("Height", [64, 75, 96]),
    ("Width", [67, 90, 125]),
];

pub fn weights(device: &Device) -> VarBuilder<'static> {
    VarBuilder::zeros(DType::F32, device)
}
