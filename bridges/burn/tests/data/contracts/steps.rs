//! One step of each model in `src`, with the first line of what is told, and, with the argument `time`, what contracts cost
//! in a step.

#![allow(dead_code, unexpected_cfgs)]

extern crate alloc;

use std::panic::set_hook;

use burn_core::tensor::{Bool, Device, Distribution, Tensor};
// It tells the sizes of burn's tensors.
use shapecheck_burn as _;
use steps::{tell, time};

mod batches_second;
mod checked;
mod heads_not_in_front;
mod means_over_heads;
mod no_way_back;
mod plain;
mod scores_of_features;
mod steps;

/// A function that does a step with the same weights each time: the sizes of the model, of the feed-forward network, and
/// the numbers of heads and of layers.
macro_rules! model {
    ($module:ident, $sizes:expr, $device:expr) => {{
        use $module::transformer::{TransformerEncoderConfig, TransformerEncoderInput};

        let [width, hidden, heads, layers] = $sizes;
        $device.seed(1);
        let config = TransformerEncoderConfig::new(width, hidden, heads, layers).with_dropout(0.0);
        let model = config.init($device);
        move |tokens: &Tensor<3>, mask: &Tensor<2, Bool>| {
            model.forward(TransformerEncoderInput::new(tokens.clone()).mask_pad(mask.clone()))
        }
    }};
}

/// What a step gives.
fn given(values: Tensor<3>) -> String {
    let sum: f32 = values.clone().abs().sum().into_scalar();
    format!("gives {:?}, whose absolute values add up to {sum:.1}", values.dims())
}

fn main() {
    set_hook(Box::new(|_| ()));
    let device = &Device::flex();
    let tokens = |words: usize, width: usize| {
        device.seed(2);
        let mask = Tensor::<2, Bool>::full([1, words], false, device);
        (Tensor::<3>::random([1, words, width], Distribution::Default, device), mask)
    };
    if std::env::args().nth(1).as_deref() == Some("time") {
        let large = [256, 1024, 8, 4];
        let (plain, checked) = (model!(plain, large, device), model!(checked, large, device));
        let (tokens, mask) = tokens(1, 256);
        time(|| drop(plain(&tokens, &mask)), || drop(checked(&tokens, &mask)));
        return;
    }
    let small = [32, 48, 4, 2];
    let (tokens, mask) = tokens(6, 32);
    macro_rules! tell {
        ($($module:ident)*) => {$(
            tell(stringify!($module), || given(model!($module, small, device)(&tokens, &mask)));
        )*};
    }
    tell!(plain checked scores_of_features means_over_heads heads_not_in_front batches_second no_way_back);
    let shorter = mask.slice([0..1, 0..1]);
    tell("a mask of one word", || given(model!(checked, small, device)(&tokens, &shorter)));
}
